package io.millrace;

import static io.millrace.activity.Activities.parallel;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.work;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.activity.ActivityProcess;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.language.Compiled;
import io.millrace.net.run.NetLanguage;
import io.millrace.problem.Code;
import io.millrace.sim.Rig;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Separation of duties where programs act for people: a program and its person are one. */
final class SeparatedProgramsTest {
    private static final String NET = """
            process(p).
            initial_activity(draft).
            sequential(draft, approve).
            final_activity(approve).
            role(draft, clerk).
            role(approve, clerk).
            separate(approve, draft).
            """;

    static Stream<Compiled<?>> languages() {
        return Stream.of(
                ActivityProcess.named("p", sequence(work("draft").role("clerk"), work("approve").role("clerk").notBy("draft"))),
                new NetLanguage().compile("p", NET));
    }

    private static Rig rig(Compiled<?> process) {
        Rig rig = Rig.with(process);
        List.of("anna", "bob", "program").forEach(name -> rig.participant(name, "clerk"));
        return rig;
    }

    private static Answer program(Rig rig, String person, Command command) {
        return rig.ask(operator -> operator.as("program").onBehalfOf(person).ask(command));
    }

    private static WorkId only(Rig rig, CaseId id) {
        return rig.work(id).getFirst().id();
    }

    private static void refused(Answer answer) {
        assertThat(answer).isInstanceOfSatisfying(Answer.Refused.class, refused -> assertThat(refused.problem().code()).isEqualTo(Code.EXCLUDED));
    }

    @ParameterizedTest
    @MethodSource("languages")
    void a_program_cannot_approve_for_the_person_who_drafted(Compiled<?> process) {
        Rig rig = rig(process);
        CaseId id = rig.start("p");
        rig.askAs("anna", new Command.Complete(only(rig, id), Data.fields(), 0));
        WorkId approve = only(rig, id);
        refused(program(rig, "anna", new Command.Claim(approve)));
        refused(program(rig, "anna", new Command.StartWork(approve)));
        refused(program(rig, "anna", new Command.Complete(approve, Data.fields(), 0)));
        assertThat(program(rig, "bob", new Command.StartWork(approve))).isEqualTo(Answer.DONE);
        refused(program(rig, "anna", new Command.Complete(approve, Data.fields(), 0)));
        assertThat(program(rig, "bob", new Command.Complete(approve, Data.fields(), 0))).isEqualTo(Answer.DONE);
    }

    @ParameterizedTest
    @MethodSource("languages")
    void a_person_cannot_approve_what_their_program_drafted(Compiled<?> process) {
        Rig rig = rig(process);
        CaseId id = rig.start("p");
        program(rig, "anna", new Command.Complete(only(rig, id), Data.fields(), 0));
        WorkId approve = only(rig, id);
        refused(rig.askAs("anna", new Command.Complete(approve, Data.fields(), 0)));
        refused(program(rig, "bob", new Command.Complete(approve, Data.fields(), 0)));
        rig.restart(process);
        refused(rig.askAs("anna", new Command.Complete(approve, Data.fields(), 0)));
        assertThat(rig.askAs("bob", new Command.Complete(approve, Data.fields(), 0))).isEqualTo(Answer.DONE);
    }

    static Stream<Compiled<?>> sideBySide() {
        return Stream.of(
                ActivityProcess.named("p", parallel(work("draft").role("clerk"), work("approve").role("clerk").notBy("draft"))),
                new NetLanguage().compile("p", """
                        process(p).
                        initial_activity(begin).
                        and_split(begin, [draft, approve]).
                        and_join([draft, approve], done).
                        final_activity(done).
                        role(draft, clerk).
                        role(approve, clerk).
                        separate(approve, draft).
                        routing(begin).
                        routing(done).
                        """));
    }

    @Test
    void work_that_was_offered_before_is_separated_too() {
        for (Compiled<?> process : sideBySide().toList()) {
            Rig rig = rig(process);
            CaseId id = rig.start("p");
            assertThat(rig.work(id)).hasSize(2);
            WorkId draft = rig.work(id).stream().filter(item -> item.task().equals("draft")).findFirst().orElseThrow().id();
            WorkId approve = rig.work(id).stream().filter(item -> item.task().equals("approve")).findFirst().orElseThrow().id();
            rig.askAs("anna", new Command.Complete(draft, Data.fields(), 0));
            refused(rig.askAs("anna", new Command.Complete(approve, Data.fields(), 0)));
            refused(program(rig, "anna", new Command.Complete(approve, Data.fields(), 0)));
        }
    }
}
