package io.millrace.server.channel.hook;

import io.millrace.Millrace;
import io.millrace.id.CaseId;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Page;
import io.millrace.query.Subscription;
import io.millrace.server.channel.RecordFile;
import io.millrace.server.channel.Secrets;
import io.millrace.server.channel.call.Outgoing;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Delivers events to webhooks: each webhook gets its events in order and at least once. One thread for each webhook reads the history from
 * the place that the webhook has reached, and does not go on before an event was taken; so a receiver that is slow or away delays nobody
 * else. The place is stored after each event without waiting for the disk: after a crash the last few events come again, with the same ids.
 */
public final class Hooks implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger("io.millrace.server");
    private static final int PAGE = 100;
    private static final int MOST = 1_000;
    private static final Duration LOOK = Duration.ofSeconds(30);
    private static final int LARGEST_ANSWER = 64 << 10;

    private final Millrace mill;
    private final Outgoing outgoing;
    private final HookSettings settings;
    private final InstantSource clock;
    private final RecordFile file;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition change = lock.newCondition();
    private final Map<String, Webhook> hooks = new LinkedHashMap<>();
    private final Map<String, Thread> couriers = new LinkedHashMap<>();
    private final Map<String, String> processes = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > 10_000;
        }
    };

    private @Nullable Subscription subscription;
    private long events;
    private boolean started;
    private boolean closed;

    public Hooks(Millrace mill, Outgoing outgoing, HookSettings settings, Path directory, InstantSource clock) {
        this.mill = mill;
        this.outgoing = outgoing;
        this.settings = settings;
        this.clock = clock;
        this.file = RecordFile.open(directory.resolve("webhooks.jsonl"));
        file.all().forEach((id, record) -> hooks.put(id, Webhook.read(id, record)));
    }

    /** Begins to deliver. */
    public void start() {
        lock.lock();
        try {
            started = true;
            hooks.keySet().forEach(this::send);
        } finally {
            lock.unlock();
        }
    }

    private void wake() {
        lock.lock();
        try {
            events++;
            change.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The history is read only while there is a webhook: reading everything that happens costs much at a busy server. */
    private void send(String id) {
        if (subscription == null) {
            subscription = mill.history().follow(mill.history().end(), event -> wake());
        }
        couriers.put(id, Thread.ofVirtual().name("webhook-" + id).start(() -> deliver(id)));
    }

    /** Makes a webhook, which gets what happens from now on. It is durable when this returns. */
    Webhook add(String tenant, String url, @Nullable String process, @Nullable String within, List<String> kinds) {
        URI checked = outgoing.allowed().check(url);
        Webhook hook = new Webhook(
                Secrets.digits(6),
                tenant,
                checked.toString(),
                "whs_" + Secrets.word(),
                process,
                within,
                kinds,
                clock.instant(),
                mill.history().end(),
                null,
                null,
                null);
        lock.lock();
        try {
            if (hooks.size() >= MOST) {
                throw new RefusedException(Code.BAD_WEBHOOK.with("there are " + MOST + " already"));
            }
            file.put(hook.id(), hook.stored());
            hooks.put(hook.id(), hook);
            if (started) {
                send(hook.id());
            }
        } finally {
            lock.unlock();
        }
        return hook;
    }

    /** The webhooks of a tenant. */
    List<Webhook> of(String tenant) {
        lock.lock();
        try {
            return hooks.values().stream().filter(hook -> hook.tenant().equals(tenant)).toList();
        } finally {
            lock.unlock();
        }
    }

    private Webhook find(String tenant, String id) {
        Webhook hook = hooks.get(id);
        if (hook == null || !hook.tenant().equals(tenant)) {
            throw new RefusedException(Code.UNKNOWN_WEBHOOK.with(id));
        }
        return hook;
    }

    /** Removes a webhook. */
    void remove(String tenant, String id) {
        lock.lock();
        try {
            find(tenant, id);
            file.remove(List.of(id));
            hooks.remove(id);
            Thread courier = couriers.remove(id);
            if (courier != null) {
                courier.interrupt();
            }
            change.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Goes on with a webhook that was paused, where it stopped. */
    void resume(String tenant, String id) {
        lock.lock();
        try {
            Webhook hook = find(tenant, id).state(null, null);
            file.put(id, hook.stored());
            hooks.put(id, hook);
            change.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Webhook current(String id) {
        lock.lock();
        try {
            return closed ? null : hooks.get(id);
        } finally {
            lock.unlock();
        }
    }

    /** Stores how far a webhook is, unless it was removed meanwhile. */
    private void update(Webhook hook) {
        lock.lock();
        try {
            if (hooks.containsKey(hook.id()) && !closed) {
                file.note(hook.id(), hook.stored());
                hooks.put(hook.id(), hook);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Shows what is wrong, without storing it: that may be what is wrong. */
    private void show(String id, String trouble) {
        lock.lock();
        try {
            hooks.computeIfPresent(id, (key, hook) -> hook.state(hook.paused(), trouble));
        } finally {
            lock.unlock();
        }
    }

    private void deliver(String id) {
        try {
            for (Webhook hook = current(id); hook != null; hook = current(id)) {
                try {
                    long seen = seen();
                    if (hook.paused() != null) {
                        await(seen, id, true);
                    } else if (!page(hook)) {
                        await(seen, id, false);
                    }
                } catch (RuntimeException | Error e) {
                    // The history or the file cannot be used now; nothing is skipped.
                    if (current(id) != null) {
                        LOG.log(Level.WARNING, "The webhook " + id + " waits", e);
                        show(id, "the server cannot deliver now: " + e);
                    }
                    TimeUnit.MILLISECONDS.sleep(settings.longest().toMillis());
                }
            }
        } catch (InterruptedException e) {
            // It was removed, or the server closes.
        }
    }

    private long seen() {
        lock.lock();
        try {
            return events;
        } finally {
            lock.unlock();
        }
    }

    private void await(long seen, String id, boolean paused) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long nanos = LOOK.toNanos();
            while (nanos > 0 && !closed && hooks.containsKey(id) && (paused ? hooks.get(id).paused() != null : events == seen)) {
                nanos = change.awaitNanos(nanos);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Delivers a page; returns whether there was anything in it. */
    private boolean page(Webhook from) throws InterruptedException {
        Webhook hook = from;
        Page<HistoryEvent> page = mill.history().all(hook.cursor(), PAGE, History.Order.OLDEST_FIRST);
        boolean skipping = hook.last() != null && page.items().stream().anyMatch(event -> event.id().equals(from.last()));
        boolean moved = false;
        for (HistoryEvent event : page.items()) {
            if (skipping) {
                skipping = !event.id().equals(from.last());
                continue;
            }
            if (wants(hook, event) && !take(hook, event)) {
                return true;
            }
            moved = true;
            hook = hook.at(hook.cursor(), event.id()).state(null, null);
            if (wants(hook, event)) {
                update(hook);
            }
        }
        if (page.cursor() != null) {
            update(hook.at(page.cursor(), null));
            return true;
        }
        if (moved) {
            update(hook);
        }
        return moved;
    }

    private boolean wants(Webhook hook, HistoryEvent event) {
        CaseId caseId = event.caseId();
        return event.tenant().equals(hook.tenant())
                && (hook.kinds().isEmpty() || hook.kinds().contains(event.kind()))
                && (hook.within() == null || caseId != null && caseId.isWithin(CaseId.parse(hook.within())))
                && (hook.process() == null || caseId != null && hook.process().equals(process(event.tenant(), caseId)));
    }

    /** The process of a case; empty if the case is gone. A case keeps its process. */
    private String process(String tenant, CaseId caseId) {
        synchronized (processes) {
            return processes.computeIfAbsent(tenant + " " + caseId, key -> {
                try {
                    return mill.tenant(tenant).find(caseId).info().process();
                } catch (RefusedException e) {
                    if (e.problem().code() == Code.UNKNOWN_CASE) {
                        return "";
                    }
                    // It will be known later; the event must not be skipped.
                    throw e;
                }
            });
        }
    }

    /** Tries to deliver an event until it is taken; false if the webhook is paused. */
    private boolean take(Webhook hook, HistoryEvent event) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            Optional<String> trouble = post(hook, event);
            if (trouble.isEmpty()) {
                return true;
            }
            boolean over = attempt >= settings.attempts() || trouble.get().equals(GONE);
            update(hook.state(over ? "given up after " + attempt + " attempts at event " + event.id() : null, trouble.get()));
            if (over) {
                LOG.log(Level.WARNING, "The webhook {0} is paused: {1}", new Object[] {hook.id(), trouble.get()});
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(settings.waitAfter(attempt).toMillis());
        }
    }

    private static final String GONE = "it was answered with status 410";

    /** Why an event was not taken; empty if it was. */
    private Optional<String> post(Webhook hook, HistoryEvent event) throws InterruptedException {
        byte[] body = event.toData().json().getBytes(StandardCharsets.UTF_8);
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", "application/json");
        headers.put("User-Agent", "millrace");
        headers.put("Millrace-Webhook", hook.id());
        headers.put("Millrace-Event", event.id().codePoints().allMatch(c -> c >= ' ' && c < 127) ? event.id() : Secrets.sha256(event.id()));
        headers.put(Signature.HEADER, Signature.of(hook.secret(), clock.instant().getEpochSecond(), body));
        try {
            Outgoing.Response response =
                    outgoing.send(new Outgoing.Request("POST", URI.create(hook.url()), headers, body, settings.timeout(), LARGEST_ANSWER));
            boolean taken = response.status() >= 200 && response.status() < 300;
            return taken ? Optional.empty() : Optional.of("it was answered with status " + response.status());
        } catch (RefusedException e) {
            return Optional.of(e.problem().message());
        } catch (IOException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedException();
            }
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void close() {
        List<Thread> running;
        lock.lock();
        try {
            closed = true;
            if (subscription != null) {
                subscription.close();
            }
            running = List.copyOf(couriers.values());
            change.signalAll();
        } finally {
            lock.unlock();
        }
        running.forEach(Thread::interrupt);
        for (Thread courier : running) {
            try {
                courier.join(Duration.ofSeconds(2));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        file.close();
    }
}
