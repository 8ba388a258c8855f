package io.millrace.kernel;

import io.millrace.command.Command;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.kernel.index.Rows;
import io.millrace.kernel.record.Attempt;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.Timer;
import io.millrace.kernel.record.TimerPurpose;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.work.Doer;
import io.millrace.work.Performers;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the events of cases mean, written down a second time, without the code that the engine uses: which cases are open,
 * which work items are open and in which lists they stand, which timers are set, who waits for a signal, and who is
 * suspended and therefore does nothing by itself.
 */
final class EventModel {
    private static final class Item {
        final Doer doer;
        final String task;
        Performers performers;
        Event.@Nullable WorkPooled placed;
        @Nullable String holder;
        boolean troubled;
        int attempt;

        Item(Doer doer, String task, Performers performers) {
            this.task = task;
            this.doer = doer;
            this.performers = performers;
            this.attempt = doer instanceof Doer.People || performers.pool() != null ? 0 : 1;
        }
    }

    private record Numbered(CaseId caseId, int number) {}

    private record Timer(Instant due, TimerPurpose purpose) {}

    private final Set<CaseId> open = new HashSet<>();
    private final Set<CaseId> suspended = new HashSet<>();
    private final Map<WorkId, Item> works = new LinkedHashMap<>();
    private final Set<WorkId> everOffered = new HashSet<>();
    private final Map<Numbered, Timer> timers = new LinkedHashMap<>();
    private final Set<Numbered> everSet = new HashSet<>();
    private final Map<Numbered, String> waits = new HashMap<>();
    private final Map<Numbered, Event.Attempted> attempts = new HashMap<>();

    private final Map<String, Integer> attemptsOfRequests = new HashMap<>();

    /** The attempt that ran when a request completed its work item. */
    Map<String, Integer> attemptsOfRequests() {
        return attemptsOfRequests;
    }

    /** The cases that have not ended. */
    Set<CaseId> open() {
        return open;
    }

    /** Follows one turn of a case. */
    void turn(TurnRecord turn) {
        // Somebody cancels a case under rules: it begins with what they demand, suspended or not.
        boolean cancels = turn.entries().stream()
                .anyMatch(entry -> entry.event() instanceof Event.Progressed e && e.event().kind().equals("Cancelling"));
        for (TurnRecord.Entry entry : turn.entries()) {
            CaseId caseId = entry.caseId();
            if (caseId != null && entry.event() instanceof Event.OfCase event) {
                if (turn.requestId() != null && event instanceof Event.WorkCompleted e) {
                    attemptsOfRequests.putIfAbsent(turn.requestId(), item(caseId, e.work()).attempt);
                }
                demand(
                        cancels || !isSuspended(caseId) || !isReaction(event),
                        "case " + caseId + " is suspended and reacts: " + event);
                follow(caseId, event, turn.recorded());
            }
        }
        demandNothingLeft(turn);
    }

