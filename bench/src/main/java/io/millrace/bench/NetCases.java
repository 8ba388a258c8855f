package io.millrace.bench;

import io.millrace.Builder;
import io.millrace.Millrace;
import io.millrace.algebra.run.RuledLanguage;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.journal.MemoryStore;
import io.millrace.command.Effect;
import io.millrace.language.Compiled;
import io.millrace.net.Bound;
import io.millrace.net.Expression;
import io.millrace.net.Junction;
import io.millrace.net.Multiplicity;
import io.millrace.net.Net;
import io.millrace.net.NetBuilder;
import io.millrace.net.Nets;
import io.millrace.net.run.NetProcess;
import io.millrace.runtime.Threads;
import io.millrace.work.WorkItem;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/**
 * Whole cases of nets without data, in memory, on one thread: the engine runs on the thread of a driver, who completes
 * every work item that is offered to it. Each item is a turn of its own, as is the start. Beside that, the same nets with
 * tasks that only route, so that a case is one turn.
 */
final class NetCases {
    /** How many cases are open at a time. */
    private static final int WINDOW = 16;

    /** After so many cases the compiler has seen enough; on a busy machine that takes its time. */
    private static final int WARM = 300_000;

    private static final int[] INSTANCES = {1_000, 10_000, 100_000};

    private final PrintStream out;
    private final double seconds;

    NetCases(PrintStream out, double seconds) {
        this.out = out;
        this.seconds = seconds;
    }

    /** Who runs the engine and does its work, in one thread. */
    private static final class Driver implements Threads {
        private final Deque<Runnable> tasks = new ArrayDeque<>();
        private final Deque<WorkItem> offered = new ArrayDeque<>();
        private final Millrace mill;
        private long ended;

        Driver(Builder builder) {
            this.mill = builder.threads(this).open();
            mill.listen(this::hear);
        }

        @Override
        public Strand strand(String name) {
            return tasks::add;
        }

        @Override
        public void fork(Runnable task) {
            tasks.add(task);
        }

        @Override
        public void close() {
            rest();
        }

        private void hear(Effect effect) {
            switch (effect) {
                case Effect.OfferWork offer -> offered.add(offer.work());
                case Effect.AnnounceEnd end -> ended++;
                case Effect other -> {}
            }
        }

        void rest() {
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                task.run();
            }
        }

        void deploy(Compiled<?> process) {
            mill.operator().ask(new Command.Deploy(process));
            rest();
        }

        void start(String process) {
            mill.operator().ask(new Command.Start(process, 0, Data.nothing(), null));
        }

        /** Completes everything that is offered, and what is offered then, until nothing is. */
        void work() {
            rest();
            while (!offered.isEmpty()) {
                for (WorkItem item = offered.poll(); item != null; item = offered.poll()) {
                    mill.operator().ask(new Command.Complete(item.id(), Data.nothing(), 0));
                }
                rest();
            }
        }

        Rate rate(String process, double seconds) {
            long before = ended;
            long processor = processorNanos();
            long began = System.nanoTime();
            long until = began + (long) (seconds * 1e9);
            while (System.nanoTime() < until) {
                for (int i = 0; i < WINDOW; i++) {
                    start(process);
                }
                work();
            }
            double cases = ended - before;
            return new Rate(cases / ((System.nanoTime() - began) / 1e9), cases / ((processorNanos() - processor) / 1e9));
        }

