package io.millrace.store.rocksdb;

import io.millrace.Millrace;
import io.millrace.command.Answer;
import io.millrace.id.CaseId;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.WorkQuery;
import io.millrace.work.WorkItem;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A process with an engine and clients that ask without end, until it is killed. What it says on standard output is
 * known to whoever killed it:
 *
 * <pre>
 *   open                 the engine takes commands
 *   ask  REQUEST         this is about to be asked
 *   said ID ANSWER       this was answered
 *   fault WHAT           this must never happen
 * </pre>
 */
final class LoadedEngine {
    private static final int CLIENTS = 5;
    /** With more open work than this, clients rather finish than start. */
    private static final int ENOUGH = 90;

    private final Millrace mill;
    private final int round;
    private final long seed;

    private LoadedEngine(Millrace mill, int round, long seed) {
        this.mill = mill;
        this.round = round;
        this.seed = seed;
    }

    /** Journal, effects file, file of requests to repeat, round, seed; "once" as the last to stop after the repeats. */
    public static void main(String[] arguments) throws IOException {
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> {
            say("fault " + e);
            e.printStackTrace();
        });
        int round = Integer.parseInt(arguments[3]);
        long seed = Long.parseLong(arguments[4]);
        try (Workload workload = new Workload(Path.of(arguments[1]), true);
                Millrace mill = open(Path.of(arguments[0]), round)) {
            workload.deploy(mill);
            say("open");
            LoadedEngine engine = new LoadedEngine(mill, round, seed);
            engine.ask(Files.readAllLines(Path.of(arguments[2])).stream().map(Asking::read).toList());
            if (!arguments[5].equals("once")) {
                engine.load();
            }
        }
    }

    /** Rounds differ in lanes, cache and buffers: what one left behind another has to understand. */
    private static Millrace open(Path journal, int round) {
        RocksSettings small = RocksSettings.standard().withWriteBufferBytes(1 << 20).withCacheBytes(4 << 20);
        return Millrace.builder()
                .everything()
                .store(RocksStore.open(journal, round % 3 == 0 ? small : RocksSettings.standard()))
                .settings(settings -> settings.lanes(1 + round % 4)
                        .cachedCases(round % 2 == 0 ? 16 : 10_000)
                        .checkReplay(round % 5 == 0))
                .monitor(new Workload.Alarm(counter -> say("fault " + counter)))
                .open();
    }

    private static final FileOutputStream OUTPUT = new FileOutputStream(FileDescriptor.out);

    /** One write for each line: a pipe takes a short one whole or not at all. */
    private static void say(String line) {
        try {
            OUTPUT.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Asks all at once; tells each answer when it is there. */
    private List<Answer> ask(List<Asking> askings) {
        List<CompletableFuture<Answer>> answers =
                askings.stream().map(asking -> asking.ask(mill)).toList();
        List<Answer> given = new ArrayList<>();
        for (int i = 0; i < askings.size(); i++) {
            Answer answer = answers.get(i).join();
            say("said " + askings.get(i).id() + " " + Asking.show(answer));
            given.add(answer);
        }
        return given;
    }

    private void load() {
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(Thread.ofPlatform().start(new Client(i)));
        }
        clients.forEach(client -> {
            try {
                client.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** Asks a few things at a time: of the work and cases it has seen, and about new ones. */
    private final class Client implements Runnable {
        private final int number;
        private final Random random;
        private final List<CaseId> cases = new ArrayList<>();
        private List<WorkItem> work = List.of();
        private int asked;

        Client(int number) {
            this.number = number;
            this.random = new Random(seed * 31 + round * 7L + number);
            mill.cases(CaseQuery.ALL.newestFirst(true).withSubCases(), null, 30).items().stream()
                    .map(CaseInfo::id)
                    .forEach(cases::add);
        }

        @Override
        public void run() {
            while (true) {
                if (random.nextInt(4) == 0) {
                    work = mill.worklist(any(Workload.PEOPLE));
                }
                List<Asking> askings = new ArrayList<>();
                for (int left = 1 + random.nextInt(5); left > 0; left--) {
                    Asking next = next();
                    if (next != null) {
                        say("ask " + next);
                        askings.add(next);
                        if (random.nextInt(20) == 0) {
                            askings.add(next);
                        }
                    }
                }
                List<Answer> answers = ask(askings);
                for (int i = 0; i < answers.size(); i++) {
                    if (askings.get(i).verb() == Asking.Verb.START && answers.get(i) instanceof Answer.Done done) {
                        cases.add(CaseId.root(done.value().asLong()));
                    }
                }
            }
        }

        private <T> T any(List<T> list) {
            return list.get(random.nextInt(list.size()));
        }

        private Asking asking(Asking.Verb verb, String actor, Object subject, String key) {
            String id = "r" + round + "-" + number + "-" + ++asked;
            return new Asking(id, verb, actor, subject.toString(), key, round * 1_000_000L + number * 100_000L + asked);
        }

        private @Nullable Asking next() {
            int chance = random.nextInt(100);
            if (chance < 30 && work.size() < ENOUGH) {
                String process = any(Workload.PROCESSES);
                boolean keyed = process.equals("keyed") || process.equals("signalled") || random.nextInt(4) == 0;
                return asking(Asking.Verb.START, Asking.NONE, process, keyed ? any(Workload.KEYS) : Asking.NONE);
            } else if (chance < 42) {
                return asking(Asking.Verb.SIGNAL, Asking.NONE, Workload.SIGNAL, any(Workload.KEYS));
            } else if (chance < 46 && !cases.isEmpty()) {
                return asking(Asking.Verb.CANCEL, Asking.NONE, any(cases), Asking.NONE);
            } else if (chance < 49 && !cases.isEmpty()) {
                return asking(Asking.Verb.SUSPEND, Asking.NONE, any(cases), Asking.NONE);
            } else if (chance < 52) {
                return first(
                        Asking.Verb.RESUME,
                        mill.cases(CaseQuery.ALL.inState(CaseStatus.SUSPENDED).withSubCases(), null, 20).items(),
                        CaseInfo::id);
            } else if (chance < 55) {
                return first(
                        Asking.Verb.RETRY,
                        mill.work(WorkQuery.ALL.onlyIncidents(), null, 20).items(),
                        listed -> listed.item().id());
            }
            Asking.Verb verb = chance < 64 ? Asking.Verb.CLAIM : chance < 68 ? Asking.Verb.RELEASE : Asking.Verb.COMPLETE;
            return work.isEmpty() ? null : asking(verb, any(Workload.PEOPLE), any(work).id(), Asking.NONE);
        }

        private <T> @Nullable Asking first(Asking.Verb verb, List<T> list, Function<T, Object> id) {
            return list.isEmpty() ? null : asking(verb, Asking.NONE, id.apply(any(list)), Asking.NONE);
        }
    }
}
