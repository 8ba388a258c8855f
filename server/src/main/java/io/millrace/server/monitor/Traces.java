package io.millrace.server.monitor;

import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.StoreException;
import io.millrace.problem.RefusedException;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Page;
import io.millrace.query.Subscription;
import io.millrace.server.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Traces of cases for OpenTelemetry. A case is a span, its work items and sub-cases are spans in it, and a worker goes on with the
 * trace: the job that it fetches says in which span it is.
 *
 * <p>Nothing is kept for it but a cursor. Spans are made from the history when what they tell has ended, however long that took, and their
 * ids follow from the ids of case and work. So spans that are sent again after a crash are the same spans, and a collector that
 * is away for a day loses nothing.
 */
public final class Traces implements Part {
    private static final Logger LOG = Logger.getLogger("io.millrace.server");
    private static final int MOST_SPANS = 512;
    /** How many cases and work items are remembered from their beginning to their end; others are looked up. */
    private static final int REMEMBERED = 50_000;
    /** How far back the beginning of something is looked for. */
    private static final int FAR = 5_000;

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final String CURSOR = "traces.cursor";

    private final Millrace mill;
    private final String engine;
    private final TraceSettings settings;
    private final Path directory;
    private final SpanExport export;
    private final Map<String, Begun> begun = lru(REMEMBERED);
    private final Map<String, TraceContext> contexts = Collections.synchronizedMap(lru(REMEMBERED));
    private final List<Span> spans = new ArrayList<>();
    private final ReentrantLock sending = new ReentrantLock();
    private final Condition stopping = sending.newCondition();
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("millrace-traces").factory());
    private volatile @Nullable Subscription following;
    private volatile boolean closed;

    /** Something that has begun and not ended. */
    private record Begun(String name, Instant start, Map<String, String> attributes, List<Span.Mark> marks, @Nullable String parent) {}

    private Traces(Part.Place place, TraceSettings settings) {
        this.mill = place.mill();
        this.engine = place.identity();
        this.directory = place.directory();
        this.settings = settings;
        this.export = new SpanExport(settings, engine);
        place.backend().traceWith(this::context);
    }

    /** Traces for a collector. */
    public static Part.Maker of(TraceSettings settings) {
        return place -> new Traces(place, settings);
    }

    private static <V> Map<String, V> lru(int most) {
        return new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
                return size() > most;
            }
        };
    }

    @Override
    public String name() {
        return "System";
    }

    @Override
    public void start(String address) {
        String from = cursor();
        following = mill.history().follow(from, this::follow);
        clock.scheduleWithFixedDelay(this::flush, 1, 1, TimeUnit.SECONDS);
    }

    /** Where the last run stopped; where the history ends now if there was none. */
    private String cursor() {
        try {
            return Files.readString(directory.resolve(CURSOR)).strip();
        } catch (IOException e) {
            return mill.history().end();
        }
    }

    /** The trace context for a work item. */
    private Optional<String> context(String tenant, WorkId work) {
        return Optional.of(traceOf(tenant, work.caseId()).header(TraceContext.span(engine, tenant, work)));
    }

    private TraceContext traceOf(String tenant, CaseId caseId) {
        String key = tenant + "/" + caseId.root();
        TraceContext known = contexts.get(key);
        if (known == null) {
            CaseId root = CaseId.root(caseId.root());
            String given = find(tenant, root, History.Order.OLDEST_FIRST, event -> event.kind().equals("CaseStarted"))
                    .map(HistoryEvent::trace)
                    .orElse(null);
            known = traceOf(tenant, root, given);
        }
        return known;
    }

    private TraceContext traceOf(String tenant, CaseId root, @Nullable String given) {
        TraceContext context =
                TraceContext.read(given).orElseGet(() -> TraceContext.made(engine, tenant, root.root(), settings.share()));
        contexts.put(tenant + "/" + root.root(), context);
        return context;
    }

    /** An event of which no span can be made must not hold up those after it. What the store cannot read now is tried again. */
    private void follow(HistoryEvent event) {
        try {
            take(event);
        } catch (StoreException e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "Event " + event.id() + " is not traced", e);
        }
    }

    private void take(HistoryEvent event) {
        CaseId caseId = event.caseId();
        if (caseId == null || closed) {
            return;
        }
        String tenant = event.tenant();
        TraceContext trace = event.kind().equals("CaseStarted") && caseId.isRoot()
                ? traceOf(tenant, caseId, event.trace())
                : traceOf(tenant, caseId);
        if (!trace.sampled()) {
            return;
        }
        switch (event.kind()) {
            case "CaseStarted" -> begun.put(tenant + "/" + caseId, beginning(event, caseId, trace));
            case "WorkOffered" -> begun.put(tenant + "/" + work(event, caseId), beginning(event, caseId, trace));
            case "CaseCompleted", "CaseFailed", "CaseCancelled" -> end(event, trace, caseId);
            case "WorkCompleted", "WorkFailed", "WorkWithdrawn" -> end(event, trace, work(event, caseId));
            case "WorkAttemptFailed", "WorkStarted", "WorkEscalated", "IncidentRaised", "IncidentResolved" -> mark(event, caseId);
            default -> {
                // Other events are no steps in the life of a case that a trace shows.
            }
        }
    }

    private static WorkId work(HistoryEvent event, CaseId caseId) {
        return new WorkId(caseId, event.detail().at("work").asInt());
    }

    private Begun beginning(HistoryEvent event, CaseId caseId, TraceContext trace) {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("millrace.tenant", event.tenant());
        attributes.put("millrace.case", caseId.toString());
        String name;
        String parent;
        if (event.kind().equals("CaseStarted")) {
            name = event.detail().at("process").text();
            attributes.put("millrace.process", name);
            attributes.put("millrace.version", event.detail().at("version").json());
            CaseId above = caseId.parent();
            parent = above == null
                    ? trace.parent()
                    : TraceContext.span(engine, event.tenant(), new WorkId(above, event.detail().at("parentWork").asInt()));
        } else {
            name = event.detail().at("task").text();
            attributes.put("millrace.task", name);
            attributes.put("millrace.work", work(event, caseId).toString());
            parent = TraceContext.span(engine, event.tenant(), caseId);
        }
        return new Begun(name, event.recorded(), attributes, new ArrayList<>(), parent);
    }

    private void mark(HistoryEvent event, CaseId caseId) {
        Begun of = begun.get(event.tenant() + "/" + work(event, caseId));
        if (of != null && of.marks().size() < 100) {
            Map<String, String> attributes = new LinkedHashMap<>();
            if (event.actor() != null) {
                attributes.put("millrace.actor", event.actor());
            }
            if (event.detail().at("reason") instanceof Data.Text reason) {
                attributes.put("reason", reason.value());
            }
            of.marks().add(new Span.Mark(event.recorded(), event.kind(), attributes));
        }
    }

    private void end(HistoryEvent event, TraceContext trace, Object id) {
        Begun from = begun.remove(event.tenant() + "/" + id);
        from = from == null ? lookedUp(event, trace, id) : from;
        if (from == null) {
            return;
        }
        Map<String, String> attributes = new LinkedHashMap<>(from.attributes());
        attributes.put("millrace.end", event.kind());
        if (event.actor() != null) {
            attributes.put("millrace.actor", event.actor());
        }
        if (event.onBehalfOf() != null) {
            attributes.put("millrace.on_behalf_of", event.onBehalfOf());
        }
        String failure = event.kind().endsWith("Failed") ? event.detail().at("reason").text() : null;
        add(new Span(
                trace.trace(),
                TraceContext.span(engine, event.tenant(), id),
                from.parent(),
                from.name(),
                from.start(),
                event.recorded(),
                attributes,
                from.marks(),
                failure));
    }

    /** The beginning of something that is not remembered: it began before a restart, or so long ago that others took its place. */
    private @Nullable Begun lookedUp(HistoryEvent event, TraceContext trace, Object id) {
        CaseId caseId = id instanceof WorkId work ? work.caseId() : (CaseId) id;
        Predicate<HistoryEvent> wanted = id instanceof WorkId
                ? each -> each.kind().equals("WorkOffered") && caseId.equals(each.caseId()) && work(each, caseId).equals(id)
                : each -> each.kind().equals("CaseStarted") && caseId.equals(each.caseId());
        return find(event.tenant(), caseId, caseId.isRoot() && caseId.equals(id) ? History.Order.OLDEST_FIRST : History.Order.NEWEST_FIRST, wanted)
                .map(found -> beginning(found, caseId, trace))
                .orElse(null);
    }

    private Optional<HistoryEvent> find(String tenant, CaseId caseId, History.Order order, Predicate<HistoryEvent> wanted) {
        try {
            String cursor = null;
            for (int seen = 0; seen < FAR; ) {
                Page<HistoryEvent> page = mill.history().ofCase(tenant, caseId, cursor, 100, order);
                Optional<HistoryEvent> found = page.items().stream().filter(wanted).findFirst();
                cursor = page.cursor();
                if (found.isPresent() || cursor == null) {
                    return found;
                }
                seen += page.items().size();
            }
        } catch (RefusedException e) {
            // It was erased since.
        }
        return Optional.empty();
    }

    private void add(Span span) {
        sending.lock();
        try {
            spans.add(span);
            if (spans.size() >= MOST_SPANS) {
                sendAll();
            }
        } finally {
            sending.unlock();
        }
    }

    private void flush() {
        sending.lock();
        try {
            Subscription told = following;
            // What the cursor stands behind has been taken, and stands among the spans or before them.
            String cursor = told == null ? null : told.cursor();
            sendAll();
            if (cursor != null && spans.isEmpty() && !closed) {
                save(cursor);
            }
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "Traces could not be sent", e);
        } finally {
            sending.unlock();
        }
    }

    /** Sends until the collector has taken them: those who follow the history wait, and the history is there as long as it takes. */
    private void sendAll() {
        Duration pause = Duration.ofMillis(200);
        try {
            while (!spans.isEmpty() && !closed) {
                List<Span> some = List.copyOf(spans.subList(0, Math.min(MOST_SPANS, spans.size())));
                if (export.send(some) == SpanExport.Outcome.LATER) {
                    long ignored = stopping.awaitNanos(pause.toNanos());
                    pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause.multipliedBy(2);
                } else {
                    spans.subList(0, some.size()).clear();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void save(String cursor) {
        try {
            Files.createDirectories(directory);
            Path next = directory.resolve(CURSOR + ".new");
            Files.writeString(next, cursor + "\n");
            Files.move(next, directory.resolve(CURSOR), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "The place in the history from which traces go on could not be written", e);
        }
    }

    @Override
    public void close() {
        closed = true;
        clock.shutdownNow();
        sending.lock();
        try {
            stopping.signalAll();
            // Once, and without waiting for a collector that is away: the next run sends them.
            if (!spans.isEmpty()) {
                export.send(List.copyOf(spans));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            sending.unlock();
        }
        if (following != null) {
            following.close();
        }
        export.close();
    }
}
