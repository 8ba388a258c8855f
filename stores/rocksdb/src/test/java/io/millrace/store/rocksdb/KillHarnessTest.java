package io.millrace.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Case;
import io.millrace.Journal;
import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.journal.Store;
import io.millrace.query.AgentInfo;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.History;
import io.millrace.query.ListedWork;
import io.millrace.query.WorkQuery;
import io.millrace.runtime.PayloadCodec;
import io.millrace.runtime.SystemTime;
import io.millrace.work.Doer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An engine under load is killed, again and again, with one journal through all its lives. More kills with
 * {@code -Dmillrace.kills=1000}; the same choices again with {@code -Dmillrace.seed=…}, though not the same timing.
 */
class KillHarnessTest {
    private static final int KILLS = Integer.getInteger("millrace.kills", 100);
    /** How many answered requests each life repeats. */
    private static final int REPEATS = 15;

    private static final int SIGKILL = 128 + 9;

    @TempDir
    Path temporary = Path.of("");

    private final long seed = Long.getLong("millrace.seed", System.nanoTime() % 1_000_000);
    private final Random random = new Random(seed);
    private final Map<String, Audit.Asked> asked = new LinkedHashMap<>();
    private final List<String> faults = new ArrayList<>();
    private final List<Long> recoveries = new ArrayList<>();
    private int repeated;
    private int beforeTheFirstAnswer;

    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void what_was_acknowledged_survives_every_kill_and_nothing_happens_twice() throws IOException {
        System.out.println("Kills with seed " + seed);
        StartOptions start = StartOptions.prepare(temporary.resolve("start"), LoadedEngine.class, arguments(0, "once"));
        for (int kill = 1; kill <= KILLS; kill++) {
            live(kill, start.options());
            assertThat(faults).as("seed %s, kill %s", seed, kill).isEmpty();
        }
        try (Workload workload = new Workload(effects(), false);
                SystemTime time = new SystemTime();
                Millrace mill = Millrace.builder()
                        .everything()
                        .directory(journal())
                        .time(time)
                        .settings(settings -> settings.checkReplay(true))
                        .monitor(new Workload.Alarm(faults::add))
                        .open()) {
            workload.deploy(mill);
            for (Audit.Asked each : toRepeat()) {
                hear(each.asking.id(), Asking.show(each.asking.ask(mill).join()));
            }
            settle(mill, time);
            audit(mill, "when it is quiet");
            finish(mill, time);
            audit(mill, "when everything has ended");
            assertThat(mill.work(WorkQuery.ALL, null, 10).items()).isEmpty();
            assertThat(mill.timers(null, 10).items()).isEmpty();
            for (String pool : List.of("clerks", "machines")) {
                assertThat(mill.agents().pool(pool).queue()).isZero();
                assertThat(mill.agents().in(pool, null, 10).items()).hasSize(2).allMatch(AgentInfo::isIdle);
            }
            everySignalArrived(mill, time);
        }
        try (RocksStore store = RocksStore.open(journal())) {
            assertThat(Journal.check(store, PayloadCodec.PLAIN, List.of(), List.of(), turns -> {}).findings())
                    .as("seed %s", seed)
                    .isEmpty();
        }
        report();
    }

