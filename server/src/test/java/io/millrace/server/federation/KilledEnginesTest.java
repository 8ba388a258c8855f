package io.millrace.server.federation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.client.MillraceClient;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.ListedWork;
import io.millrace.query.WorkQuery;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two real engines in processes of their own, killed in turns while dozens of cases run. */
@Timeout(value = 400, unit = TimeUnit.SECONDS)
class KilledEnginesTest {
    private static final int LOANS = 60;
    private static final int KILLS = 10;

    @TempDir
    Path directory = Path.of("");

    /** Somebody who works there: gives the number that stands in the input as the verdict, until told to stop. */
    private static void assess(MillraceClient bank, AtomicBoolean stop, long seed) {
        Random random = new Random(seed);
        while (!stop.get()) {
            try {
                for (ListedWork work : bank.work(WorkQuery.ALL, null, 20).items()) {
                    if (random.nextInt(6) == 0) {
                        bank.complete(work.item().id(), work.item().input().at("number"));
                    }
                }
            } catch (RefusedException e) {
                // It is down, or somebody has cancelled the case meanwhile.
            }
            LockSupport.parkNanos(Duration.ofMillis(30).toNanos());
        }
    }

    /** Asks until there is an answer. */
    private static CaseId start(MillraceClient front, int number) {
        int refusals = 0;
        while (true) {
            try {
                return front.request("loan-" + number + "-" + refusals).start("loan", Data.fields("number", number), "L-" + number);
            } catch (RefusedException e) {
                assertThat(e.code()).isIn(Code.SERVER_ABSENT, Code.STOPPED, Code.SERVER_STOPS, Code.UNKNOWN_PROCESS, Code.NO_CODE);
                // The code comes a moment after the server. A refusal is remembered, so another id is needed after one.
                refusals += e.code() == Code.SERVER_ABSENT || e.code() == Code.STOPPED || e.code() == Code.SERVER_STOPS ? 0 : 1;
                LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
            }
        }
    }

    /** Asks until there is an answer; says whether the loan is cancelled. */
    private static boolean cancel(MillraceClient front, CaseId loan) {
        while (true) {
            try {
                CaseStatus status = front.look(loan).info().status();
                if (!status.isOpen()) {
                    return status == CaseStatus.CANCELLED;
                }
                front.cancel(loan, "not wanted");
            } catch (RefusedException e) {
                LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
            }
        }
    }

    @Test
    void engines_that_are_killed_in_turns_lose_nothing_and_double_nothing() throws Exception {
        long seed = Long.getLong("millrace.seed", System.nanoTime());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        AtomicBoolean stop = new AtomicBoolean();
        try (EngineProcess bank = new EngineProcess(directory.resolve("bank"), "bank", 0);
                EngineProcess front = new EngineProcess(directory.resolve("front"), "front", bank.port())) {
            bank.await();
            front.await();
            Thread clerk = Thread.ofVirtual().start(() -> assess(bank.client(), stop, seed));
            Map<Integer, CaseId> loans = new LinkedHashMap<>();
            Set<Integer> cancelled = new HashSet<>();
            Thread killer = Thread.ofVirtual().start(() -> kill(List.of(front, bank), new Random(seed + 1)));
            for (int i = 0; i < LOANS || killer.isAlive(); i++) {
                loans.put(i, start(front.client(), i));
                int other = Math.max(0, i - random.nextInt(4));
                CaseId dropped = loans.get(other);
                if (i % 2 == 0 && dropped != null && !cancelled.contains(other) && cancel(front.client(), dropped)) {
                    cancelled.add(other);
                }
                LockSupport.parkNanos(Duration.ofMillis(random.nextInt(200)).toNanos());
            }
            killer.join();
            front.await();
            bank.await();
            Until.holds("every loan has ended", () -> front.client().cases(CaseQuery.ofProcess("loan").inState(CaseStatus.RUNNING), null, 1).items().isEmpty());
            Until.holds("nothing is left to do here", () -> front.client().work(WorkQuery.ALL, null, 1).items().isEmpty());
            stop.set(true);
            clerk.join();
            check(front.client(), bank.client(), loans, cancelled);
        } finally {
            stop.set(true);
        }
    }

    private static void kill(List<EngineProcess> engines, Random random) {
        try {
            for (int i = 0; i < KILLS; i++) {
                LockSupport.parkNanos(Duration.ofMillis(500 + random.nextInt(2_000)).toNanos());
                EngineProcess victim = engines.get(i % 2);
                victim.kill();
                if (random.nextInt(3) == 0) {
                    // Now and then both are down.
                    engines.get((i + 1) % 2).kill();
                    engines.get((i + 1) % 2).start();
                }
                LockSupport.parkNanos(Duration.ofMillis(random.nextInt(1_000)).toNanos());
                victim.start();
            }
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Each loan once here, each case there once, and each answer at the loan that asked. */
    private static void check(MillraceClient front, MillraceClient bank, Map<Integer, CaseId> loans, Set<Integer> cancelled) {
        List<CaseInfo> here = front.cases(CaseQuery.ofProcess("loan")).toList();
        assertThat(here).hasSize(loans.size());
        Map<String, CaseInfo> there = new LinkedHashMap<>();
        for (CaseInfo info : bank.cases(CaseQuery.ALL).toList()) {
            String key = String.valueOf(info.key());
            assertThat(there.put(key.substring(0, key.indexOf('@')), info)).as("a second case for " + key).isNull();
            assertThat(info.status()).as(key).isNotEqualTo(CaseStatus.RUNNING);
        }
        List<String> expected = new ArrayList<>();
        loans.forEach((number, id) -> {
            CaseInfo loan = front.look(id).info();
            CaseInfo check = there.get("front/main/" + id + ".1");
            if (cancelled.contains(number)) {
                assertThat(loan.status()).isEqualTo(CaseStatus.CANCELLED);
            } else {
                assertThat(loan.status()).as("loan %s: %s", number, loan.outcome()).isEqualTo(CaseStatus.COMPLETED);
                assertThat(loan.outcome().at("answer").at("verdict").asInt()).isEqualTo(number);
                assertThat(check).as("its case there").isNotNull();
                assertThat(check.status()).isEqualTo(CaseStatus.COMPLETED);
            }
            expected.add("front/main/" + id + ".1");
        });
        assertThat(expected).containsAll(there.keySet());
        System.out.println(loans.size() + " loans, " + cancelled.size() + " cancelled, " + there.size() + " cases at the other engine");
    }
}
