package io.millrace.bench;

import io.millrace.net.Enabling;
import io.millrace.net.Junction;
import io.millrace.net.Marking;
import io.millrace.net.Net;
import io.millrace.net.NetBuilder;
import io.millrace.net.NetGraph;
import io.millrace.net.Nets;
import io.millrace.net.OrJoin;
import io.millrace.net.Semantics;
import io.millrace.net.Steps;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/**
 * What one decision of an OR-join costs, on markings that random runs of the net pass through with the OR-join waiting; and
 * what a step costs to which no OR-join listens.
 */
final class OrJoins {
    private static final int MARKINGS = 256;

    private final PrintStream out;
    private final double seconds;

    OrJoins(PrintStream out, double seconds) {
        this.out = out;
        this.seconds = seconds;
    }

    void run() {
        decide("8 branches of 5 tasks", branches(8, 5));
        decide("an OR-split of 12 still to come", behindSplit(12));
        out.println();
        growth("n branches of n tasks", n -> branches(n, n));
        growth("n branches behind an OR-split", OrJoins::behindSplit);
        growth("n choices in a row, each with a loop", OrJoins::loops);
        growth("n tasks in a row that cancel each other's output", OrJoins::cancelling);
        growth("n pairs of choices that an AND-join may miss", OrJoins::missing);
        out.println();
        double with = Double.MAX_VALUE;
        double without = Double.MAX_VALUE;
        for (int round = 0; round < 4; round++) {
            without = Math.min(without, irrelevantStep(false));
            with = Math.min(with, irrelevantStep(true));
        }
        out.printf(Locale.ROOT, "a step that cannot matter: %.0f ns beside a waiting OR-join, %.0f ns without one, %.2f times as much%n", with, without, with / without);
    }

    private void decide(String what, Net net) {
        out.printf(Locale.ROOT, "%-45s %8.2f µs a decision%n", what, decisionNanos(net) / 1e3);
    }

    private void growth(String what, IntFunction<Net> family) {
        out.printf(Locale.ROOT, "%-45s", what);
        double before = 0;
        for (int n = 4; n <= 32; n *= 2) {
            Net net = family.apply(n);
            double nanos = decisionNanos(net);
            out.printf(Locale.ROOT, "  n=%d: %.2f µs", n, nanos / 1e3);
            if (before > 0) {
                out.printf(Locale.ROOT, " (x%.1f)", nanos / before);
            }
            before = nanos;
        }
        out.println();
    }

    private double decisionNanos(Net net) {
        Semantics semantics = new Semantics(new NetGraph(net), OrJoin.PAPER);
        int join = semantics.graph().taskNamed("join");
        List<Marking> markings = markings(semantics, join);
        return nanos(() -> {
            long waiting = 0;
            for (Marking marking : markings) {
                waiting += semantics.mustWait(marking, join) ? 1 : 0;
            }
            return waiting;
        }) / markings.size();
    }

    private double nanos(LongSupplier work) {
        long sum = 0;
        double best = Double.MAX_VALUE;
        long end = System.nanoTime() + (long) (seconds * 1e9 / 4);
        for (int round = 0; round < 10 || System.nanoTime() < end; round++) {
            long began = System.nanoTime();
            sum += work.getAsLong();
            best = Math.min(best, (double) (System.nanoTime() - began));
        }
        if (sum == 42) {
            out.print("");
        }
        return best;
    }

    /** Markings in which the OR-join has one input and lacks another. */
    private static List<Marking> markings(Semantics semantics, int join) {
        NetGraph graph = semantics.graph();
        Random random = new Random(7);
        List<Marking> found = new ArrayList<>();
        while (found.size() < MARKINGS) {
            Marking marking = Marking.initial(graph);
            for (int step = 0; step < 20 * graph.tasks() && step(marking, join, random); step++) {
                if (found.size() < MARKINGS && Steps.mayEnter(marking, join)) {
                    found.add(marking.copy());
                }
            }
        }
        return found;
    }

    private static boolean step(Marking marking, int join, Random random) {
        NetGraph graph = marking.graph();
        int first = random.nextInt(graph.tasks());
        for (int i = 0; i < graph.tasks(); i++) {
            int task = (first + i) % graph.tasks();
            if (marking.isBusy(task)) {
                exit(marking, task, random);
                return true;
            } else if (task != join && Steps.mayEnter(marking, task)) {
                Steps.enter(marking, task, 1);
                return true;
            }
        }
        return false;
    }

    private static void exit(Marking marking, int task, Random random) {
        NetGraph graph = marking.graph();
        int[] outputs = switch (graph.split(task)) {
            case AND, OR -> graph.everyOutput(task);
            case XOR -> new int[] {random.nextInt(graph.post(task).length)};
        };
        Steps.exit(marking, task, outputs);
    }

    private static Net branches(int branches, int tasks) {
        NetBuilder net = Nets.net("branches").input("i").to("split").task("split").split(Junction.OR);
        for (int branch = 0; branch < branches; branch++) {
            net.to("b" + branch + "_0");
        }
        rows(net, branches, tasks, "join");
        return net.task("join").join(Junction.OR).to("o").output("o").build();
    }

