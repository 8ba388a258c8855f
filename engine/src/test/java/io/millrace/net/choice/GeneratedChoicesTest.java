package io.millrace.net.choice;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.net.EvaluationException;
import io.millrace.net.Evaluator;
import io.millrace.net.Expression;
import io.millrace.net.Flow;
import io.millrace.net.NetGraph;
import io.millrace.net.Specification;
import io.millrace.net.file.NetFile;
import io.millrace.net.run.GoalEvaluator;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whatever branches a running case takes for some data are among those that {@link Branches} allows. */
class GeneratedChoicesTest {
    private static final List<String> PARTS = List.of(
            "data(x, X), X > 3", "data(x, X), X =< 3", "data(x, X), 5 < X", "data(x, 3)", "data(x, X), X =:= 3", "data(x, X), X = 3",
            "data(x, X), X \\= 3", "data(y, true)", "data(y, false)", "data(y, Y), Y == true", "\\+ data(y, true)", "\\+ (data(x, X), X > 3)",
            "odd", "\\+ odd", "true", "fail", "data(x, X), (X > 3 ; X < 1)", "data(x, X), member(X, [1, 2])", "data(x, _)", "\\+ data(x, _)",
            "data(x, X), data(z, X)", "(data(y, true) ; data(x, X), X >= 5)");

    private static final List<Data> VALUES = List.of(
            Data.of(0), Data.of(1), Data.of(3), Data.of(new java.math.BigDecimal("3.5")), Data.of(4), Data.of(5), Data.of(9),
            Data.of(true), Data.of(false), Data.of("text"), Data.nothing());

    @Test
    void what_a_case_takes_is_allowed() {
        int taken = 0;
        for (long seed = 1; seed <= 1_500; seed++) {
            Random random = new Random(seed);
            int ways = 2 + random.nextInt(4);
            String split = IntStream.range(0, ways)
                    .mapToObj(i -> "(w" + i + ", " + PARTS.get(random.nextInt(PARTS.size())) + (i == 0 && random.nextBoolean() ? ", otherwise)" : ")"))
                    .collect(Collectors.joining(", "));
            String text = "initial_activity(t). or_split(t, [" + split + "]). odd :- data(x, X), 1 =:= X mod 2.\n"
                    + IntStream.range(0, ways).mapToObj(i -> "final_activity(w" + i + "). ").collect(Collectors.joining());
            Specification specification = NetFile.facts("n.pl", text).orRefuse();
            NetGraph graph = new NetGraph(specification.nets().getFirst());
            int task = graph.taskNamed("t");
            List<BitSet> allowed = Branches.of(graph, task).sets();
            Evaluator evaluator = new GoalEvaluator().compile(specification, complaint -> {});
            for (int i = 0; i < 20; i++) {
                Data data = Data.fields();
                for (String name : List.of("x", "y", "z")) {
                    Data value = VALUES.get(random.nextInt(VALUES.size()));
                    data = value.isNothing() ? data : data.with(name, value);
                }
                BitSet chosen = chosen(graph, task, evaluator, data);
                if (chosen != null) {
                    taken++;
                    assertThat(allowed).as("seed %s, data %s, %s", seed, data, text).contains(chosen);
                }
            }
        }
        System.out.println("choices that cases take " + taken);
        assertThat(taken).isGreaterThan(5_000);
    }

    /** What DataFlow chooses, or null if an expression cannot be evaluated or no branch is open. */
    private static @org.jspecify.annotations.Nullable BitSet chosen(NetGraph graph, int task, Evaluator evaluator, Data data) {
        BitSet chosen = new BitSet();
        int otherwise = -1;
        try {
            for (int i = 0; i < graph.post(task).length; i++) {
                Flow flow = graph.flow(task, i);
                otherwise = flow.isDefault() ? i : otherwise;
                Expression predicate = flow.predicate();
                boolean open = predicate == null
                        ? !flow.isDefault()
                        : evaluator.holds(Objects.requireNonNull(predicate), new Evaluator.Scope("n", data, List.of(), Instant.EPOCH, Evaluator.Budget.NONE));
                chosen.set(i, open);
            }
        } catch (EvaluationException e) {
            return null;
        }
        if (chosen.isEmpty() && otherwise >= 0) {
            chosen.set(otherwise);
        }
        return chosen.isEmpty() ? null : chosen;
    }
}