    private void follow(CaseId id, Event.OfCase event, Instant at) {
        switch (event) {
            case Event.CaseSuspended e -> demand(suspended.add(id), "case " + id + " was suspended twice");
            case Event.CaseResumed e -> suspended.remove(id);
            case Event.CaseStarted e -> demand(open.add(id), "case " + id + " started twice");
            case Event.CaseCompleted e -> end(id);
            case Event.CaseFailed e -> end(id);
            case Event.CaseCancelled e -> end(id);
            case Event.WorkOffered e -> {
                WorkId work = new WorkId(id, e.work());
                demand(everOffered.add(work), "work item " + work + " was offered twice");
                works.put(work, new Item(e.doer(), e.task(), e.performers()));
            }
            case Event.WorkAllocated e -> item(id, e.work()).holder = e.to();
            case Event.WorkStarted e -> item(id, e.work()).holder = e.by();
            case Event.WorkReleased e -> item(id, e.work()).holder = null;
            case Event.WorkAttemptFailed e -> item(id, e.work()).holder = null;
            case Event.WorkEscalated e -> item(id, e.work()).performers = e.performers();
            case Event.WorkSuspended e -> item(id, e.work());
            case Event.WorkPooled e -> item(id, e.work()).placed = e;
            case Event.WorkUnpooled e -> item(id, e.work()).placed = null;
            case Event.WorkResumed e -> item(id, e.work());
            case Event.WorkHeld e -> item(id, e.work()).attempt = 0;
            case Event.WorkRetried e -> {
                Item item = item(id, e.work());
                demand(e.attempt() == item.attempt + 1, "work item " + id + "#" + e.work() + " skips an attempt");
                item.attempt = e.attempt();
                item.troubled = false;
            }
            case Event.WorkCompleted e -> close(id, e.work());
            case Event.WorkFailed e -> close(id, e.work());
            case Event.WorkWithdrawn e -> close(id, e.work());
            case Event.IncidentRaised e when e.work() != 0 -> item(id, e.work()).troubled = true;
            case Event.IncidentResolved e when e.work() != 0 -> item(id, e.work()).troubled = false;
            case Event.TimerSet e -> {
                Numbered timer = new Numbered(id, e.timer());
                demand(everSet.add(timer), timer + " was set twice");
                timers.put(timer, new Timer(e.due(), e.purpose()));
            }
            case Event.TimerFired e -> {
                Timer timer = timers.remove(new Numbered(id, e.timer()));
                demand(timer != null, "timer " + e.timer() + " of " + id + " fired and was not set");
                demand(timer == null || !at.isBefore(timer.due()), "timer " + e.timer() + " of " + id + " fired before it was due");
            }
            case Event.TimerCancelled e ->
                demand(timers.remove(new Numbered(id, e.timer())) != null, "timer " + e.timer() + " of " + id + " was cancelled and was not set");
            case Event.SignalAwaited e ->
                demand(waits.put(new Numbered(id, e.ticket()), e.signal()) == null, "ticket " + e.ticket() + " of " + id + " was given twice");
            case Event.SignalReceived e -> served(id, e.ticket());
            case Event.SignalForgotten e -> served(id, e.ticket());
            case Event.Attempted e -> {
                demand(open.contains(id), "something is attempted in case " + id + ", which is not open");
                attempts.put(new Numbered(id, e.number()), e);
            }
            case Event.AttemptDecided e ->
                demand(attempts.remove(new Numbered(id, e.number())) != null, "attempt " + e.number() + " of " + id + " was decided and did not wait");
            case Event.OfCase other -> {}
        }
    }

