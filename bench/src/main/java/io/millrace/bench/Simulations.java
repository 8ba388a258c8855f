package io.millrace.bench;

import io.millrace.net.run.NetLanguage;
import io.millrace.simulate.Model;
import io.millrace.simulate.Outcome;
import io.millrace.simulate.Simulation;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/** Simulated work items a second of processor time: people who find their work themselves, and a pool that assigns it. */
final class Simulations {
    private static final int ROUNDS = 5;

    private static final String DESK = """
            initial_activity(t1). sequential(t1, t2). sequential(t2, t3). sequential(t3, t4). sequential(t4, t5). final_activity(t5).
            role(t1, clerk). role(t2, clerk). role(t3, clerk). role(t4, clerk). role(t5, clerk).
            """;
    private static final String CLERKS = "agents(clerk, 6).\nduration(_, exponential(10)).\n";
    private static final String POOL = """
            initial_activity(t1). sequential(t1, t2). sequential(t2, t3). sequential(t3, t4). sequential(t4, t5). final_activity(t5).
            starts(come(W), W).
            agent(a1). agent(a2). agent(a3). agent(a4). agent(a5). agent(a6).
            qualified(a1, act(t1, _), 6). qualified(a2, act(t1, _), 7). qualified(a2, act(t2, _), 6). qualified(a3, act(t2, _), 7).
            qualified(a3, act(t3, _), 6). qualified(a4, act(t3, _), 7). qualified(a4, act(t4, _), 6). qualified(a5, act(t4, _), 7).
            qualified(a5, act(t5, _), 6). qualified(a6, act(t5, _), 7).
            """;

    private final PrintStream out;

    Simulations(PrintStream out) {
        this.out = out;
    }

    void run() {
        out.println("Simulated work items a second of processor time, one thread (and by the clock)");
        measure("five tasks, six clerks", DESK, CLERKS, 200_000);
        measure("five activities, a pool of six agents", POOL, "", 60_000);
    }

    private void measure(String title, String net, String facts, int cases) {
        Model model = Model.read("model.pl", facts + "arrivals(p, exponential(10), " + cases + ").\n");
        double best = 0;
        double wall = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long processor = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            long began = System.nanoTime();
            Outcome outcome = Simulation.of(new NetLanguage().compile("p", "p.pl", net)).with(model).seed(round + 1).run();
            double items = outcome.figures().items();
            best = Math.max(best, items / ((ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - processor) / 1e9));
            wall = Math.max(wall, items / ((System.nanoTime() - began) / 1e9));
        }
        out.printf(Locale.ROOT, "%-42s %,10.0f (%,.0f)%n", title, best, wall);
    }
}
