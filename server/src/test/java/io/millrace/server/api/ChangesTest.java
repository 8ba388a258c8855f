package io.millrace.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.Case;
import io.millrace.Millrace;
import io.millrace.activity.Activities;
import io.millrace.activity.ActivityProcess;
import io.millrace.calculus.HistoryIndex;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.journal.MemoryStore;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Page;
import io.millrace.query.WorkQuery;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Identity;
import io.millrace.server.http.Role;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Watchers of every kind, slow and broken ones, while cases go on. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ChangesTest {
    @TempDir
    Path temporary;

    /** Collects what is written, until it breaks. */
    private static final class Line extends OutputStream {
        private final ByteArrayOutputStream all = new ByteArrayOutputStream();
        private final int breaksAfter;
        private volatile boolean slow;

        Line(int breaksAfter) {
            this.breaksAfter = breaksAfter;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] bytes, int from, int length) throws IOException {
            if (all.size() + length > breaksAfter) {
                throw new IOException("the line is broken");
            }
            all.write(bytes, from, length);
            if (slow) {
                try {
                    Thread.sleep(1);
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }
        }

        synchronized String text() {
            return all.toString(StandardCharsets.UTF_8);
        }

        String lastId() {
            String text = text();
            int last = text.lastIndexOf("\nid: ");
            return last < 0 ? "" : text.substring(last + 5, text.indexOf('\n', last + 5));
        }

        List<String> events() {
            List<String> ids = new ArrayList<>();
            for (String part : text().split("\n\n")) {
                if (part.contains("\ndata: ")) {
                    ids.add(Data.parse(part.substring(part.indexOf("\ndata: ") + 7)).at("id").text());
                }
            }
            return ids;
        }
    }

    private static void change(Millrace mill, Random random, List<CaseId> cases, int times) {
        for (int i = 0; i < times; i++) {
            mill.operator().changeData(cases.get(random.nextInt(cases.size())), "n", Data.of(i));
        }
    }

    private static List<String> history(Millrace mill, CaseId within) {
        List<String> all = new ArrayList<>();
        Page.stream(cursor -> mill.history().all(cursor, 1_000, History.Order.OLDEST_FIRST))
                .filter(event -> event.caseId() != null && event.caseId().isWithin(within))
                .map(HistoryEvent::id)
                .forEach(all::add);
        return all;
    }

    @Test
    void everybody_sees_every_event_once_whatever_breaks() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (Millrace mill = Millrace.inMemory()) {
            Changes changes = new Changes(mill);
            mill.deploy(ActivityProcess.named("count", Activities.work("look")));
            List<CaseId> cases = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                Case started = mill.start("count", Data.fields("n", 0));
                cases.add(started.id());
            }
            List<Thread> watchers = new ArrayList<>();
            List<List<String>> seen = new ArrayList<>();
            List<Line> last = new ArrayList<>();
            for (CaseId each : cases) {
                List<String> mine = new ArrayList<>();
                seen.add(mine);
                last.add(new Line(Integer.MAX_VALUE));
                int number = last.size() - 1;
                long breaks = random.nextLong();
                watchers.add(Thread.ofPlatform().start(() -> watch(changes, each, mine, last.get(number), new Random(breaks))));
            }
            change(mill, random, cases, 8_000);
            for (int i = 0; i < cases.size(); i++) {
                List<String> wanted = history(mill, cases.get(i));
                List<String> mine = seen.get(i);
                Line line = last.get(i);
                while (true) {
                    List<String> now;
                    synchronized (mine) {
                        now = new ArrayList<>(mine);
                    }
                    now.addAll(line.events());
                    if (now.size() >= wanted.size()) {
                        assertThat(now).as("seed %d, case %s", seed, cases.get(i)).isEqualTo(wanted);
                        break;
                    }
                    Thread.sleep(10);
                }
            }
            changes.close();
            for (Thread watcher : watchers) {
                watcher.join();
            }
        }
    }

    @Test
    void whoever_comes_back_behind_an_event_that_was_erased_misses_nothing() throws Exception {
        try (Millrace mill = Millrace.inMemory()) {
            Changes changes = new Changes(mill);
            mill.deploy(ActivityProcess.named("count", Activities.work("look")));
            CaseId gone = mill.start("count", Data.fields()).id();
            mill.operator().cancel(gone);
            Line before = new Line(Integer.MAX_VALUE);
            Thread first = Thread.ofVirtual().start(() -> watch(changes, before));
            List<String> all = history(mill, gone);
            await(() -> before.events().contains(all.getLast()));
            String last = before.lastId();
            assertThat(last).endsWith("~" + all.getLast());
            CaseId next = mill.start("count", Data.fields()).id();
            mill.retention().erase(Millrace.TENANT, gone);
            Line after = new Line(Integer.MAX_VALUE);
            Thread second = Thread.ofVirtual().start(() -> {
                try {
                    changes.watch(last, Millrace.TENANT, null, event -> true, after);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            await(() -> after.events().containsAll(history(mill, next)));
            changes.close();
            first.join();
            second.join();
        }
    }

    @Test
    void events_of_another_tenant_with_the_same_ids_hide_nothing_from_who_comes_back() throws Exception {
        try (Millrace mill = Millrace.inMemory()) {
            Changes changes = new Changes(mill);
            for (String tenant : List.of(Millrace.TENANT, "other")) {
                mill.tenant(tenant).operator().deploy(ActivityProcess.named("count", Activities.work("look")));
            }
            mill.tenant("other").operator().start("count", Data.fields());
            mill.tenant("other").operator().start("count", Data.fields());
            CaseId first = mill.start("count", Data.fields()).id();
            mill.operator().cancel(first);
            Line before = new Line(Integer.MAX_VALUE);
            Thread watching = Thread.ofVirtual().start(() -> watch(changes, before));
            await(() -> before.events().containsAll(history(mill, first)));
            Line after = new Line(Integer.MAX_VALUE);
            String last = before.lastId();
            Thread again = Thread.ofVirtual().start(() -> {
                try {
                    changes.watch(last, Millrace.TENANT, null, event -> true, after);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            await(() -> after.text().contains("watching"));
            CaseId second = mill.start("count", Data.fields()).id();
            CaseId third = mill.start("count", Data.fields()).id();
            await(() -> after.events().containsAll(history(mill, third)));
            List<String> wanted = new ArrayList<>(history(mill, second));
            wanted.addAll(history(mill, third));
            assertThat(after.events()).isEqualTo(wanted.stream().distinct().toList());
            changes.close();
            watching.join();
            again.join();
        }
    }

    @Test
    void a_watcher_of_a_worklist_misses_no_change() throws Exception {
        Path directory = Files.createDirectory(temporary.resolve("journal"));
        try (Millrace mill = Millrace.builder().everything().directory(directory).open()) {
            Changes changes = new Changes(mill);
            mill.deploy(ActivityProcess.named("count", Activities.work("look")));
            Line line = new Line(Integer.MAX_VALUE);
            WorklistWatch watch = new WorklistWatch(mill.tenant(Millrace.TENANT), WorkQuery.forParticipant("anna"));
            Thread watching = Thread.ofVirtual().start(() -> {
                try {
                    changes.watch(null, Millrace.TENANT, null, WorklistWatch::concerns, watch, line);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            await(() -> line.text().contains("event: list"));
            for (int i = 0; i < 300; i++) {
                CaseId id = mill.start("count", Data.fields()).id();
                await(() -> line.text().contains("event: work\ndata: {\"work\":\"" + id + "#1\""));
                mill.operator().cancel(id);
                await(() -> line.text().contains("event: gone\ndata: {\"work\":\"" + id + "#1\""));
            }
            changes.close();
            watching.join();
        }
    }

    private static void watch(Changes changes, Line line) {
        try {
            changes.watch("1", Millrace.TENANT, null, event -> true, line);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(10);
        }
    }

    @Test
    void a_question_that_never_ends_is_stopped() throws Exception {
        try (Millrace mill = Millrace.builder().everything().projection(HistoryIndex.INSTANCE).store(new MemoryStore()).open();
                Changes changes = new Changes(mill)) {
            Endpoint ask = new HistoryApi(new Backend(mill), changes, Duration.ofMillis(100)).endpoints().getLast();
            for (String goal : List.of("repeat, fail", "between(1, inf, X), X < 0", "catch((repeat, fail), _, true)")) {
                byte[] body = Data.fields("goal", goal).json().getBytes(StandardCharsets.UTF_8);
                Identity anna = new Identity("anna", Millrace.TENANT, Set.of(Role.OPERATOR), null);
                Exchange asked = new Exchange(ask, Map.of(), Map.of(), body, anna);
                assertThatThrownBy(() -> ask.action().answer(asked)).as(goal).hasMessageContaining("MR-5032");
            }
        }
    }

    /** Watches a case over lines that break some times, and over the last one to the end. */
    private static void watch(Changes changes, CaseId of, List<String> mine, Line last, Random random) {
        String from = "1";
        for (int broken = 0; broken < 4; broken++) {
            Line line = new Line(300 + random.nextInt(20_000));
            line.slow = random.nextBoolean();
            try {
                changes.watch(from, "main", of, event -> true, line);
            } catch (IOException e) {
                // As it should.
            }
            synchronized (mine) {
                mine.addAll(line.events());
            }
            from = line.lastId().isEmpty() ? from : line.lastId();
        }
        try {
            changes.watch(from, "main", of, event -> true, last);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
