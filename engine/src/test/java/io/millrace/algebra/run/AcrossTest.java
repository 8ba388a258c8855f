package io.millrace.algebra.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.language.Compiled;
import io.millrace.net.run.NetLanguage;
import io.millrace.query.CaseStatus;
import io.millrace.sim.Rig;
import io.millrace.work.WorkItem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rules between cases: one case decides, the others wait for it. */
class AcrossTest {
    /** Two tasks of different cases are never active together. */
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

    private static Compiled<?> rules(String source) {
        return new RulesLanguage().compile("rules", source);
    }

    private static Compiled<?> net(String name, String task) {
        return new NetLanguage().compile(name, "initial_activity(" + task + ").\nfinal_activity(" + task + ").\n");
    }

    private static WorkItem item(Rig rig, CaseId id) {
        return rig.work(id).getFirst();
    }

    private static CaseStatus status(Rig rig, CaseId id) {
        return rig.look(id).info().status();
    }

    @Test
    void two_tasks_exclude_each_other() {
        Rig rig = Rig.with(rules(MUTEX), net("p1", "t1"), net("p2", "t2")).participant("ann");
        rig.rest();
        CaseId one = rig.start("p1");
        CaseId two = rig.start("p2");
        rig.askAs("ann", new Command.StartWork(item(rig, one).id()));
        rig.rest();
        assertThat(item(rig, one).holder()).isEqualTo("ann");
        assertThat(rig.askAs("ann", new Command.StartWork(item(rig, two).id()))).isInstanceOf(Answer.Delayed.class);
        rig.rest();
        assertThat(rig.look(two).attempts()).hasSize(1);
        rig.restart();
        assertThat(rig.look(two).attempts()).hasSize(1);
        rig.doneAs("ann", new Command.Complete(item(rig, one).id(), Data.fields(), 0));
        rig.rest();
        assertThat(rig.look(two).attempts()).isEmpty();
        assertThat(item(rig, two).holder()).isEqualTo("ann");
        rig.doneAs("ann", new Command.Complete(item(rig, two).id(), Data.fields(), 0));
        rig.rest();
        assertThat(status(rig, two)).isEqualTo(CaseStatus.COMPLETED);
    }

    @Test
    void whoever_gives_up_lets_others_go_on() {
        Rig rig = Rig.with(rules(MUTEX), net("p1", "t1"), net("p2", "t2")).participant("ann");
        rig.rest();
        CaseId one = rig.start("p1");
        CaseId two = rig.start("p2");
        rig.askAs("ann", new Command.StartWork(item(rig, one).id()));
        rig.askAs("ann", new Command.StartWork(item(rig, two).id()));
        rig.rest();
        rig.done(new Command.CancelCase(one, "no"));
        rig.rest();
        assertThat(item(rig, two).holder()).isEqualTo("ann");
    }

    @Test
    void rules_that_are_cancelled_hold_nobody() {
        Rig rig = Rig.with(rules(MUTEX), net("p1", "t1"), net("p2", "t2")).participant("ann");
        rig.rest();
        CaseId one = rig.start("p1");
        CaseId two = rig.start("p2");
        rig.askAs("ann", new Command.StartWork(item(rig, one).id()));
        rig.askAs("ann", new Command.StartWork(item(rig, two).id()));
        rig.rest();
        rig.done(new Command.CancelCase(CaseId.root(1), "not needed"));
        rig.rest();
        assertThat(item(rig, two).holder()).isEqualTo("ann");
    }

    @Test
    void finished_cases_are_forgotten() {
        Rig rig = Rig.with(rules(MUTEX), net("p1", "t1"), net("p2", "t2")).participant("ann");
        rig.rest();
        int most = 0;
        for (int i = 0; i < 400; i++) {
            CaseId id = rig.start(i % 2 == 0 ? "p1" : "p2");
            rig.askAs("ann", new Command.StartWork(item(rig, id).id()));
            rig.rest();
            rig.doneAs("ann", new Command.Complete(item(rig, id).id(), Data.fields(), 0));
            rig.rest();
            most = Math.max(most, rig.look(CaseId.root(1)).standing().at("remembered").asInt());
        }
        assertThat(most).isLessThan(40);
    }

