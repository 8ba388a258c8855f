package io.millrace.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Case;
import io.millrace.Millrace;
import io.millrace.algebra.run.RulesLanguage;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.language.Compiled;
import io.millrace.net.run.NetLanguage;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseStatus;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.work.WorkItem;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules over processes that are killed, and under load. */
class RulesKilledTest {
    private static final String TRAVEL = """
            event s_buy on buy:start flexible;
            event c_buy on buy:complete flexible;
            event s_book on book:start triggerable;
            event c_book on book:complete flexible;
            event s_cancel on cancel:start triggerable;
            task book handler;
            task cancel handler;
            dep book_too: s_buy -> s_book;
            dep book_first: c_buy <= c_book;
            dep undo: c_book -> c_buy | s_cancel;
            dep undo_only_then: ~s_cancel | c_book . s_cancel & ~c_buy . s_cancel;
            """;

    @TempDir
    Path journal = Path.of("");

    private static Compiled<?> travel() {
        return new RulesLanguage().compile("travel", TRAVEL);
    }

    /** The process that is killed: it books a hotel, says so, and does nothing more. */
    static final class Booking {
        private Booking() {}

        public static void main(String[] arguments) {
            Millrace mill = Millrace.builder().everything().store(RocksStore.open(Path.of(arguments[0]))).open();
            mill.on("book", work -> Data.fields("hotel", "Astoria"));
            mill.deploy(travel());
            Case journey = mill.start("travel");
            mill.as("ann").startWork(find(journey, "buy").id());
            await(() -> !journey.details().data().at("book").isNothing());
            System.out.println("booked");
            System.out.flush();
            LockSupport.park();
        }
    }

    private static WorkItem find(Case of, String task) {
        return of.details().work().stream().filter(each -> each.task().equals(task)).findFirst().orElseThrow();
    }

    private static void await(java.util.function.BooleanSupplier condition) {
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("waited for a minute");
            }
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
    }

    private static boolean isThere(Millrace mill, CaseId id) {
        try {
            return mill.find(id).info().status().isOpen();
        } catch (RefusedException e) {
            return false;
        }
    }

    @Test
    void a_journey_that_is_killed_between_booking_and_buying_gives_the_hotel_back() throws IOException {
        Path directory = journal.resolve("travel");
        try (Child child = Child.startMain(
                Booking.class, List.of("-cp", System.getProperty("java.class.path")), List.of(directory.toString()))) {
            assertThat(child.line()).isEqualTo("booked");
            child.kill();
        }
        AtomicInteger cancelled = new AtomicInteger();
        try (Millrace mill = Millrace.builder().everything().store(RocksStore.open(directory)).open()) {
            mill.on("cancel", work -> {
                cancelled.incrementAndGet();
                return Data.fields();
            });
            Case journey = mill.find(CaseId.root(1));
            mill.as("ann").fail(find(journey, "buy").id(), "sold out");
            await(() -> !journey.info().status().isOpen());
            assertThat(journey.info().status()).isEqualTo(CaseStatus.COMPLETED);
        }
        assertThat(cancelled).hasValue(1);
    }

    private static final String MUTEX = """
            across cases;
            event b1[case] on t1:start;
            event e1[case] on t1:end guaranteed;
            event b2[case] on t2:start;
            event e2[case] on t2:end guaranteed;
            event b3[case] on t3:start;
            event e3[case] on t3:end guaranteed;
            dep d12: b2[y] . b1[x] | ~b1[x] | ~b2[y] | e1[x] . b2[y];
            dep d21: b1[x] . b2[y] | ~b2[y] | ~b1[x] | e2[y] . b1[x];
            dep d13: b3[y] . b1[x] | ~b1[x] | ~b3[y] | e1[x] . b3[y];
            dep d31: b1[x] . b3[y] | ~b3[y] | ~b1[x] | e3[y] . b1[x];
            dep d23: b3[y] . b2[x] | ~b2[x] | ~b3[y] | e2[x] . b3[y];
            dep d32: b2[x] . b3[y] | ~b3[y] | ~b2[x] | e3[y] . b2[x];
            assume l1: e1[x] <= b1[x];
            assume l2: e2[x] <= b2[x];
            assume l3: e3[x] <= b3[x];
            """;

    /** Three automatic tasks of many cases, on several threads: two kinds of them are never at work together. */
    @Test
    void three_tasks_exclude_each_other_under_load() {
        AtomicInteger[] active = {new AtomicInteger(), new AtomicInteger(), new AtomicInteger()};
        List<String> together = new ArrayList<>();
        try (Millrace mill = Millrace.builder().everything().store(RocksStore.open(journal.resolve("mutex"))).open()) {
            for (int i = 0; i < 3; i++) {
                int own = i;
                mill.on("t" + (i + 1), work -> {
                    active[own].incrementAndGet();
                    for (int other = 0; other < 3; other++) {
                        if (other != own && active[other].get() > 0) {
                            synchronized (together) {
                                together.add("t" + (own + 1) + " with t" + (other + 1));
                            }
                        }
                    }
                    LockSupport.parkNanos(Duration.ofMillis(15).toNanos());
                    active[own].decrementAndGet();
                    return Data.fields();
                });
                mill.deploy(new NetLanguage().compile("p" + (i + 1), """
                        initial_activity(begin).
                        sequential(begin, t).
                        final_activity(t).
                        work(t, handler(t)).
                        work(begin, handler(begin)).
                        """.replace("(t", "(t" + (i + 1)).replace(", t)", ", t" + (i + 1) + ")")));
            }
            mill.on("begin", work -> Data.fields());
            mill.deploy(new RulesLanguage().compile("mutex", MUTEX));
            await(() -> isThere(mill, CaseId.root(1)));
            List<Case> cases = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                cases.add(mill.start("p" + (i % 3 + 1)));
            }
            cases.forEach(each -> await(() -> !each.info().status().isOpen()));
            assertThat(cases).allSatisfy(each -> assertThat(each.info().status()).isEqualTo(CaseStatus.COMPLETED));
            List<HistoryEvent> ofRules = mill.history().ofCase(Millrace.TENANT, CaseId.root(1), null, 100_000, History.Order.OLDEST_FIRST).items();
            assertThat(ofRules).noneMatch(event -> event.kind().equals("Violated"));
        }
        assertThat(together).isEmpty();
    }
}
