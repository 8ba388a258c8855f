package io.millrace.kernel.entity;

import io.millrace.command.Effect;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.kernel.record.Attempt;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.Message;
import io.millrace.kernel.record.TimerPurpose;
import io.millrace.language.Happening;
import io.millrace.language.Intention;
import io.millrace.language.ProcessEvent;
import io.millrace.language.ProcessName;
import io.millrace.language.Turn;
import io.millrace.problem.Code;
import io.millrace.work.Deadline;
import io.millrace.work.Doer;
import io.millrace.work.Participant;
import io.millrace.work.Task;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a turn in which languages react. Happenings wait in a queue, never on the Java stack: a sub-case that ends
 * completes a work item of its parent, which may end in turn, however deep.
 */
public final class CaseTurn {
    /** So deep may sub-cases lie in each other; one that calls itself without end comes to a stop before it fills the heap. */
    private static final int DEEPEST = 2_500;

    private record Pending(CaseState part, Happening happening) {}

    private final CaseEntity entity;
    private final Ledger ledger;
    private final Deque<Pending> queue = new ArrayDeque<>(4);

    public CaseTurn(CaseEntity entity, Ledger ledger) {
        this.entity = entity;
        this.ledger = ledger;
    }

    /** Tells a case what has happened and lets everything that follows from it happen. */
    void give(CaseState part, Happening happening) {
        enqueue(part, happening);
        drain();
    }

    /** Carries out an intervention that the language has not refused, with everything that follows from it. */
    void intervene(CaseState part, Intention.Intervention intervention) {
        part.code().intervene(part.language(), intervention, new View(part));
        drain();
    }

    private void enqueue(CaseState part, Happening happening) {
        if (entity.isSuspended(part)) {
            ledger.record(part, new Event.StimulusHeld(happening));
        } else {
            queue.add(new Pending(part, happening));
        }
    }

    private void drain() {
        for (Pending next = queue.poll(); next != null; next = queue.poll()) {
            CaseState part = next.part();
            if (part.status.isOpen()) {
                react(part, next.happening());
            }
        }
    }

    /** Lets a language react. What the gate stops of that has followed from something that can stand by itself. */
    private void react(CaseState part, Happening happening) {
        try {
            part.code().react(part.language(), happening, new View(part));
        } catch (Gatekeeper.Stop stop) {
            throw stop.following(true);
        }
    }

    /** Starts a case in this entity: the root, or a sub-case that carries out a work item of its parent. */
    CaseState start(CaseId id, String process, int version, Data input, @Nullable String key, boolean unique, int parentWork) {
        CaseState part = entity.create(id);
        ledger.record(part, new Event.CaseStarted(process, version, input, key, unique, parentWork));
        queue.add(new Pending(part, new Happening.Started(input)));
        return part;
    }

    /** Starts people's work. */
    void taken(CaseState part, int work, @Nullable String by) {
        ledger.record(part, new Event.WorkStarted(work, by));
    }

    /** A signal has come for which the case waits. */
    void received(CaseState part, int ticket, Data content) {
        ledger.record(part, new Event.SignalReceived(ticket, content));
    }

    /** Waits once more with a ticket that the mailbox has crossed out. */
    void awaitAgain(CaseState part, int ticket) {
        CaseState.Wait waiting = part.waits.get(ticket);
        if (waiting != null) {
            ledger.send(part, mailbox(waiting), new Message.Await(part.id, ticket));
        }
    }

    /** Takes a work item back, with the sub-case that carries it out. */
    void withdraw(CaseState part, WorkItem item, String reason) {
        ledger.record(part, new Event.WorkWithdrawn(item.id().number(), reason));
        settle(part, item);
        recall(item, reason);
        cancelChild(part, item, reason);
    }

    /** A sub-case does not outlive the work item that it carries out. */
    private void cancelChild(CaseState part, WorkItem item, String reason) {
        CaseState child = item.child() == 0 ? null : entity.part(part.id.child(item.child()));
        if (child != null && child.status.isOpen()) {
            cancel(child, reason);
        }
    }

