package io.millrace.xquery;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.net.Condition;
import io.millrace.net.EvaluationException;
import io.millrace.net.Evaluator;
import io.millrace.net.Expression;
import io.millrace.net.Flow;
import io.millrace.net.Junction;
import io.millrace.net.Net;
import io.millrace.net.NetGraph;
import io.millrace.net.NetTask;
import io.millrace.net.Specification;
import io.millrace.net.Variable;
import io.millrace.net.choice.Branches;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What {@link Branches} says about predicates in XPath, that they exclude each other, go together or are complements, is what Saxon says: whatever
 * branches hold for some data are among those that are allowed.
 */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class GeneratedQueryChoicesTest {
    private static final int SEEDS = Integer.getInteger("millrace.seeds", 1_500);

    private static final List<String> NUMBERS = List.of("0", "1", "-1", "3", "3.0", "3.5", "5", "100", "9007199254740992", "9007199254740993", "0.1", ".5");
    private static final List<String> TEXTS = List.of("'x'", "\"x\"", "'y'", "'true'", "'false'", "'3'", "'X'", "' x'", "'a and b'", "'not(x)'");
    private static final List<String> RELATIONS = List.of("=", "!=", "<", ">", "<=", ">=", " eq ", " ne ", " lt ", " gt ", " le ", " ge ");

    private static final List<Variable> VARIABLES = List.of(
            new Variable("s", Variable.Use.INPUT, "string", null, null),
            new Variable("k", Variable.Use.INPUT, "decimal", null, null),
            new Variable("i", Variable.Use.INPUT, "integer", null, null),
            new Variable("d", Variable.Use.INPUT, "double", null, null),
            new Variable("b", Variable.Use.INPUT, "boolean", null, null),
            new Variable("any", Variable.Use.INPUT, "anyType", null, null));

    private int taken;
    private int narrowed;

    @Test
    void what_holds_in_saxon_is_allowed() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Random random = new Random(seed);
            List<String> predicates = new ArrayList<>();
            int ways = 2 + random.nextInt(4);
            for (int i = 0; i < ways; i++) {
                // Often one that was there before, or its complement, so that there is something to be said.
                String before = predicates.isEmpty() ? "true()" : predicates.get(random.nextInt(predicates.size()));
                predicates.add(switch (random.nextInt(5)) {
                    case 0 -> "not(" + before + ")";
                    case 1 -> random.nextBoolean() ? before : " ( " + before + " )";
                    default -> predicate(random, 2);
                });
            }
            try {
                check(predicates, random.nextInt(3) == 0 ? 0 : -1, random);
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ", predicates " + predicates, e);
            }
        }
        System.out.println("choices that hold in Saxon " + taken + ", splits of which not every set is allowed " + narrowed);
        assertThat(taken).isGreaterThan(4 * SEEDS);
        assertThat(narrowed).isGreaterThan(SEEDS / 2);
    }

    @Test
    void numbers_too_close_for_a_double_do_not_exclude_each_other_where_saxon_says_so() {
        for (String name : List.of("k", "i", "d")) {
            for (String conversion : List.of("", "number")) {
                String path = conversion + "(/n/" + name + ")";
                check(List.of(path + " = 9007199254740992", path + " = 9007199254740993", path + " > 9007199254740992"), -1, new Random(1));
                check(List.of("/n/" + name + " = 0.1", "/n/" + name + " = 0.1000000000000000001"), -1, new Random(2));
                check(List.of("/n/" + name + " = 9007199254740992", "/n/" + name + " = 9007199254740993"), -1, new Random(3));
            }
        }
        assertThat(taken).isPositive();
    }

    private void check(List<String> predicates, int otherwise, Random random) {
        Net net = net(predicates, otherwise);
        NetGraph graph = new NetGraph(net);
        int task = graph.taskNamed("t");
        List<BitSet> allowed = Branches.of(graph, task).sets();
        narrowed += allowed.size() < (1 << predicates.size()) - 1 ? 1 : 0;
        Evaluator evaluator = new XQueryProvider().compile(Specification.of("p", "n", List.of(net)), complaint -> {});
        for (int i = 0; i < 20; i++) {
            Data data = data(random);
            BitSet chosen = chosen(graph, task, evaluator, data);
            if (chosen != null) {
                taken++;
                assertThat(allowed).as("for %s", data).contains(chosen);
            }
        }
    }

    private static Net net(List<String> predicates, int otherwise) {
        List<NetTask> tasks = new ArrayList<>(List.of(NetTask.named("t").split(Junction.OR)));
        List<Flow> flows = new ArrayList<>(List.of(Flow.of("i", "t")));
        for (int i = 0; i < predicates.size(); i++) {
            tasks.add(NetTask.named("w" + i));
            Flow flow = Flow.of("t", "w" + i).when(new Expression.XQuery(predicates.get(i), null));
            flows.add(i == otherwise ? flow.otherwise() : flow);
            flows.add(Flow.of("w" + i, "o"));
        }
        return new Net("n", "n", List.of(Condition.input("i"), Condition.output("o")), tasks, flows, VARIABLES, false, null);
    }

    private static <T> T pick(List<T> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }

    private static String predicate(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 5 : 9)) {
            case 0, 1, 2 -> comparison(random);
            case 3 -> pick(List.of("exists", "empty", "fn:exists", "not", "boolean"), random) + "(" + path(random) + ")";
            case 4 -> pick(List.of("true()", "false()", "/n/b", "/n/b = true()", "/n/b/text()", "count(/n/any) > 0", "/n/any = 1", "/n/k + 1 > 3"), random);
            case 5 -> predicate(random, depth - 1) + " and " + predicate(random, depth - 1);
            case 6 -> predicate(random, depth - 1) + " or " + predicate(random, depth - 1);
            case 7 -> "not(" + predicate(random, depth - 1) + ")";
            default -> "(" + predicate(random, depth - 1) + ")";
        };
    }

    private static String path(Random random) {
        String path = "/n/" + pick(List.of("s", "k", "i", "d", "b", "any"), random);
        return switch (random.nextInt(6)) {
            case 0 -> path + "/text()";
            case 1 -> "number(" + path + ")";
            case 2 -> "string(" + path + ")";
            default -> path;
        };
    }

    private static String comparison(Random random) {
        String literal = random.nextInt(3) == 0 ? pick(TEXTS, random) : pick(NUMBERS, random);
        String relation = pick(RELATIONS, random);
        return random.nextInt(5) == 0 ? literal + relation + path(random) : path(random) + relation + literal;
    }

    private static Data data(Random random) {
        Data data = Data.fields();
        List<Data> numbers = List.of(Data.of(0), Data.of(1), Data.of(-1), Data.of(3), Data.of(5), Data.of(100), Data.of(9007199254740993L), Data.of(4));
        List<Data> decimals = List.of(Data.of(new BigDecimal("3.5")), Data.of(new BigDecimal("0.1")), Data.of(new BigDecimal("3.0")), Data.of(new BigDecimal("0.5")));
        List<Data> texts = List.of(Data.of("x"), Data.of("y"), Data.of("true"), Data.of("3"), Data.of(""), Data.of("X"), Data.of(" x"), Data.of("a and b"));
        data = random.nextInt(4) == 0 ? data : data.with("s", pick(texts, random));
        data = random.nextInt(4) == 0 ? data : data.with("k", pick(random.nextBoolean() ? numbers : decimals, random));
        data = random.nextInt(4) == 0 ? data : data.with("i", pick(numbers, random));
        data = random.nextInt(4) == 0 ? data : data.with("d", pick(random.nextBoolean() ? numbers : decimals, random));
        data = random.nextInt(4) == 0 ? data : data.with("b", Data.of(random.nextBoolean()));
        return random.nextInt(4) == 0 ? data : data.with("any", random.nextBoolean() ? pick(numbers, random) : Data.parse("[1, 3]"));
    }

    /** What a running case takes, or null if a predicate cannot be evaluated or no branch is open. */
    private static @Nullable BitSet chosen(NetGraph graph, int task, Evaluator evaluator, Data data) {
        BitSet chosen = new BitSet();
        int otherwise = -1;
        try {
            for (int i = 0; i < graph.post(task).length; i++) {
                Flow flow = graph.flow(task, i);
                otherwise = flow.isDefault() ? i : otherwise;
                chosen.set(i, evaluator.holds(Objects.requireNonNull(flow.predicate()), new Evaluator.Scope("n", data, Instant.EPOCH)));
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
