package io.millrace.algebra.run;

import static io.millrace.activity.Activities.choice;
import static io.millrace.activity.Activities.parallel;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.work;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.millrace.Millrace;
import io.millrace.activity.ActivityProcess;
import io.millrace.algebra.RuleModule;
import io.millrace.algebra.RuleSet;
import io.millrace.algebra.RuleState;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.kernel.check.JournalCheck;
import io.millrace.language.Compiled;
import io.millrace.language.Language;
import io.millrace.net.run.NetLanguage;
import io.millrace.query.CaseStatus;
import io.millrace.runtime.PayloadCodec;
import io.millrace.sim.Rig;
import io.millrace.work.WorkItem;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rules beside the other parts of the engine: many instances, loops, sub-cases, retries, limits of time. */
class RuledEngineTest {
    private static Compiled<?> rules(String source) {
        return new RulesLanguage().compile("p", source);
    }

    private static Compiled<?> net(String source, String rules) {
        return RuledLanguage.with(new NetLanguage().compile("p", source), rules);
    }

    private static List<String> tasks(Rig rig, CaseId id) {
        return rig.work(id).stream().map(WorkItem::task).sorted().toList();
    }

    private static WorkItem item(Rig rig, CaseId id, String task) {
        return rig.work(id).stream().filter(each -> each.task().equals(task)).findFirst().orElseThrow();
    }

    private static void finish(Rig rig, CaseId id, String task) {
        rig.doneAs("ann", new Command.StartWork(item(rig, id, task).id()));
        rig.doneAs("ann", new Command.Complete(item(rig, id, task).id(), Data.fields(), 0));
    }

    private static CaseStatus status(Rig rig, CaseId id) {
        return rig.look(id).info().status();
    }

    private static List<String> decided(Rig rig, CaseId id) {
        return rig.history(id).stream()
                .filter(event -> event.kind().equals("Decided"))
                .map(event -> event.detail().at("literal").text())
                .toList();
    }

    private static void sound(Rig rig) {
        List<Language> languages = ServiceLoader.load(Language.class).stream().map(ServiceLoader.Provider::get).toList();
        assertThat(JournalCheck.of(rig.store(), PayloadCodec.PLAIN, languages, turns -> {}).findings()).isEmpty();
    }

