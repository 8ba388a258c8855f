package io.millrace.net.file;

import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.net.Bound;
import io.millrace.net.Cancellation;
import io.millrace.net.Condition;
import io.millrace.net.Decomposition;
import io.millrace.net.End;
import io.millrace.net.Event;
import io.millrace.net.Expression;
import io.millrace.net.Flow;
import io.millrace.net.Junction;
import io.millrace.net.Mapping;
import io.millrace.net.Multiplicity;
import io.millrace.net.Net;
import io.millrace.net.OrJoin;
import io.millrace.net.Resourcing;
import io.millrace.net.Specification;
import io.millrace.net.NetTask;
import io.millrace.net.Timer;
import io.millrace.net.Variable;
import io.millrace.work.Doer;
import io.millrace.work.Performers;
import io.millrace.work.RetryPolicy;
import io.millrace.work.Task;
import java.time.Duration;
import java.time.Instant;
import java.time.Period;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Specifications that use everything the model has; not sound, and often not even nets, which files do not mind. */
final class RandomSpecifications {
    private static final List<String> TITLES =
            List.of("Check it", "a < b & c > \"d\"", "Mrs O'Neil's", "Zürich → 東京", "  spaced  ", "line\nbreak\ttab", "]]>");

    private final Random random;

    RandomSpecifications(long seed) {
        this.random = new Random(seed);
    }

