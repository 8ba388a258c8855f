package io.millrace.bench;

import io.millrace.Builder;
import io.millrace.Journal;
import io.millrace.Millrace;
import io.millrace.calculus.HistoryIndex;
import io.millrace.calculus.Questions;
import io.millrace.command.Command;
import io.millrace.command.Effect;
import io.millrace.data.Data;
import io.millrace.event.Projection;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.language.Language;
import io.millrace.net.run.NetLanguage;
import io.millrace.query.History;
import io.millrace.runtime.PayloadCodec;
import io.millrace.runtime.Threads;
import io.millrace.runtime.Time;
import io.millrace.store.rocksdb.RocksStore;
import io.millrace.work.WorkItem;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * The index of the history: how fast a journal gets it, how large it is, how fast it answers, and what job A costs with it.
 *
 * <p>The journal has cases of a net with three tasks for people; some hundred of them are open at any time.
 */
final class Histories {
    private static final int EVENTS = 1_000_000;
    private static final int OPEN = 400;
    private static final int PEOPLE = 50;
    private static final int GROUND = 200_000;
    private static final int KINDS = 300;
    private static final int CLIENTS = 64;
    private static final int ROUNDS = 3;
    private static final double SECONDS = 4;
    private static final String NET = """
            initial_activity(register).
            and_split(register, [flight, hotel]).
            and_join([flight, hotel], pay).
            final_activity(pay).
            """;

    private final Path directory;
    private final PrintStream out;

    Histories(Path directory, PrintStream out) {
        this.directory = directory;
        this.out = out;
    }

    /** A clock that goes on by a millisecond with every look, and the thread on which the engine runs. */
    private static final class Driver implements Threads, Time {
        private final Deque<Runnable> tasks = new ArrayDeque<>();
        private final Deque<WorkItem> offered = new ArrayDeque<>();
        private Instant now = Instant.parse("2026-01-01T00:00:00Z");

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

        @Override
        public Instant now() {
            return now;
        }

        @Override
        public void wakeAt(Instant due, Runnable call) {
            // Nothing here waits for time.
        }