    /** Whether a case or one above it is suspended. */
    private boolean isSuspended(CaseId id) {
        for (CaseId at = id; at != null; at = at.parent()) {
            if (suspended.contains(at)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether this happens only because a process goes on. What comes from outside (the result of an attempt, a signal) is
     * recorded of a suspended case, and it can be cancelled, or the gate delays that.
     */
    private static boolean isReaction(Event.OfCase event) {
        return switch (event) {
            // Rules take notice of what comes from outside in the same turn.
            case Event.Progressed e -> !e.event().kind().equals("Decided");
            case Event.WorkOffered e -> true;
            case Event.WorkRetried e -> true;
            case Event.WorkEscalated e -> true;
            case Event.TimerSet e ->
                !(e.purpose() instanceof TimerPurpose.Retry) && !(e.purpose() instanceof TimerPurpose.Reconsider);
            case Event.TimerFired e -> true;
            case Event.SignalAwaited e -> true;
            case Event.AttributeSet e -> true;
            case Event.CaseCompleted e -> true;
            case Event.CaseFailed e -> true;
            case Event.OfCase other -> false;
        };
    }

    private void end(CaseId id) {
        demand(open.remove(id), "case " + id + " ended and was not open");
        suspended.remove(id);
    }

    private Item item(CaseId id, int work) {
        Item item = works.get(new WorkId(id, work));
        if (item == null) {
            throw new AssertionError("work item " + id + "#" + work + " is not open, and something happened to it");
        }
        return item;
    }

    private void close(CaseId id, int work) {
        item(id, work);
        works.remove(new WorkId(id, work));
    }

    private void served(CaseId id, int ticket) {
        demand(waits.remove(new Numbered(id, ticket)) != null, "case " + id + " did not wait with ticket " + ticket);
    }

    /** After a turn, what belongs to something that is over is over, too. */
    private void demandNothingLeft(TurnRecord turn) {
        works.keySet().forEach(work ->
                demand(open.contains(work.caseId()), "work item " + work + " outlives its case at turn " + turn.sequence()));
        waits.keySet().forEach(wait ->
                demand(open.contains(wait.caseId()), wait + " outlives its case at turn " + turn.sequence()));
        timers.forEach((number, timer) -> {
            demand(open.contains(number.caseId()), number + " outlives its case at turn " + turn.sequence());
            if (timer.purpose() instanceof TimerPurpose.Overdue overdue) {
                WorkId work = new WorkId(number.caseId(), overdue.work());
                demand(works.containsKey(work), "the deadline of work item " + work + " outlives it at turn " + turn.sequence());
            }
        });
        attempts.forEach((number, attempt) -> {
            demand(open.contains(number.caseId()), "attempt " + number + " outlives its case at turn " + turn.sequence());
            if (attempt.trial() instanceof Attempt.Asked asked && asked.command() instanceof Command.OfWork command) {
                demand(works.containsKey(command.work()), "attempt " + number + " outlives its work item at turn " + turn.sequence());
            }
            if (attempt.trial() instanceof Attempt.Begun begun) {
                demand(works.containsKey(new WorkId(number.caseId(), begun.work())), "attempt " + number + " outlives its work item");
            }
            if (attempt.trial() instanceof Attempt.Handed handed) {
                demand(waits.containsKey(new Numbered(number.caseId(), handed.ticket())), "attempt " + number + " outlives its wait");
            }
        });
        open.forEach(id -> demand(id.isRoot() || open.contains(id.parent()), "case " + id + " outlives the case above it"));
    }

    /** The rows of work lists that there must be: list and work item. */
    void expectWork(Set<String> rows) {
        works.forEach((work, item) -> {
            switch (item.doer) {
                case Doer.Handler handler -> rows.add(row("h:" + handler.name(), work));
                case Doer.Program program -> rows.add(row("x:" + program.name(), work));
                case Doer.Process process -> rows.add(row("c", work));
                case Doer.People people -> expectOffer(rows, work, item);
            }
            if (item.troubled) {
                rows.add(row(Rows.INCIDENTS, work));
            }
        });
    }

    private static void expectOffer(Set<String> rows, WorkId work, Item item) {
        Set<String> participants = Set.copyOf(item.performers.participants());
        Set<String> roles = Set.copyOf(item.performers.roles());
        String pool = item.performers.pool();
        if (item.holder != null) {
            rows.add(row("p:" + item.holder, work));
        } else if (pool != null) {
            rows.add(row("q:" + pool.length() + ":" + pool + ":" + item.task, work));
        } else if (participants.isEmpty() && roles.isEmpty()) {
            rows.add(row("a", work));
        } else {
            participants.forEach(name -> rows.add(row("p:" + name, work)));
            roles.forEach(role -> rows.add(row("r:" + role, work)));
        }
    }

    /** What cases have put into pools, by pool. */
    void expectPooled(Map<String, Map<WorkId, PoolModel.Known>> pools) {
        works.forEach((work, item) -> {
            Event.WorkPooled placed = item.placed;
            if (placed != null) {
                pools.computeIfAbsent(placed.pool(), name -> new HashMap<>())
                        .put(work, new PoolModel.Known(placed.ticket(), item.holder));
            }
        });
    }

    static String row(String list, WorkId work) {
        return list + " " + work;
    }

    /** The rows of timers that there must be. */
    void expectTimers(Set<String> rows) {
        timers.forEach((number, timer) -> rows.add(timerRow(timer.due(), number.caseId(), number.number())));
    }

    /** The timers that should have fired by an instant: those of cases that are not suspended. */
    void expectFired(Instant now, Set<String> rows) {
        timers.forEach((number, timer) -> {
            if (!timer.due().isAfter(now) && !isSuspended(number.caseId())) {
                rows.add(timerRow(timer.due(), number.caseId(), number.number()));
            }
        });
    }

    static String timerRow(Instant due, CaseId caseId, int timer) {
        return due + " " + caseId + " " + timer;
    }

    private static void demand(boolean holds, String sentence) {
        if (!holds) {
            throw new AssertionError(sentence);
        }
    }
}
