package io.millrace.kernel;

import static io.millrace.kernel.Steps.people;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.Millrace;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.Batch;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Page;
import io.millrace.query.Subscription;
import io.millrace.query.WorkQuery;
import io.millrace.sim.Rig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Those who follow the history. */
class FollowTest {
    private static final Steps PROCESS = Steps.of("p", people("a"), people("b"));

    private final Rig rig = Rig.with(PROCESS);
    private final List<String> seen = new ArrayList<>();

    private void see(HistoryEvent event) {
        seen.add(event.id());
    }

    /** Something happens: a case begins, and its first work is done. */
    private void live() {
        CaseId id = rig.start("p");
        rig.done(new Command.Complete(new WorkId(id, 1), Data.nothing(), 0));
    }

    private List<String> all() {
        return all(rig.mill());
    }

    private static List<String> all(Millrace mill) {
        List<String> all = new ArrayList<>();
        String cursor = null;
        do {
            Page<HistoryEvent> page = mill.history().all(cursor, 1_000, History.Order.OLDEST_FIRST);
            page.items().forEach(event -> all.add(event.id()));
            cursor = page.cursor();
        } while (cursor != null);
        return all;
    }

    @Test
    void a_listener_sees_every_event_once_and_in_order_what_was_before_it_included() {
        for (int i = 0; i < 100; i++) {
            live();
        }
        rig.mill().history().follow(null, this::see);
        rig.rest();
        assertThat(seen).hasSizeGreaterThan(512).isEqualTo(all());
        live();
        live();
        assertThat(seen).isEqualTo(all()).doesNotHaveDuplicates();
    }

    @Test
    void a_listener_that_begins_at_the_end_sees_only_what_comes_later() {
        live();
        List<String> before = all();
        rig.mill().history().follow(rig.mill().history().end(), this::see);
        rig.rest();
        assertThat(seen).isEmpty();
        live();
        assertThat(seen).isNotEmpty().isEqualTo(all().subList(before.size(), all().size()));
    }

    @Test
    void a_listener_that_goes_on_at_its_cursor_after_a_restart_misses_nothing_and_sees_nothing_twice() {
        Subscription first = rig.mill().history().follow(null, this::see);
        live();
        String cursor = first.cursor();
        rig.restart(PROCESS);
        live();
        rig.mill().history().follow(cursor, this::see);
        live();
        assertThat(seen).isEqualTo(all());
    }

    @Test
    void a_listener_that_throws_is_given_the_same_event_again_and_misses_nothing() {
        Set<String> tried = new HashSet<>();
        rig.mill().history().follow(null, event -> {
            if (tried.add(event.id())) {
                throw new IllegalStateException("not now");
            }
            see(event);
        });
        live();
        assertThat(seen).isEmpty();
        assertThat(rig.counters().of("subscription.failures")).isEqualTo(1);
        rig.advance(Duration.ofMinutes(1));
        live();
        rig.advance(Duration.ofMinutes(1));
        assertThat(seen).isEqualTo(all());
        assertThat(rig.counters().of("subscription.failures")).isEqualTo(all().size());
    }

    @Test
    void the_cursor_does_not_pass_an_event_that_was_not_taken() {
        Subscription stuck = rig.mill().history().follow(null, event -> {
            throw new IllegalStateException("never");
        });
        live();
        rig.advance(Duration.ofSeconds(3));
        rig.restart(PROCESS);
        rig.mill().history().follow(stuck.cursor(), this::see);
        rig.rest();
        assertThat(seen).isEqualTo(all());
    }

    @Test
    void a_store_that_cannot_be_read_for_a_while_keeps_no_event_from_the_listener() {
        rig.mill().history().follow(null, this::see);
        live();
        rig.failReads(Table.LOG, 2);
        live();
        rig.advance(Duration.ofSeconds(3));
        assertThat(rig.counters().of("subscription.failures")).isEqualTo(2);
        assertThat(seen).isEqualTo(all());
    }

    @Test
    void nothing_is_told_after_the_end_of_a_subscription() {
        Subscription subscription = rig.mill().history().follow(null, this::see);
        live();
        List<String> before = all();
        subscription.close();
        live();
        assertThat(seen).isEqualTo(before);
    }

    @Test
    void a_cursor_that_is_none_is_refused_at_once() {
        assertThatThrownBy(() -> rig.mill().history().follow("soon", this::see))
                .isInstanceOfSatisfying(RefusedException.class, refused ->
                        assertThat(refused.problem().code()).isEqualTo(Code.BAD_CURSOR));
    }

