package io.millrace;

import static io.millrace.kernel.Steps.people;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.Steps;
import io.millrace.language.Contract;
import io.millrace.problem.Code;
import io.millrace.query.CaseStatus;
import io.millrace.runtime.Threads;
import io.millrace.runtime.Time;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What turns decide while an earlier one is still on its way to the store. */
class HeldCommitsTest {
    /** Runs everything on the caller's thread in order, except commits while they are held. */
    private static final class HeldCommits implements Threads {
        private final Deque<Runnable> ready = new ArrayDeque<>();
        private final Deque<Runnable> commits = new ArrayDeque<>();
        private boolean running;
        private boolean held;

        @Override
        public Strand strand(String name) {
            return name.equals("commit") ? task -> run(held ? commits : ready, task) : this::fork;
        }

        @Override
        public void fork(Runnable task) {
            run(ready, task);
        }

        private void run(Deque<Runnable> queue, Runnable task) {
            queue.add(task);
            if (!running) {
                running = true;
                for (Runnable next = ready.poll(); next != null; next = ready.poll()) {
                    next.run();
                }
                running = false;
            }
        }

        void hold() {
            held = true;
        }

        void release() {
            held = false;
            commits.forEach(this::fork);
            commits.clear();
        }

        @Override
        public void close() {}
    }

    private final HeldCommits threads = new HeldCommits();

    private Millrace open(Store store, int cachedCases) {
        return Millrace.builder()
                .everything()
                .store(store)
                .threads(threads)
                .time(new Time() {
                    @Override
                    public Instant now() {
                        return Instant.EPOCH;
                    }

                    @Override
                    public void wakeAt(Instant due, Runnable call) {}
                })
                .settings(settings -> settings.lanes(1).cachedCases(cachedCases))
                .open();
    }

    private static CompletableFuture<Answer> claim(Millrace mill, String who, Case of) {
        return mill.as(who).ask(new Command.Claim(new WorkId(of.id(), 1)));
    }

    private static void assertRefused(CompletableFuture<Answer> answer, Code code) {
        assertThat(answer.join()).isInstanceOfSatisfying(
                Answer.Refused.class, refused -> assertThat(refused.problem().code()).isEqualTo(code));
    }

    @Test
    void a_case_does_not_leave_the_heap_before_its_last_turn_is_durable() {
        try (Millrace mill = open(new MemoryStore(), 1)) {
            mill.deploy(Steps.of("review", people("check")));
            Case contested = mill.start("review");
            threads.hold();
            CompletableFuture<Answer> first = claim(mill, "anna", contested);
            for (int i = 0; i < 20; i++) {
                mill.operator().ask(new Command.Start("review", 0, Data.fields(), null));
            }
            CompletableFuture<Answer> second = claim(mill, "bert", contested);
            threads.release();
            assertThat(first.join()).isEqualTo(Answer.DONE);
            assertRefused(second, Code.WORK_HELD);
        }
    }

    /** Counts how often turns are read from it. */
    private static final class CountedReads extends KeptStore {
        private int replays;

        @Override
        public void scan(Table table, byte[] from, byte @Nullable [] to, Direction direction, Visitor visitor) {
            replays += table == Table.EVENTS ? 1 : 0;
            super.scan(table, from, to, direction, visitor);
        }
    }

    @Test
    void a_case_that_has_ended_leaves_the_heap_when_its_end_is_durable_and_not_before() {
        CountedReads store = new CountedReads();
        try (Millrace mill = open(store, 100)) {
            mill.deploy(Steps.of("review", people("check")));
            Case done = mill.start("review");
            mill.as("anna").claim(new WorkId(done.id(), 1));
            int before = store.replays;
            threads.hold();
            CompletableFuture<Answer> completed =
                    mill.as("anna").ask(new Command.Complete(new WorkId(done.id(), 1), Data.fields(), 0));
            mill.operator().ask(new Command.Start("review", 0, Data.fields(), null));
            CompletableFuture<Answer> late = claim(mill, "bert", done);
            threads.release();
            assertThat(completed.join()).isEqualTo(Answer.DONE);
            assertRefused(late, Code.CASE_ENDED);
            assertThat(store.replays).isEqualTo(before);

            mill.start("review");
            assertThat(done.details().info().status()).isEqualTo(CaseStatus.COMPLETED);
            assertThat(store.replays).isEqualTo(before + 1);
        }
    }

    @Test
    void a_turn_that_throws_does_not_undo_the_turn_before_it() {
        try (Millrace mill = open(new MemoryStore(), 100)) {
            mill.deploy(Steps.of("broken", people("check"), new Steps.Step.Throw("broken on purpose")));
            Case broken = mill.start("broken");
            threads.hold();
            CompletableFuture<Answer> claimed = claim(mill, "anna", broken);
            CompletableFuture<Answer> thrown =
                    mill.as("anna").ask(new Command.Complete(new WorkId(broken.id(), 1), Data.fields(), 0));
            CompletableFuture<Answer> late = claim(mill, "bert", broken);
            threads.release();
            assertThat(claimed.join()).isEqualTo(Answer.DONE);
            assertRefused(thrown, Code.TURN_FAILED);
            assertRefused(late, Code.WORK_HELD);
            assertThat(broken.work().getFirst().holder()).isEqualTo("anna");
        }
    }

    @Test
    void the_number_of_a_case_that_holds_a_key_and_has_not_begun_is_not_given_out_again() {
        MemoryStore store = new MemoryStore();
        Steps keyed = Steps.of(new Contract("keyed", Shape.any(), true, List.of()), people("check"));
        Steps plain = Steps.of("plain", people("check"));
        Millrace before = open(store, 100);
        before.deploy(keyed);
        before.deploy(plain);
        // The key is held in the first commit; the engine dies before the second, which begins the case.
        threads.hold();
        CompletableFuture<Answer> started = before.operator().ask(new Command.Start("keyed", 0, Data.fields(), "k"));
        Runnable first = threads.commits.remove();
        threads.fork(first);
        assertThat(started.join()).isEqualTo(new Answer.Done(Data.of(1)));
        threads.commits.clear();
        threads.release();

        try (Millrace after = open(store, 100)) {
            after.deploy(plain);
            assertThat(after.start("plain").id()).isEqualTo(CaseId.root(2));
            after.deploy(keyed);
            assertThat(after.find("1").details().info().key()).isEqualTo("k");
            assertThat(after.find("2").details().info().process()).isEqualTo("plain");
        }
    }
}
