package io.millrace.kernel.entity;

import io.millrace.command.Effect;
import io.millrace.data.Data;
import io.millrace.event.Ruled;
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
import io.millrace.problem.Problem;
import io.millrace.work.Deadline;
import io.millrace.work.Doer;
import io.millrace.work.Participant;
import io.millrace.work.Task;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
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

    private record Pending(CaseState member, Happening happening) {}

    private final CaseEntity entity;
    private final Ledger ledger;
    private final Deque<Pending> queue = new ArrayDeque<>(4);
    private final Placing placing;

    public CaseTurn(CaseEntity entity, Ledger ledger) {
        this.entity = entity;
        this.ledger = ledger;
        this.placing = new Placing(ledger);
    }

    /** Tells a case what has happened and lets everything that follows from it happen. */
    void give(CaseState member, Happening happening) {
        enqueue(member, happening);
        drain();
    }

    /** Somebody cancels a case: false if its process has nothing to do before, so that it can end at once. */
    boolean cancels(CaseState member, String reason) {
        boolean taken = makesGood(member, reason);
        drain();
        return taken;
    }

    /** Lets the rules of a case do what they demand before it is cancelled; false if there is nothing of that. */
    private boolean makesGood(CaseState member, String reason) {
        Ruled<Object> ruled = member.ruled();
        List<Happening> held = List.copyOf(member.held());
        boolean taken = ruled != null && ruled.cancels(member.language(), reason, new View(member));
        if (taken && member.isRuling()) {
            // Who asked while the rules were suspended is not known to them.
            for (Happening each : held) {
                if (each instanceof Happening.Consulted asked && asked.matter() == Happening.Matter.WANTED) {
                    decide(member, asked.from(), asked.attempt(), true, "");
                }
            }
        }
        return taken;
    }

    /** Carries out an intervention that the language has not refused, with everything that follows from it. */
    void intervene(CaseState member, Intention.Intervention intervention) {
        member.code().intervene(member.language(), intervention, new View(member));
        drain();
    }

    private void enqueue(CaseState member, Happening happening) {
        if (entity.isSuspended(member)) {
            ledger.record(member, new Event.StimulusHeld(happening));
        } else {
            queue.add(new Pending(member, happening));
        }
    }

    private void drain() {
        for (Pending next = queue.poll(); next != null; next = queue.poll()) {
            CaseState member = next.member();
            if (member.status.isOpen()) {
                react(member, next.happening());
            }
        }
    }

    /** Lets a language react. What the gate stops of that has followed from something that can stand by itself. */
    private void react(CaseState member, Happening happening) {
        try {
            member.code().react(member.language(), happening, new View(member));
        } catch (Gatekeeper.Stop stop) {
            throw stop.following(true);
        }
    }

    /** Starts a case in this entity: the root, or a sub-case that carries out a work item of its parent. */
    CaseState start(CaseId id, String process, int version, Data input, @Nullable String key, boolean unique, int parentWork) {
        CaseState member = entity.create(id);
        ledger.record(member, new Event.CaseStarted(process, version, input, key, unique, parentWork));
        queue.add(new Pending(member, new Happening.Started(input)));
        return member;
    }

    /**
     * Starts people's work: this is the moment in which a deferred choice is decided. It cannot be half decided, so what
     * the gate stops of the consequences stops the start.
     */
    void start(CaseState member, int work, @Nullable String by) {
        WorkItem before = member.works.get(work);
        ledger.record(member, new Event.WorkStarted(work, by));
        placing.started(member, work, before == null ? null : before.holder());
        try {
            give(member, new Happening.WorkTaken(work));
        } catch (Gatekeeper.Stop stop) {
            throw stop.following(false);
        }
    }

    /** A signal has come for which the case waits. */
    void received(CaseState member, int ticket, Data content, Instant sent) {
        ledger.record(member, new Event.SignalReceived(ticket, content, sent));
    }

    /** Tells the mailbox in which a case waited that it waits no longer. */
    void unlist(CaseState member, int ticket, CaseState.Wait waited) {
        ledger.send(member, mailbox(waited), new Message.Forget(member.id, ticket));
    }

    /** Waits once more with a ticket that the mailbox has crossed out. */
    void awaitAgain(CaseState member, int ticket) {
        CaseState.Wait waiting = member.waits.get(ticket);
        if (waiting != null) {
            ledger.send(member, mailbox(waiting), new Message.Await(member.id, ticket));
        }
    }

    /** Takes a work item back, with the sub-case that carries it out. */
    void withdraw(CaseState member, WorkItem item, String reason) {
        placing.vacate(member, item.id().number());
        ledger.record(member, new Event.WorkWithdrawn(item.id().number(), reason));
        settle(member, item);
        recall(item, reason);
        cancelChild(member, item, reason);
    }

    /** A sub-case does not outlive the work item that it carries out, unless its rules have something left to do. */
    private void cancelChild(CaseState member, WorkItem item, String reason) {
        CaseState child = abandoned(member, item, reason);
        if (child != null) {
            cancel(child, reason);
        }
    }

    /** The sub-case of a work item that is lost, if it ends with it; one that makes good what it did ends by itself. */
    private @Nullable CaseState abandoned(CaseState member, WorkItem item, String reason) {
        CaseState child = item.child() == 0 ? null : entity.member(member.id.child(item.child()));
        return child == null || !child.status.isOpen() || makesGood(child, reason) ? null : child;
    }

    /** Cancels a case with everything below it; the parent is not told. */
    void cancel(CaseState member, String reason) {
        end(member, new Event.CaseCancelled(reason), reason);
    }

    /** Decides for another case. */
    void decide(CaseState member, CaseId of, int attempt, boolean accepted, String reason) {
        ledger.send(member, EntityId.OfCase.of(ledger.tenant(), of), new Message.Decide(of, attempt, accepted, reason));
    }

    /** Grants another case what it has asked for. */
    void grant(CaseState member, CaseId of, int attempt, List<String> literals) {
        ledger.send(member, EntityId.OfCase.of(ledger.tenant(), of), new Message.Decide(of, attempt, true, "", literals));
    }

    /** What this turn tells pools. */
    Placing placing() {
        return placing;
    }

    /** The timer that watches a work item has nothing to watch any more. */
    void settle(CaseState member, WorkItem item) {
        if (item.deadline() != 0 && member.timers.has(item.deadline())) {
            ledger.record(member, new Event.TimerCancelled(item.deadline()));
        }
    }

    /**
     * Sets the timer of the first level of a deadline after the one that was due at an instant. What the process declares now counts. A
     * level that passed while the engine was down fires at once: it may be the one that ends the work.
     */
    void nextDeadline(CaseState member, WorkItem missed, Instant reached) {
        WorkItem item = member.works.get(missed.id().number());
        Deadline level = item == null ? null : member.code().task(item.task()).deadline();
        while (item != null && level != null) {
            Instant due = Turn.later(item.offered(), level.after());
            if (due.isAfter(reached)) {
                ledger.record(
                        member,
                        new Event.TimerSet(
                                member.lastTimer + 1, due, new TimerPurpose.Overdue(item.id().number(), level.action())));
                return;
            }
            level = level.later();
        }
    }

    void recall(WorkItem item, String reason) {
        ledger.effect(new Effect.RecallWork(ledger.tenant(), item, reason));
    }

    /**
     * Ends a case and everything below it: open work is withdrawn, timers and waits are dropped, sub-cases cancelled. A sub-case
     * whose rules demand something first goes on alone until that is done.
     * The parent is not told; whoever ends a case for a reason of its own does that.
     */
    private void end(CaseState top, Event.Ending how, String reason) {
        Deque<CaseState> below = new ArrayDeque<>(2);
        below.add(top);
        for (CaseState member = below.poll(); member != null; member = below.poll()) {
            for (int work : member.works.keys()) {
                WorkItem item = member.works.get(work);
                if (item == null) {
                    continue;
                }
                placing.vacate(member, work);
                ledger.record(member, new Event.WorkWithdrawn(work, reason));
                recall(item, reason);
                CaseState child = abandoned(member, item, reason);
                if (child != null) {
                    below.add(child);
                }
            }
            for (int timer : member.timers.keys()) {
                ledger.record(member, new Event.TimerCancelled(timer));
            }
            for (int ticket : member.waits.keys()) {
                forget(member, ticket);
            }
            ledger.record(member, member == top ? how : new Event.CaseCancelled(reason));
            ledger.effect(new Effect.AnnounceEnd(ledger.tenant(), member.id, member.status, member.outcome));
            if (member.unique && member.key != null) {
                ledger.send(
                        member,
                        new EntityId.OfKey(ledger.tenant(), member.process, member.key),
                        new Message.Free(member.id.root()));
            }
        }
    }

    private void forget(CaseState member, int ticket) {
        CaseState.Wait waiting = member.waits.get(ticket);
        if (waiting != null) {
            Attempt.Handed handed = handed(member, ticket);
            ledger.record(member, new Event.SignalForgotten(ticket));
            // A signal that the gate has delayed until nobody wants it may be for another, as one that comes too late.
            ledger.send(
                    member,
                    mailbox(waiting),
                    handed == null ? new Message.Forget(member.id, ticket) : new Message.Return(handed.content(), handed.sent()));
        }
    }

    /** The signal with which the gate lets a wait wait, if nobody else was given it. */
    private static Attempt.@Nullable Handed handed(CaseState member, int ticket) {
        for (int number : member.attempts.keys()) {
            Attempt attempt = member.attempts.get(number);
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
    private void finish(CaseState member, Event.Ending how) {
        if (!member.status.isOpen()) {
            return;
        }
        String reason = switch (how) {
            case Event.CaseFailed failed -> failed.reason();
            case Event.CaseCancelled cancelled -> cancelled.reason();
            case Event.CaseCompleted completed -> "the case has ended";
        };
        end(member, how, reason);
        CaseState parent = entity.parentOf(member);
        WorkItem item = parent == null ? null : parent.works.get(member.parentWork);
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
    void completed(CaseState member, WorkItem item, Data output) {
        done(member, item, output);
        enqueue(member, new Happening.WorkDone(item.id().number(), output));
    }

    /** A work item will never be done: record it, and let the case react. */
    void failed(CaseState member, WorkItem item, String reason) {
        lost(member, item, reason);
        enqueue(member, new Happening.WorkLost(item.id().number(), reason));
    }

    /** Records that a work item is done or lost, with all that goes with it. */
    void done(CaseState member, WorkItem item, Data output) {
        placing.vacate(member, item.id().number());
        ledger.record(member, new Event.WorkCompleted(item.id().number(), output));
        settle(member, item);
    }

    void lost(CaseState member, WorkItem item, String reason) {
        placing.vacate(member, item.id().number());
        ledger.record(member, new Event.WorkFailed(item.id().number(), reason));
        settle(member, item);
        cancelChild(member, item, reason);
    }

    /** Runs what {@link #completed} and {@link #failed} left waiting. */
    void react() {
        drain();
    }

    /** Starts the sub-case that carries out a work item; the answer is its number, or 0 if the process is not there. */
    private void startChild(CaseState member, String process, int version, int child, int work, Data input) {
        start(member.id.child(child), process, version, input, null, false, work);
    }

    /** What a process has inside runs in its own version, other processes in their newest; 0 if there is none, or no room for it. */
    private int versionFor(CaseState member, Doer.Process process) {
        if (member.id.depth() >= DEEPEST) {
            return 0;
        }
        return ProcessName.sameWhole(process.name(), member.process) && ProcessName.parse(process.name()).inner() != null
                ? member.version
                : ledger.surroundings.processes().newest(process.name());
    }

    /** Tries once more to carry out a work item: at once, or when its pool has found somebody. */
    void retry(CaseState member, WorkItem item) {
        if (item.isPooled() && item.holder() == null) {
            placing.queue(member, item.id().number(), List.of());
        } else {
            attempt(member, item);
        }
    }

    /** Begins automatic work for the first time, if the rules of its process let it; otherwise it waits. */
    private void begin(CaseState member, int work) {
        try {
            ledger.record(member, new Event.WorkStarted(work, null));
        } catch (Gatekeeper.Stop stop) {
            Incidents.hold(entity, member, work, stop, ledger);
            return;
        }
        go(member, member.works.get(work));
    }

    /** The rules are asked again, and let it begin or stop the turn. */
    void beginNow(CaseState member, int work) {
        ledger.record(member, new Event.WorkStarted(work, null));
        go(member, member.works.get(work));
        Ruled<Object> ruled = member.ruled();
        if (ruled != null) {
            ruled.settle(member.language(), new View(member));
        }
        drain();
    }

    /** Begins the next attempt of work that is not done by people. */
    void attempt(CaseState member, WorkItem item) {
        if (Attempts.hasBeginning(member, item.id().number())) {
            // It waits for the rules, and begins when they let it.
            return;
        }
        if (item.attempt() == 0 && item.state() == WorkState.OFFERED && ledger.isHeld(member, item.task())) {
            begin(member, item.id().number());
        } else {
            go(member, item);
        }
        drain();
    }

    private void go(CaseState member, @Nullable WorkItem item) {
        if (item == null) {
            return;
        }
        int work = item.id().number();
        if (item.doer() instanceof Doer.Process process) {
            int version = versionFor(member, process);
            int child = version == 0 ? 0 : member.lastChild + 1;
            ledger.record(member, new Event.WorkRetried(work, item.attempt() + 1, child));
            if (version == 0) {
                ledger.record(member, new Event.IncidentRaised(work, missing(member, process)));
            } else {
                startChild(member, process.name(), version, child, work, item.input());
            }
            return;
        }
        ledger.record(member, new Event.WorkRetried(work, item.attempt() + 1, 0));
        call(member, work);
    }

    private void call(CaseState member, int work) {
        WorkItem item = member.works.get(work);
        if (item != null) {
            Duration limit = member.code().task(item.task()).timeLimit();
            ledger.effect(new Effect.CallWork(ledger.tenant(), member.process, item, limit, ledger.trace()));
        }
    }

    private static String mistyped(Task task, String mismatch) {
        return Code.DATA_TYPE.with("The input of '" + task.name() + "'", mismatch).message();
    }

    private static String missing(CaseState member, Doer.Process process) {
        if (member.id.depth() >= DEEPEST) {
            return Code.TOO_DEEP.with(DEEPEST, process.name()).message();
        }
        return Code.UNKNOWN_PROCESS.with(process.name()).message();
    }

    /** What the language of one member sees of the turn. */
    private final class View implements Turn {
        private final CaseState member;

        View(CaseState member) {
            this.member = member;
        }

        @Override
        public CaseId caseId() {
            return member.id;
        }

        @Override
        public Instant now() {
            return ledger.now;
        }

        @Override
        public @Nullable String startedFor(int work) {
            WorkItem item = member.works.get(work);
            String holder = item == null ? null : item.holder();
            return holder != null && holder.equals(ledger.actorName()) ? ledger.onBehalfOf() : null;
        }

        @Override
        public void record(ProcessEvent event) {
            ledger.record(member, new Event.Progressed(event));
        }

        @Override
        public int offer(Task task, Data input) {
            int work = member.lastWork + 1;
            int version = 0;
            int child = 0;
            boolean pooled = task.performers().pool() != null;
            boolean held = !pooled && !(task.doer() instanceof Doer.People) && ledger.isHeld(member, task.name());
            if (!pooled && !held && task.doer() instanceof Doer.Process process) {
                version = versionFor(member, process);
                child = version == 0 ? 0 : member.lastChild + 1;
            }
            Instant due = task.dueAfter() == null ? null : Turn.later(ledger.now, task.dueAfter());
            ledger.record(
                    member,
                    new Event.WorkOffered(
                            work, task.name(), task.doer(), task.performers(), task.priority(), due, input, child));
            if (held) {
                ledger.record(member, new Event.WorkHeld(work));
            }
            if (task.deadline() != null) {
                Deadline deadline = task.deadline();
                timer(Turn.later(ledger.now, deadline.after()), new TimerPurpose.Overdue(work, deadline.action()));
            }
            var mismatches = task.input().check(input);
            if (!mismatches.isEmpty()) {
                // Nobody is given data of another type than declared; a person puts it right.
                ledger.record(member, new Event.IncidentRaised(work, mistyped(task, mismatches.getFirst().toString())));
                return work;
            }
            if (pooled) {
                offered(work);
                placing.queue(member, work, List.of());
                return work;
            }
            if (held) {
                begin(member, work);
                return work;
            }
            switch (task.doer()) {
                case Doer.People people -> offered(work);
                case Doer.Handler handler -> call(member, work);
                case Doer.Program program -> call(member, work);
                case Doer.Process process -> {
                    if (version == 0) {
                        ledger.record(member, new Event.IncidentRaised(work, missing(member, process)));
                    } else {
                        startChild(member, process.name(), version, child, work, input);
                    }
                }
            }
            return work;
        }

        @Override
        public void allocate(int work, long number, boolean start) {
            WorkItem item = member.works.get(work);
            if (item == null || item.incident() != null || item.state() != WorkState.OFFERED || item.isPooled()) {
                return;
            }
            List<Participant> able = ledger.surroundings.staff().able(item.performers());
            if (able.isEmpty()) {
                return;
            }
            String chosen = able.get((int) Math.floorMod(number, (long) able.size())).name();
            ledger.record(member, new Event.WorkAllocated(work, chosen));
            if (start) {
                ledger.record(member, new Event.WorkStarted(work, chosen));
                enqueue(member, new Happening.WorkTaken(work));
            }
        }

        private void offered(int work) {
            WorkItem item = member.works.get(work);
            if (item != null) {
                ledger.effect(new Effect.OfferWork(ledger.tenant(), member.process, item));
            }
        }

        @Override
        public void withdraw(int work, String reason) {
            WorkItem item = member.works.get(work);
            if (item != null) {
                CaseTurn.this.withdraw(member, item, reason);
            }
        }

        @Override
        public @Nullable WorkItem work(int number) {
            return member.works.get(number);
        }

        @Override
        public List<WorkItem> works() {
            List<WorkItem> open = new ArrayList<>();
            member.works.forEach((number, item) -> open.add(item));
            return open;
        }

        @Override
        public int setTimer(Instant due) {
            return timer(due, TimerPurpose.WAKE);
        }

        private int timer(Instant due, TimerPurpose purpose) {
            int timer = member.lastTimer + 1;
            ledger.record(member, new Event.TimerSet(timer, due, purpose));
            return timer;
        }

        @Override
        public void cancelTimer(int timer) {
            if (member.timers.has(timer)) {
                ledger.record(member, new Event.TimerCancelled(timer));
            }
        }

        @Override
        public int await(String signal, String key) {
            int ticket = member.lastWait + 1;
            ledger.record(member, new Event.SignalAwaited(ticket, signal, key));
            ledger.send(
                    member,
                    new EntityId.OfMailbox(ledger.tenant(), signal, key),
                    new Message.Await(member.id, ticket));
            return ticket;
        }

        @Override
        public void forget(int ticket) {
            CaseTurn.this.forget(member, ticket);
        }

        @Override
        public void release(Data file) {
            // Files belong to the root case: what a sub-case needs no longer, those around it may.
            if (member.id.isRoot()) {
                ledger.effect(new Effect.ReleaseFile(ledger.tenant(), member.id, file));
            }
        }

        @Override
        public void attribute(String name, Data value) {
            if (!member.attributes.at(name).equals(value)) {
                ledger.record(member, new Event.AttributeSet(name, value));
            }
        }

        @Override
        public @Nullable Problem launch(String process, String key, Data input) {
            int version = ledger.surroundings.processes().newest(process);
            Problem problem = version == 0 ? Code.UNKNOWN_PROCESS.with(process) : mismatch(process, version, input);
            if (problem == null) {
                ledger.send(member, new EntityId.OfKey(ledger.tenant(), process, key), new Message.Launch(version, input));
            }
            return problem;
        }

        private @Nullable Problem mismatch(String process, int version, Data input) {
            try {
                var mismatches = ledger.surroundings.processes().compiled(process, version).contract().input().check(input);
                return mismatches.isEmpty()
                        ? null
                        : Code.DATA_TYPE.with("The input of '" + process + "'", mismatches.getFirst());
            } catch (Processes.MissingCodeException notYet) {
                // After a restart the schedule may be there before the process that it starts; the case waits for its code.
                return null;
            }
        }

        @Override
        public void complete(Data result) {
            finish(member, new Event.CaseCompleted(result));
        }

        @Override
        public void fail(String reason) {
            finish(member, new Event.CaseFailed(reason));
        }

        @Override
        public void cancel(String reason) {
            finish(member, new Event.CaseCancelled(reason));
        }

        @Override
        public void decide(CaseId of, int attempt, boolean accepted, String reason) {
            CaseTurn.this.decide(member, of, attempt, accepted, reason);
        }

        @Override
        public void grant(CaseId of, int attempt, List<String> literals) {
            CaseTurn.this.grant(member, of, attempt, literals);
        }

        @Override
        public void incident(String reason) {
            ledger.record(member, new Event.IncidentRaised(0, reason));
        }

        @Override
        public boolean hasIncident() {
            return member.incident != null;
        }

        @Override
        public void resolved() {
            // What a turn that threw held back has an incident of its own, which only a retry ends.
            if (member.incident != null && member.held().isEmpty()) {
                ledger.record(member, new Event.IncidentResolved(0, "put right"));
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
