package io.millrace.kernel;

import static io.millrace.kernel.Steps.people;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.Case;
import io.millrace.Millrace;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.Batch;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.entity.Entity;
import io.millrace.kernel.entity.MailboxEntity;
import io.millrace.kernel.index.Rows;
import io.millrace.kernel.lane.Committer;
import io.millrace.kernel.lane.Life;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.Shards;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.runtime.Monitor;
import io.millrace.runtime.SystemTime;
import io.millrace.runtime.Time;
import io.millrace.sim.Rig;
import io.millrace.work.WorkItem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A failure ends in one of three ways: the turn is refused, the epoch moves, or the engine stops. It never goes on. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class FailuresTest {
    /** Rows that outlive engines; a commit can be made to throw anything, before or after it is written. */
    private static final class Rows implements Store {
        private final MemoryStore durable = new MemoryStore();
        final AtomicReference<@Nullable Error> next = new AtomicReference<>();
        volatile boolean written;
        final AtomicInteger good = new AtomicInteger(-1);

        void failAfter(int commits, Error failure) {
            next.set(failure);
            good.set(commits);
        }

        @Override
        public void commit(Batch batch) {
            Error failure = next.get();
            if (failure != null && good.getAndDecrement() <= 0) {
                next.set(null);
                if (written) {
                    durable.commit(batch);
                }
                throw failure;
            }
            durable.commit(batch);
        }

        @Override
        public byte @Nullable [] get(Table table, byte[] key) {
            return durable.get(table, key);
        }

        @Override
        public void scan(Table table, byte[] from, byte @Nullable [] to, Direction direction, Visitor visitor) {
            durable.scan(table, from, to, direction, visitor);
        }

        @Override
        public void close() {}
    }

    private static final Steps PROCESS = Steps.of("p", people("a"), people("b"));

    private static Millrace open(Store rows) {
        Millrace mill = Millrace.builder().everything().store(rows).settings(s -> s.snapshotBytes(200)).open();
        mill.deploy(PROCESS);
        return mill;
    }

    @Test
    void an_error_on_the_committing_thread_stops_the_engine_and_nothing_acknowledged_is_lost() {
        for (int round = 0; round < 20; round++) {
            Rows rows = new Rows();
            rows.written = round % 2 == 0;
            List<CompletableFuture<Answer>> asked = new ArrayList<>();
            try (Millrace mill = open(rows)) {
                rows.failAfter(round, new OutOfMemoryError("simulated"));
                boolean stopped = false;
                while (!stopped) {
                    for (int i = 0; i < 20; i++) {
                        asked.add(mill.operator().ask(new Command.Start("p", 0, Data.fields("n", i), null)));
                    }
                    stopped = asked.stream().map(CompletableFuture::join).anyMatch(FailuresTest::isStopped);
                }
                assertThatThrownBy(() -> mill.start("p")).hasMessageContaining("OutOfMemoryError: simulated").hasMessageContaining("MR-1033");
            }
            try (Millrace again = open(rows)) {
                for (CompletableFuture<Answer> answer : asked) {
                    if (answer.join() instanceof Answer.Done done) {
                        Case one = again.find(CaseId.root(done.value().asLong()));
                        again.operator().complete(new WorkId(one.id(), 1), Data.nothing());
                        assertThat(one.work()).extracting(WorkItem::task).containsExactly("b");
                    }
                }
                Audit.of(rows, List.of(PROCESS));
            }
        }
    }

    private static boolean isStopped(Answer answer) {
        return answer instanceof Answer.Refused refused && refused.problem().code() == Code.STOPPED;
    }

    @Test
    void everybody_who_waits_is_answered_when_the_engine_stops() {
        Rows rows = new Rows();
        try (Millrace mill = open(rows)) {
            Case one = mill.start("p");
            CompletableFuture<Data> end = one.whenEnded();
            rows.failAfter(0, new InternalError("simulated"));
            assertThatThrownBy(() -> mill.start("p")).isInstanceOf(RefusedException.class).hasMessageContaining("MR-1033");
            assertThatThrownBy(end::join).hasMessageContaining("MR-1033");
            assertThatThrownBy(one::details).hasMessageContaining("MR-1033");
            assertThatThrownBy(() -> mill.signal("go", "k", Data.nothing())).hasMessageContaining("MR-1033");
        }
    }

    @Test
    void an_error_of_a_process_refuses_the_turn_and_drops_its_state() {
        for (Supplier<Error> error : List.<Supplier<Error>>of(
                () -> new AssertionError("no"), () -> new NoClassDefFoundError("x/Y"), StackOverflowError::new)) {
            Steps process = Steps.of("p", people("a"), new Steps.Step.Fail(error), people("b"));
            Rig rig = Rig.with(settings -> settings.snapshotBytes(1), process);
            CaseId id = rig.start("p");
            for (int i = 0; i < 3; i++) {
                assertThat(rig.refused(new Command.Complete(new WorkId(id, 1), Data.fields("x", i), 0)).code())
                        .isEqualTo(Code.TURN_FAILED);
                assertThat(rig.work(id)).extracting(WorkItem::task).containsExactly("a");
                assertThat(rig.look(id).data()).isEqualTo(Data.fields());
            }
            rig.restart(process);
            assertThat(rig.work(id)).extracting(WorkItem::task).containsExactly("a");
            Audit.of(rig.store(), List.of(process));
        }
    }

    @Test
    void an_error_of_the_virtual_machine_in_a_turn_stops_the_engine() {
        Rows rows = new Rows();
        Steps process = Steps.of("q", people("a"), new Steps.Step.Fail(() -> new OutOfMemoryError("simulated")), people("b"));
        CaseId id;
        try (Millrace mill = open(rows)) {
            mill.deploy(process);
            id = mill.start("q").id();
            WorkId work = new WorkId(id, 1);
            assertThatThrownBy(() -> mill.operator().complete(work, Data.nothing())).hasMessageContaining("MR-1033");
            assertThatThrownBy(() -> mill.start("p")).hasMessageContaining("MR-1033");
        }
        try (Millrace again = open(rows)) {
            again.deploy(process);
            assertThat(again.find(id).work()).extracting(WorkItem::task).containsExactly("a");
            again.start("p");
        }
    }

    @Test
    void a_monitor_or_a_clock_that_throws_makes_no_hole() {
        Rows rows = new Rows();
        AtomicInteger throwing = new AtomicInteger();
        Monitor monitor = new Monitor() {
            @Override
            public void count(String counter, long more) {
                fail();
            }

            @Override
            public void gauge(String gauge, LongSupplier value) {
                fail();
            }

            @Override
            public void took(String what, long nanos) {
                fail();
            }

            private void fail() {
                if (throwing.get() > 0) {
                    throw new IllegalStateException("a monitor of no use");
                }
            }
        };
        SystemTime clock = new SystemTime();
        Time time = new Time() {
            @Override
            public Instant now() {
                return clock.now();
            }

            @Override
            public void wakeAt(Instant due, Runnable call) {
                if (throwing.get() > 1) {
                    throw new IllegalStateException("a clock of no use");
                }
                clock.wakeAt(due, call);
            }
        };
        Steps waiting = Steps.of("w", people("a"), new Steps.Step.Wait(Duration.ofDays(1)), people("b"));
        List<CaseId> cases = new ArrayList<>();
        try (Millrace mill = Millrace.builder().everything().store(rows).monitor(monitor).time(time).open()) {
            mill.deploy(waiting);
            for (int level = 0; level < 3; level++) {
                throwing.set(level);
                CaseId id = mill.start("w").id();
                mill.operator().complete(new WorkId(id, 1), Data.nothing());
                cases.add(id);
            }
        }
        try (Millrace again = open(rows)) {
            again.deploy(waiting);
            for (CaseId id : cases) {
                assertThat(again.find(id).details().timers()).hasSize(1);
            }
            Audit.of(rows, List.of(PROCESS, waiting));
        }
        clock.close();
    }

    @Test
    void a_commit_that_would_leave_a_gap_is_not_written() {
        MemoryStore rows = new MemoryStore();
        Life life = new Life();
        List<String> why = new ArrayList<>();
        life.whenStopped((problem, failure) -> why.add(problem.message()));
        Stepped stepped = new Stepped(Stepped.START);
        Keys keys = new Keys(new Shards(1));
        Committer committer = new Committer(
                new Committer.Ground(rows, keys, stepped, stepped.strand("commit"), Monitor.NONE, life, true, 1 << 20),
                0,
                () -> {},
                () -> {},
                problem -> {});
        Entity<?> entity = MailboxEntity.at(new EntityId.OfMailbox("t", "go", "k"));
        Batch batch = new Batch().put(Table.EVENTS, keys.event(entity.id, 2), new byte[] {1});
        committer.submit(new Committer.Unit(0, batch, entity, 2, problem -> why.add("released")));
        stepped.drain();
        assertThat(why).singleElement().asString().contains("turn 2 of signal 'go' with key 'k' would follow turn 0");
        assertThat(rows.get(Table.EVENTS, keys.event(entity.id, 2))).isNull();
    }

    @Test
    void what_waits_in_a_lane_is_bounded_by_bytes() {
        Rig rig = Rig.with(settings -> settings.lanes(1).queueBytes(10_000), PROCESS);
        rig.hold(true);
        Data large = Data.fields("text", "x".repeat(3_000));
        List<CompletableFuture<Answer>> answers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            answers.add(rig.mill().operator().ask(new Command.Start("p", 0, large, null)));
        }
        assertThat(answers.getLast().join()).isInstanceOfSatisfying(
                Answer.Refused.class, refused -> assertThat(refused.problem().code()).isEqualTo(Code.TOO_BUSY));
        rig.hold(false);
        assertThat(answers.getFirst().join()).isInstanceOf(Answer.Done.class);
        assertThat(rig.ask(new Command.Start("p", 0, large, null))).isInstanceOf(Answer.Done.class);
    }

    @Test
    void one_commit_takes_no_more_than_its_bytes_and_at_least_one_turn() {
        Rig rig = Rig.with(settings -> settings.commitBytes(5_000), PROCESS);
        rig.hold(true);
        Data large = Data.fields("text", "x".repeat(4_000));
        List<CompletableFuture<Answer>> answers = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            answers.add(rig.mill().operator().ask(new Command.Start("p", 0, large, null)));
        }
        rig.commits().clear();
        rig.hold(false);
        assertThat(answers).allSatisfy(answer -> assertThat(answer.join()).isInstanceOf(Answer.Done.class));
        assertThat(rig.commits()).hasSizeGreaterThanOrEqualTo(6);
    }

    @Test
    void a_turn_that_would_record_too_much_is_refused() {
        List<io.millrace.work.Task> many = java.util.Collections.nCopies(200, io.millrace.work.Task.people("t"));
        Steps process = Steps.of("p", people("a"), new Steps.Step.Together(many));
        Rig rig = Rig.with(settings -> settings.turnBytes(100_000), process);
        CaseId id = rig.start("p");
        rig.done(new Command.ChangeData(id, "text", Data.of("x".repeat(1_000))));
        assertThat(rig.refused(new Command.Complete(new WorkId(id, 1), Data.nothing(), 0)).message())
                .isEqualTo("A turn of case 1 would record more than 100000 bytes. Let the process do less at once, keep "
                        + "large contents as files, or raise the limit. (MR-1064)");
        assertThat(rig.work(id)).extracting(WorkItem::task).containsExactly("a");
    }
}