    Specification next() {
        int count = 1 + random.nextInt(3);
        List<Net> nets = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            nets.add(net("net" + i, count));
        }
        return new Specification(
                "process " + random.nextInt(10),
                nets,
                nets.getFirst().name(),
                one(OrJoin.values()),
                one(End.values()),
                null);
    }

    private Net net(String name, int nets) {
        List<Condition> conditions = new ArrayList<>();
        conditions.add(new Condition(maybe("i"), title("i"), Condition.Kind.INPUT, null));
        for (int i = random.nextInt(4); i > 0; i--) {
            conditions.add(new Condition("c" + i, title("c" + i), Condition.Kind.INNER, null));
        }
        conditions.add(new Condition(maybe("o"), title("o"), Condition.Kind.OUTPUT, null));
        List<String> taskNames = new ArrayList<>();
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            taskNames.add(random.nextInt(8) == 0 ? "Task " + i + "'s" : "t" + i);
        }
        List<Flow> flows = new ArrayList<>();
        for (Condition condition : conditions) {
            if (condition.kind() != Condition.Kind.OUTPUT) {
                some(taskNames).forEach(to -> flows.add(Flow.of(condition.name(), to)));
            }
        }
        List<NetTask> tasks = new ArrayList<>();
        for (String each : taskNames) {
            Junction split = one(Junction.values());
            List<String> targets = new ArrayList<>(some(taskNames));
            conditions.stream().filter(to -> to.kind() != Condition.Kind.INPUT).map(Condition::name).filter(to -> random.nextBoolean()).forEach(targets::add);
            for (String to : targets) {
                boolean guarded = split != Junction.AND && random.nextInt(3) > 0;
                flows.add(new Flow(each, to, guarded ? predicate() : null, 0, split != Junction.AND && random.nextInt(4) == 0, null));
            }
            tasks.add(task(each, split, taskNames, conditions, nets));
        }
        List<Variable> variables = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            variables.add(variable("v" + i));
        }
        variables.sort(java.util.Comparator.comparingInt(variable -> fileOrder(variable.use())));
        return new Net(name, title(name), conditions, tasks, flows, variables, random.nextInt(4) == 0, null);
    }

    private static int fileOrder(Variable.Use use) {
        return switch (use) {
            case INPUT, BOTH -> 0;
            case OUTPUT -> 1;
            case LOCAL -> 2;
        };
    }

    private Variable variable(String name) {
        return switch (random.nextInt(4)) {
            case 0 -> new Variable(name, one(Variable.Use.values()), "string", Expression.constant("a 'text'"), null);
            case 1 -> new Variable(name, one(Variable.Use.values()), "integer", Expression.constant(7), null);
            case 2 -> new Variable(name, one(Variable.Use.values()), "boolean", null, null);
            default -> new Variable(
                    name,
                    one(Variable.Use.values()),
                    "OrderType",
                    Shape.fields(Shape.field("line", Shape.listOf(Shape.text())), Shape.optional("n", Shape.number())),
                    random.nextBoolean() ? null : expression(),
                    null);
        };
    }

    private NetTask task(String name, Junction split, List<String> tasks, List<Condition> conditions, int nets) {
        List<String> cancelled = new ArrayList<>();
        List<Cancellation.Arc> between = new ArrayList<>();
        if (random.nextInt(3) == 0) {
            cancelled.addAll(some(tasks));
            cancelled.add(conditions.get(random.nextInt(conditions.size())).name());
            between.add(new Cancellation.Arc(one(tasks), one(tasks)));
        }
        return new NetTask(
                name,
                title(name),
                one(Junction.values()),
                split,
                new Cancellation(cancelled, between),
                random.nextInt(3) == 0 ? multiplicity() : null,
                decomposition(name, tasks, nets),
                random.nextInt(3) == 0 ? timer() : null,
                random.nextInt(4) == 0 ? new Event("came in", random.nextBoolean() ? null : expression(), random.nextBoolean() ? null : "v1") : null,
                mappings(),
                mappings(),
                null);
    }

    private Decomposition decomposition(String task, List<String> tasks, int nets) {
        return switch (random.nextInt(5)) {
            case 0 -> Decomposition.routing();
            case 1 -> new Decomposition.Routing("pass_" + task);
            case 2 -> Decomposition.net("net" + random.nextInt(nets));
            default -> work(task, tasks);
        };
    }

    private Decomposition work(String task, List<String> tasks) {
        Doer doer = switch (random.nextInt(4)) {
            case 0 -> new Doer.Handler("handler");
            case 1 -> new Doer.Program("a program");
            case 2 -> new Doer.Process("another");
            default -> Doer.people();
        };
        Performers performers = random.nextBoolean()
                ? Performers.ANYONE
                : new Performers(List.of("anna", "bo b"), List.of("clerk"), random.nextBoolean() ? List.of() : List.of("licence"));
        Shape shape = switch (random.nextInt(4)) {
            case 0 -> Shape.any();
            case 1 -> Shape.fields(Shape.field("a", Shape.text()));
            case 2 -> Shape.listOf(Shape.integer());
            default -> Shape.fields(Shape.field("a", Shape.text()), Shape.optional("b", Shape.mapOf(Shape.truth()))).opened();
        };
        Resourcing resourcing = random.nextBoolean()
                ? Resourcing.BY_USER
                : new Resourcing(
                        one(Resourcing.Initiator.values()),
                        one(Resourcing.Initiator.values()),
                        random.nextBoolean() ? null : "RoundRobin",
                        one(Resourcing.Initiator.values()),
                        random.nextBoolean() ? List.of() : List.of("v1"),
                        random.nextBoolean() ? List.of() : some(tasks),
                        random.nextBoolean() ? null : tasks.get(random.nextInt(tasks.size())),
                        List.of());
        Task work = Task.people(task)
                .by(doer)
                .offeredTo(performers)
                .priority(random.nextBoolean() ? 100 : 7)
                .retry(doer.isAutomatic() ? RetryPolicy.DEFAULT : RetryPolicy.NONE)
                .input(shape)
                .output(Shape.any());
        return new Decomposition.Atomic("do_" + task, work, resourcing);
    }

    private Multiplicity multiplicity() {
        return new Multiplicity(
                bound(),
                bound(),
                bound(),
                one(Multiplicity.Creation.values()),
                random.nextBoolean() ? null : expression(),
                random.nextBoolean() ? null : new Multiplicity.Split(expression(), random.nextBoolean() ? null : expression(), "v1"),
                random.nextBoolean() ? null : new Multiplicity.Join(expression(), random.nextBoolean() ? null : expression(), "v2"));
    }

    private Bound bound() {
        return switch (random.nextInt(3)) {
            case 0 -> Bound.infinite();
            case 1 -> new Bound.Computed(expression());
            default -> Bound.of(1 + random.nextInt(5));
        };
    }

    private Timer timer() {
        Timer.Until until = switch (random.nextInt(4)) {
            case 0 -> new Timer.After(Period.of(1, 0, 3), Duration.ofSeconds(90), random.nextBoolean());
            case 1 -> new Timer.After(Period.ZERO, Duration.ofMillis(1500), random.nextBoolean());
            case 2 -> new Timer.At(Instant.parse("2030-01-31T12:00:00Z"));
            default -> new Timer.Told(expression());
        };
        return new Timer(one(Timer.Trigger.values()), until);
    }

    private List<Mapping> mappings() {
        List<Mapping> mappings = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            mappings.add(new Mapping(expression(), "v" + i));
        }
        return mappings;
    }

    private Expression predicate() {
        return random.nextBoolean() ? new Expression.Goal("data(amount,A),A>100", null) : expression();
    }

    private Expression expression() {
        return switch (random.nextInt(4)) {
            case 0 -> new Expression.XQuery("<v1>{/net0/v1/text()}</v1>", null);
            case 1 -> new Expression.Goal("sum(A,B,'the sum')", null);
            case 2 -> new Expression.Variable("order.lines");
            default -> new Expression.Constant(Data.fields("a", List.of(1, "x", true), "b", -2.5));
        };
    }

    private String maybe(String usual) {
        return random.nextInt(3) == 0 ? usual + " condition" : usual;
    }

    private String title(String name) {
        return random.nextInt(4) == 0 ? one(TITLES).strip() : name;
    }

    private List<String> some(List<String> names) {
        return names.stream().filter(name -> random.nextInt(3) == 0).toList();
    }

    private <T> T one(T[] values) {
        return values[random.nextInt(values.length)];
    }

    private <T> T one(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
