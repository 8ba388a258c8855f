package io.millrace.algebra.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.language.Compiled;
import io.millrace.net.run.NetLanguage;
import io.millrace.query.CaseStatus;
import io.millrace.sim.Rig;
import io.millrace.work.WorkItem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules between cases where something unusual happens: nobody gets what is excluded, and nobody waits for ever. */
class AcrossTroubleTest {
    private static final String MUTEX = """
            across cases;
            event b1[case] on t1:start flexible;
            event e1[case] on t1:end guaranteed;
            event b2[case] on t2:start flexible;
            event e2[case] on t2:end guaranteed;
            dep one: b2[y] . b1[x] | ~b1[x] | ~b2[y] | e1[x] . b2[y];
            dep two: b1[x] . b2[y] | ~b2[y] | ~b1[x] | e2[y] . b1[x];
            assume leave1: e1[x] <= b1[x];
            assume leave2: e2[y] <= b2[y];
            """;

    private static final String PAID_FIRST = """
            across cases;
            event pay[customer] on pay:complete flexible;
            event ship[customer] on ship:start flexible;
            dep paid: ship[c] <= pay[c];
            """;

    private static Compiled<?> rules(String name, String source) {
        return new RulesLanguage().compile(name, source);
    }

    private static Compiled<?> net(String name, String task) {
        return net(name, task, "");
    }

    private static Compiled<?> net(String name, String task, String more) {
        return new NetLanguage().compile(name, "initial_activity(" + task + ").\nfinal_activity(" + task + ").\n" + more);
    }

    private static WorkItem item(Rig rig, CaseId id) {
        return rig.work(id).getFirst();
    }

    private static CaseStatus status(Rig rig, CaseId id) {
        return rig.look(id).info().status();
    }

    private static Answer begin(Rig rig, CaseId id) {
        Answer answer = rig.askAs("ann", new Command.StartWork(item(rig, id).id()));
        rig.rest();
        return answer;
    }

    private static Answer complete(Rig rig, CaseId id) {
        Answer answer = rig.askAs("ann", new Command.Complete(item(rig, id).id(), Data.fields(), 0));
        rig.rest();
        return answer;
    }

    private static List<String> listed(Rig rig, CaseId rules, String what) {
        return rig.look(rules).standing().at(what).asList().stream().map(Data::text).toList();
    }

    @Test
    void two_rule_sets_must_both_agree() {
        Rig rig = Rig.with(
                        rules("free", """
                                across cases;
                                event ship[customer] on ship:start flexible;
                                event other[customer] on other:start flexible;
                                dep never_both: ~ship[c] | ~other[c];
                                """),
                        rules("strict", PAID_FIRST),
                        net("shipping", "ship"),
                        net("payment", "pay"))
                .participant("ann");
        rig.rest();
        CaseId shipping = rig.start("shipping", Data.fields("customer", "Smith"));
        begin(rig, shipping);
        assertThat(item(rig, shipping).holder()).as("not paid").isNull();
        rig.restart();
        CaseId payment = rig.start("payment", Data.fields("customer", "Smith"));
        begin(rig, payment);
        complete(rig, payment);
        assertThat(item(rig, shipping).holder()).isEqualTo("ann");
        for (long rules = 1; rules <= 2; rules++) {
            assertThat(listed(rig, CaseId.root(rules), "waiting")).isEmpty();
            assertThat(listed(rig, CaseId.root(rules), "granted")).isEmpty();
            assertThat(rig.events(CaseId.root(rules))).doesNotContain("Violated");
        }
    }

    @Test
    void a_turn_with_two_events_of_the_rules_happens() {
        Rig rig = Rig.with(
                        rules("rules", """
                                across cases;
                                event oa[case] on a:offer flexible;
                                event ob[case] on b:offer flexible;
                                dep order: ob[x] <= oa[x];
                                """),
                        new NetLanguage().compile("p", """
                                initial_activity(begin).
                                and_split(begin, [a, b]).
                                and_join([a, b], finish).
                                final_activity(finish).
                                """))
                .participant("ann");
        rig.rest();
        CaseId id = rig.start("p");
        begin(rig, id);
        complete(rig, id);
        assertThat(rig.look(id).attempts()).isEmpty();
        assertThat(rig.work(id)).extracting(WorkItem::task).containsExactlyInAnyOrder("a", "b");
        assertThat(listed(rig, CaseId.root(1), "granted")).isEmpty();
    }