    /** What is left when a case ends is ruled out in an order that is found, not tried. */
    @Test
    void a_long_saga_is_cancelled_without_delay() {
        String steps = IntStream.range(0, 9).mapToObj(i -> "t" + i + "/r" + i).collect(Collectors.joining(", "));
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            Rig rig = Rig.with(rules("dep trip: saga(" + steps + ", last);")).participant("ann");
            CaseId id = rig.start("p");
            finish(rig, id, "t0");
            finish(rig, id, "t1");
            rig.done(new Command.CancelCase(id, "no wish"));
            assertThat(tasks(rig, id)).containsExactly("r1");
            finish(rig, id, "r1");
            finish(rig, id, "r0");
            assertThat(status(rig, id)).isEqualTo(CaseStatus.CANCELLED);
        });
    }

    @Test
    void a_case_with_many_open_events_waits_for_what_is_demanded() {
        String events = IntStream.range(0, 12).mapToObj(i -> "e" + i).collect(Collectors.joining(" | "));
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
            Rig rig = Rig.with(rules("event done on work:complete inevitable;\ndep one: done & (true | " + events + ") & (done | " + events + ");\n"))
                    .participant("ann");
            CaseId id = rig.start("p");
            rig.done(new Command.Signal("close", id.toString(), Data.nothing()));
            assertThat(status(rig, id)).isEqualTo(CaseStatus.RUNNING);
            finish(rig, id, "work");
            assertThat(status(rig, id)).isEqualTo(CaseStatus.COMPLETED);
        });
    }

    private static final String FINISH_AFTER_A = """
            event c_a on a:complete flexible;
            event c_finish on finish:complete flexible;
            dep first: c_finish -> c_a;
            """;

    /** The choice takes back one of two work items of a task; the other can still complete, so nothing is ruled out. */
    @Test
    void taking_back_one_of_several_work_items_of_a_task_rules_nothing_out() {
        Compiled<?> process = RuledLanguage.with(
                ActivityProcess.named("p", sequence(parallel(choice(work("a"), work("b")), work("a")), work("finish"))), FINISH_AFTER_A);
        assertThat(process.proof().objection()).isNull();
        Rig rig = Rig.with(process).participant("ann");
        CaseId id = rig.start("p");
        assertThat(tasks(rig, id)).containsExactly("a", "a", "b");
        finish(rig, id, "b");
        assertThat(tasks(rig, id)).containsExactly("a");
        assertThat(decided(rig, id)).doesNotContain("~c_a");
        rig.restart(process);
        finish(rig, id, "a");
        assertThat(decided(rig, id)).contains("c_a");
        finish(rig, id, "finish");
        assertThat(status(rig, id)).isEqualTo(CaseStatus.COMPLETED);
    }

    @Test
    void taking_back_the_last_work_item_of_a_task_rules_its_events_out() {
        Compiled<?> process =
                RuledLanguage.with(ActivityProcess.named("p", sequence(choice(work("a"), work("b")), work("finish"))), FINISH_AFTER_A);
        assertThat(process.proof().objection()).as("b leads nowhere").isNotNull();
        Rig rig = Rig.with(RuledLanguage.with(
                        ActivityProcess.named("p", sequence(choice(work("a"), work("b")), work("finish"))),
                        "event c_a on a:complete flexible;\nevent c_b on b:complete flexible;\ndep one: c_a | c_b | true;\n"))
                .participant("ann");
        CaseId id = rig.start("p");
        finish(rig, id, "b");
        assertThat(decided(rig, id)).contains("~c_a");
    }

    /** What is proved of process and rules together knows the end of work, too. */
    @Test
    void rules_about_the_end_of_work_do_not_block_a_net() {
        Compiled<?> process = net("""
                initial_activity(begin).
                and_split(begin, [a, b]).
                and_join([a, b], finish).
                final_activity(finish).
                """, """
                event e_a on a:end immediate;
                event s_b on b:start flexible;
                dep after: s_b <= e_a;
                """);
        assertThat(process.proof().objection()).isNull();
        Rig rig = Rig.with(process).participant("ann");
        CaseId id = rig.start("p");
        finish(rig, id, "begin");
        finish(rig, id, "a");
        finish(rig, id, "b");
        finish(rig, id, "finish");
        assertThat(status(rig, id)).isEqualTo(CaseStatus.COMPLETED);
    }

    @Test
    void a_failing_handler_fails_once_when_its_attempts_are_over() {
        Rig rig = Rig.with(net("initial_activity(a).\nfinal_activity(a).\nwork(a, handler(h)).\n", """
                        event s_a on a:start flexible;
                        event f_a on a:fail immediate;
                        event c_a on a:complete flexible;
                        event told on tell:start triggerable;
                        task tell role clerk;
                        dep tell: f_a -> told;
                        dep only: told <= f_a;
                        """))
                .participant("ann", "clerk");
        int[] calls = {0};
        rig.equip(mill -> mill.on("h", work -> {
            calls[0]++;
            throw new IllegalStateException("no");
        }));
        CaseId id = rig.start("p");
        for (int i = 0; i < 30; i++) {
            rig.advance(Duration.ofHours(1));
            if (i == 3) {
                rig.restart();
            }
        }
        assertThat(calls[0]).as("the limit of retries").isEqualTo(3);
        assertThat(decided(rig, id)).as("an operator can still retry it").containsExactly("s_a");
        rig.done(new Command.Fail(item(rig, id, "a").id(), "given up", 0, false));
        assertThat(decided(rig, id)).containsExactly("s_a", "f_a", "~c_a");
        assertThat(tasks(rig, id)).containsExactly("tell");
        finish(rig, id, "tell");
        assertThat(status(rig, id)).isEqualTo(CaseStatus.FAILED);
        sound(rig);
    }

    @Test
    void an_error_thrown_by_a_handler_is_a_failure_too() {
        Rig rig = Rig.with(rules("""
                        task a handler;
                        task undo role clerk;
                        event s_a on a:start triggerable;
                        event c_a on a:complete flexible;
                        event s_u on undo:start triggerable;
                        dep go: s_a;
                        dep undo: ~c_a -> s_u;
                        dep only: s_u -> ~c_a . s_u;
                        """))
                .participant("ann", "clerk");
        int[] calls = {0};
        rig.equip(mill -> mill.on("a", work -> {
            calls[0]++;
            throw new AssertionError("no");
        }));
        CaseId id = rig.start("p");
        for (int i = 0; i < 10; i++) {
            rig.advance(Duration.ofHours(1));
        }
        rig.done(new Command.Fail(item(rig, id, "a").id(), "given up", 0, false));
        assertThat(tasks(rig, id)).containsExactly("undo");
        finish(rig, id, "undo");
        assertThat(status(rig, id)).isEqualTo(CaseStatus.COMPLETED);
    }

    private static final String TRIP = """
            initial_activity(book).
            sequential(book, buy).
            final_activity(buy).
            """;

    private static final String UNDO = """
            event c_book on book:complete flexible;
            event c_buy on buy:complete flexible;
            event s_undo on undo:start triggerable;
            task undo role clerk;
            dep undo: c_book -> c_buy | s_undo;
            dep only_then: ~s_undo | c_book . s_undo & ~c_buy . s_undo;
            """;

    private static Compiled<?> outer(String facts) {
        return new NetLanguage().compile("outer", facts + "work(call, process(p)).\n");
    }

    private static final String CALL = "initial_activity(call).\nfinal_activity(call).\n";

    @Test
    void a_sub_case_makes_good_when_its_parent_is_cancelled() {
        Rig rig = Rig.with(net(TRIP, UNDO), outer(CALL)).participant("ann", "clerk");
        CaseId outer = rig.start("outer");
        CaseId id = outer.child(1);
        finish(rig, id, "book");
        rig.done(new Command.CancelCase(outer, "no wish"));
        assertThat(status(rig, outer)).isEqualTo(CaseStatus.CANCELLED);
        assertThat(status(rig, id)).isEqualTo(CaseStatus.RUNNING);
        assertThat(tasks(rig, id)).containsExactly("undo");
        assertThatThrownBy(() -> rig.mill().retention().erasing(Millrace.TENANT, outer)).hasMessageContaining("MR-");
        rig.restart();
        sound(rig);
        finish(rig, id, "undo");
        assertThat(status(rig, id)).isEqualTo(CaseStatus.CANCELLED);
        sound(rig);
        assertThat(rig.events(outer)).doesNotContain("WorkFailed");
    }

    @Test
    void a_sub_case_that_has_nothing_to_make_good_ends_with_its_parent() {
        Rig rig = Rig.with(net(TRIP, UNDO), outer(CALL)).participant("ann", "clerk");
        CaseId outer = rig.start("outer");
        rig.done(new Command.CancelCase(outer, "no wish"));
        assertThat(status(rig, outer.child(1))).isEqualTo(CaseStatus.CANCELLED);
    }

    @Test
    void a_sub_case_that_makes_good_is_ended_at_once_by_cancelling_it_itself() {
        Rig rig = Rig.with(net(TRIP, UNDO), outer(CALL)).participant("ann", "clerk");
        CaseId outer = rig.start("outer");
        CaseId id = outer.child(1);
        finish(rig, id, "book");
        rig.done(new Command.CancelCase(outer, "no wish"));
        rig.done(new Command.CancelCase(id, "at once"));
        assertThat(status(rig, id)).isEqualTo(CaseStatus.CANCELLED);
        assertThat(tasks(rig, id)).isEmpty();
    }

    @Test
    void a_sub_case_makes_good_when_its_work_is_taken_back_and_its_parent_goes_on() {
        Rig rig = Rig.with(net(TRIP, UNDO), outer("""
                        initial_activity(begin).
                        and_split(begin, [call, stop]).
                        and_join([call, stop], finish).
                        final_activity(finish).
                        cancels(stop, [call, c(begin, call), c(call, finish)]).
                        """.replace("and_join([call, stop], finish)", "xor_join([call, stop], finish)")))
                .participant("ann", "clerk");
        CaseId outer = rig.start("outer");
        finish(rig, outer, "begin");
        CaseId id = outer.child(1);
        finish(rig, id, "book");
        finish(rig, outer, "stop");
        assertThat(tasks(rig, id)).containsExactly("undo");
        finish(rig, outer, "finish");
        assertThat(status(rig, outer)).isEqualTo(CaseStatus.COMPLETED);
        assertThat(tasks(rig, id)).as("it goes on alone").containsExactly("undo");
        rig.restart();
        sound(rig);
        finish(rig, id, "undo");
        assertThat(status(rig, id)).isEqualTo(CaseStatus.CANCELLED);
        sound(rig);
    }

    @Test
    void a_sub_case_of_a_sub_case_makes_good_by_a_process_of_its_own() {
        Rig rig = Rig.with(
                        new NetLanguage().compile("undoing", "initial_activity(phone).\nfinal_activity(phone).\n"),
                        net(TRIP, UNDO.replace("task undo role clerk", "task undo process undoing")),
                        outer(CALL),
                        new NetLanguage().compile("top", "initial_activity(o).\nfinal_activity(o).\nwork(o, process(outer)).\n"))
                .participant("ann", "clerk");
        CaseId top = rig.start("top");
        CaseId id = top.child(1).child(1);
        finish(rig, id, "book");
        rig.done(new Command.CancelCase(top, "no wish"));
        assertThat(status(rig, top)).isEqualTo(CaseStatus.CANCELLED);
        assertThat(status(rig, top.child(1))).isEqualTo(CaseStatus.CANCELLED);
        assertThat(status(rig, id)).isEqualTo(CaseStatus.RUNNING);
        rig.restart();
        sound(rig);
        finish(rig, id.child(1), "phone");
        assertThat(status(rig, id.child(1))).isEqualTo(CaseStatus.COMPLETED);
        assertThat(status(rig, id)).isEqualTo(CaseStatus.CANCELLED);
    }

    /** The process reacts as a whole: an offer that waits for what is offered with it would wait for ever, and that is found before. */
    @Test
    void an_offer_that_waits_for_what_is_offered_with_it_is_refused_before_it_runs() {
        Compiled<?> process = net("""
                initial_activity(begin).
                and_split(begin, [a, b]).
                and_join([a, b], finish).
                final_activity(finish).
                """, """
                event o_b on b:offer flexible;
                event c_a on a:complete flexible;
                dep later: o_b <= c_a;
                """);
        assertThat(process.proof().objection()).isNotNull();
    }

    /** A net under very many rules is not explored, and that is said at once. */
    @Test
    void a_net_under_very_many_rules_is_not_decided_at_once() {
        String steps = IntStream.range(0, 40).mapToObj(i -> "t" + i + "/r" + i).collect(Collectors.joining(", "));
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            Compiled<?> process = net(TRIP, "dep trip: saga(" + steps + ", last);");
            assertThat(process.proof().findings().toString()).contains("MR-6034").contains("more than 100 events");
        });
    }

    @Test
    void constraints_of_one_rule_are_found_again_each_where_it_stood() {
        String source = """
                event a repeating;
                event b repeating;
                event c repeating;
                dep d: precedence(a, b) & response(b, c) & alternate_response(a, c);
                """;
        Rig rig = Rig.with(rules(source)).participant("ann");
        CaseId id = rig.start("p");
        rig.done(new Command.Signal("a", id.toString(), Data.nothing()));
        rig.done(new Command.Signal("b", id.toString(), Data.nothing()));
        String before = rig.look(id).standing().json();
        RuleSet set = RuleSet.of(RuleModule.read("p", source));
        RuleState state = set.start().after(set.literal("a")).after(set.literal("b"));
        Out out = new Out();
        state.write(out);
        assertThat(RuleState.read(set, new In(out.toBytes()))).isEqualTo(state);
        rig.restart();
        assertThat(rig.look(id).standing().json()).isEqualTo(before);
    }

    @Test
    void a_case_that_goes_on_under_other_rules_hears_their_signals() {
        String old = "event s_a on a:start flexible;\nevent go;\ndep x: s_a <= go;\n";
        Rig rig = Rig.with(rules(old)).participant("ann");
        CaseId id = rig.start("p");
        rig.done(new Command.Deploy(rules(old.replace("s_a <= go", "s_a <= paid").replace("event go;", "event go;\nevent paid;")), null));
        rig.done(new Command.Migrate(id, 2, Data.fields()));
        rig.restart();
        assertThat(tasks(rig, id)).isEmpty();
        rig.done(new Command.Signal("paid", id.toString(), Data.nothing()));
        rig.rest();
        assertThat(tasks(rig, id)).containsExactly("a");
        sound(rig);
    }

    @Test
    void a_case_that_goes_on_under_other_rules_does_what_they_demand() {
        String old = "event s_a on a:start flexible;\nevent never;\ndep x: s_a <= never;\n";
        Rig rig = Rig.with(rules(old)).participant("ann");
        CaseId id = rig.start("p");
        rig.done(new Command.Deploy(rules("event s_a on a:start flexible;\nevent never;\nevent s_b on b:start triggerable;\ndep y: s_b;\n"), null));
        rig.done(new Command.Migrate(id, 2, Data.fields()));
        rig.rest();
        assertThat(tasks(rig, id)).containsExactly("a", "b");
        sound(rig);
    }

    @Test
    void a_plan_to_cancel_shows_what_the_rules_will_do() {
        Rig rig = Rig.with(net(TRIP, UNDO)).participant("ann", "clerk");
        CaseId id = rig.start("p");
        finish(rig, id, "book");
        assertThat(rig.plan(new Command.CancelCase(id, "no wish")).toString()).contains("'undo' is offered");
        assertThat(tasks(rig, id)).containsExactly("buy");
    }

    @Test
    void an_attempt_whose_time_is_over_during_a_crash_is_refused_once() {
        Rig rig = Rig.with(rules("""
                        event c_a on a:complete flexible within 2h;
                        event go;
                        dep end: c_a <= go;
                        """))
                .participant("ann");
        CaseId id = rig.start("p");
        rig.doneAs("ann", new Command.StartWork(item(rig, id, "a").id()));
        for (int i = 0; i < 2; i++) {
            assertThat(rig.askAs("ann", new Command.Complete(item(rig, id, "a").id(), Data.fields(), 0))).isInstanceOf(Answer.Delayed.class);
        }
        assertThat(rig.look(id).attempts()).as("the same attempt").hasSize(1);
        rig.advance(Duration.ofMinutes(119));
        rig.restart();
        assertThat(rig.look(id).attempts()).hasSize(1);
        rig.advance(Duration.ofHours(2));
        assertThat(rig.look(id).attempts()).isEmpty();
        assertThat(rig.events(id).stream().filter("AttemptDecided"::equals)).hasSize(1);
        rig.done(new Command.Signal("go", id.toString(), Data.nothing()));
        rig.doneAs("ann", new Command.Complete(item(rig, id, "a").id(), Data.fields(), 0));
        assertThat(decided(rig, id)).containsExactly("go", "c_a");
        sound(rig);
    }

    /** Of two attempts the first that may happens first, and what it lifts lets the second happen in the same rest. */
    @Test
    void two_attempts_that_wait_happen_one_after_the_other() {
        Rig rig = Rig.with(rules("""
                        event c_a on a:complete flexible;
                        event c_b on b:complete flexible;
                        event go;
                        dep first: c_a <= go;
                        dep then: c_b <= c_a;
                        """))
                .participant("ann");
        CaseId id = rig.start("p");
        for (String task : List.of("b", "a")) {
            rig.doneAs("ann", new Command.StartWork(item(rig, id, task).id()));
            assertThat(rig.askAs("ann", new Command.Complete(item(rig, id, task).id(), Data.fields(), 0))).isInstanceOf(Answer.Delayed.class);
        }
        rig.restart();
        rig.done(new Command.Signal("go", id.toString(), Data.nothing()));
        rig.rest();
        assertThat(decided(rig, id)).containsExactly("go", "c_a", "c_b");
        assertThat(status(rig, id)).isEqualTo(CaseStatus.COMPLETED);
        sound(rig);
    }
}
