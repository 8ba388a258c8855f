package io.millrace.kernel;

import static io.millrace.kernel.Steps.people;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.activity.Activities;
import io.millrace.activity.ActivityProcess;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.prolog.WorkflowProlog;
import io.millrace.query.Reason;
import io.millrace.sim.Rig;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the kernel and the languages that have no tokens say of why a task stands as it does. */
class WhyTest {
    private static List<String> words(Reason why) {
        return why.because().stream().map(Reason::words).toList();
    }

    private static Reason why(Rig rig, CaseId id, String task) {
        return rig.mill().at(Instant.MAX).why(id, task);
    }

    @Test
    void an_activity_says_where_the_flow_is_that_comes_to_a_task() {
        Rig rig = Rig.with(ActivityProcess.named(
                "claim",
                Activities.sequence(
                        Activities.work("review"),
                        Activities.parallel(
                                Activities.work("pay"),
                                Activities.sequence(Activities.sleep(Duration.ofDays(2)), Activities.work("remind"))))));
        CaseId id = rig.start("claim");
        assertThat(why(rig, id, "pay").words()).isEqualTo("No flow is at task 'pay'.");
        assertThat(why(rig, id, "pay").holds()).isFalse();
        assertThat(why(rig, id, "pay").because().getFirst().claim()).isEqualTo("holds_now(at('sequence/1', 1, 1))");
        rig.advance(Duration.ofHours(1));
        rig.done(new Command.Complete(new WorkId(id, 1), Data.nothing(), 0));
        assertThat(words(why(rig, id, "remind"))).singleElement().asString()
                .startsWith("flow 3 is at wait for PT48H (sequence/2/2/1)").endsWith(", until its time comes, since 2000-01-01T01:00:00Z, when 'review' was completed");
        assertThat(why(rig, id, "pay").words()).isEqualTo("Task 'pay' of case 1 is offered to anyone, as work item 1#2.");
        assertThat(words(why(rig, id, "review"))).contains("its result came at 2000-01-01T01:00:00Z");
    }

    @Test
    void a_program_says_which_guards_wait_for_which_reply() {
        Rig rig = Rig.with(new WorkflowProlog().compile(
                "review",
                """
                :- rpc(check, 0, P), go(P).
                go(P) :- replycontent(P, ok) : rpc(pay, 1, _).
                go(P) :- replycontent(P, no) : rpc(reject, 1, _).
                """));
        CaseId id = rig.start("review", Data.nothing());
        Reason pay = why(rig, id, "pay");
        assertThat(pay.words()).isEqualTo("Nothing was sent to 'pay': the goals that can do so wait.");
        assertThat(words(pay)).singleElement().asString()
                .startsWith("go(wv1) waits: it tries guard 'replycontent(P,ok)' in line 2, guard 'replycontent(P,no)' in line 3");
        assertThat(pay.because().getFirst().claim()).isEqualTo("holds_now(goal(go(wv1), 1, 1))");
        Reason reply = pay.because().getFirst().because().getFirst();
        assertThat(reply.words()).startsWith("wv1 has no reply: 'check' is offered, as work item 1#1");
        assertThat(reply.claim()).isEqualTo("holds_now(waiting(check, _, 1))");
        assertThat(reply.event()).isEqualTo("case 1/1/3");
    }

    @Test
    void suspension_incidents_and_ends_are_reasons_too() {
        Rig rig = Rig.with(Steps.of("p", people("t"), people("u")));
        CaseId id = rig.start("p");
        rig.advance(Duration.ofSeconds(1));
        rig.done(new Command.SuspendCase(id));
        assertThat(words(why(rig, id, "t"))).contains("case 1 is suspended since 2000-01-01T00:00:01Z");
        rig.done(new Command.ResumeCase(id));
        rig.participant("anna");
        rig.doneAs("anna", new Command.CancelCase(id, "enough"));
        Reason why = why(rig, id, "t");
        assertThat(why.words()).isEqualTo("Task 't' of case 1 was withdrawn, as work item 1#1.");
        assertThat(words(why)).contains("case 1 was cancelled by anna at 2000-01-01T00:00:01Z");
        assertThat(words(why(rig, id, "u"))).contains("case 1 was cancelled by anna at 2000-01-01T00:00:01Z");
        assertThat(why(rig, id, "u").words()).isEqualTo("Task 'u' of case 1 has not been offered.");
        assertThat(rig.mill().at(Instant.parse("2000-01-01T00:00:00Z")).why(id, "t").claim()).isEqualTo("holds_at(waiting(t, _, 1), 946684800)");
    }
}