    @Test
    void handlers_exclude_each_other_too() {
        Rig rig = Rig.with(rules("rules", MUTEX), net("p1", "t1"), net("p2", "t2", "work(t2, handler(t2)).\n")).participant("ann");
        int[] calls = {0};
        rig.equip(mill -> mill.on("t2", work -> {
            calls[0]++;
            return Data.fields();
        }));
        rig.rest();
        CaseId one = rig.start("p1");
        begin(rig, one);
        assertThat(item(rig, one).holder()).isEqualTo("ann");
        CaseId two = rig.start("p2");
        rig.rest();
        assertThat(calls[0]).isZero();
        rig.restart();
        assertThat(calls[0]).isZero();
        complete(rig, one);
        assertThat(calls[0]).isEqualTo(1);
        assertThat(status(rig, two)).isEqualTo(CaseStatus.COMPLETED);
        assertThat(rig.events(CaseId.root(1))).doesNotContain("Violated");
    }

    @Test
    void a_handler_that_waits_is_called_once_though_its_work_was_suspended() {
        Rig rig = Rig.with(rules("rules", MUTEX), net("p1", "t1"), net("p2", "t2", "work(t2, handler(t2)).\n")).participant("ann");
        int[] calls = {0};
        rig.equip(mill -> mill.on("t2", work -> {
            calls[0]++;
            return Data.fields();
        }));
        rig.rest();
        CaseId one = rig.start("p1");
        begin(rig, one);
        CaseId two = rig.start("p2");
        rig.rest();
        rig.done(new Command.SuspendWork(item(rig, two).id()));
        rig.done(new Command.ResumeWork(item(rig, two).id()));
        assertThat(rig.look(two).attempts()).hasSize(1);
        complete(rig, one);
        assertThat(rig.events(two)).filteredOn("WorkStarted"::equals).hasSize(1);
        assertThat(calls[0]).isEqualTo(1);
        assertThat(status(rig, two)).isEqualTo(CaseStatus.COMPLETED);
    }

    /** What happens in the turn that asks is told the rules as something that happened, and is not asked for again. */
    @Test
    void a_case_asks_for_what_has_not_happened_yet_and_for_nothing_else() {
        Rig rig = Rig.with(
                        rules("rules", MUTEX),
                        new NetLanguage().compile("both", """
                                initial_activity(t1).
                                sequential(t1, t2).
                                final_activity(t2).
                                work(t2, handler(t2)).
                                """))
                .participant("ann");
        rig.rest();
        CaseId id = rig.start("both");
        complete(rig, id);
        assertThat(rig.history(CaseId.root(1)))
                .filteredOn(event -> event.kind().equals("Wanted"))
                .extracting(event -> event.detail().at("literals").json())
                .containsExactly("[\"b1[2]\"]", "[\"b2[2]\"]");
    }

    @Test
    void work_that_is_completed_without_a_start_has_started_all_the_same() {
        Rig rig = Rig.with(rules("rules", PAID_FIRST), net("shipping", "ship"), net("payment", "pay")).participant("ann");
        rig.rest();
        CaseId shipping = rig.start("shipping", Data.fields("customer", "Smith"));
        Answer answer = rig.ask(new Command.Complete(item(rig, shipping).id(), Data.fields(), 0));
        rig.rest();
        assertThat(answer).isInstanceOf(Answer.Delayed.class);
        assertThat(status(rig, shipping)).isEqualTo(CaseStatus.RUNNING);
    }

    @Test
    void work_that_is_given_up_while_it_is_suspended_is_over() {
        Rig rig = Rig.with(rules("rules", MUTEX), net("p1", "t1"), net("p2", "t2")).participant("ann");
        rig.rest();
        CaseId one = rig.start("p1");
        CaseId two = rig.start("p2");
        begin(rig, one);
        begin(rig, two);
        rig.done(new Command.SuspendWork(item(rig, one).id()));
        rig.done(new Command.CancelCase(one, "no"));
        rig.rest();
        assertThat(item(rig, two).holder()).isEqualTo("ann");
    }

    @Test
    void a_case_that_ends_decides_nothing_for_other_cases_of_its_customer() {
        Rig rig = Rig.with(rules("rules", PAID_FIRST), net("shipping", "ship"), net("payment", "pay")).participant("ann");
        rig.rest();
        CaseId one = rig.start("shipping", Data.fields("customer", "Smith"));
        CaseId two = rig.start("shipping", Data.fields("customer", "Smith"));
        begin(rig, one);
        begin(rig, two);
        rig.done(new Command.CancelCase(two, "not needed"));
        rig.rest();
        assertThat(rig.look(one).attempts()).as("it may still be paid").hasSize(1);
        CaseId payment = rig.start("payment", Data.fields("customer", "Smith"));
        begin(rig, payment);
        complete(rig, payment);
        assertThat(item(rig, one).holder()).isEqualTo("ann");
    }

