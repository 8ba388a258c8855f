package io.millrace;

import static io.millrace.activity.Activities.compute;
import static io.millrace.kernel.Steps.handler;
import static io.millrace.kernel.Steps.people;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.activity.ActivityProcess;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.MemoryStore;
import io.millrace.command.Effect;
import io.millrace.kernel.Steps;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.runtime.Counters;
import io.millrace.runtime.Monitor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Listeners, continuations and monitors of the application, which never reach the engine. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class CallbacksTest {
    private static final int MANY = 400;

    private final Logged logged = new Logged();
    private final Counters counters = new Counters();
    private final CountDownLatch never = new CountDownLatch(1);
    private final Millrace mill = Millrace.builder()
            .everything()
            .store(new MemoryStore())
            .monitor(counters)
            .closeGrace(Duration.ZERO)
            .open();

    @AfterEach
    void close() {
        mill.close();
        logged.close();
    }

    private void deploy() {
        mill.deploy(Steps.of("called", handler("call")));
        mill.deploy(Steps.of("p", people("a")));
    }

    private void block() {
        try {
            never.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Every start is answered, every call is made, every case ends. */
    private void runMany() {
        AtomicInteger calls = new AtomicInteger();
        mill.on("call", work -> calls.incrementAndGet());
        List<CompletableFuture<Answer>> answers = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            answers.add(mill.operator().ask(new Command.Start("called", 0, Data.fields(), null)));
        }
        assertThat(answers).allSatisfy(answer -> assertThat(answer.join()).isInstanceOf(Answer.Done.class));
        for (int i = 1; i <= MANY; i++) {
            mill.find(CaseId.root(i)).result();
        }
        assertThat(calls).hasValue(MANY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exception", "error", "blocks"})
    void a_listener_that_throws_or_blocks_swallows_nothing(String kind) {
        deploy();
        mill.listen(effect -> misbehave(kind));
        AtomicInteger ends = new AtomicInteger();
        Semaphore ended = new Semaphore(0);
        mill.listen(effect -> {
            if (effect instanceof Effect.AnnounceEnd) {
                ends.incrementAndGet();
                ended.release();
            }
        });
        runMany();
        ended.acquireUninterruptibly(MANY);
        assertThat(ends).as("another listener hears everything").hasValue(MANY);
    }

    private void misbehave(String kind) {
        switch (kind) {
            case "exception" -> throw new IllegalStateException("a listener of no use");
            case "error" -> throw new AssertionError("a listener of less use");
            default -> block();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"exception", "error", "blocks"})
    void a_continuation_that_throws_or_blocks_reaches_nobody_else(String kind) {
        deploy();
        for (int i = 0; i < 20; i++) {
            // What is chained to a future that is complete already runs at once, on the thread that chains it.
            Thread.startVirtualThread(() ->
                    mill.operator().ask(new Command.Start("p", 0, Data.fields(), null)).thenAccept(answer -> misbehave(kind)));
            Thread.startVirtualThread(() -> mill.find(CaseId.root(1)).look().thenAccept(details -> misbehave(kind)));
            Thread.startVirtualThread(() -> mill.find(CaseId.root(1)).whenEnded().thenAccept(result -> misbehave(kind)));
            Thread.startVirtualThread(() -> mill.whenQuiet().thenAccept(nothing -> misbehave(kind)));
        }
        Case open = mill.start("p");
        mill.operator().complete(new WorkId(open.id(), 1), Data.fields());
        assertThat(open.result()).isEqualTo(Data.fields());
    }

    @Test
    void a_continuation_calls_back_into_the_engine() {
        deploy();
        Case first = mill.start("p");
        CompletableFuture<Case> second = first.whenEnded().thenApply(result -> mill.start("p", result));
        CompletableFuture<Data> third = mill.operator()
                .ask(new Command.Complete(new WorkId(first.id(), 1), Data.fields("n", 1), 0))
                .thenApply(answer -> mill.start("p").data());
        assertThat(second.join().data()).isEqualTo(Data.fields("n", 1));
        assertThat(third.join()).isEqualTo(Data.fields());
    }

    @Test
    void a_listener_calls_back_into_the_engine() {
        deploy();
        CompletableFuture<Case> started = new CompletableFuture<>();
        mill.listen(effect -> {
            if (effect instanceof Effect.AnnounceEnd) {
                started.complete(mill.start("p"));
            }
        });
        Case first = mill.start("p");
        mill.operator().complete(new WorkId(first.id(), 1), Data.fields());
        assertThat(started.join().status().isOpen()).isTrue();
    }

    @Test
    void what_is_chained_runs_on_no_strand_of_the_engine() {
        deploy();
        Case open = mill.start("p");
        ConcurrentLinkedQueue<String> threads = new ConcurrentLinkedQueue<>();
        Consumer<Object> note = value -> threads.add(Thread.currentThread().getName());
        CompletableFuture<Void> ended = open.whenEnded().thenAccept(note);
        CompletableFuture<Void> value = open.value("n").thenAccept(note);
        mill.operator().ask(new Command.Complete(new WorkId(open.id(), 1), Data.fields("n", 1), 0)).thenAccept(note).join();
        ended.join();
        value.join();
        assertThat(threads).noneMatch(name -> name.startsWith("millrace-lane") || name.startsWith("millrace-commit"));
    }

    @Test
    void a_listener_hears_in_order() {
        deploy();
        List<CaseId> heard = new ArrayList<>();
        Semaphore done = new Semaphore(0);
        mill.listen(effect -> {
            if (effect instanceof Effect.OfferWork offer) {
                heard.add(offer.work().id().caseId());
                done.release();
            }
        });
        for (int i = 0; i < 50; i++) {
            mill.start("p");
        }
        done.acquireUninterruptibly(50);
        assertThat(heard).isSortedAccordingTo((a, b) -> Long.compare(a.root(), b.root()));
    }

    @Test
    void events_for_a_listener_that_cannot_keep_up_are_dropped_counted_and_logged_once() {
        mill.deploy(Steps.of(
                "many",
                new Steps.Step.Together(java.util.stream.IntStream.range(0, Engine.LISTENER_ROOM)
                        .mapToObj(i -> io.millrace.work.Task.people("t" + i))
                        .toList())));
        mill.listen(effect -> block());
        mill.start("many");
        mill.start("many");
        mill.whenQuiet().join();
        assertThat(counters.of(Monitor.LISTENER_DROPPED)).isPositive();
        mill.close();
        assertThat(logged.lines()).filteredOn(line -> line.contains("too slow")).hasSize(1);
    }

    @Test
    void a_monitor_that_throws_never_reaches_the_engine() {
        Monitor broken = new Monitor() {
            @Override
            public void count(String counter, long more) {
                throw new IllegalStateException("count");
            }

            @Override
            public void gauge(String gauge, LongSupplier value) {
                throw new AssertionError("gauge");
            }

            @Override
            public void took(String what, long nanos) {
                throw new AssertionError("took");
            }
        };
        try (Millrace other = Millrace.builder().everything().store(new MemoryStore()).monitor(broken).open()) {
            other.deploy(Steps.of("p", handler("call")));
            other.on("call", work -> Data.fields("n", 1));
            assertThat(other.start("p").result()).isEqualTo(Data.fields("n", 1));
            while (logged.lines().stream().noneMatch(line -> line.startsWith("The monitor threw"))) {
                Thread.onSpinWait();
            }
        }
        assertThat(logged.lines()).filteredOn(line -> line.startsWith("The monitor threw")).hasSize(1);
    }

    @Test
    void a_monitor_that_blocks_does_not_hold_up_the_engine_and_loses_no_count() {
        CompletableFuture<Void> called = new CompletableFuture<>();
        CompletableFuture<Void> released = new CompletableFuture<>();
        AtomicLong calls = new AtomicLong();
        Monitor blocking = new Monitor() {
            @Override
            public void count(String counter, long more) {
                called.complete(null);
                released.join();
                calls.addAndGet(counter.equals(Monitor.CALLS) ? more : 0);
            }

            @Override
            public void gauge(String gauge, LongSupplier value) {}

            @Override
            public void took(String what, long nanos) {}
        };
        try (Millrace other = Millrace.builder().everything().store(new MemoryStore()).monitor(blocking).open()) {
            other.deploy(Steps.of("p", handler("call")));
            other.on("call", work -> Data.fields("n", 1));
            called.join();
            for (int i = 0; i < 50; i++) {
                assertThat(other.start("p").result()).isEqualTo(Data.fields("n", 1));
            }
            assertThat(calls).hasValue(0);
            released.complete(null);
            while (calls.get() < 50) {
                Thread.onSpinWait();
            }
            assertThat(calls).hasValue(50);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"exception", "error"})
    void a_clock_for_durations_that_throws_never_reaches_the_engine(String kind) {
        AtomicInteger readings = new AtomicInteger();
        Counters counted = new Counters();
        LongSupplier broken = () -> {
            if (readings.incrementAndGet() > 1) {
                misbehave(kind);
            }
            return Long.MAX_VALUE - 5;
        };
        try (Millrace other = Millrace.builder().everything().store(new MemoryStore()).monitor(counted).nanos(broken).open()) {
            other.deploy(Steps.of("p", handler("call")));
            other.on("call", work -> Data.fields("n", 1));
            for (int i = 0; i < 20; i++) {
                assertThat(other.start("p").result()).isEqualTo(Data.fields("n", 1));
            }
        }
        assertThat(readings.get()).isGreaterThan(20);
        assertThat(counted.of(Monitor.CLOCK_FAILURES)).isPositive();
        assertThat(logged.lines()).filteredOn(line -> line.startsWith("The clock for durations threw")).hasSize(1);
    }

    @Test
    void a_clock_for_durations_cannot_call_the_engine() {
        CompletableFuture<Millrace> opened = new CompletableFuture<>();
        ConcurrentLinkedQueue<String> said = new ConcurrentLinkedQueue<>();
        LongSupplier calling = () -> {
            Millrace engine = opened.getNow(null);
            if (engine != null) {
                try {
                    said.add(engine.start("p").toString());
                } catch (RefusedException e) {
                    said.add(String.valueOf(e.getMessage()));
                }
            }
            return System.nanoTime();
        };
        try (Millrace other = Millrace.builder()
                .everything()
                .store(new MemoryStore())
                .monitor(new Counters())
                .closeGrace(Duration.ZERO)
                .nanos(calling)
                .open()) {
            other.deploy(Steps.of("p", handler("call")));
            other.on("call", work -> Data.fields("n", 1));
            opened.complete(other);
            for (int i = 0; i < 20; i++) {
                assertThat(other.start("p").result()).isEqualTo(Data.fields("n", 1));
            }
            assertThat(said).hasSizeGreaterThan(20).allMatch(text -> text.contains(Code.FROM_INSIDE.id()));
        }
    }

    @Test
    void a_receiver_of_warnings_that_throws_does_not_undo_the_deployment() {
        try (Millrace other = Millrace.builder()
                .onWarning(warning -> {
                    throw new IllegalStateException(warning);
                })
                .open()) {
            assertThat(other.deploy(new io.millrace.prolog.WorkflowProlog().compile("p", """
                    :- rpc(q, which, Q), go(Q).

                    go(Q) :- replycontent(Q, no) : ( rpc(a, 1, _) ; true ).
                    go(Q) :- replycontent(Q, yes) : result(fine).
                    """))).isEqualTo(1);
        }
    }

    /** What would wait for the thread that it keeps busy is refused; the case goes on, and so does everybody else. */
    @Test
    void a_function_of_a_process_cannot_call_the_engine() {
        deploy();
        Map<String, Supplier<?>> calls = new LinkedHashMap<>();
        calls.put("start", () -> mill.start("p"));
        calls.put("signal", () -> mill.operator().ask(new Command.Signal("go", "", Data.nothing())).join());
        calls.put("details", () -> mill.find(CaseId.root(1)).details());
        calls.put("plan", () -> mill.operator().plan(new Command.CancelCase(CaseId.root(1), "x")).join());
        calls.put("quiet", () -> mill.whenQuiet().join());
        calls.put("result", () -> mill.find(CaseId.root(1)).result());
        calls.put("worklist", () -> mill.worklist("anna"));
        calls.forEach((name, call) -> {
            mill.deploy(ActivityProcess.named(name, compute("said", slots -> {
                try {
                    return String.valueOf(call.get());
                } catch (RefusedException | CompletionException e) {
                    return String.valueOf(e.getMessage());
                }
            })));
            assertThat(mill.start(name).result().at("said").text()).as(name).contains(Code.FROM_INSIDE.id());
        });
        assertThat(mill.start("p").status().isOpen()).isTrue();
    }
}
