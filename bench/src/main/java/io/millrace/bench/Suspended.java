package io.millrace.bench;

import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.sleep;
import static io.millrace.activity.Activities.work;

import io.millrace.Case;
import io.millrace.Millrace;
import io.millrace.activity.ActivityProcess;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.language.Compiled;
import io.millrace.prolog.WorkflowProlog;
import io.millrace.query.WorkQuery;
import io.millrace.store.rocksdb.RocksStore;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;

/**
 * What suspended cases cost: the heap of one while it is cached; a million of them in a heap of 1 GB; and, after a kill,
 * how long it takes until the engine accepts a command again. Each is measured in a JVM of its own.
 */
final class Suspended {
    private static final int UNDER_WAY = 2_000;
    private static final String PROGRAM = "program";

    /** Waits for a clerk's word, as the activities do. */
    private static final String TEXT = """
            :- rpc(clerks, approve(order), Word), go_on(Word).
            go_on(Word) :- replycontent(Word, ok) : rpc(clerks, close, Done), replycontent(Done, done).
            """;

    private final Path directory;
    private final PrintStream out;

    Suspended(Path directory, PrintStream out) {
        this.directory = directory;
        this.out = out;
    }

    void run(int cases) throws IOException, InterruptedException {
        jvm("cached", 200_000, directory.resolve("cached"));
        jvm(PROGRAM, 200_000, directory.resolve("program"));
        jvm("start", cases, directory.resolve("many"));
        jvm("reopen", cases, directory.resolve("many"));
    }

    private void jvm(String what, int cases, Path journal) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(List.of(
                        ProcessHandle.current().info().command().orElse("java"),
                        "--enable-native-access=ALL-UNNAMED",
                        "-Xmx1g",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        journal.toString(),
                        what,
                        Integer.toString(cases)))
                .redirectErrorStream(true)
                .start();
        process.getInputStream().transferTo(out);
        process.waitFor();
    }

    static void child(Path journal, String what, int cases) throws InterruptedException {
        long began = System.nanoTime();
        Millrace mill = Millrace.builder()
                .everything()
                .store(RocksStore.open(journal))
                .settings(settings -> keepsAll(what) ? settings.cachedCases(2 * cases) : settings)
                .open();
        mill.deploy(what.equals(PROGRAM) ? new WorkflowProlog().compile("order", TEXT) : activities());
        mill.participant("clerk", "clerks");
        if (what.equals("reopen")) {
            reopened(mill, began);
        } else {
            filled(mill, what, cases);
        }
        // As in a kill: nothing is closed.
        Runtime.getRuntime().halt(0);
    }

    private static boolean keepsAll(String what) {
        return what.equals("cached") || what.equals(PROGRAM);
    }

    private static Compiled<?> activities() {
        return ActivityProcess.named(
                "order", sequence(work("approve").role("clerks"), sleep(Duration.ofDays(30)), work("close")));
    }

    private static void filled(Millrace mill, String what, int cases) throws InterruptedException {
        boolean program = what.equals(PROGRAM);
        mill.start("order", program ? Data.nothing() : order(0)).work();
        long before = usedHeap();
        long began = System.nanoTime();
        Semaphore room = new Semaphore(UNDER_WAY);
        for (int i = 1; i < cases; i++) {
            room.acquire();
            mill.operator().ask(new Command.Start("order", 0, program ? Data.nothing() : order(i), null)).thenAccept(answer -> {
                if (answer instanceof Answer.Refused refused) {
                    System.out.println(refused.problem());
                }
                room.release();
            });
        }
        room.acquire(UNDER_WAY);
        double took = (System.nanoTime() - began) / 1e9;
        long after = usedHeap();
        System.out.printf(
                Locale.ROOT,
                "%,d suspended cases started in %.1f s (%,.0f a second); live heap %,d MB of at most %,d MB%n",
                cases, took, cases / took, after >> 20, Runtime.getRuntime().maxMemory() >> 20);
        if (keepsAll(what)) {
            System.out.printf(
                    Locale.ROOT,
                    "heap of a cached suspended case of %s: %,d bytes%n",
                    program ? "Workflow Prolog" : "activities", (after - before) / cases);
        }
        // The engine must be reachable up to here, or its cases would not be counted.
        System.out.println("deployed: " + mill.processes());
    }

    private static void reopened(Millrace mill, long began) {
        Case one = mill.start("order", order(-1));
        System.out.printf(Locale.ROOT, "after a kill: first command accepted after %.2f s (case %s)%n", seconds(began), one.id());
        long asked = System.nanoTime();
        int found = mill.work(WorkQuery.forRole("clerks"), null, 10).items().size();
        System.out.printf(Locale.ROOT, "first page of the worklist (%d items) in %.1f ms%n", found, 1_000 * seconds(asked));
        asked = System.nanoTime();
        mill.operator().complete(mill.find("500").work().getFirst().id(), Data.nothing());
        System.out.printf(Locale.ROOT, "a cold case loaded and its work completed in %.1f ms%n", 1_000 * seconds(asked));
    }

    private static double seconds(long since) {
        return (System.nanoTime() - since) / 1e9;
    }

    private static Data order(int number) {
        return Data.fields("customer", "c" + number, "amount", number, "city", "Delft");
    }

    private static long usedHeap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