    @Test
    void a_case_that_ends_excludes_nothing_that_other_cases_can_do() {
        Rig rig = Rig.with(
                        rules("rules", """
                                across cases;
                                event ordered[customer] on order:complete flexible;
                                event pay[customer] on pay:complete flexible;
                                dep order: pay[c] <= ordered[c];
                                """),
                        net("ordering", "order"),
                        net("payment", "pay"))
                .participant("ann");
        rig.rest();
        CaseId ordering = rig.start("ordering", Data.fields("customer", "Smith"));
        begin(rig, ordering);
        complete(rig, ordering);
        CaseId payment = rig.start("payment", Data.fields("customer", "Smith"));
        begin(rig, payment);
        complete(rig, payment);
        assertThat(status(rig, payment)).isEqualTo(CaseStatus.COMPLETED);
        assertThat(rig.events(CaseId.root(1))).doesNotContain("Violated", "Denied");
    }

    @Test
    void what_is_excluded_stays_excluded() {
        Rig rig = Rig.with(
                        rules("rules", """
                                across cases;
                                event a[customer] on t1:complete flexible;
                                event b[customer] on t2:complete flexible;
                                dep one: ~a[c] | ~b[c];
                                """),
                        net("p1", "t1"),
                        net("p2", "t2"))
                .participant("ann");
        rig.rest();
        for (Object customer : List.of(2, "Smith")) {
            Data data = Data.fields("customer", customer);
            CaseId one = rig.start("p1", data);
            begin(rig, one);
            complete(rig, one);
            assertThat(status(rig, one)).isEqualTo(CaseStatus.COMPLETED);
            rig.restart();
            CaseId two = rig.start("p2", data);
            begin(rig, two);
            complete(rig, two);
            assertThat(status(rig, two)).isEqualTo(CaseStatus.RUNNING);
            assertThat(rig.look(two).attempts()).isEmpty();
        }
        assertThat(rig.events(CaseId.root(1))).contains("Denied").doesNotContain("Violated");
        assertThat(rig.history(CaseId.root(1)))
                .filteredOn(event -> event.kind().equals("Decided"))
                .extracting(event -> event.detail().at("literal").text())
                .containsExactly("a[2]", "~b[2]", "a[Smith]", "~b[Smith]");
    }

    @Test
    void work_that_is_given_up_after_its_release_is_over() {
        Rig rig = Rig.with(rules("rules", MUTEX), net("p1", "t1"), net("p2", "t2")).participant("ann");
        rig.rest();
        CaseId one = rig.start("p1");
        CaseId two = rig.start("p2");
        begin(rig, one);
        begin(rig, two);
        rig.doneAs("ann", new Command.Release(item(rig, one).id()));
        rig.done(new Command.CancelCase(one, "no"));
        rig.rest();
        assertThat(item(rig, two).holder()).isEqualTo("ann");
    }

    @Test
    void work_that_is_withdrawn_after_its_release_is_over_though_its_case_goes_on() {
        Rig rig = Rig.with(
                        rules("rules", MUTEX),
                        rules("alone", "event s1 on t1:start flexible;\nevent other on a:start flexible;\ndep order: s1 < other;\n"),
                        net("p2", "t2"))
                .participant("ann");
        rig.rest();
        CaseId one = rig.start("alone");
        CaseId two = rig.start("p2");
        WorkItem first = rig.work(one).stream().filter(each -> each.task().equals("t1")).findFirst().orElseThrow();
        rig.askAs("ann", new Command.StartWork(first.id()));
        rig.rest();
        begin(rig, two);
        assertThat(item(rig, two).holder()).isNull();
        rig.doneAs("ann", new Command.Release(first.id()));
        rig.done(new Command.Withdraw(first.id(), "not needed"));
        rig.rest();
        assertThat(status(rig, one)).isEqualTo(CaseStatus.RUNNING);
        assertThat(item(rig, two).holder()).isEqualTo("ann");
        assertThat(rig.events(CaseId.root(1))).doesNotContain("Violated");
    }

    @Test
    void work_that_never_started_does_not_end_for_the_rules() {
        Rig rig = Rig.with(
                        rules("rules", MUTEX),
                        rules("alone", "event s1 on t1:start flexible;\nevent other on a:start flexible;\ndep order: s1 < other;\n"))
                .participant("ann");
        rig.rest();
        CaseId one = rig.start("alone");
        WorkItem first = rig.work(one).stream().filter(each -> each.task().equals("t1")).findFirst().orElseThrow();
        rig.done(new Command.Withdraw(first.id(), "not needed"));
        rig.rest();
        assertThat(rig.events(CaseId.root(1))).doesNotContain("Decided", "Violated");
    }