    private static void rows(NetBuilder net, int branches, int tasks, String to) {
        for (int branch = 0; branch < branches; branch++) {
            for (int task = 0; task < tasks; task++) {
                net.task("b" + branch + "_" + task).to(task == tasks - 1 ? to : "b" + branch + "_" + (task + 1));
            }
        }
    }

    /** One input is there early; the others come from an OR-split that has not happened yet, in a loop around the OR-join. */
    private static Net behindSplit(int branches) {
        NetBuilder net = Nets.net("behind").input("i").to("begin")
                .task("begin").split(Junction.AND).to("early", "before")
                .task("early").to("join")
                .task("before").join(Junction.XOR).to("split")
                .task("split").split(Junction.OR);
        for (int branch = 0; branch < branches; branch++) {
            net.to("b" + branch + "_0");
        }
        rows(net, branches, 1, "join");
        return net.task("join").join(Junction.OR).to("again")
                .task("again").split(Junction.XOR).to("before", "o").output("o").build();
    }

    /** Two branches; one is a row of choices, each of which may go back to its beginning. */
    private static Net loops(int choices) {
        NetBuilder net = Nets.net("loops").input("i").to("split")
                .task("split").split(Junction.AND).to("early", "t0")
                .task("early").to("join");
        for (int choice = 0; choice < choices; choice++) {
            String next = choice == choices - 1 ? "join" : "t" + (choice + 1);
            net.task("t" + choice).split(Junction.XOR).to("t" + choice, next);
        }
        return net.task("join").join(Junction.OR).to("o").output("o").build();
    }

    /** Two branches; in the second one every task cancels what the task after it gives, so that it matters how long each takes. */
    private static Net cancelling(int tasks) {
        NetBuilder net = Nets.net("cancelling").input("i").to("split")
                .task("split").split(Junction.AND).to("early", "t0")
                .task("early").to("join");
        for (int task = 0; task < tasks; task++) {
            net.task("t" + task).to("c" + task);
            if (task < tasks - 1) {
                net.cancels("c" + (task + 1));
            }
            net.condition("c" + task).to(task == tasks - 1 ? "join" : "t" + (task + 1));
        }
        return net.task("join").join(Junction.OR).to("o").output("o").build();
    }

    /** Pairs of branches by choice that an AND-join wants both of: it never fires, but no single place says so. */
    private static Net missing(int pairs) {
        NetBuilder net = Nets.net("missing").input("i").to("split")
                .task("split").split(Junction.AND).to("early");
        for (int pair = 0; pair < pairs; pair++) {
            net.to("x" + pair);
        }
        net.task("early").to("join", "o").split(Junction.AND);
        for (int pair = 0; pair < pairs; pair++) {
            net.task("x" + pair).split(Junction.XOR).to("l" + pair, "r" + pair)
                    .task("l" + pair).to("y" + pair)
                    .task("r" + pair).to("y" + pair)
                    .task("y" + pair).join(Junction.AND).to("join");
        }
        return net.task("join").join(Junction.OR).to("o").output("o").build();
    }

    private double irrelevantStep(boolean withOrJoin) {
        NetBuilder net = Nets.net("beside").input("i").to("split").task("split").split(Junction.AND).to("a", "b", "s0")
                .task("a").to("join")
                .task("b").to("join")
                .task("join").join(withOrJoin ? Junction.OR : Junction.AND).to("o");
        int row = 20;
        for (int task = 0; task < row; task++) {
            net.task("s" + task).to(task == row - 1 ? "o" : "s" + (task + 1));
        }
        Semantics semantics = new Semantics(new NetGraph(net.output("o").build()), OrJoin.PAPER);
        NetGraph graph = semantics.graph();
        Marking start = Marking.initial(graph);
        for (String task : List.of("split", "a")) {
            Steps.enter(start, graph.taskNamed(task), 1);
            Steps.exit(start, graph.taskNamed(task), graph.everyOutput(graph.taskNamed(task)));
        }
        int[] tasks = new int[row];
        int[][] outputs = new int[row][];
        for (int task = 0; task < row; task++) {
            tasks[task] = graph.taskNamed("s" + task);
            outputs[task] = graph.everyOutput(tasks[task]);
        }
        Marking marking = start.copy();
        Enabling enabling = new Enabling(semantics, marking);
        int first = graph.conditionNamed("c(split,s0)");
        return nanos(() -> {
            for (int round = 0; round < 100; round++) {
                marking.copyFrom(start);
                enabling.tokensChanged(first);
                enabling.settle();
                for (int task = 0; task < row; task++) {
                    Steps.enter(marking, tasks[task], 1);
                    enabling.entered(tasks[task]);
                    enabling.settle();
                    Steps.exit(marking, tasks[task], outputs[task]);
                    enabling.exited(tasks[task]);
                    enabling.settle();
                }
            }
            return marking.tokens(graph.output());
        }) / (100.0 * 2 * row);
    }
}
