package io.millrace.store.rocksdb;

import static io.millrace.activity.Activities.call;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.work;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Journal;
import io.millrace.Millrace;
import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.problem.RefusedException;
import io.millrace.query.AgentInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Page;
import io.millrace.runtime.PayloadCodec;
import io.millrace.work.Agent;
import io.millrace.work.Pool;
import io.millrace.work.WorkItem;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Pools on a real store with real threads, closed and opened again. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class PooledEngineTest {
    private static final ActivityProcess PROCESS = ActivityProcess.named(
            "p", sequence(call("press").pool("machines"), work("pack").pool("packers"), call("press").pool("machines")));
    private static final int CASES = 150;
    private static final int CLIENTS = 4;

    @TempDir
    Path directory;

    /** Who works at this moment, and with how many calls. */
    private final Map<String, AtomicInteger> calls = new ConcurrentHashMap<>();

    private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();

    private Millrace open() {
        Millrace mill = Millrace.builder()
                .everything()
                .directory(directory)
                .closeGrace(Duration.ofSeconds(5))
                .settings(settings -> settings.lanes(4))
                .open();
        mill.deploy(PROCESS);
        mill.on("press", work -> {
            String agent = work.by().orElse("nobody");
            AtomicInteger running = calls.computeIfAbsent(agent, name -> new AtomicInteger());
            if (running.incrementAndGet() > 1 || agent.equals("nobody")) {
                wrong.add(agent + " works twice at a time, at " + work);
            }
            Thread.onSpinWait();
            running.decrementAndGet();
            return Data.fields();
        });
        return mill;
    }

    @Test
    void no_agent_has_two_things_at_a_time_however_many_ask() {
        try (Millrace mill = open()) {
            mill.agents().define(Pool.named("machines").agents(agents("m", 3)));
            mill.agents().define(Pool.named("packers").starting().agents(agents("a", 5)));
            List<CompletableFuture<Void>> clients = new ArrayList<>();
            for (int client = 0; client < CLIENTS; client++) {
                clients.add(CompletableFuture.runAsync(() -> {
                    for (int i = 0; i < CASES / CLIENTS / 2; i++) {
                        mill.start("p");
                    }
                    pack(mill, CASES / 8);
                }));
            }
            clients.forEach(CompletableFuture::join);
        }
        try (Millrace mill = open()) {
            for (int i = 0; i < CASES / 2; i++) {
                mill.start("p");
            }
            while (!mill.cases(CaseQuery.ALL.inState(CaseStatus.RUNNING), null, 1).items().isEmpty()) {
                pack(mill, 10);
                mill.whenQuiet().join();
            }
            for (String pool : List.of("machines", "packers")) {
                assertThat(mill.agents().pool(pool).queue()).isZero();
                assertThat(mill.agents().in(pool, null, 100).items()).allMatch(AgentInfo::isIdle);
            }
            assertThat(overlaps(mill)).isEmpty();
        }
        assertThat(wrong).isEmpty();
        try (RocksStore store = RocksStore.open(directory)) {
            assertThat(Journal.check(store, PayloadCodec.PLAIN, List.of(), List.of(), turns -> {}).findings()).isEmpty();
        }
    }

    private static List<Agent> agents(String prefix, int count) {
        List<Agent> agents = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            agents.add(Agent.named(prefix + i).qualifiedForAll(i));
        }
        return agents;
    }

    /** Everybody does what was given to them, for some rounds. */
    private static void pack(Millrace mill, int rounds) {
        for (int round = 0; round < rounds; round++) {
            for (int agent = 0; agent < 5; agent++) {
                for (WorkItem item : mill.worklist("a" + agent)) {
                    if (("a" + agent).equals(item.holder())) {
                        try {
                            mill.as("a" + agent).complete(item.id(), Data.fields());
                        } catch (RefusedException e) {
                            // Another client was faster.
                        }
                    }
                }
            }
        }
    }

    /** Agents who were given something while they had something, by the history. */
    private static List<String> overlaps(Millrace mill) {
        List<String> overlaps = new ArrayList<>();
        Map<String, String> has = new HashMap<>();
        @Nullable String cursor = null;
        do {
            Page<HistoryEvent> page = mill.history().all(cursor, 1_000, History.Order.OLDEST_FIRST);
            for (HistoryEvent event : page.items()) {
                if (event.kind().equals("AgentAssigned")) {
                    String agent = event.detail().at("agent").text();
                    String before = has.put(agent, event.id());
                    if (before != null) {
                        overlaps.add(agent + " was given " + before + " and " + event.id());
                    }
                } else if (event.kind().equals("AgentReleased")) {
                    has.remove(event.detail().at("agent").text());
                }
            }
            cursor = page.cursor();
        } while (cursor != null);
        return overlaps;
    }
}