    /** Two orders of one customer are shipped in the order in which they came; those of different customers are free. */
    @Test
    void constants_come_from_data() {
        Rig rig = Rig.with(
                        rules("""
                                across cases;
                                event pay[customer] on pay:complete flexible;
                                event ship[customer] on ship:start flexible;
                                dep paid: ship[c] <= pay[c];
                                """),
                        net("payment", "pay"),
                        net("shipping", "ship"))
                .participant("ann");
        rig.rest();
        CaseId shipping = rig.start("shipping", Data.fields("customer", "O'Neill, Ed"));
        assertThat(rig.askAs("ann", new Command.StartWork(item(rig, shipping).id()))).isInstanceOf(Answer.Delayed.class);
        CaseId other = rig.start("payment", Data.fields("customer", "Smith"));
        rig.askAs("ann", new Command.StartWork(item(rig, other).id()));
        rig.askAs("ann", new Command.Complete(item(rig, other).id(), Data.fields(), 0));
        rig.rest();
        assertThat(item(rig, shipping).holder()).isNull();
        CaseId payment = rig.start("payment", Data.fields("customer", "O'Neill, Ed"));
        rig.askAs("ann", new Command.StartWork(item(rig, payment).id()));
        rig.askAs("ann", new Command.Complete(item(rig, payment).id(), Data.fields(), 0));
        rig.rest();
        assertThat(item(rig, shipping).holder()).isEqualTo("ann");
    }

    /** Cases that come, start and end at random, while the process ends without warning: never two tasks at once, and all end. */
    @Test
    void tasks_exclude_each_other_whatever_happens() {
        for (long seed = 1; seed <= 25; seed++) {
            Random random = new Random(seed);
            Rig rig = Rig.with(rules(MUTEX), net("p1", "t1"), net("p2", "t2")).participant("ann");
            rig.rest();
            List<CaseId> open = new ArrayList<>();
            int begun = 0;
            for (int step = 0; step < 120; step++) {
                if (begun < 12 && (open.isEmpty() || random.nextInt(4) == 0)) {
                    open.add(rig.start(random.nextBoolean() ? "p1" : "p2"));
                    begun++;
                }
                open.removeIf(id -> !status(rig, id).isOpen());
                if (!open.isEmpty()) {
                    step(random, rig, open.get(random.nextInt(open.size())));
                }
                alone(rig, open, "seed " + seed + ", step " + step);
            }
            for (int round = 0; round < 100 && !open.isEmpty(); round++) {
                for (CaseId id : List.copyOf(open)) {
                    rig.work(id).forEach(item -> {
                        rig.askAs("ann", new Command.StartWork(item.id()));
                        rig.rest();
                        alone(rig, open, "at the end");
                        if (rig.work(id).getFirst().holder() != null) {
                            rig.askAs("ann", new Command.Complete(item.id(), Data.fields(), 0));
                        }
                    });
                    rig.rest();
                }
                open.removeIf(id -> !status(rig, id).isOpen());
            }
            assertThat(open).as("seed " + seed).isEmpty();
            assertThat(rig.events(CaseId.root(1))).as("seed " + seed).doesNotContain("Violated");
            assertThat(rig.look(CaseId.root(1)).standing().at("waiting").asList()).as("seed " + seed).isEmpty();
            assertThat(rig.look(CaseId.root(1)).standing().at("granted").asList()).as("seed " + seed).isEmpty();
        }
    }