    /** Cancels a case with everything below it; the parent is not told. */
    void cancel(CaseState part, String reason) {
        end(part, new Event.CaseCancelled(reason), reason);
    }

    /** The timer that watches a work item has nothing to watch any more. */
    void settle(CaseState part, WorkItem item) {
        if (item.deadline() != 0 && part.timers.has(item.deadline())) {
            ledger.record(part, new Event.TimerCancelled(item.deadline()));
        }
    }

    void recall(WorkItem item, String reason) {
        ledger.effect(new Effect.RecallWork(ledger.tenant(), item, reason));
    }

    /**
     * Ends a case and everything below it: open work is withdrawn, timers and waits are dropped, sub-cases cancelled.
     * The parent is not told; whoever ends a case for a reason of its own does that.
     */
    private void end(CaseState top, Event.Ending how, String reason) {
        Deque<CaseState> below = new ArrayDeque<>(2);
        below.add(top);
        for (CaseState part = below.poll(); part != null; part = below.poll()) {
            for (int work : part.works.keys()) {
                WorkItem item = part.works.get(work);
                if (item == null) {
                    continue;
                }
                ledger.record(part, new Event.WorkWithdrawn(work, reason));
                recall(item, reason);
                CaseState child = item.child() == 0 ? null : entity.part(part.id.child(item.child()));
                if (child != null && child.status.isOpen()) {
                    below.add(child);
                }
            }
            for (int timer : part.timers.keys()) {
                ledger.record(part, new Event.TimerCancelled(timer));
            }
            for (int ticket : part.waits.keys()) {
                forget(part, ticket);
            }
            ledger.record(part, part == top ? how : new Event.CaseCancelled(reason));
            ledger.effect(new Effect.AnnounceEnd(ledger.tenant(), part.id, part.status, part.outcome));
            if (part.unique && part.key != null) {
                ledger.send(
                        part,
                        new EntityId.OfKey(ledger.tenant(), part.process, part.key),
                        new Message.Free(part.id.root()));
            }
        }
    }

    private void forget(CaseState part, int ticket) {
        CaseState.Wait waiting = part.waits.get(ticket);
        if (waiting != null) {
            Attempt.Handed handed = handed(part, ticket);
            ledger.record(part, new Event.SignalForgotten(ticket));
            // A signal that the gate has delayed until nobody wants it may be for another, as one that comes too late.
            ledger.send(
                    part,
                    mailbox(waiting),
                    handed == null ? new Message.Forget(part.id, ticket) : new Message.Return(handed.content(), handed.sent()));
        }
    }

    /** The signal with which the gate lets a wait wait, if nobody else was given it. */
    private static Attempt.@Nullable Handed handed(CaseState part, int ticket) {
        for (int number : part.attempts.keys()) {
            Attempt attempt = part.attempts.get(number);
            if (attempt != null && attempt.trial() instanceof Attempt.Handed handed && handed.ticket() == ticket) {
                return handed.only() ? handed : null;
            }
        }
        return null;
    }

    private EntityId.OfMailbox mailbox(CaseState.Wait wait) {
        return new EntityId.OfMailbox(ledger.tenant(), wait.signal(), wait.key());
    }

    /** Ends a case as its own language decided, and lets the parent know. */
    private void finish(CaseState part, Event.Ending how) {
        if (!part.status.isOpen()) {
            return;
        }
        String reason = how instanceof Event.CaseFailed failed ? failed.reason() : "the case has ended";
        end(part, how, reason);
        CaseState parent = entity.parentOf(part);
        WorkItem item = parent == null ? null : parent.works.get(part.parentWork);
        if (parent == null || item == null) {
            return;
        }
        if (how instanceof Event.CaseCompleted completed) {
            completed(parent, item, completed.result());
        } else {
            failed(parent, item, reason);
        }
    }

    /** A work item is done: record it, and let the case react. */
    void completed(CaseState part, WorkItem item, Data output) {
        done(part, item, output);
        enqueue(part, new Happening.WorkDone(item.id().number(), output));
    }