    @Test
    void an_attempt_that_waits_too_long_is_refused() {
        Rig rig = Rig.with(
                        rules("rules", PAID_FIRST.replace("ship:start flexible", "ship:start flexible within 2h")),
                        net("shipping", "ship"),
                        net("payment", "pay"))
                .participant("ann");
        rig.rest();
        CaseId shipping = rig.start("shipping", Data.fields("customer", "Smith"));
        begin(rig, shipping);
        rig.advance(Duration.ofMinutes(119));
        assertThat(rig.look(shipping).attempts()).hasSize(1);
        rig.restart();
        rig.advance(Duration.ofMinutes(2));
        assertThat(rig.look(shipping).attempts()).isEmpty();
        assertThat(listed(rig, CaseId.root(1), "waiting")).isEmpty();
    }

    @Test
    void two_events_at_once_may_depend_on_each_other() {
        Rig rig = Rig.with(
                        rules("rules", """
                                across cases;
                                event done[case] on t1:complete flexible;
                                event over[case] on t1:end flexible;
                                dep order: over[x] <= done[x];
                                """),
                        net("p1", "t1"))
                .participant("ann");
        rig.rest();
        CaseId id = rig.start("p1");
        begin(rig, id);
        complete(rig, id);
        assertThat(status(rig, id)).isEqualTo(CaseStatus.COMPLETED);
        assertThat(rig.events(CaseId.root(1))).doesNotContain("Violated");
    }

    @Test
    void what_accepts_no_refusal_does_not_wait_for_ever() {
        Rig rig = Rig.with(
                        rules("rules", """
                                across cases;
                                event a[customer] on t1:complete immediate;
                                event b[customer] on t2:complete inevitable;
                                dep one: ~a[c] | ~b[c];
                                """),
                        net("p1", "t1"),
                        net("p2", "t2"))
                .participant("ann");
        rig.rest();
        CaseId one = rig.start("p1", Data.fields("customer", 7));
        CaseId two = rig.start("p2", Data.fields("customer", 7));
        begin(rig, one);
        begin(rig, two);
        complete(rig, one);
        complete(rig, two);
        assertThat(status(rig, two)).isEqualTo(CaseStatus.COMPLETED);
        assertThat(rig.events(CaseId.root(1))).contains("Violated");
    }

    @Test
    void constants_may_be_anything() {
        Rig rig = Rig.with(rules("rules", """
                        across cases;
                        event pay[customer, region] on pay:complete flexible;
                        event ship[customer, region] on ship:start flexible;
                        dep paid: ship[c, r] <= pay[c, r];
                        """), net("shipping", "ship"), net("payment", "pay")).participant("ann");
        rig.rest();
        for (Data customer : List.of(
                Data.of("*"),
                Data.of("a*b"),
                Data.of("it's, ]["),
                Data.of(""),
                Data.of("~x"),
                Data.of(1.5),
                Data.of(true),
                Data.fields("name", "it's"),
                Data.fields("name", "a]", "more", "'"),
                Data.of(List.of("x", "it's")),
                Data.of("x".repeat(20_000)),
                Data.of("line\nline\t\"quoted\""))) {
            Data both = Data.fields("customer", customer, "region", "North");
            CaseId shipping = rig.start("shipping", both);
            assertThat(begin(rig, shipping)).as(customer.json()).isInstanceOf(Answer.Delayed.class);
            CaseId payment = rig.start("payment", both);
            begin(rig, payment);
            assertThat(item(rig, shipping).holder()).as(customer.json()).isNull();
            complete(rig, payment);
            assertThat(item(rig, shipping).holder()).as(customer.json()).isEqualTo("ann");
        }
    }

    @Test
    void a_name_in_the_rules_is_a_text_in_the_data() {
        Rig rig = Rig.with(rules("rules", """
                        across cases;
                        event pay[region] on pay:complete flexible;
                        event ship[region] on ship:start flexible;
                        dep paid: ship[North] <= pay[North];
                        dep also: ship['South'] <= pay['South'];
                        """), net("shipping", "ship"), net("payment", "pay")).participant("ann");
        rig.rest();
        for (String region : List.of("North", "South")) {
            CaseId shipping = rig.start("shipping", Data.fields("region", region));
            begin(rig, shipping);
            assertThat(item(rig, shipping).holder()).as(region).isNull();
        }
    }

