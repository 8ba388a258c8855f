package io.millrace.algebra;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Normal form, residuation, simplifier, satisfiability and guards against the enumeration of all admissible traces. */
class AlgebraTest {
    private static final int EVENTS = 3;
    private static final List<List<Integer>> ALL = Traces.over(EVENTS);

    /** Tries generated forms; a form for which something does not hold is cut down before it is shown. */
    private static void each(long seed, int count, Predicate<Form> holds) {
        Random random = new Random(seed);
        for (int i = 0; i < count; i++) {
            Form form = Traces.form(random, EVENTS, 1 + random.nextInt(3));
            if (!holds.test(form)) {
                Form smallest = form;
                boolean smaller = true;
                while (smaller) {
                    smaller = false;
                    for (Form cut : Traces.smaller(smallest)) {
                        if (!holds.test(cut)) {
                            smallest = cut;
                            smaller = true;
                            break;
                        }
                    }
                }
                throw new AssertionError("seed " + seed + ", form " + i + ": it does not hold for " + Traces.shown(smallest));
            }
        }
    }

    private static Expr normal(Form form) {
        return NormalForm.of(form, Traces::number);
    }

    @Test
    void the_normal_form_has_the_same_admissible_traces() {
        each(11, 6_000, form -> {
            Expr expr = normal(form);
            return ALL.stream().allMatch(trace -> Traces.satisfies(trace, form) == Traces.satisfies(trace, expr));
        });
    }

    @Test
    void a_residue_is_satisfied_by_what_follows_exactly_if_the_whole_was() {
        each(12, 4_000, form -> {
            Expr expr = normal(form);
            return ALL.stream().allMatch(trace -> Traces.satisfies(trace.subList(1, EVENTS), expr.after(trace.getFirst())) == Traces.satisfies(trace, form)
                    && !expr.after(trace.getFirst()).mentions(Expr.event(trace.getFirst())));
        });
    }

    @Test
    void the_complement_has_the_other_traces_and_so_has_a_written_not() {
        each(13, 4_000, form -> {
            Expr complement = Simplifier.not(normal(form));
            Expr written = normal(new Form.Not(form));
            return ALL.stream().allMatch(trace -> Traces.satisfies(trace, form) != Traces.satisfies(trace, complement)
                    && Traces.satisfies(trace, complement) == Traces.satisfies(trace, written));
        });
    }

    @Test
    void search_and_graph_find_a_trace_exactly_if_there_is_one() {
        each(14, 4_000, form -> {
            Expr expr = normal(form);
            boolean wanted = ALL.stream().anyMatch(trace -> Traces.satisfies(trace, form));
            Graph graph = graph(List.of(expr));
            return Search.satisfiable(List.of(expr)) == wanted && graph.isConsistent() == wanted;
        });
    }

    static Graph graph(List<Expr> rules) {
        Residue[] start = rules.stream().map(Residue.Formula::of).toArray(Residue[]::new);
        int[] all = IntStream.range(0, rules.size()).toArray();
        Graph graph = Graph.of(new int[] {0, 2, 4}, 0, start, new int[][] {all, all, all}, 100_000);
        assertThat(graph).isNotNull();
        return Objects.requireNonNull(graph);
    }

    @Test
    void the_graph_knows_what_is_permitted_required_and_excluded_in_every_state() {
        each(15, 600, form -> {
            Graph graph = graph(List.of(normal(form)));
            return !graph.isConsistent() || agrees(graph, 0, form, List.of());
        });
    }

    private static boolean agrees(Graph graph, int state, Form form, List<Integer> history) {
        List<List<Integer>> rest = completions(history).stream().filter(trace -> Traces.satisfies(trace, form)).toList();
        for (int literal = 0; literal < 2 * EVENTS; literal++) {
            int each = literal;
            boolean decided = history.contains(literal) || history.contains(Expr.complement(literal));
            boolean permitted = !decided && rest.stream().anyMatch(trace -> trace.get(history.size()) == each);
            boolean required = !decided && rest.stream().allMatch(trace -> trace.contains(each));
            boolean excluded = !decided && rest.stream().noneMatch(trace -> trace.contains(each));
            if (permitted != (graph.next(state, literal) != Graph.DEAD)
                    || !decided && (required != graph.requires(state, literal) || excluded != graph.excludes(state, literal))) {
                return false;
            }
            List<Integer> longer = new ArrayList<>(history);
            longer.add(literal);
            if (permitted && !agrees(graph, graph.next(state, literal), form, longer)) {
                return false;
            }
        }
        return true;
    }

