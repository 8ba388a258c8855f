package io.millrace.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Phaser;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls on real threads, watched by a clock that the test moves. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class DispatcherTest {
    private static final Doer PROGRAM = new Doer.Program("slow");

    private final List<String> failures = new ArrayList<>();
    private final List<Runnable> looks = new ArrayList<>();
    private final CompletableFuture<Void> called = new CompletableFuture<>();
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private final AtomicInteger reads = new AtomicInteger();
    private final Phaser present = new Phaser(1);
    /** What the journal has, by tenant. */
    private final Map<String, List<Dispatcher.Call>> journal = new TreeMap<>();

    private Runnable whileClosing = () -> {};
    private int brokenRead;
    private long nanos;

    private final Dispatcher dispatcher = dispatcher(task -> Thread.ofVirtual().start(() -> {
        task.run();
        over.complete(null);
    }));

    private Dispatcher dispatcher(Executor fork) {
        return new Dispatcher(
                fork,
                (delay, call) -> looks.add(call),
                () -> nanos,
                Duration.ofMinutes(5),
                10,
                new Dispatcher.Results() {
                    @Override
                    public void completed(Dispatcher.Call call, Data output, Runnable settled) {
                        failures.add("it was completed");
                    }

                    @Override
                    public void awaited(List<Dispatcher.Call> calls, Duration left) {
                        failures.add(calls.size() + " awaited for " + left);
                        whileClosing.run();
                    }

                    @Override
                    public void interrupted(List<Dispatcher.Call> calls) {
                        failures.add(calls.size() + " interrupted");
                    }

                    @Override
                    public void failed(Dispatcher.Call call, String reason, boolean again, List<String> kinds, Runnable settled) {
                        failures.add(reason);
                        settled.run();
                    }
                },
                new Dispatcher.Backlog() {
                    @Override
                    public List<String> tenants(Doer doer) {
                        return List.copyOf(journal.keySet());
                    }

                    @Override
                    public Dispatcher.Due due(Doer doer, String tenant, @Nullable String cursor) {
                        if (reads.incrementAndGet() == brokenRead) {
                            throw new NoClassDefFoundError("simulated");
                        }
                        List<Dispatcher.Call> all = journal.getOrDefault(tenant, List.of());
                        int from = cursor == null ? 0 : Integer.parseInt(cursor);
                        int to = Math.min(all.size(), from + 5);
                        return new Dispatcher.Due(all.subList(from, to), to < all.size() ? Integer.toString(to) : null);
                    }
                },
                new Dispatcher.Presence() {
                    @Override
                    public void begin() {
                        present.register();
                    }

                    @Override
                    public void end() {
                        present.arriveAndDeregister();
                    }
                },
                () -> {
                    throw new AssertionError("there are no files here");
                });
    }

    private static Dispatcher.Call call(int number, @Nullable Duration limit) {
        return call(PROGRAM, number, limit);
    }

    private static Dispatcher.Call call(String tenant, int number) {
        Dispatcher.Call call = call(number, null);
        return new Dispatcher.Call(tenant, "p", call.item(), null, null);
    }

    private static List<Dispatcher.Call> calls(String tenant, int count) {
        return IntStream.rangeClosed(1, count).mapToObj(number -> call(tenant, number)).toList();
    }

    private static Dispatcher.Call call(Doer doer, int number, @Nullable Duration limit) {
        WorkItem item = new WorkItem(
                new WorkId(CaseId.root(1), number), "call", doer, Performers.ANYONE, WorkState.STARTED, null, null, 1, 100,
                Instant.EPOCH, null, Data.nothing(), null, 0, 0, null);
        return new Dispatcher.Call("main", "p", item, limit, null);
    }

    /** Calls a handler with a limit of its own that never ends by itself, for a task with a limit of its own. */
    private void call(@Nullable Duration ofHandler, @Nullable Duration ofTask) {
        Handler endless = new Handler() {
            @Override
            public Object handle(Work work) throws InterruptedException {
                called.complete(null);
                new CountDownLatch(1).await();
                return "never";
            }

            @Override
            public @Nullable Duration timeLimit() {
                return ofHandler;
            }
        };
        dispatcher.call(call(1, ofTask));
        dispatcher.register(PROGRAM, endless, Limits.DEFAULT);
        called.join();
    }

    private void lookAfter(Duration time) {
        nanos = time.toNanos();
        List<Runnable> due = List.copyOf(looks);
        looks.clear();
        due.forEach(Runnable::run);
    }

    private void endsAfter(Duration limit) {
        lookAfter(limit);
        assertThat(failures).isEmpty();
        lookAfter(limit.plusNanos(1));
        assertThat(failures).containsExactly("it took longer than " + limit);
        over.join();
    }

    @Test
    void an_error_while_the_journal_is_read_forgets_no_work() {
        brokenRead = 1;
        journal.put("main", List.of());
        dispatcher.register(PROGRAM, work -> "done", Limits.DEFAULT);
        present.arriveAndAwaitAdvance();
        assertThat(reads).hasValue(1);
        lookAfter(Duration.ofSeconds(1));
        present.arriveAndAwaitAdvance();
        assertThat(reads).hasValue(2);
    }

    @Test
    void the_limit_of_the_task_rules() {
        call(Duration.ofSeconds(10), Duration.ofSeconds(20));
        endsAfter(Duration.ofSeconds(20));
    }

    @Test
    void without_one_the_limit_of_the_handler_rules() {
        call(Duration.ofMinutes(10), null);
        endsAfter(Duration.ofMinutes(10));
    }

    @Test
    void without_either_it_is_the_engines() {
        call(null, null);
        endsAfter(Duration.ofMinutes(5));
    }

    @Test
    void calls_that_become_due_together_take_one_fork_of_whoever_says_so() {
        Deque<Runnable> forked = new ArrayDeque<>();
        Set<Integer> handled = new TreeSet<>();
        Dispatcher together = dispatcher(forked::add);
        Doer other = new Doer.Program("other");
        for (Doer doer : List.of(PROGRAM, other)) {
            together.register(doer, work -> handled.add(work.id().number()), Limits.atOnce(2));
            forked.remove().run();
        }

        together.call(List.of(call(1, null), call(other, 2, null), call(3, null), call(4, null)));
        assertThat(forked).hasSize(1);
        while (!forked.isEmpty()) {
            forked.remove().run();
        }
        assertThat(handled).containsExactly(1, 2, 3, 4);
    }

    @Test
    void of_calls_that_were_to_begin_together_none_stays_behind_when_nothing_can_be_forked() {
        AtomicBoolean open = new AtomicBoolean(true);
        Deque<Runnable> forked = new ArrayDeque<>();
        Dispatcher closing = dispatcher(task -> {
            if (!open.get()) {
                throw new RejectedExecutionException();
            }
            forked.add(task);
        });
        closing.register(PROGRAM, work -> null, Limits.atOnce(3));
        forked.remove().run();
        closing.call(List.of(call(1, null), call(2, null), call(3, null)));
        open.set(false);
        forked.remove().run();
        assertThat(closing.running()).isZero();
    }

    /** Runs what is forked one after the other, and says for whom the handler was called, in order. */
    private static List<String> served(Deque<Runnable> forked, List<String> handled) {
        while (!forked.isEmpty()) {
            forked.remove().run();
        }
        return handled;
    }

    @Test
    void tenants_take_turns_and_each_keeps_its_order() {
        Deque<Runnable> forked = new ArrayDeque<>();
        List<String> handled = new ArrayList<>();
        Dispatcher fair = dispatcher(forked::add);
        fair.call(calls("large", 4));
        fair.call(calls("small", 2));
        fair.call(call("late", 1));
        fair.register(PROGRAM, work -> handled.add(work.tenant() + work.id().number()), Limits.atOnce(1));
        assertThat(served(forked, handled))
                .containsExactly("large1", "small1", "late1", "large2", "small2", "large3", "large4");
    }

    @Test
    void a_tenant_has_room_though_another_has_filled_the_queue() {
        Deque<Runnable> forked = new ArrayDeque<>();
        List<String> handled = new ArrayList<>();
        Dispatcher fair = dispatcher(forked::add);
        journal.put("large", calls("large", 40));
        fair.call(calls("large", 40));
        fair.call(calls("small", 3));
        assertThat(fair.waiting()).isEqualTo(13);
        fair.register(PROGRAM, work -> handled.add(work.tenant() + work.id().number()), Limits.atOnce(1));
        assertThat(served(forked, handled).subList(0, 6))
                .containsExactly("large1", "small1", "large2", "small2", "large3", "small3");
        assertThat(handled).hasSize(43).contains("large11", "large40");
    }

    @Test
    void the_backlog_of_one_tenant_in_the_journal_is_not_in_front_of_that_of_another() {
        Deque<Runnable> forked = new ArrayDeque<>();
        List<String> handled = new ArrayList<>();
        Dispatcher fair = dispatcher(forked::add);
        journal.put("large", calls("large", 40));
        journal.put("small", calls("small", 2));
        fair.register(PROGRAM, work -> handled.add(work.tenant() + work.id().number()), Limits.atOnce(1));
        assertThat(served(forked, handled)).hasSize(42);
        assertThat(handled.subList(0, 8)).contains("small1", "small2");
    }

    @Test
    void calls_of_one_tenant_that_never_end_leave_places_for_another() {
        Deque<Runnable> forked = new ArrayDeque<>();
        Dispatcher fair = dispatcher(forked::add);
        fair.call(calls("large", 9));
        fair.call(calls("small", 1));
        fair.register(PROGRAM, work -> Work.BROUGHT, Limits.atOnce(100).perTenant(4));
        assertThat(fair.running()).isEqualTo(5);
        assertThat(fair.waiting()).isEqualTo(5);
        served(forked, List.of());
        assertThat(fair.running()).isZero();
        assertThat(fair.waiting()).isZero();
    }

    @Test
    void calls_that_are_under_way_are_read_from_the_journal_once() {
        Deque<Runnable> forked = new ArrayDeque<>();
        Dispatcher dispatching = dispatcher(forked::add);
        journal.put("main", calls("main", 40));
        dispatching.register(PROGRAM, work -> Work.LATER, Limits.atOnce(100));
        forked.remove().run();
        for (int step = 0; step < 1_000 && !forked.isEmpty(); step++) {
            forked.remove().run();
        }
        assertThat(forked).isEmpty();
        assertThat(reads.get()).isBetween(8, 16);
    }

    @Test
    void whoever_closes_hears_which_calls_are_awaited() {
        CountDownLatch end = new CountDownLatch(1);
        whileClosing = end::countDown;
        dispatcher.call(call(1, null));
        dispatcher.register(
                PROGRAM,
                work -> {
                    called.complete(null);
                    end.await();
                    return "done";
                },
                Limits.DEFAULT);
        called.join();
        dispatcher.close(Duration.ofSeconds(50));
        assertThat(failures).containsExactly("1 awaited for PT49S", "it was completed");
    }

    @Test
    void whoever_closes_hears_which_calls_are_interrupted() {
        call(null, null);
        dispatcher.close(Duration.ZERO);
        assertThat(failures).containsExactly("1 interrupted");
    }
}
