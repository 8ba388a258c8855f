package io.millrace.net.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.id.CaseId;
import io.millrace.language.Explanation;
import io.millrace.net.GeneratedCase;
import io.millrace.net.Junction;
import io.millrace.net.Marking;
import io.millrace.net.NetGraph;
import io.millrace.net.Semantics;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Reasons are right and minimal: whoever takes away what a task is said to have, or gives what it is said to lack, sees it happen or not
 * happen as the explanation says.
 */
class WhyTest {
    private static final int SEEDS = Integer.getInteger("millrace.seeds", 400);

    private final Map<Junction, Integer> enabled = new EnumMap<>(Junction.class);
    private final Map<Junction, Integer> disabled = new EnumMap<>(Junction.class);
    private int waiting;
    private int ways;

    @Test
    void whoever_removes_a_reason_changes_what_it_was_given_for() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            NetProcess process = GeneratedCase.process(seed, 7);
            Random random = new Random(seed);
            for (int i = 0; i < 12; i++) {
                NetState state = marked(process, random);
                for (int task = 0; task < process.graph().tasks(); task++) {
                    check(process, state, task, "seed " + seed + ", task " + process.graph().task(task).name() + " in " + state.marking);
                }
            }
        }
        // A generator that makes no joins of a kind would let everything pass.
        assertThat(enabled).containsOnlyKeys(Junction.values()).allSatisfy((join, times) -> assertThat(times).isGreaterThan(20));
        assertThat(disabled).containsOnlyKeys(Junction.values()).allSatisfy((join, times) -> assertThat(times).isGreaterThan(20));
        assertThat(waiting).isGreaterThan(50);
        assertThat(ways).isGreaterThan(waiting / 2);
    }

    private static NetState marked(NetProcess process, Random random) {
        NetState state = NetState.initial(process.semantics());
        NetGraph graph = process.graph();
        for (int condition = 0; condition < graph.conditions(); condition++) {
            state.marking.tokens(condition, random.nextInt(3) == 0 ? 1 + random.nextInt(2) : 0);
        }
        for (int task = 0; task < graph.tasks(); task++) {
            if (random.nextInt(6) == 0) {
                state.marking.count(graph.conditions() + 3 * task + 1, 1);
            }
        }
        return state;
    }

    private void check(NetProcess process, NetState state, int task, String where) {
        Semantics semantics = process.semantics();
        NetGraph graph = process.graph();
        boolean is = semantics.isEnabled(state.marking, task);
        Explanation<NetState> why = new NetWhy(process, state, CaseId.root(1)).of(graph.task(task).name());
        assertThat(why.holds()).as(where).isEqualTo(is);
        if (state.marking.isBusy(task)) {
            assertThat(why.words()).as(where).contains("is running");
            return;
        }
        (is ? enabled : disabled).merge(graph.join(task), 1, Integer::sum);
        List<Explanation<NetState>> reasons = why.because();
        assertThat(reasons).as(where).isNotEmpty();
        boolean hasTokens = reasons.getFirst().holds();
        if (is) {
            // Each reason is needed: without all of the tokens that it names, nothing happens.
            reasons.stream().filter(Explanation::holds).forEach(reason -> {
                Marking without = state.marking.copy();
                facts(reason).forEach(fact -> take(graph, without, fact));
                assertThat(semantics.isEnabled(without, task)).as("%s without %s", where, reason.words()).isFalse();
            });
        } else if (!hasTokens) {
            lacking(semantics, state, task, reasons, where);
        } else {
            waiting++;
            waits(semantics, state, task, reasons.subList(1, reasons.size()), where);
        }
    }

    /** What is missing is enough, and for an AND-join all of it is needed. */
    private static void lacking(Semantics semantics, NetState state, int task, List<Explanation<NetState>> reasons, String where) {
        NetGraph graph = semantics.graph();
        boolean all = graph.join(task) == Junction.AND;
        Marking with = state.marking.copy();
        for (int i = 0; i < reasons.size(); i++) {
            assertThat(reasons.get(i).holds()).as(where).isFalse();
            put(graph, with, reasons.get(i));
            boolean enough = !all || i == reasons.size() - 1;
            // An OR-join with a token may still wait for others.
            assertThat(semantics.isEnabled(with, task) || enough && semantics.mustWait(with, task))
                    .as("%s with %s", where, with)
                    .isEqualTo(enough);
        }
    }

    /** Without all the tokens that can still come it goes on; with any one of them left it waits. */
    private void waits(Semantics semantics, NetState state, int task, List<Explanation<NetState>> blockers, String where) {
        NetGraph graph = semantics.graph();
        assertThat(blockers).as(where).isNotEmpty();
        boolean itsOwn = blockers.getFirst().words().contains("can also go elsewhere");
        if (itsOwn) {
            return;
        }
        Marking without = state.marking.copy();
        blockers.forEach(blocker -> take(graph, without, blocker));
        assertThat(semantics.isEnabled(without, task)).as("%s without %s", where, blockers).isTrue();
        for (Explanation<NetState> left : blockers) {
            Marking one = state.marking.copy();
            blockers.stream().filter(blocker -> !blocker.equals(left)).forEach(blocker -> take(graph, one, blocker));
            assertThat(semantics.isEnabled(one, task)).as("%s with only '%s' left", where, left.words()).isFalse();
            ways += left.words().contains(" by '") ? 1 : 0;
        }
    }

    private static List<Explanation<NetState>> facts(Explanation<NetState> reason) {
        return reason.because().isEmpty() ? List.of(reason) : new ArrayList<>(reason.because());
    }

    /** {@code token(c(a, b), 1)} and {@code busy(t, 1)}. */
    private static void take(NetGraph graph, Marking marking, Explanation<NetState> fact) {
        String fluent = fact.fluents().getFirst();
        if (fluent.startsWith("busy(")) {
            marking.abort(graph.taskNamed(fluent.substring("busy(".length(), fluent.indexOf(','))));
        } else {
            marking.tokens(condition(graph, fluent), 0);
        }
    }

    private static void put(NetGraph graph, Marking marking, Explanation<NetState> fact) {
        marking.tokens(condition(graph, fact.fluents().getFirst()), 1);
    }

    private static int condition(NetGraph graph, String fluent) {
        String name = fluent.substring("token(".length(), fluent.lastIndexOf(',')).replace(", ", ",").replace("'", "");
        int condition = graph.conditionNamed(name);
        assertThat(condition).as("a condition '%s'", name).isGreaterThanOrEqualTo(0);
        return condition;
    }
}