    /** A work item will never be done: record it, and let the case react. */
    void failed(CaseState part, WorkItem item, String reason) {
        lost(part, item, reason);
        enqueue(part, new Happening.WorkLost(item.id().number(), reason));
    }

    /** Records that a work item is done or lost, with all that goes with it. */
    void done(CaseState part, WorkItem item, Data output) {
        ledger.record(part, new Event.WorkCompleted(item.id().number(), output));
        settle(part, item);
    }

    void lost(CaseState part, WorkItem item, String reason) {
        ledger.record(part, new Event.WorkFailed(item.id().number(), reason));
        settle(part, item);
        cancelChild(part, item, reason);
    }

    /** Runs what {@link #completed} and {@link #failed} left waiting. */
    void react() {
        drain();
    }

    /** Starts the sub-case that carries out a work item; the answer is its number, or 0 if the process is not there. */
    private void startChild(CaseState part, String process, int version, int child, int work, Data input) {
        start(part.id.child(child), process, version, input, null, false, work);
    }

    /** What a process has inside runs in its own version, other processes in their newest; 0 if there is none, or no room for it. */
    private int versionFor(CaseState part, Doer.Process process) {
        if (part.id.depth() >= DEEPEST) {
            return 0;
        }
        return ProcessName.sameWhole(process.name(), part.process) && ProcessName.parse(process.name()).inner() != null
                ? part.version
                : ledger.surroundings.processes().newest(process.name());
    }

    /** Tries once more to carry out a work item. */
    void retry(CaseState part, WorkItem item) {
        int work = item.id().number();
        if (item.doer() instanceof Doer.Process process) {
            int version = versionFor(part, process);
            int child = version == 0 ? 0 : part.lastChild + 1;
            ledger.record(part, new Event.WorkRetried(work, item.attempt() + 1, child));
            if (version == 0) {
                ledger.record(part, new Event.IncidentRaised(work, missing(part, process)));
            } else {
                startChild(part, process.name(), version, child, work, item.input());
                drain();
            }
            return;
        }
        ledger.record(part, new Event.WorkRetried(work, item.attempt() + 1, 0));
        call(part, work);
    }

    private void call(CaseState part, int work) {
        WorkItem item = part.works.get(work);
        if (item != null) {
            Duration limit = part.code().task(item.task()).timeLimit();
            ledger.effect(new Effect.CallWork(ledger.tenant(), part.process, item, limit, ledger.trace()));
        }
    }

    private static String mistyped(Task task, String mismatch) {
        return Code.DATA_TYPE.with("The input of '" + task.name() + "'", mismatch).message();
    }

    private static String missing(CaseState part, Doer.Process process) {
        if (part.id.depth() >= DEEPEST) {
            return Code.TOO_DEEP.with(DEEPEST, process.name()).message();
        }
        return Code.UNKNOWN_PROCESS.with(process.name()).message();
    }

    /** What the language of one part sees of the turn. */
    private final class View implements Turn {
        private final CaseState part;

        View(CaseState part) {
            this.part = part;
        }

        @Override
        public CaseId caseId() {
            return part.id;
        }

        @Override
        public Instant now() {
            return ledger.now;
        }

        @Override
        public void record(ProcessEvent event) {
            ledger.record(part, new Event.Progressed(event));
        }