    private static void step(Random random, Rig rig, CaseId id) {
        List<WorkItem> work = rig.work(id);
        int luck = random.nextInt(20);
        Command command = luck == 1 || work.isEmpty()
                ? new Command.CancelCase(id, "enough")
                : work.getFirst().holder() == null
                        ? new Command.StartWork(work.getFirst().id())
                        : new Command.Complete(work.getFirst().id(), Data.fields(), 0);
        if (luck < 6) {
            // The process ends before, between or after the commits of what is asked and of the messages that it causes.
            rig.failCommitsAfter(random.nextInt(6));
            rig.mill().as("ann").ask(command);
            rig.rest();
            rig.restart();
        } else {
            rig.askAs("ann", command);
        }
    }

    /** Of the two tasks only one is active, in whichever cases. */
    private static void alone(Rig rig, List<CaseId> open, String when) {
        Map<String, Integer> active = new HashMap<>();
        for (CaseId id : open) {
            if (status(rig, id).isOpen()) {
                rig.work(id).stream().filter(item -> item.holder() != null).forEach(item -> active.merge(item.task(), 1, Integer::sum));
            }
        }
        assertThat(active.size()).as(when + ": " + active).isLessThan(2);
    }

    @Test
    void why_names_the_rule_between_cases_and_what_would_lift_it() {
        Rig rig = Rig.with(rules(MUTEX), net("p1", "t1"), net("p2", "t2")).participant("ann");
        rig.rest();
        CaseId one = rig.start("p1");
        CaseId two = rig.start("p2");
        rig.askAs("ann", new Command.StartWork(item(rig, one).id()));
        rig.askAs("ann", new Command.StartWork(item(rig, two).id()));
        rig.rest();
        String why = String.valueOf(rig.mill().at(Instant.MAX).why(two, "t2"));
        assertThat(why).contains("rule 'one' does not permit b2[" + two + "] yet; it can happen after e1[" + one + "]");
        assertThat(rig.look(CaseId.root(1)).next()).singleElement().asString().contains("case " + two).contains("after e1[" + one + "]");
    }

    /** The payment is announced, so nobody can keep it from coming: the shipment waits for it, whoever asks first. */
    @Test
    void what_an_immediate_event_could_break_waits() {
        Rig rig = Rig.with(
                        rules("""
                                across cases;
                                event paid[customer] on pay:complete immediate;
                                event ship[customer] on ship:start flexible;
                                dep order: paid[c] < ship[c];
                                """),
                        net("payment", "pay"),
                        net("shipping", "ship"))
                .participant("ann");
        rig.rest();
        CaseId payment = rig.start("payment", Data.fields("customer", 7));
        CaseId shipping = rig.start("shipping", Data.fields("customer", 7));
        rig.askAs("ann", new Command.StartWork(item(rig, shipping).id()));
        rig.rest();
        assertThat(rig.look(shipping).attempts()).hasSize(1);
        assertThat(String.valueOf(rig.mill().at(Instant.MAX).why(shipping, "ship"))).contains("it can happen after paid[7]");
        rig.askAs("ann", new Command.StartWork(item(rig, payment).id()));
        rig.doneAs("ann", new Command.Complete(item(rig, payment).id(), Data.fields(), 0));
        rig.rest();
        assertThat(item(rig, shipping).holder()).isEqualTo("ann");
        assertThat(rig.events(CaseId.root(1))).doesNotContain("Violated");
    }

    @Test
    void marks_are_made_when_the_rules_want_them() {
        Rig rig = Rig.with(
                        rules("""
                                across cases;
                                event done1[customer] on t1:complete flexible;
                                event done2[customer] on t2:complete flexible;
                                event both[customer] triggerable;
                                dep mark: ~done1[c] | ~done2[c] | both[c];
                                dep only: ~both[c] | done1[c] . both[c] & done2[c] . both[c];
                                """),
                        net("p1", "t1"),
                        net("p2", "t2"))
                .participant("ann");
        rig.rest();
        for (String process : List.of("p1", "p2")) {
            CaseId id = rig.start(process, Data.fields("customer", 7));
            rig.askAs("ann", new Command.StartWork(item(rig, id).id()));
            rig.askAs("ann", new Command.Complete(item(rig, id).id(), Data.fields(), 0));
            rig.rest();
        }
        assertThat(rig.history(CaseId.root(1)).stream().filter(each -> each.kind().equals("Decided")).map(each -> each.detail().at("literal").text()))
                .containsExactly("done1[7]", "done2[7]", "both[7]");
    }