    @Test
    void milder_rules_let_go_who_waits() {
        Rig rig = Rig.with(rules("rules", PAID_FIRST), net("shipping", "ship"), net("payment", "pay")).participant("ann");
        rig.rest();
        CaseId shipping = rig.start("shipping", Data.fields("customer", "Smith"));
        begin(rig, shipping);
        rig.restart(rules("rules", PAID_FIRST.replace("ship[c] <= pay[c]", "pay[c] -> ship[c]")));
        rig.done(new Command.Migrate(CaseId.root(1), 0, Data.nothing()));
        rig.rest();
        assertThat(item(rig, shipping).holder()).isEqualTo("ann");
    }

    @Test
    void rules_that_are_suspended_let_nobody_go_until_they_are_resumed() {
        Rig rig = Rig.with(rules("rules", PAID_FIRST), net("shipping", "ship"), net("payment", "pay")).participant("ann");
        rig.rest();
        rig.done(new Command.SuspendCase(CaseId.root(1)));
        CaseId shipping = rig.start("shipping", Data.fields("customer", "Smith"));
        begin(rig, shipping);
        CaseId payment = rig.start("payment", Data.fields("customer", "Smith"));
        begin(rig, payment);
        complete(rig, payment);
        assertThat(item(rig, shipping).holder()).isNull();
        rig.restart();
        rig.done(new Command.ResumeCase(CaseId.root(1)));
        rig.rest();
        assertThat(status(rig, payment)).isEqualTo(CaseStatus.COMPLETED);
        assertThat(item(rig, shipping).holder()).isEqualTo("ann");
    }

    @Test
    void rules_that_were_lifted_while_suspended_hold_nobody() {
        Rig rig = Rig.with(rules("rules", PAID_FIRST), net("shipping", "ship"), net("payment", "pay")).participant("ann");
        rig.rest();
        rig.done(new Command.SuspendCase(CaseId.root(1)));
        CaseId shipping = rig.start("shipping", Data.fields("customer", "Smith"));
        begin(rig, shipping);
        rig.done(new Command.CancelCase(CaseId.root(1), "enough"));
        rig.rest();
        assertThat(item(rig, shipping).holder()).isEqualTo("ann");
        rig.restart();
        CaseId other = rig.start("shipping", Data.fields("customer", "Smith"));
        begin(rig, other);
        assertThat(item(rig, other).holder()).isEqualTo("ann");
    }

    /** What is granted to a case that is suspended has not happened; until it has, nobody gets what it excludes. */
    @Test
    void what_is_granted_and_has_not_happened_is_given_to_nobody_else() {
        Rig rig = Rig.with(rules("rules", MUTEX), net("p1", "t1"), net("p2", "t2")).participant("ann");
        rig.rest();
        CaseId first = rig.start("p2");
        CaseId one = rig.start("p1");
        CaseId two = rig.start("p2");
        begin(rig, first);
        begin(rig, one);
        rig.done(new Command.SuspendCase(one));
        complete(rig, first);
        assertThat(listed(rig, CaseId.root(1), "granted")).hasSize(1);
        begin(rig, two);
        assertThat(item(rig, two).holder()).isNull();
        rig.restart();
        rig.done(new Command.ResumeCase(one));
        rig.rest();
        assertThat(item(rig, one).holder()).isEqualTo("ann");
        assertThat(item(rig, two).holder()).isNull();
        complete(rig, one);
        assertThat(item(rig, two).holder()).isEqualTo("ann");
        assertThat(rig.events(CaseId.root(1))).doesNotContain("Violated");
    }

    @Test
    void a_sub_case_that_ends_is_forgotten() {
        Rig rig = Rig.with(
                        rules("rules", MUTEX),
                        net("inner", "t1"),
                        net("p2", "t2"),
                        net("outer", "call", "work(call, process(inner)).\n"))
                .participant("ann");
        rig.rest();
        List<Integer> remembered = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            CaseId outer = rig.start("outer");
            rig.rest();
            CaseId inner = outer.child(1);
            begin(rig, inner);
            complete(rig, inner);
            assertThat(status(rig, outer)).isEqualTo(CaseStatus.COMPLETED);
            CaseId two = rig.start("p2");
            begin(rig, two);
            complete(rig, two);
            assertThat(status(rig, two)).isEqualTo(CaseStatus.COMPLETED);
            remembered.add(rig.look(CaseId.root(1)).standing().at("remembered").asInt());
        }
        assertThat(remembered.getLast()).isLessThan(40);
    }
}