    @Test
    void turns_do_not_wait_for_a_listener_that_is_slow() throws InterruptedException {
        CountDownLatch slow = new CountDownLatch(1);
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        try (Millrace mill = Millrace.builder().everything().store(new MemoryStore()).open();
                Subscription following = mill.history().follow(null, event -> {
                    await(slow);
                    told.add(event.id());
                })) {
            mill.deploy(PROCESS);
            for (int i = 0; i < 50; i++) {
                mill.start("p");
            }
            // All of this was answered while the listener stood at the first event.
            List<String> all = all(mill);
            assertThat(told).isEmpty();
            assertThat(following.cursor()).isEqualTo("1");
            slow.countDown();
            for (String id : all) {
                assertThat(told.poll(30, TimeUnit.SECONDS)).isEqualTo(id);
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A store in which something happens between the reading of two shards of the log. */
    private static final class Interrupted implements Store {
        private final MemoryStore rows = new MemoryStore();
        private volatile Runnable between = () -> {};

        @Override
        public void commit(Batch batch) {
            rows.commit(batch);
        }

        @Override
        public byte @Nullable [] get(Table table, byte[] key) {
            return rows.get(table, key);
        }

        @Override
        public void scan(Table table, byte[] from, byte @Nullable [] to, Direction direction, Visitor visitor) {
            rows.scan(table, from, to, direction, visitor);
            if (table == Table.LOG && direction == Direction.FORWARDS && from[0] == 7) {
                Runnable now = between;
                between = () -> {};
                now.run();
            }
        }

        @Override
        public void close() {
            rows.close();
        }
    }

    @Test
    @Timeout(60)
    void a_commit_between_the_reading_of_two_shards_is_not_missed() throws Exception {
        Interrupted store = new Interrupted();
        try (Millrace mill = Millrace.builder().store(store).history().open()) {
            mill.deploy(PROCESS);
            BlockingQueue<String> told = new LinkedBlockingQueue<>();
            store.between = () -> {
                // Some of them belong to shards that were read already, and some to shards that are read next.
                CompletableFuture<?>[] cases = new CompletableFuture<?>[64];
                for (int i = 0; i < cases.length; i++) {
                    cases[i] = CompletableFuture.runAsync(() -> mill.start("p", Data.fields()));
                }
                CompletableFuture.allOf(cases).join();
            };
            mill.history().follow(null, event -> told.add(event.id()));
            List<String> seen = new ArrayList<>();
            while (seen.stream().filter(id -> id.endsWith("/1/1") && id.startsWith("case")).count() < 64) {
                String next = told.poll(10, TimeUnit.SECONDS);
                assertThat(next).as("the next event after %s", seen).isNotNull();
                seen.add(next);
            }
            assertThat(seen).doesNotHaveDuplicates();
        }
    }

    /** A store whose rows can be read a while before the engine hears that they are written, as it is with a real one. */
    private static final class Lingering implements Store {
        private final MemoryStore rows = new MemoryStore();

        @Override
        public void commit(Batch batch) {
            rows.commit(batch);
            LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
        }

        @Override
        public byte @Nullable [] get(Table table, byte[] key) {
            return rows.get(table, key);
        }

        @Override
        public void scan(Table table, byte[] from, byte @Nullable [] to, Direction direction, Visitor visitor) {
            rows.scan(table, from, to, direction, visitor);
        }

        @Override
        public void close() {
            rows.close();
        }
    }

    private static Set<String> worklist(Millrace mill) {
        return mill.work(WorkQuery.ALL.ofTask("a")).map(listed -> listed.item().id().toString()).collect(Collectors.toSet());
    }

    private static void offered(HistoryEvent event, Consumer<String> action) {
        if (event.kind().equals("WorkOffered")) {
            action.accept(event.caseId() + "#" + event.detail().at("work").asInt());
        }
    }

    @Test
    @Timeout(60)
    void what_is_told_is_in_the_lists_and_what_comes_before_the_end_too() throws Exception {
        try (Millrace mill = Millrace.builder().everything().store(new Lingering()).open()) {
            mill.deploy(PROCESS);
            worklist(mill);
            BlockingQueue<String> missing = new LinkedBlockingQueue<>();
            CountDownLatch told = new CountDownLatch(400);
            mill.history().follow(null, event -> offered(event, item -> {
                if (!worklist(mill).contains(item)) {
                    missing.add(item);
                }
                told.countDown();
            }));
            CompletableFuture<?>[] starting = new CompletableFuture<?>[4];
            for (int i = 0; i < starting.length; i++) {
                starting[i] = CompletableFuture.runAsync(() -> {
                    for (int j = 0; j < 100; j++) {
                        mill.start("p");
                    }
                });
            }
            while (told.getCount() > 0) {
                // Whoever looks at the list after this, and follows from there, misses nothing either.
                String end = mill.history().end();
                Set<String> listed = worklist(mill);
                String before = Long.toString(Long.parseLong(end) - 1);
                mill.history().all(before, 20, History.Order.NEWEST_FIRST).items().forEach(event -> offered(event, item -> {
                    if (!listed.contains(item)) {
                        missing.add(item + " before " + end);
                    }
                }));
            }
            CompletableFuture.allOf(starting).join();
            assertThat(missing).isEmpty();
        }
    }
}