        void rest() {
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                task.run();
            }
        }
    }

    void run() throws IOException {
        Instant end = generate();
        measure(end);
        jobs();
    }

    /** Job A in turns without the index and with it. */
    private void jobs() {
        double[] sum = {0, 0};
        for (int round = 0; round < ROUNDS; round++) {
            for (int with = 0; with < 2; with++) {
                Builder builder = Millrace.builder().everything().store(RocksStore.open(directory.resolve("jobs-" + round + "-" + with)));
                try (Millrace mill = (with == 1 ? builder.projection(HistoryIndex.INSTANCE) : builder).open()) {
                    Jobs jobs = new Jobs(mill, out);
                    Load.run(CLIENTS, SECONDS, client -> jobs.straightThrough());
                    double reached = Load.run(CLIENTS, SECONDS, client -> jobs.straightThrough()).perSecond();
                    sum[with] += reached / ROUNDS;
                }
            }
        }
        out.printf(
                Locale.ROOT,
                "job A with %d clients: %,.0f cases a second without the index, %,.0f with it (%.2f)%n",
                CLIENTS,
                sum[0],
                sum[1],
                sum[1] / sum[0]);
    }

    private Instant generate() {
        Driver driver = new Driver();
        Random random = new Random(1);
        long ended = 0;
        Deque<WorkItem> started = new ArrayDeque<>();
        try (Millrace mill = Millrace.builder()
                .everything()
                .store(RocksStore.open(directory.resolve("journal")))
                .threads(driver)
                .time(driver)
                .settings(settings -> settings.lanes(1))
                .open()) {
            mill.listen(effect -> {
                if (effect instanceof Effect.OfferWork offer) {
                    driver.offered.add(offer.work());
                }
            });
            mill.operator().ask(new Command.Deploy(new NetLanguage().compile("trip", NET)));
            driver.rest();
            int open = 0;
            // A case has 33 events.
            while (ended < EVENTS / 33) {
                for (; open < OPEN; open++) {
                    mill.operator().ask(new Command.Start("trip", 0, Data.fields("n", open), null));
                }
                driver.rest();
                for (WorkItem item = driver.offered.poll(); item != null; item = driver.offered.poll()) {
                    mill.as("p" + random.nextInt(PEOPLE)).ask(new Command.StartWork(item.id()));
                    driver.rest();
                    driver.now = driver.now.plusMillis(1);
                    started.add(item);
                }
                for (int some = started.size() / 2 + 1; some > 0 && !started.isEmpty(); some--) {
                    WorkItem item = started.poll();
                    mill.operator().ask(new Command.Complete(item.id(), Data.fields("ok", true), 0));
                    driver.rest();
                    driver.now = driver.now.plusMillis(1);
                    if (item.task().equals("pay")) {
                        open--;
                        ended++;
                    }
                }
            }
            driver.rest();
        }
        return driver.now;
    }

    private void measure(Instant end) throws IOException {
        List<Language> languages = List.of(new NetLanguage());
        List<Projection> projections = List.of(HistoryIndex.INSTANCE);
        try (Store store = RocksStore.open(directory.resolve("journal"))) {
            Journal journal = Journal.open(store, PayloadCodec.PLAIN, languages, projections);
            long events = count(journal);
            for (int round = 0; round < ROUNDS; round++) {
                long began = System.nanoTime();
                journal.build(HistoryIndex.INSTANCE, done -> {});
                double seconds = (System.nanoTime() - began) / 1e9;
                out.printf(
                        Locale.ROOT,
                        "%,d events: index built in %.1f s (%,.0f events a second)%s%n",
                        events,
                        seconds,
                        events / seconds,
                        round == 0 ? " by a machine that has just started" : "");
            }
            out.printf(Locale.ROOT, "%.0f bytes an event%n", (double) bytes(store) / events);
            ask(journal, end);
        }
    }

    private static long count(Journal journal) {
        long[] events = {0};
        String cursor = null;
        do {
            var page = journal.history().all(cursor, 10_000, History.Order.OLDEST_FIRST);
            events[0] += page.items().size();
            cursor = page.cursor();
        } while (cursor != null);
        return events[0];
    }

    private static long bytes(Store store) {
        long[] bytes = {0};
        store.scan(Table.INDEX, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            bytes[0] += key.length + value.length;
            return true;
        });
        return bytes[0];
    }

    private void ask(Journal journal, Instant end) {
        Questions questions = journal.questions("main", () -> end, done -> {});
        long start = Instant.parse("2026-01-01T00:00:00Z").getEpochSecond();
        long span = end.getEpochSecond() - start;
        for (int round = 0; round < 3; round++) {
            long began = System.nanoTime();
            questions.holds("between(1, " + GROUND + ", I), C is 1 + (I * 7919) mod 25000, T is " + start + " + (I * 104729) mod " + span
                    + ", holds_at(active(flight, p1, C), T), fail");
            double ground = (System.nanoTime() - began) / 1e3 / GROUND;
            Random random = new Random(round);
            double worst = 0;
            double sum = 0;
            long found = 0;
            for (int i = 0; i < KINDS; i++) {
                double time = start + random.nextDouble() * span;
                long asked = System.nanoTime();
                found += questions.all("holds_at(active(T, W, C), " + time + ")").size();
                double millis = (System.nanoTime() - asked) / 1e6;
                sum += millis;
                worst = Math.max(worst, millis);
            }
            out.printf(
                    Locale.ROOT,
                    "a ground holds_at %.1f µs; all active work at a random time %.2f ms (worst %.1f), %d found%n",
                    ground,
                    sum / KINDS,
                    worst,
                    found / KINDS);
        }
    }
}
