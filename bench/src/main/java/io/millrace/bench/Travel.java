package io.millrace.bench;

import io.millrace.Case;
import io.millrace.Millrace;
import io.millrace.activity.Activities;
import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.language.Compiled;
import io.millrace.net.Junction;
import io.millrace.net.Nets;
import io.millrace.net.run.NetProcess;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Moment;
import io.millrace.store.rocksdb.RocksStore;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * What it takes to see a case as it was: one case of 100,000 events at random moments of its life, and the list of cases at a moment
 * when thousands had ended and some were running. Looking at the case as it is now, the same way, is the yardstick.
 */
final class Travel {
    private static final int EVENTS = 100_000;
    private static final int LOOKS = 300;
    private static final int ENDED = 5_000;

    private final Path directory;
    private final PrintStream out;

    Travel(Path directory, PrintStream out) {
        this.directory = directory;
        this.out = out;
    }

    void run() {
        RocksStore store = RocksStore.open(directory.resolve("journal"));
        try (Millrace mill = Jobs.engine(store)) {
            mill.on("step", work -> Data.fields());
            for (Compiled<?> process : new Compiled<?>[] {activity(), net()}) {
                mill.deploy(process);
                one(mill, process.contract().name());
            }
            out.printf(Locale.ROOT, "all snapshots have %.1f%% of the bytes of the turns%n", 100.0 * bytes(store, Table.SNAPSHOTS) / bytes(store, Table.EVENTS));
            many(mill);
        }
    }

    private static long bytes(Store store, Table table) {
        long[] sum = {0};
        store.scan(table, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            sum[0] += key.length + value.length;
            return true;
        });
        return sum[0];
    }

    /** Long enough to be stopped when it has had its events. */
    private static Compiled<?> activity() {
        return ActivityProcess.named("activity", Activities.times(EVENTS, Activities.call("step")));
    }

    private static Compiled<?> net() {
        return NetProcess.of(
                Nets.specification(
                        "net",
                        Nets.net("net")
                                .input("i").to("step")
                                .task("step").handler("step").join(Junction.XOR).split(Junction.XOR)
                                .when(data -> data.at("end").isNothing(), "step")
                                .otherwise("close")
                                .task("close").to("o")
                                .output("o")
                                .build()),
                null);
    }

    private void one(Millrace mill, String process) {
        Case one = mill.start(process, Data.fields());
        Instant began = last(mill, one.id()).recorded();
        while (turn(last(mill, one.id())) < EVENTS / 3) {
            pause(50);
        }
        mill.operator().suspend(one.id());
        mill.whenQuiet().join();
        HistoryEvent last = last(mill, one.id());
        long span = Duration.between(began, last.recorded()).toNanos();
        Random random = new Random(1);
        double[] millis = new double[LOOKS];
        for (int i = -50; i < LOOKS; i++) {
            Instant at = began.plusNanos((long) (random.nextDouble() * span));
            long asked = System.nanoTime();
            mill.at(at).look(one.id());
            if (i >= 0) {
                millis[i] = (System.nanoTime() - asked) / 1e6;
            }
        }
        out.printf(
                Locale.ROOT,
                "a case of %s with %,d turns and about %,d events at a random moment: median %.2f ms, 99 of 100 within %.2f ms, at most %.2f ms%n",
                process, turn(last), turn(last) * perTurn(mill, one.id()) / 100, part(millis, 0.5), part(millis, 0.99), part(millis, 1));
        mill.operator().cancel(one.id());
    }

    private void many(Millrace mill) {
        mill.deploy(ActivityProcess.named("short", Activities.work("do")));
        for (int i = 0; i < ENDED; i++) {
            Case one = mill.start("short", Data.fields());
            if (i % 50 != 0) {
                mill.operator().cancel(one.id());
            }
        }
        Instant then = last(mill, CaseId.root(ENDED / 2)).recorded();
        mill.cases(CaseQuery.ofProcess("short").inState(CaseStatus.RUNNING), null, ENDED).items().forEach(info -> mill.operator().cancel(info.id()));
        Moment moment = mill.at(then);
        for (int round = 0; round < 3; round++) {
            long asked = System.nanoTime();
            int running = moment.cases(CaseQuery.ofProcess("short").inState(CaseStatus.RUNNING), null, ENDED).items().size();
            if (round == 2) {
                out.printf(
                        Locale.ROOT,
                        "the %d cases that were running at a moment, of %,d that have ended since: %.1f ms%n",
                        running, ENDED, (System.nanoTime() - asked) / 1e6);
            }
        }
    }

    private static HistoryEvent last(Millrace mill, CaseId id) {
        return mill.history().ofCase(Millrace.TENANT, id, null, 1, History.Order.NEWEST_FIRST).items().getFirst();
    }

    /** How many events a hundred turns have. */
    private static long perTurn(Millrace mill, CaseId id) {
        List<HistoryEvent> events = mill.history().ofCase(Millrace.TENANT, id, null, 1_000, History.Order.NEWEST_FIRST).items();
        return 100L * events.size() / events.stream().mapToLong(Travel::turn).distinct().count();
    }

    /** The turn of an event is the second part of its id. */
    private static long turn(HistoryEvent event) {
        return Long.parseLong(event.id().split("/")[1]);
    }

    private static double part(double[] millis, double share) {
        double[] sorted = millis.clone();
        Arrays.sort(sorted);
        return sorted[Math.min(sorted.length - 1, (int) (share * sorted.length))];
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
