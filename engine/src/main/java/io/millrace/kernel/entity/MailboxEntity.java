package io.millrace.kernel.entity;

import io.millrace.command.Answer;
import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.Input;
import io.millrace.kernel.record.Message;
import io.millrace.kernel.record.Sizes;
import io.millrace.problem.Problem;
import io.millrace.runtime.Settings;
import io.millrace.work.WorkCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Signals of one name and correlation key. A signal goes to every case that waits when it comes; if none does, it is
 * kept for the first that will, until it is too old. Signals are kept in the order in which they came. A signal that was
 * given to one case alone, which had stopped waiting by then, comes back and is given on; nobody gets a signal twice.
 * A mailbox in which nothing is kept and for which nobody waits vanishes, and with it every copy of what it held.
 */
public final class MailboxEntity extends Entity<Input.ForMailbox> {
    private record Signal(Data content, Instant sent) {}

    private record Waiter(CaseId caseId, int ticket) {}

    private final Deque<Signal> kept = new ArrayDeque<>(2);
    private final Set<Waiter> waiters = new LinkedHashSet<>(2);

    /** An empty mailbox. */
    public static MailboxEntity at(EntityId.OfMailbox id) {
        return new MailboxEntity(id);
    }

    /** What is kept for those who will wait. */
    public List<Data> contents() {
        return kept.stream().map(Signal::content).toList();
    }

    /** What is kept, with the instants at which it came, oldest first. */
    public void forEachKept(BiConsumer<Data, Instant> visitor) {
        kept.forEach(signal -> visitor.accept(signal.content(), signal.sent()));
    }

    /** A mailbox into which these were put, in which nothing else has happened. */
    public void fill(List<Event> events) {
        events.forEach(event -> apply(null, event, last));
        isNew = false;
    }

    /** Who waits, as cases and tickets. */
    public void forEachWaiter(BiConsumer<CaseId, Integer> visitor) {
        waiters.forEach(waiter -> visitor.accept(waiter.caseId(), waiter.ticket()));
    }

    private MailboxEntity(EntityId.OfMailbox id) {
        super(id, Input.ForMailbox.class);
    }

    @Override
    Answer decide(Input.ForMailbox input, Ledger ledger) {
        Settings settings = ledger.surroundings.settings();
        if (input instanceof Input.Send send) {
            Problem problem = Sizes.tooLarge(send.command().content(), id.toString(), settings);
            if (problem != null) {
                return new Answer.Refused(problem);
            }
        }
        while (!kept.isEmpty() && Duration.between(kept.peek().sent(), ledger.now).compareTo(settings.signalMemory()) > 0) {
            ledger.record(new Event.SignalTaken());
        }
        switch (input) {
            case Input.Send send -> spread(send.command().content(), ledger.now, ledger);
            case Input.TakenByMailbox taken -> take(taken.message(), ledger);
        }
        return Answer.DONE;
    }

    private void take(Message.ToMailbox message, Ledger ledger) {
        switch (message) {
            case Message.Await await -> {
                Signal oldest = kept.peek();
                if (oldest == null) {
                    ledger.record(new Event.WaiterAdded(await.caseId(), await.ticket()));
                } else {
                    ledger.record(new Event.SignalTaken());
                    hand(new Waiter(await.caseId(), await.ticket()), oldest.content(), oldest.sent(), true, ledger);
                }
            }
            case Message.Forget forget -> {
                if (waiters.contains(new Waiter(forget.caseId(), forget.ticket()))) {
                    ledger.record(new Event.WaiterRemoved(forget.caseId(), forget.ticket()));
                }
            }
            case Message.Return back -> spread(back.content(), back.sent(), ledger);
        }
    }

    /** Hands a signal to all who wait, or keeps it. */
    private void spread(Data content, Instant sent, Ledger ledger) {
        if (waiters.isEmpty()) {
            ledger.record(new Event.SignalKept(content, sent));
            return;
        }
        boolean only = waiters.size() == 1;
        for (Waiter waiter : List.copyOf(waiters)) {
            ledger.record(new Event.WaiterRemoved(waiter.caseId(), waiter.ticket()));
            hand(waiter, content, sent, only, ledger);
        }
    }

    private void hand(Waiter waiter, Data content, Instant sent, boolean only, Ledger ledger) {
        ledger.send(
                null,
                new EntityId.OfCase(id.tenant(), waiter.caseId().root()),
                new Message.Hand(waiter.caseId(), waiter.ticket(), content, sent, only));
    }

    @Override
    public void apply(@Nullable CaseId caseId, Event event, Instant at) {
        switch (event) {
            case Event.SignalKept e -> keep(new Signal(e.content(), e.sent()));
            case Event.SignalTaken e -> kept.poll();
            case Event.WaiterAdded e -> waiters.add(new Waiter(e.caseId(), e.ticket()));
            case Event.WaiterRemoved e -> waiters.remove(new Waiter(e.caseId(), e.ticket()));
            case Event other -> throw new IllegalStateException("not an event of a mailbox: " + other);
        }
    }

    /** Keeps the order in which signals came: one that comes back from a case stands before those that came later. */
    private void keep(Signal signal) {
        Deque<Signal> later = new ArrayDeque<>(2);
        while (!kept.isEmpty() && kept.getLast().sent().isAfter(signal.sent())) {
            later.push(kept.removeLast());
        }
        kept.add(signal);
        kept.addAll(later);
    }

    @Override
    public void write(Out out) {
        out.varint(kept.size());
        kept.forEach(signal -> out.data(signal.content()).instant(signal.sent()));
        out.varint(waiters.size());
        waiters.forEach(waiter -> {
            WorkCodec.write(out, waiter.caseId());
            out.varint(waiter.ticket());
        });
    }

    @Override
    void read(In in) {
        for (int left = in.count(); left > 0; left--) {
            kept.add(new Signal(in.data(), in.instant()));
        }
        for (int left = in.count(); left > 0; left--) {
            waiters.add(new Waiter(WorkCodec.readCaseId(in), in.varint32()));
        }
    }

    @Override
    public boolean isEmpty() {
        return kept.isEmpty() && waiters.isEmpty();
    }
}
