package example;

import static io.millrace.activity.Activities.compute;
import static io.millrace.activity.Activities.call;
import static io.millrace.activity.Activities.send;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.when;
import static io.millrace.activity.Activities.work;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.activity.Activity;
import io.millrace.activity.ActivityProcess;
import io.millrace.activity.Continuation;
import io.millrace.activity.Enactment;
import io.millrace.activity.Node;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.language.UserCode;
import io.millrace.net.Expression;
import io.millrace.net.Nets;
import io.millrace.net.Variable;
import io.millrace.net.run.NetProcess;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.sim.Rig;
import org.junit.jupiter.api.Test;

/** A function inside a process that fails is named with its place, and is not called a bug of the engine. */
class UserCodeTest {
    private static final Command START = new Command.Start("p", 0, Data.fields(), null);

    private static boolean fails() {
        throw new IllegalStateException("no rate for today");
    }

    private static int endless(int depth) {
        return depth < 0 ? 0 : endless(depth + 1) + 1;
    }

    @Test
    void a_condition_that_throws_is_named_with_process_place_and_line() {
        Rig rig = Rig.with(ActivityProcess.named("p", sequence(work("a"), when(data -> fails()).then(work("b")))));
        CaseId id = rig.start("p");
        Problem problem = rig.refused(new Command.Complete(new WorkId(id, 1), Data.nothing(), 0));
        assertThat(problem.code()).isEqualTo(Code.USER_CODE);
        assertThat(problem.message())
                .startsWith("The code of process 'p' at sequence/2 (if a condition) failed: "
                        + "java.lang.IllegalStateException: no rate for today, at example.UserCodeTest.fails(UserCodeTest.java:")
                .endsWith("Correct the code, deploy it, and retry the case. (MR-1063)");
        assertThat(rig.work(id)).hasSize(1);
    }

    @Test
    void errors_of_a_computed_value_are_the_code_s_own() {
        Rig rig = Rig.with(ActivityProcess.named("p", sequence(compute("x", data -> {
            throw new AssertionError("never");
        }))));
        assertThat(rig.refused(START).message()).contains("at sequence/1 (set 'x')", "java.lang.AssertionError: never", "MR-1063");
        Rig deep = Rig.with(ActivityProcess.named("p", sequence(compute("x", data -> endless(0)))));
        assertThat(deep.refused(START).message()).contains("java.lang.StackOverflowError, at example.UserCodeTest.endless", "MR-1063");
        Rig unlinked = Rig.with(ActivityProcess.named("p", sequence(compute("x", data -> {
            throw new NoClassDefFoundError("gone/Away");
        }))));
        assertThat(unlinked.refused(START).message()).contains("NoClassDefFoundError", "MR-1063");
    }

    @Test
    void where_nobody_waits_for_the_answer_it_becomes_an_incident_that_a_retry_ends() {
        boolean[] broken = {true};
        Rig rig = Rig.with(ActivityProcess.named("p", sequence(call("h"), when(data -> broken[0] && fails()).then(work("b")), work("c"))));
        CaseId id = rig.start("p");
        rig.ask(new Command.Complete(new WorkId(id, 1), Data.nothing(), 1));
        assertThat(rig.look(id).info().incident()).contains("at sequence/2 (if a condition)", "no rate for today", "MR-1063");
        broken[0] = false;
        rig.done(new Command.RetryCase(id));
        assertThat(rig.work(id)).extracting(item -> item.task()).containsExactly("c");
    }

    record Broken() implements Activity {
        @Override
        public String kind() {
            return "broken";
        }

        @Override
        public Continuation continuation(Node here, Continuation next) {
            return new Breaking(here, next);
        }
    }

    record Breaking(Node here, Continuation next) implements Continuation {
        @Override
        public Continuation apply(Enactment enactment) {
            throw new UnsupportedOperationException("not yet");
        }
    }

    @Test
    void a_type_of_activity_that_a_user_added_is_user_code_as_well() {
        Rig rig = Rig.with(ActivityProcess.named("p", sequence(new Broken())));
        assertThat(rig.refused(START).message())
                .contains("at sequence/1 (broken)", "UnsupportedOperationException: not yet, at example.UserCodeTest$Breaking.apply", "MR-1063");
    }

    @Test
    void a_function_that_reads_a_value_that_is_not_there_yet_waits_for_it() {
        Rig rig = Rig.with(ActivityProcess.named("p", sequence(
                send("o", "m").result("r"), when(data -> data.at("r").asInt() > 1).then(work("b")))));
        CaseId id = rig.start("p");
        rig.done(new Command.Complete(new WorkId(id, 1), Data.of(2), 0));
        assertThat(rig.work(id)).extracting(item -> item.task()).containsExactly("b");
    }

    @Test
    void an_upgrade_that_throws_refuses_the_migration_and_leaves_the_case() {
        ActivityProcess old = ActivityProcess.named("p", sequence(work("a")));
        ActivityProcess next = ActivityProcess.named("p", sequence(work("a"), work("b"))).version(2).upgradeFrom(1, data -> {
            throw new IllegalArgumentException("old data");
        });
        Rig rig = Rig.with(old, next);
        CaseId id = CaseId.root(rig.done(new Command.Start("p", 1, Data.fields(), null)).asLong());
        assertThat(rig.refused(new Command.Migrate(id, 2, Data.nothing())).message())
                .contains("at the upgrade from version 1 failed: java.lang.IllegalArgumentException: old data", "MR-1063");
        assertThat(rig.look(id).info().version()).isEqualTo(1);
    }

    @Test
    void a_function_of_a_net_that_throws_stops_its_task_with_an_incident() {
        boolean[] broken = {true};
        Rig rig = Rig.with(NetProcess.of(Nets.specification("p", Nets.net("n")
                .input("i").to("a")
                .task("a").give("x", data -> {
                    if (broken[0]) {
                        throw new AssertionError("no x");
                    }
                    return Data.of(1);
                }).to("o")
                .output("o")
                .build()), null));
        CaseId id = rig.start("p");
        assertThat(rig.look(id).info().incident())
                .contains("task 'a' cannot go on: The code of process 'p' at a function of 'n' failed: java.lang.AssertionError: no x, at example.UserCodeTest", "MR-1063");
        broken[0] = false;
        rig.done(new Command.RetryCase(id));
        assertThat(rig.work(id)).extracting(item -> item.task()).containsExactly("a");
    }

    @Test
    void a_function_of_a_net_that_throws_at_the_start_refuses_it() {
        Rig rig = Rig.with(NetProcess.of(Nets.specification("p", Nets.net("n")
                .variable(new Variable("v", Variable.Use.LOCAL, "any", Shape.any(), Expression.lambda(data -> Data.of(fails())), null))
                .input("i").to("a").task("a").to("o").output("o")
                .build()), null));
        assertThat(rig.refused(START).code()).isEqualTo(Code.USER_CODE);
    }

    @Test
    void the_exception_itself_is_kept_for_the_log_and_errors_of_the_virtual_machine_pass() {
        IllegalStateException thrown = new IllegalStateException("mine");
        assertThatThrownBy(() -> UserCode.call("p", "here", () -> {
                    throw thrown;
                }))
                .isInstanceOf(RefusedException.class)
                .hasCause(thrown);
        OutOfMemoryError memory = new OutOfMemoryError("none left");
        assertThatThrownBy(() -> UserCode.call("p", "here", () -> {
                    throw memory;
                }))
                .isSameAs(memory);
    }
}
