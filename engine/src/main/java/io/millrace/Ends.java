package io.millrace;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.command.Effect;
import io.millrace.query.CaseStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Those who wait for cases to end, and the last ends, for those who ask a moment too late. */
final class Ends {
    /** How a case ended. */
    record End(CaseStatus status, Data outcome) {}

    private record Key(String tenant, CaseId caseId) {}

    /** How many ends are remembered. */
    static final int REMEMBERED = 10_000;

    private final Map<Key, List<CompletableFuture<End>>> waiting = new ConcurrentHashMap<>();
    private final AtomicLong announced = new AtomicLong();
    private final Map<Key, End> recent = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, End> eldest) {
            return size() > REMEMBERED;
        }
    };

    /** How many cases have ended. */
    long announced() {
        return announced.get();
    }

    /** Whether a case that was not ended when so many were may have ended and be forgotten. */
    boolean mayHaveForgotten(long announcedBefore) {
        return announced.get() - announcedBefore > REMEMBERED;
    }

    /** Completes when the case ends; at once if it ended a moment ago. */
    CompletableFuture<End> of(String tenant, CaseId caseId) {
        Key key = new Key(tenant, caseId);
        CompletableFuture<End> future = new CompletableFuture<>();
        waiting.compute(key, (k, futures) -> {
            List<CompletableFuture<End>> longer = futures == null ? new CopyOnWriteArrayList<>() : futures;
            longer.add(future);
            return longer;
        });
        // Whoever is answered in another way no longer waits here.
        future.whenComplete((end, failure) -> waiting.computeIfPresent(key, (k, futures) -> {
            futures.removeIf(CompletableFuture::isDone);
            return futures.isEmpty() ? null : futures;
        }));
        End ended = recent(key);
        if (ended != null) {
            future.complete(ended);
        }
        return future;
    }

    private @Nullable End recent(Key key) {
        synchronized (recent) {
            return recent.get(key);
        }
    }

    void announce(Effect.AnnounceEnd effect) {
        Key key = new Key(effect.tenant(), effect.caseId());
        End end = new End(effect.status(), effect.outcome());
        synchronized (recent) {
            recent.put(key, end);
        }
        announced.incrementAndGet();
        List<CompletableFuture<End>> futures = waiting.remove(key);
        if (futures != null) {
            futures.forEach(future -> future.complete(end));
        }
    }
}