    static List<List<Integer>> completions(List<Integer> history) {
        return ALL.stream().filter(trace -> trace.subList(0, history.size()).equals(history)).toList();
    }

    @Test
    void a_trace_satisfies_a_form_exactly_if_each_literal_happens_while_its_guard_holds() {
        each(16, 1_500, form -> {
            Expr expr = normal(form);
            return ALL.stream().allMatch(trace -> {
                // Rules that do not mention an event do not guard it.
                boolean guarded = !expr.is(Expr.Kind.FALSE);
                for (int i = 0; i < EVENTS; i++) {
                    guarded &= !expr.mentions(Expr.event(trace.get(i))) || Guards.holds(Guards.of(expr, trace.get(i)), trace.subList(0, i), trace.subList(i + 1, EVENTS));
                }
                return guarded == Traces.satisfies(trace, form);
            });
        });
    }

    @Test
    void the_game_is_won_exactly_if_the_definition_says_so() {
        Random random = new Random(17);
        for (int i = 0; i < 1_500; i++) {
            Form form = Traces.form(random, EVENTS, 2);
            Form assumption = random.nextBoolean() ? new Form.Truth(true) : Traces.form(random, EVENTS, 1);
            Control[] controls = new Control[EVENTS];
            for (int event = 0; event < EVENTS; event++) {
                controls[event] = Control.values()[random.nextInt(Control.values().length)];
            }
            Graph graph = graph(List.of(normal(form), normal(assumption)));
            Graph assumed = graph(List.of(normal(assumption)));
            if (graph.isConsistent()) {
                Game game = new Game(graph, controls, assumed);
                assertThat(game.isEnforceable())
                        .as("seed 17, game %d: %s assuming %s with %s", i, Traces.shown(form), Traces.shown(assumption), List.of(controls))
                        .isEqualTo(new Oracle(form, assumption, controls).wins(List.of()));
            }
        }
    }

    /** The game by its definition, over prefixes of traces. */
    private record Oracle(Form form, Form assumption, Control[] controls) {
        boolean wins(List<Integer> history) {
            if (completions(history).stream().noneMatch(trace -> Traces.satisfies(trace, form) && Traces.satisfies(trace, assumption))) {
                return false;
            }
            if (history.size() == EVENTS) {
                return true;
            }
            boolean forced = false;
            boolean caused = false;
            for (int literal = 0; literal < 2 * EVENTS; literal++) {
                if (history.contains(literal) || history.contains(Expr.complement(literal))) {
                    continue;
                }
                List<Integer> longer = new ArrayList<>(history);
                longer.add(literal);
                boolean possible = completions(longer).stream().anyMatch(trace -> Traces.satisfies(trace, assumption));
                int each = literal;
                boolean sure = literal % 2 == 0 && completions(history).stream()
                        .filter(trace -> Traces.satisfies(trace, assumption))
                        .allMatch(trace -> trace.contains(each));
                if (possible && controls[literal >> 1].canForce(literal % 2 != 0)) {
                    forced = true;
                    if (!wins(longer)) {
                        return false;
                    }
                }
                caused |= possible && (sure || controls[literal >> 1].canCause(literal % 2 != 0)) && wins(longer);
            }
            return forced || caused;
        }
    }

    @Test
    void a_graph_of_several_rules_agrees_with_their_conjunction() {
        Random random = new Random(18);
        for (int i = 0; i < 1_000; i++) {
            Form one = Traces.form(random, EVENTS, 2);
            Form other = Traces.form(random, EVENTS, 2);
            boolean wanted = ALL.stream().anyMatch(trace -> Traces.satisfies(trace, one) && Traces.satisfies(trace, other));
            assertThat(graph(List.of(normal(one), normal(other))).isConsistent()).isEqualTo(wanted);
            assertThat(Search.satisfiable(List.of(normal(one), normal(other)))).isEqualTo(wanted);
        }
    }
}