    /** One life: it repeats what was left open, then asks new things, and is killed at a random moment. */
    private void live(int round, List<String> options) throws IOException {
        long started = System.nanoTime();
        // A fifth of the lives end at some moment after their beginning, often while they recover; the others after some
        // answers, so that a slow machine is loaded as well.
        boolean early = random.nextInt(5) == 0;
        int enough = 1 + random.nextInt(160);
        long patience = random.nextInt(early ? 600 : 20);
        int answers = 0;
        try (Child child = Child.startMain(LoadedEngine.class, options, arguments(round, "on"))) {
            if (early) {
                killAfter(child, patience);
            }
            for (String line = child.line(); line != null; line = child.line()) {
                String[] words = line.split(" ", 3);
                switch (words[0]) {
                    case "open" -> {}
                    case "ask" -> {
                        Asking asking = Asking.read(line.substring("ask ".length()));
                        asked.put(asking.id(), new Audit.Asked(asking));
                    }
                    case "said" -> {
                        answers++;
                        if (answers == 1) {
                            recoveries.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started));
                        }
                        if (answers == enough && !early) {
                            killAfter(child, patience);
                        }
                        hear(words[1], words[2]);
                    }
                    default -> faults.add(line);
                }
            }
            assertThat(child.exit()).as("how life %s ended", round).isEqualTo(SIGKILL);
        }
        beforeTheFirstAnswer += answers == 0 ? 1 : 0;
    }

    private static void killAfter(Child child, long millis) {
        CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS).execute(child::kill);
    }

    private void hear(String request, String answer) {
        Audit.Asked about = asked.get(request);
        if (about == null) {
            faults.add("an answer to what was never asked: " + request + " " + answer);
        } else if (about.answer == null) {
            about.answer = answer;
        } else {
            repeated++;
            if (!about.answer.equals(answer)) {
                faults.add(about.asking + " was answered '" + about.answer + "' and, when repeated, '" + answer + "'");
            }
        }
    }

    private List<String> arguments(int round, String how) throws IOException {
        Path repeats = temporary.resolve("repeats");
        Files.write(repeats, toRepeat().stream().map(each -> each.asking.toString()).toList());
        return List.of(
                journal().toString(),
                effects().toString(),
                repeats.toString(),
                Integer.toString(round),
                Long.toString(seed),
                how);
    }

    /** What has no answer yet, and some of what has. */
    private List<Audit.Asked> toRepeat() {
        List<Audit.Asked> all = List.copyOf(asked.values());
        List<Audit.Asked> repeats = new ArrayList<>(all.stream().filter(each -> each.answer == null).toList());
        for (int i = 0; i < REPEATS && !all.isEmpty(); i++) {
            // Half of them from the last moments, which a kill is most likely to have hurt.
            int back = random.nextBoolean() ? Math.min(all.size(), 40) : all.size();
            repeats.add(all.get(all.size() - 1 - random.nextInt(back)));
        }
        return repeats;
    }

    private Path journal() {
        return temporary.resolve("journal");
    }

    private Path effects() {
        return temporary.resolve("effects");
    }

    /** Waits until nothing is under way and no timer of the near future is left. */
    private static void settle(Millrace mill, SystemTime time) {
        mill.whenQuiet().join();
        while (mill.timers(null, 10_000).items().stream().anyMatch(timer -> isNear(timer.due()) && !isSuspended(mill, timer.caseId()))) {
            CompletableFuture<Void> later = new CompletableFuture<>();
            time.wakeAt(time.now().plusMillis(5), () -> later.complete(null));
            later.join();
            mill.whenQuiet().join();
        }
    }

    private static boolean isNear(Instant due) {
        return due.isBefore(Instant.now().plus(Duration.ofHours(1)));
    }

    private static boolean isSuspended(Millrace mill, CaseId id) {
        CaseId parent = id.parent();
        return mill.find(id).status() == CaseStatus.SUSPENDED || parent != null && isSuspended(mill, parent);
    }

    private static List<CaseInfo> open(Millrace mill, @Nullable CaseStatus status) {
        List<CaseInfo> all = mill.cases(CaseQuery.ALL.withSubCases(), null, 1_000_000).items();
        return all.stream()
                .filter(info -> status == null ? info.status().isOpen() : info.status() == status)
                .toList();
    }

    /** Brings every case to its end: what is broken is retried, what waits gets what it waits for. */
    private static void finish(Millrace mill, SystemTime time) {
        for (List<CaseInfo> open = open(mill, null); !open.isEmpty(); open = open(mill, null)) {
            open(mill, CaseStatus.SUSPENDED).forEach(info -> mill.operator().resume(info.id()));
            settle(mill, time);
            for (ListedWork listed : mill.work(WorkQuery.ALL, null, 10_000).items()) {
                if (listed.item().incident() != null) {
                    mill.operator().retry(listed.item().id());
                } else if (listed.item().doer() instanceof Doer.People) {
                    mill.operator().complete(listed.item().id(), Data.fields());
                }
            }
            Workload.KEYS.forEach(key -> mill.signal(Workload.SIGNAL, key, Data.fields()));
            settle(mill, time);
            mill.cases(CaseQuery.ofProcess("sleeper").inState(CaseStatus.RUNNING), null, 10_000)
                    .items()
                    .forEach(info -> mill.operator().cancel(info.id()));
            settle(mill, time);
        }
    }

    /** Mailboxes leave no trace, so new cases take what is kept in them, and then every signal was received by a case. */
    private void everySignalArrived(Millrace mill, SystemTime time) {
        for (String key : Workload.KEYS) {
            boolean taken = true;
            while (taken) {
                Case waiting = mill.start("signalled", Data.fields("key", key));
                settle(mill, time);
                taken = !waiting.status().isOpen();
                if (!taken) {
                    mill.operator().cancel(waiting.id());
                }
            }
        }
        Set<String> received = new HashSet<>();
        String cursor = null;
        do {
            var page = mill.history().all(cursor, 1_000, History.Order.OLDEST_FIRST);
            page.items().stream()
                    .filter(event -> event.kind().equals("SignalReceived"))
                    .forEach(event -> received.add(event.detail().at("content").json()));
            cursor = page.cursor();
        } while (cursor != null);
        assertThat(asked.values())
                .filteredOn(each -> each.asking.verb() == Asking.Verb.SIGNAL
                        && String.valueOf(each.answer).startsWith("done"))
                .as("seed %s, signals that were acknowledged", seed)
                .isNotEmpty()
                .allSatisfy(each ->
                        assertThat(received).contains(Data.fields("signal", each.asking.number()).json()));
    }

    private void audit(Millrace mill, String when) throws IOException {
        assertThat(faults).isEmpty();
        assertThat(Audit.complaints(mill, asked, Files.readAllLines(effects())))
                .as("seed %s, %s kills, %s", seed, KILLS, when)
                .isEmpty();
    }

    private void report() throws IOException {
        List<Long> sorted = recoveries.stream().sorted().toList();
        long done = asked.values().stream()
                .filter(each -> each.answer != null && each.answer.startsWith("done"))
                .count();
        System.out.printf(
                "%d kills, %d of them before the first answer; %d commands asked, %d done, %d answers repeated, %d effects%n",
                KILLS, beforeTheFirstAnswer, asked.size(), done, repeated, Files.readAllLines(effects()).size());
        System.out.printf(
                "From the start of the process to the first answer: median %d ms, longest %d ms%n",
                sorted.get(sorted.size() / 2), sorted.getLast());
    }
}
