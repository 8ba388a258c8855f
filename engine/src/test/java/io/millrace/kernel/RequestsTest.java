package io.millrace.kernel;

import static io.millrace.kernel.Steps.people;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Millrace;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.problem.Code;
import io.millrace.query.CaseQuery;
import io.millrace.sim.Rig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RequestsTest {
    private static final Steps PROCESS = Steps.of("p", people("a"), people("b"));
    private final Rig rig = Rig.with(PROCESS);

    private Answer ask(String request, Command command) {
        return rig.ask(operator -> operator.request(request).ask(command));
    }

    private static Command.Start start(int n) {
        return new Command.Start("p", 0, Data.fields("n", n), null);
    }

    @Test
    void a_repeat_returns_the_first_answer_and_changes_nothing() {
        Answer first = ask("r1", start(1));
        assertThat(ask("r1", start(1))).isEqualTo(first);
        rig.restart(PROCESS);
        assertThat(ask("r1", start(1))).isEqualTo(first);
        assertThat(rig.mill().cases(CaseQuery.ALL, null, 10).items()).hasSize(1);
    }

    @Test
    void repeats_that_are_under_way_share_one_answer() {
        rig.hold(true);
        var first = rig.mill().operator().request("r1").ask(start(1));
        var second = rig.mill().operator().request("r1").ask(start(1));
        rig.hold(false);
        assertThat(second.join()).isEqualTo(first.join());
        assertThat(rig.mill().cases(CaseQuery.ALL, null, 10).items()).hasSize(1);
    }

    @Test
    void the_same_id_with_another_content_is_refused() {
        ask("r1", start(1));
        assertThat(ask("r1", start(2))).isInstanceOfSatisfying(Answer.Refused.class, refused ->
                assertThat(refused.problem().message())
                        .isEqualTo("Request id 'r1' was used before with different content. Use a new request id. (MR-1030)"));
    }

    @Test
    void another_content_under_the_id_of_a_request_that_is_under_way_is_refused_when_that_is_durable() {
        rig.hold(true);
        var first = rig.mill().operator().request("r1").ask(start(1));
        var other = rig.mill().operator().request("r1").ask(start(2));
        assertThat(rig.mill().operator().request("r1").answered(start(2))).isEmpty();
        assertThat(first).isNotDone();
        assertThat(other).as("the refusal of the other").isNotDone();
        rig.hold(false);
        assertThat(first.join()).isInstanceOf(Answer.Done.class);
        assertThat(other.join()).isInstanceOfSatisfying(Answer.Refused.class, refused ->
                assertThat(refused.problem().code()).isEqualTo(Code.REQUEST_REUSED));
        assertThat(rig.mill().cases(CaseQuery.ALL, null, 10).items()).hasSize(1);
    }

    @Test
    void another_content_takes_the_id_of_a_request_that_could_not_be_written() {
        rig.hold(true);
        var first = rig.mill().operator().request("r1").ask(start(1));
        var other = rig.mill().operator().request("r1").ask(start(2));
        rig.failCommits(1);
        rig.hold(false);
        assertThat(first.join()).isInstanceOf(Answer.Refused.class);
        rig.advance(Duration.ofSeconds(1));
        assertThat(other.join()).isInstanceOf(Answer.Done.class);
        assertThat(ask("r1", start(1))).isInstanceOfSatisfying(Answer.Refused.class, refused ->
                assertThat(refused.problem().code()).isEqualTo(Code.REQUEST_REUSED));
        assertThat(rig.mill().cases(CaseQuery.ALL, null, 10).items()).hasSize(1);
    }

    @Test
    void a_repeat_may_name_its_fields_in_another_order() {
        Data input = Data.parse("{'a': 1, 'b': [{'c': 2, 'd': 3}]}".replace('\'', '"'));
        Data turned = Data.parse("{'b': [{'d': 3, 'c': 2}], 'a': 1.0}".replace('\'', '"'));
        Data other = Data.parse("{'b': [{'d': 2, 'c': 3}], 'a': 1}".replace('\'', '"'));
        Answer first = ask("r1", new Command.Start("p", 0, input, null));
        assertThat(first).isInstanceOf(Answer.Done.class);
        assertThat(ask("r1", new Command.Start("p", 0, turned, null))).isEqualTo(first);
        assertThat(ask("r1", new Command.Start("p", 0, other, null))).isInstanceOf(Answer.Refused.class);

        WorkId work = new WorkId(CaseId.root(1), 1);
        Answer done = ask("r2", new Command.Complete(work, input, 0));
        assertThat(done).isInstanceOf(Answer.Done.class);
        assertThat(ask("r2", new Command.Complete(work, turned, 0))).isEqualTo(done);
    }

    @Test
    void a_refusal_is_remembered_even_when_it_would_be_done_now() {
        CaseId id = rig.start("p");
        Command later = new Command.Complete(new WorkId(id, 2), Data.nothing(), 0);
        Answer first = ask("r1", later);
        assertThat(first).isInstanceOf(Answer.Refused.class);
        rig.done(new Command.Complete(new WorkId(id, 1), Data.nothing(), 0));
        assertThat(ask("r1", later)).isEqualTo(first);
        assertThat(ask("r2", later)).isInstanceOf(Answer.Done.class);
    }

    @Test
    void ids_are_remembered_for_a_while_and_belong_to_who_asks() {
        ask("r1", start(1));
        assertThat(rig.ask(operator -> operator.as("anna").request("r1").ask(start(1)))).isEqualTo(new Answer.Done(Data.of(2)));
        rig.advance(Duration.ofDays(8));
        assertThat(ask("r1", start(1))).isEqualTo(new Answer.Done(Data.of(3)));
    }

    @Test
    void what_could_not_be_written_may_be_asked_again_with_the_same_id() {
        rig.failCommits(1);
        assertThat(ask("r1", start(1))).isInstanceOfSatisfying(Answer.Refused.class, refused ->
                assertThat(refused.problem().code()).isEqualTo(Code.DISK_FULL));
        rig.advance(Duration.ofSeconds(1));
        assertThat(ask("r1", start(1))).isInstanceOf(Answer.Done.class);
        assertThat(rig.mill().cases(CaseQuery.ALL, null, 10).items()).hasSize(1);
    }

    @Test
    void a_refusal_that_needs_no_turn_is_remembered_too() {
        Command unknown = new Command.Start("q", 0, Data.fields(), null);
        Answer first = ask("r1", unknown);
        assertThat(first).isInstanceOfSatisfying(Answer.Refused.class, refused ->
                assertThat(refused.problem().code()).isEqualTo(Code.UNKNOWN_PROCESS));
        rig.mill().operator().ask(new Command.Deploy(Steps.of("q", people("a"))));
        rig.restart(PROCESS, Steps.of("q", people("a")));
        assertThat(ask("r1", unknown)).isEqualTo(first);
        assertThat(ask("r2", unknown)).isInstanceOf(Answer.Done.class);
    }

    @Test
    void an_engine_without_a_store_remembers_answers_as_long_as_it_lives() {
        try (Millrace mill = Millrace.builder().open()) {
            mill.deploy(PROCESS);
            Answer first = mill.operator().request("r1").ask(start(1)).join();
            assertThat(mill.operator().request("r1").ask(start(1)).join()).isEqualTo(first);
            assertThat(mill.operator().request("r1").ask(start(2)).join()).isInstanceOf(Answer.Refused.class);
            assertThat(mill.operator().request("r2").ask(start(1)).join()).isNotEqualTo(first);
        }
    }
}
