package io.millrace;

import static io.millrace.activity.Activities.compute;
import static io.millrace.kernel.Steps.handler;
import static io.millrace.kernel.Steps.people;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.activity.ActivityProcess;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.command.Retention;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.kernel.Steps;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseQuery;
import io.millrace.query.History;
import io.millrace.query.WorkQuery;
import io.millrace.runtime.RealThreads;
import io.millrace.runtime.Threads;
import io.millrace.work.CaseFiles;
import io.millrace.work.Participant;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How an engine ends, and how one that cannot begin leaves nothing behind. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ClosingTest {
    private static final Steps PROCESS = Steps.of("p", handler("call"));

    private final KeptStore store = new KeptStore();

    private Millrace open(Duration grace) {
        Millrace mill = Millrace.builder().everything().store(store).closeGrace(grace).open();
        mill.deploy(PROCESS);
        mill.deploy(Steps.of("people", people("a")));
        return mill;
    }

    @Test
    void a_handler_ends_within_the_grace_time_and_its_result_is_kept() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Millrace mill = open(Duration.ofSeconds(50));
        mill.on("call", work -> {
            begun.countDown();
            go.await();
            return Data.fields("n", 1);
        });
        CaseId id = mill.start("p").id();
        begun.await();
        Thread closer = Thread.ofPlatform().start(mill::close);
        while (isOpen(mill)) {
            Thread.onSpinWait();
        }
        go.countDown();
        closer.join();
        try (Millrace after = open(Duration.ZERO)) {
            assertThat(after.find(id).result()).isEqualTo(Data.fields("n", 1));
        }
    }

    private static boolean isOpen(Millrace mill) {
        return catchThrowable(mill::processes) == null;
    }

    @Test
    void a_handler_that_is_interrupted_by_closing_is_called_again_with_the_same_attempt_number() throws Exception {
        LinkedBlockingQueue<Integer> attempts = new LinkedBlockingQueue<>();
        CaseId id = null;
        for (int life = 0; life < 5; life++) {
            Millrace mill = open(Duration.ZERO);
            mill.on("call", work -> {
                attempts.add(work.attempt());
                new CountDownLatch(1).await();
                return null;
            });
            if (id == null) {
                id = mill.start("p").id();
            }
            assertThat(attempts.take()).isEqualTo(1);
            mill.close();
        }
        try (Millrace last = open(Duration.ZERO)) {
            assertThat(last.cases(CaseQuery.ALL.onlyIncidents(), null, 10).items()).isEmpty();
            last.on("call", work -> Data.fields("attempt", work.attempt()));
            assertThat(last.find(CaseId.root(1)).result()).isEqualTo(Data.fields("attempt", 1));
        }
    }

    @Test
    void everybody_who_waits_is_released_with_one_code() throws Exception {
        Millrace mill = open(Duration.ZERO);
        Case waiting = mill.start("people");
        CountDownLatch begun = new CountDownLatch(1);
        mill.on("call", work -> {
            begun.countDown();
            new CountDownLatch(1).await();
            return null;
        });
        mill.start("p");
        begun.await();
        CompletableFuture<Throwable> blocked = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> blocked.complete(catchThrowable(waiting::result)));
        List<CompletableFuture<?>> futures = List.of(waiting.whenEnded(), waiting.value("n"));
        CompletableFuture<Void> quiet = mill.whenQuiet();
        mill.close();
        quiet.exceptionally(failure -> null).join();
        for (CompletableFuture<?> future : futures) {
            assertThatThrownBy(future::join).hasRootCauseInstanceOf(RefusedException.class).hasStackTraceContaining("MR-1033");
        }
        assertThat(blocked.join()).isInstanceOfSatisfying(
                RefusedException.class, refused -> assertThat(refused.code()).isEqualTo(Code.STOPPED));
    }

    @Test
    void every_call_on_a_closed_engine_is_refused_with_one_code() {
        Millrace mill = open(Duration.ZERO);
        Case one = mill.start("people");
        Commands operator = mill.operator();
        History history = mill.history();
        CaseFiles files = mill.files();
        Retention retention = mill.retention();
        Tenant tenant = mill.tenant("other");
        TenantHistory ours = tenant.history();
        WorkId work = new WorkId(one.id(), 1);
        mill.close();
        mill.close();

        Map<String, ThrowingCallable> calls = new LinkedHashMap<>();
        calls.put("deploy", () -> mill.deploy(PROCESS));
        calls.put("processes", mill::processes);
        calls.put("on", () -> mill.on("x", given -> null));
        calls.put("bind", () -> mill.bind("x", "y"));
        calls.put("participant", () -> mill.participant(Participant.named("anna")));
        calls.put("participants", mill::participants);
        calls.put("start", () -> mill.start("p"));
        calls.put("find", () -> mill.find("1"));
        calls.put("signal", () -> mill.signal("s", Data.nothing()));
        calls.put("tenant", () -> mill.tenant("x"));
        calls.put("work", () -> mill.work(WorkQuery.ALL, null, 1));
        calls.put("worklist", () -> mill.worklist("anna"));
        calls.put("cases", () -> mill.cases(CaseQuery.ALL, null, 1));
        calls.put("timers", () -> mill.timers(null, 1));
        calls.put("history", mill::history);
        calls.put("files", mill::files);
        calls.put("retention", mill::retention);
        calls.put("health", mill::health);
        calls.put("whenQuiet", mill::whenQuiet);
        calls.put("listen", () -> mill.listen(effect -> {}));
        calls.put("case details", one::details);
        calls.put("case look", one::look);
        calls.put("case status", one::status);
        calls.put("case history", () -> one.history(null, 1));
        calls.put("case result", one::result);
        calls.put("case whenEnded", one::whenEnded);
        calls.put("case value", () -> one.value("n"));
        calls.put("complete", () -> operator.complete(work, Data.nothing()));
        calls.put("claimNext", () -> operator.claimNext(WorkQuery.ALL, 1));
        calls.put("with a request id", () -> operator.request("r").cancel(one.id()));
        calls.put("history all", () -> history.all(null, 1, History.Order.OLDEST_FIRST));
        calls.put("history of a case", () -> history.ofCase("main", one.id(), null, 1, History.Order.OLDEST_FIRST));
        calls.put("history end", history::end);
        calls.put("history follow", () -> history.follow(null, event -> {}));
        calls.put("attach", () -> files.attach("main", one.id(), "x", new ByteArrayInputStream(new byte[3])));
        calls.put("files of", () -> files.of("main", one.id()));
        calls.put("sweep", files::sweep);
        calls.put("endedBefore", () -> retention.endedBefore("main", Instant.EPOCH, null, 1));
        calls.put("erase", () -> retention.erase("main", one.id()));
        calls.put("tenant cases", () -> tenant.cases(CaseQuery.ALL, null, 1));
        calls.put("tenant history", () -> ours.all(null, 1, History.Order.OLDEST_FIRST));
        calls.forEach((name, call) -> assertThat(catchThrowable(call)).as(name).isInstanceOfSatisfying(
                RefusedException.class, refused -> assertThat(refused.code()).as(name).isEqualTo(Code.STOPPED)));
        assertThat(operator.ask(new Command.CancelCase(one.id(), "x")).join())
                .isEqualTo(new Answer.Refused(Code.STOPPED.with("The engine is closed")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"handler", "listener", "continuation", "function"})
    void an_engine_is_closed_from_inside(String where) {
        Millrace mill = open(Duration.ofSeconds(50));
        CompletableFuture<Void> returned = new CompletableFuture<>();
        Runnable close = () -> {
            mill.close();
            returned.complete(null);
        };
        mill.on("call", work -> {
            if (where.equals("handler")) {
                close.run();
            }
            return null;
        });
        if (where.equals("listener")) {
            mill.listen(effect -> close.run());
        }
        if (where.equals("function")) {
            mill.deploy(ActivityProcess.named("p", compute("x", slots -> {
                close.run();
                return 1;
            })));
        }
        CompletableFuture<Answer> started = mill.operator().ask(new Command.Start("p", 0, Data.fields(), null));
        if (where.equals("continuation")) {
            started.thenRun(close);
        }
        returned.join();
        mill.close();
        assertThat(store.closed()).isEqualTo(1);
        assertThat(isOpen(mill)).isFalse();
    }

    @Test
    void a_function_that_never_returns_is_left_behind() {
        Millrace mill = open(Duration.ZERO);
        CountDownLatch never = new CountDownLatch(1);
        CompletableFuture<Void> called = new CompletableFuture<>();
        mill.deploy(ActivityProcess.named("stuck", compute("x", slots -> {
            called.complete(null);
            try {
                never.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return 1;
        })));
        CompletableFuture<Answer> started = mill.operator().ask(new Command.Start("stuck", 0, Data.fields(), null));
        called.join();
        mill.close();
        assertThat(started.join()).isEqualTo(new Answer.Refused(Code.STOPPED.with("The engine is closed")));
        assertThat(store.closed()).isEqualTo(1);
        never.countDown();
        try (Millrace after = open(Duration.ZERO)) {
            assertThat(after.start("people").status().isOpen()).isTrue();
        }
    }

    @Test
    void a_caller_that_is_interrupted_closes_all_the_same() {
        Millrace mill = open(Duration.ZERO);
        Thread.currentThread().interrupt();
        mill.close();
        assertThat(Thread.interrupted()).as("the caller still sees it").isTrue();
        assertThat(store.closed()).isEqualTo(1);
        try (Millrace after = open(Duration.ZERO)) {
            assertThat(after.start("people").status().isOpen()).isTrue();
        }
    }

    @Test
    void a_builder_opens_more_than_one_engine_one_after_the_other() {
        Builder builder = Millrace.builder().everything().store(store);
        for (int i = 1; i <= 2; i++) {
            try (Millrace mill = builder.open()) {
                mill.deploy(Steps.of("w", new Steps.Step.Wait(Duration.ofMillis(1))));
                assertThat(mill.start("w").result()).isEqualTo(Data.fields());
            }
        }
    }

    @Test
    void an_engine_that_cannot_begin_closes_what_it_was_given() {
        for (Throwable failure : List.of(
                new StoreException(Code.STORE_FAILED.with("planned")), new IllegalStateException("planned"), new OutOfMemoryError("planned"))) {
            KeptStore rows = new KeptStore();
            AtomicBoolean ended = new AtomicBoolean();
            Threads threads = new Threads() {
                private final Threads real = new RealThreads();

                @Override
                public Strand strand(String name) {
                    return real.strand(name);
                }

                @Override
                public void fork(Runnable task) {
                    real.fork(task);
                }

                @Override
                public void close() {
                    real.close();
                    ended.set(true);
                }
            };
            Store broken = new Broken(rows, failure);
            assertThatThrownBy(() -> Millrace.builder().everything().store(broken).threads(threads).open()).isSameAs(failure);
            assertThat(rows.closed()).isEqualTo(1);
            assertThat(ended).isTrue();
        }
    }

    @Test
    void combinations_that_contradict_themselves_are_refused() {
        assertThatThrownBy(() -> Millrace.builder().history().open()).hasMessageContaining("need a store");
        assertThatThrownBy(() -> Millrace.builder().store(store).directory(java.nio.file.Path.of("x")).open())
                .hasMessage("A directory and a store are given. Give one of them.");
        assertThat(store.closed()).isEqualTo(1);
    }

    /** A store that cannot be read. */
    private record Broken(Store rows, Throwable failure) implements Store {
        private void fail() {
            switch (failure) {
                case RuntimeException e -> throw e;
                case Error e -> throw e;
                default -> throw new AssertionError(failure);
            }
        }

        @Override
        public void commit(io.millrace.journal.Batch batch) {
            fail();
        }

        @Override
        public byte @Nullable [] get(Table table, byte[] key) {
            fail();
            return null;
        }

        @Override
        public void scan(Table table, byte[] from, byte @Nullable [] to, Direction direction, Visitor visitor) {
            fail();
        }

        @Override
        public void close() {
            rows.close();
        }
    }
}