        private static long processorNanos() {
            return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        }
    }

    /** Cases a second by the clock, and a second of the thread's processor time, which others on the machine do not take. */
    private record Rate(double perSecond, double perProcessorSecond) {
        Rate best(Rate other) {
            return new Rate(
                    Math.max(perSecond, other.perSecond), Math.max(perProcessorSecond, other.perProcessorSecond));
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%,.0f (%,.0f)", perSecond, perProcessorSecond);
        }
    }

    void run() {
        out.println("Cases a second on one thread (in parentheses: a second of its processor time)");
        out.printf(Locale.ROOT, "%-28s %22s %22s %22s%n", "", "work, core", "work, all parts", "routing, core");
        for (Shape shape : Shape.values()) {
            out.printf(
                    Locale.ROOT,
                    "%-28s %22s %22s %22s%n",
                    shape.title,
                    best(Millrace.builder(), shape.net(true)),
                    best(Millrace.builder().everything().store(new MemoryStore()), shape.net(true)),
                    best(Millrace.builder(), shape.net(false)));
        }
        instances();
    }

    /** Five tasks in a row, alone and under rules: what a turn costs with them, as a multiple of what it costs without. */
    void underRules(String rules) {
        NetProcess plain = NetProcess.of(Nets.specification("p", Shape.SEQUENCE.net(true)), null);
        Rate without = best(Millrace.builder(), plain);
        Rate with = best(Millrace.builder(), RuledLanguage.with(plain, rules));
        out.printf(
                Locale.ROOT,
                "five tasks in a row: %s cases a second alone, %s under these rules; a turn costs %.2f times as much%n",
                without,
                with,
                without.perProcessorSecond / with.perProcessorSecond);
    }

    private Rate best(Builder builder, Net net) {
        return best(builder, NetProcess.of(Nets.specification("p", net), null));
    }

    private Rate best(Builder builder, Compiled<?> process) {
        Driver driver = new Driver(builder.settings(settings -> settings.lanes(1)));
        driver.deploy(process);
        for (int i = 0; i < 10 && driver.ended < WARM; i++) {
            driver.rate("p", seconds);
        }
        Rate best = new Rate(0, 0);
        for (int round = 0; round < 8; round++) {
            best = best.best(driver.rate("p", seconds / 4));
        }
        driver.mill.close();
        return best;
    }

    /** A case of one task with many instances, each a work item of its own. */
    private void instances() {
        Driver driver = new Driver(Millrace.builder().settings(settings -> settings.lanes(1).queue(1_000_000)));
        for (int count : INSTANCES) {
            driver.deploy(many(count));
        }
        for (int warm = 0; warm < 200; warm++) {
            once(driver, INSTANCES[0]);
        }
        double few = 0;
        for (int count : INSTANCES) {
            double each = Double.MAX_VALUE;
            for (int round = 0; round < 3; round++) {
                each = Math.min(each, once(driver, count));
            }
            few = few == 0 ? each : few;
            out.printf(Locale.ROOT, "%,9d instances: %6.2f µs of processor time each, %.2f times as much%n", count, each, each / few);
        }
        driver.mill.close();
    }

    private static NetProcess many(int count) {
        Multiplicity every = Multiplicity.of(1, Bound.INFINITY, Bound.INFINITY, Multiplicity.Creation.STATIC);
        Net net = Nets.net("n").input("i").to("t")
                .task("t").instances(every.count(Expression.constant(count))).to("o")
                .output("o").build();
        return NetProcess.of(Nets.specification("many" + count, net), null);
    }

    private static double once(Driver driver, int count) {
        long began = Driver.processorNanos();
        driver.start("many" + count);
        driver.work();
        return (Driver.processorNanos() - began) / 1e3 / count;
    }

    /** The nets that are measured. */
    private enum Shape {
        SEQUENCE("five tasks in a row"),
        AND("two side by side, then one"),
        OR("an OR of three");

        private final String title;

        Shape(String title) {
            this.title = title;
        }

        Net net(boolean work) {
            NetBuilder net = Nets.net("n").input("i");
            return switch (this) {
                case SEQUENCE -> {
                    net.to("t1");
                    for (int i = 1; i <= 5; i++) {
                        task(net, work, "t" + i).to(i == 5 ? "o" : "t" + (i + 1));
                    }
                    yield net.output("o").build();
                }
                case AND -> {
                    net.to("split").route("split").to("a", "b");
                    task(net, work, "a").to("c");
                    task(net, work, "b").to("c");
                    yield task(net, work, "c").join(Junction.AND).to("o").output("o").build();
                }
                case OR -> {
                    net.to("split").route("split").split(Junction.OR);
                    List<String> ways = List.of("a", "b", "c");
                    ways.forEach(way -> net.when(Expression.constant(true), way));
                    ways.forEach(way -> task(net, work, way).to("d"));
                    yield task(net, work, "d").join(Junction.OR).to("o").output("o").build();
                }
            };
        }

        private static NetBuilder task(NetBuilder net, boolean work, String name) {
            return work ? net.task(name) : net.route(name);
        }
    }
}