        @Override
        public int offer(Task task, Data input) {
            int work = part.lastWork + 1;
            int version = 0;
            int child = 0;
            if (task.doer() instanceof Doer.Process process) {
                version = versionFor(part, process);
                child = version == 0 ? 0 : part.lastChild + 1;
            }
            Instant due = task.dueAfter() == null ? null : Turn.later(ledger.now, task.dueAfter());
            ledger.record(
                    part,
                    new Event.WorkOffered(
                            work, task.name(), task.doer(), task.performers(), task.priority(), due, input, child));
            if (task.deadline() != null) {
                Deadline deadline = task.deadline();
                timer(Turn.later(ledger.now, deadline.after()), new TimerPurpose.Overdue(work, deadline.action()));
            }
            var mismatches = task.input().check(input);
            if (!mismatches.isEmpty()) {
                // Nobody is given data of another type than declared; a person puts it right.
                ledger.record(part, new Event.IncidentRaised(work, mistyped(task, mismatches.getFirst().toString())));
                return work;
            }
            switch (task.doer()) {
                case Doer.People people -> offered(work);
                case Doer.Handler handler -> call(part, work);
                case Doer.Program program -> call(part, work);
                case Doer.Process process -> {
                    if (version == 0) {
                        ledger.record(part, new Event.IncidentRaised(work, missing(part, process)));
                    } else {
                        startChild(part, process.name(), version, child, work, input);
                    }
                }
            }
            return work;
        }

        @Override
        public void allocate(int work, long number, boolean start) {
            WorkItem item = part.works.get(work);
            if (item == null || item.incident() != null || item.state() != WorkState.OFFERED) {
                return;
            }
            List<Participant> able = ledger.surroundings.staff().able(item.performers());
            if (able.isEmpty()) {
                return;
            }
            String chosen = able.get((int) Math.floorMod(number, (long) able.size())).name();
            ledger.record(part, new Event.WorkAllocated(work, chosen));
            if (start) {
                taken(part, work, chosen);
                enqueue(part, new Happening.WorkTaken(work));
            }
        }

        private void offered(int work) {
            WorkItem item = part.works.get(work);
            if (item != null) {
                ledger.effect(new Effect.OfferWork(ledger.tenant(), part.process, item));
            }
        }

        @Override
        public void withdraw(int work, String reason) {
            WorkItem item = part.works.get(work);
            if (item != null) {
                CaseTurn.this.withdraw(part, item, reason);
            }
        }

        @Override
        public @Nullable WorkItem work(int number) {
            return part.works.get(number);
        }

        @Override
        public int setTimer(Instant due) {
            return timer(due, TimerPurpose.WAKE);
        }

        private int timer(Instant due, TimerPurpose purpose) {
            int timer = part.lastTimer + 1;
            ledger.record(part, new Event.TimerSet(timer, due, purpose));
            return timer;
        }

        @Override
        public void cancelTimer(int timer) {
            if (part.timers.has(timer)) {
                ledger.record(part, new Event.TimerCancelled(timer));
            }
        }

        @Override
        public int await(String signal, String key) {
            int ticket = part.lastWait + 1;
            ledger.record(part, new Event.SignalAwaited(ticket, signal, key));
            ledger.send(
                    part,
                    new EntityId.OfMailbox(ledger.tenant(), signal, key),
                    new Message.Await(part.id, ticket));
            return ticket;
        }

        @Override
        public void forget(int ticket) {
            CaseTurn.this.forget(part, ticket);
        }

        @Override
        public void release(Data file) {
            // Files belong to the root case: what a sub-case needs no longer, those around it may.
            if (part.id.isRoot()) {
                ledger.effect(new Effect.ReleaseFile(ledger.tenant(), part.id, file));
            }
        }

        @Override
        public void attribute(String name, Data value) {
            if (!part.attributes.at(name).equals(value)) {
                ledger.record(part, new Event.AttributeSet(name, value));
            }
        }

        @Override
        public void complete(Data result) {
            finish(part, new Event.CaseCompleted(result));
        }

        @Override
        public void fail(String reason) {
            finish(part, new Event.CaseFailed(reason));
        }

        @Override
        public void incident(String reason) {
            ledger.record(part, new Event.IncidentRaised(0, reason));
        }

        @Override
        public void resolved() {
            // What a turn that threw held back has an incident of its own, which only a retry ends.
            if (part.incident != null && part.held().isEmpty()) {
                ledger.record(part, new Event.IncidentResolved(0, "put right"));
            }
        }

        @Override
        public Running entering(String place) {
            return ledger.entering(place);
        }

        @Override
        public void steps(int count) {
            ledger.steps(count);
        }
    }
}