    /** Executions of a task are counted from 0 in the order in which they begin, whatever the numbers of the work items are. */
    @Test
    void executions_of_a_task_are_counted() {
        Rig rig = Rig.with(
                        rules("""
                                across cases;
                                event ask[case, ordinal] on ask:start flexible;
                                event told[case, ordinal] on ask:complete flexible;
                                dep turns: ~ask[c,i+1] | told[c,i] . ask[c,i+1];
                                """),
                        new NetLanguage().compile("talk", """
                                initial_activity(begin).
                                sequential(begin, ask).
                                final_activity(ask).
                                multiple(ask, 1, 10, inf, static).
                                variable(count, input, integer).
                                instances(ask, variable(count)).
                                """))
                .participant("ann");
        rig.rest();
        CaseId id = rig.start("talk", Data.fields("count", 3));
        WorkId begin = item(rig, id).id();
        rig.doneAs("ann", new Command.StartWork(begin));
        rig.doneAs("ann", new Command.Complete(begin, Data.fields(), 0));
        rig.rest();
        List<WorkItem> items = rig.work(id).reversed();
        assertThat(items).hasSize(3);
        items.forEach(each -> rig.askAs("ann", new Command.StartWork(each.id())));
        rig.rest();
        for (WorkItem each : items) {
            assertThat(rig.work(id).stream().filter(item -> item.holder() != null).map(WorkItem::id)).containsExactly(each.id());
            rig.askAs("ann", new Command.Complete(each.id(), Data.fields(), 0));
            rig.restart();
            rig.rest();
        }
        assertThat(status(rig, id)).isEqualTo(CaseStatus.COMPLETED);
        assertThat(rig.history(CaseId.root(1)).stream().filter(each -> each.kind().equals("Decided")).map(each -> each.detail().at("literal").text()))
                .startsWith("ask[2,0]", "told[2,0]", "ask[2,1]", "told[2,1]");
        assertThat(rig.look(CaseId.root(1)).standing().at("remembered").asInt()).isLessThan(3);
    }

    /** The end of work has the constants of its data then; what began with others ends with the case. */
    @Test
    void what_began_with_other_data_ends_with_its_case() {
        Rig rig = Rig.with(
                        rules("""
                                across cases;
                                event in[case, room] on stay:start flexible;
                                event out[case, room] on stay:end guaranteed;
                                dep alone: ~in[x,r] | ~in[y,r] | out[x,r] . in[y,r] | out[y,r] . in[x,r];
                                assume leave: out[x,r] <= in[x,r];
                                """),
                        new NetLanguage().compile("visit", "initial_activity(stay).\nfinal_activity(stay).\nvariable(room, both, integer).\ngives(stay, room, variable(room)).\n"))
                .participant("ann");
        rig.rest();
        CaseId one = rig.start("visit", Data.fields("room", 5));
        CaseId two = rig.start("visit", Data.fields("room", 5));
        rig.askAs("ann", new Command.StartWork(item(rig, one).id()));
        rig.askAs("ann", new Command.StartWork(item(rig, two).id()));
        rig.rest();
        assertThat(rig.look(two).attempts()).hasSize(1);
        rig.doneAs("ann", new Command.Complete(item(rig, one).id(), Data.fields("room", 6), 0));
        rig.rest();
        assertThat(status(rig, one)).isEqualTo(CaseStatus.COMPLETED);
        assertThat(item(rig, two).holder()).isEqualTo("ann");
    }
}
