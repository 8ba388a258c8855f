package io.millrace.kernel.entity;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.command.Effect;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.kernel.record.BrokenInvariant;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.Input;
import io.millrace.kernel.record.Message;
import io.millrace.kernel.record.Sizes;
import io.millrace.kernel.record.Timer;
import io.millrace.kernel.record.TimerPurpose;
import io.millrace.language.Compiled;
import io.millrace.language.Happening;
import io.millrace.language.Intention;
import io.millrace.language.ProcessName;
import io.millrace.language.Turn;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.query.CaseStatus;
import io.millrace.work.Deadline;
import io.millrace.work.Doer;
import io.millrace.work.Performers;
import io.millrace.work.Task;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Decides commands on whole cases, timers that are due, and messages from other entities. */
final class CaseCommands {
    private final CaseEntity entity;
    private final Ledger ledger;
    private final CaseTurn turn;

    CaseCommands(CaseEntity entity, Ledger ledger, CaseTurn turn) {
        this.entity = entity;
        this.ledger = ledger;
        this.turn = turn;
    }

    Answer begin(String process, int version, Data input, @Nullable String key, boolean unique) {
        Answer answer = started(process, version, input, key, unique);
        turn.react();
        return answer;
    }

    /** Starts the root case, which has not reacted yet. */
    Answer started(String process, int version, Data input, @Nullable String key, boolean unique) {
        int chosen = version == 0 ? ledger.surroundings.processes().newest(process) : version;
        CaseState root = turn.start(entity.rootId(), process, chosen, input, key, unique, 0);
        return new Answer.Done(Data.of(root.id.root()));
    }

    Answer decideAny(Command.OfCase command) {
        return switch (command) {
            case Command.OfWork ofWork -> new WorkCommands(entity, ledger, turn).decide(ofWork);
            case Command.OfWhole ofWhole -> decide(ofWhole);
        };
    }

    private Answer decide(Command.OfWhole command) {
        CaseState member = entity.member(command.caseId());
        if (member == null || !member.status.isOpen()) {
            return entity.absent(verb(command), command.caseId(), member == null ? null : member.status);
        }
        if (!(command instanceof Command.ResumeCase)
                && !(command instanceof Command.CancelCase)
                && entity.isSuspended(member)) {
            return new Answer.Refused(
                    member.status == CaseStatus.SUSPENDED && command instanceof Command.SuspendCase
                            ? Code.ALREADY_SUSPENDED.with(member.id)
                            : Code.CASE_SUSPENDED.with(verb(command), member.id));
        }
        return switch (command) {
            case Command.SuspendCase c -> done(member, new Event.CaseSuspended());
            case Command.ResumeCase c -> resume(member);
            case Command.CancelCase c -> cancel(member, c.reason());
            case Command.SignalCase c -> signalled(member, c);
            case Command.AddInstance c -> addInstance(member, c);
            case Command.ChangeData c -> changeData(member, c);
            case Command.Redo c ->
                ask(member, new Intention.Redo(c.step()), new Event.Intervened("redo", Data.fields("step", c.step())));
            case Command.Move c ->
                ask(
                        member,
                        new Intention.Move(c.from(), c.to()),
                        new Event.Intervened("move", Data.fields("from", c.from(), "to", c.to())));
            case Command.Migrate c -> migrate(member, c);
            case Command.RetryCase c -> retry(member);
            case Command.Reconsider c -> attempts().reconsider(member, c);
        };
    }

    /** Gives the case a signal itself, past the mailbox in which it waits: the mailbox forgets that it does. */
    private Answer signalled(CaseState member, Command.SignalCase c) {
        Problem problem = Sizes.tooLarge(c.content(), "signal '" + c.name() + "'", ledger.surroundings.settings());
        if (problem != null) {
            return new Answer.Refused(problem);
        }
        Set<String> awaited = new TreeSet<>();
        for (int ticket : member.waits.keys()) {
            CaseState.Wait wait = member.waits.get(ticket);
            if (wait != null && wait.signal().equals(c.name())) {
                turn.received(member, ticket, c.content(), ledger.now);
                turn.unlist(member, ticket, wait);
                turn.give(member, new Happening.SignalCame(ticket, c.content()));
                return Answer.DONE;
            }
            awaited.add(wait == null ? "" : "'" + wait.signal() + "'");
        }
        return new Answer.Refused(
                Code.NOT_WAITING.with(member.id, c.name(), awaited.isEmpty() ? "no signal" : String.join(", ", awaited)));
    }

    private Answer addInstance(CaseState member, Command.AddInstance c) {
        Problem problem = Sizes.tooLarge(c.input(), "the new instance", ledger.surroundings.settings());
        return problem != null
                ? new Answer.Refused(problem)
                : ask(member, new Intention.AddInstance(c.task(), c.input()), null);
    }

    private Answer changeData(CaseState member, Command.ChangeData c) {
        Problem problem = Sizes.tooLarge(c.value(), "'" + c.name() + "'", ledger.surroundings.settings());
        if (problem == null) {
            var mismatches = member.code().contract().input().under(c.name()).check(c.value());
            problem = mismatches.isEmpty() ? null : Code.DATA_TYPE.with("'" + c.name() + "'", mismatches.getFirst());
        }
        return problem != null
                ? new Answer.Refused(problem)
                : ask(
                        member,
                        new Intention.ChangeData(c.name(), c.value()),
                        new Event.Intervened("change data", Data.fields("name", c.name(), "value", c.value())));
    }

    private Answer done(CaseState member, Event.OfCase event) {
        ledger.record(member, event);
        return Answer.DONE;
    }

    private Answer resume(CaseState member) {
        if (member.status != CaseStatus.SUSPENDED) {
            return new Answer.Refused(Code.CASE_NOT_SUSPENDED.with(member.id));
        }
        List<CaseState> awake = awakeUnder(member);
        List<List<Happening>> held = awake.stream()
                .map(each -> each.incident == null ? each.held() : List.<Happening>of())
                .toList();
        ledger.record(member, new Event.CaseResumed());
        for (int i = 0; i < awake.size(); i++) {
            CaseState each = awake.get(i);
            // What the ones above made up for may have ended this one.
            if (each != member && each.status.isOpen() && !held.get(i).isEmpty()) {
                // A sub-case was never suspended itself; the mark clears what it held because of its parent.
                ledger.record(each, new Event.CaseResumed());
            }
            for (Happening happening : held.get(i)) {
                turn.give(each, happening);
            }
            if (each.status.isOpen()) {
                // What a pool would have assigned meanwhile.
                for (int work : each.works.keys()) {
                    turn.placing().queue(each, work, List.of());
                }
            }
        }
        ledger.rearm(member.id);
        return Answer.DONE;
    }

    /** The case and those below it that are not suspended themselves, parents first. */
    private List<CaseState> awakeUnder(CaseState member) {
        List<CaseState> awake = new ArrayList<>(List.of(member));
        for (int i = 0; i < awake.size(); i++) {
            CaseState each = awake.get(i);
            each.works.forEach((number, item) -> {
                CaseState child = item.child() == 0 ? null : entity.member(each.id.child(item.child()));
                if (child != null && child.status == CaseStatus.RUNNING) {
                    awake.add(child);
                }
            });
        }
        return awake;
    }

    private Answer cancel(CaseState member, String reason) {
        if (turn.cancels(member, reason)) {
            return Answer.DONE;
        }
        CaseState parent = entity.parentOf(member);
        WorkItem item = parent == null ? null : parent.works.get(member.parentWork);
        turn.cancel(member, reason);
        if (parent != null && item != null) {
            turn.failed(parent, item, reason);
        }
        turn.react();
        return Answer.DONE;
    }

    /** Asks the language whether an intervention makes sense now, records who did it, and carries it out. */
    private Answer ask(CaseState member, Intention.Intervention what, Event.@Nullable Intervened intervened) {
        Problem problem = member.code().check(member.language(), what, member);
        if (problem != null) {
            return new Answer.Refused(problem);
        }
        if (intervened != null) {
            ledger.record(member, intervened);
        }
        turn.intervene(member, what);
        return Answer.DONE;
    }

    private Answer migrate(CaseState member, Command.Migrate command) {
        Processes processes = ledger.surroundings.processes();
        int version = command.version() == 0 ? processes.newest(member.process) : command.version();
        if (!processes.isDeployed(member.process, version)) {
            return new Answer.Refused(Code.UNKNOWN_VERSION.with(member.process, version));
        }
        if (ProcessName.parse(member.process).inner() != null) {
            return new Answer.Refused(Code.MIGRATION.with(member.id, version, "it migrates with the case that it belongs to"));
        }
        Compiled<?> whole = processes.compiled(member.process, version);
        Map<CaseState, Data> changes = new LinkedHashMap<>();
        for (CaseState each : withParts(member)) {
            String name = ProcessName.parse(each.process).inner();
            Compiled<?> to = name == null ? whole : whole.inner(name);
            if (to == null) {
                return new Answer.Refused(Code.MIGRATION.with(each.id, version, "it has no inner process '" + name + "'"));
            }
            if (!to.language().equals(each.code().language())) {
                return new Answer.Refused(Code.MIGRATION.with(each.id, version, "it is written in another language"));
            }
            switch (each.code().migrate(each.language(), each.version, to, version, command.mapping())) {
                case Compiled.Migrated.Not not -> {
                    return new Answer.Refused(Code.MIGRATION.with(each.id, version, not.reason()));
                }
                case Compiled.Migrated.To migrated -> changes.put(each, migrated.changes());
            }
        }
        ledger.record(member, new Event.Intervened("migrate", Data.fields("from", member.version, "to", version)));
        changes.forEach((each, change) -> ledger.record(each, new Event.CaseMigrated(version, command.mapping(), change)));
        changes.keySet().forEach(each -> turn.give(each, new Happening.Resumed()));
        return Answer.DONE;
    }

    /** A case and the open sub-cases of its inner processes, which stay in one version. */
    private List<CaseState> withParts(CaseState top) {
        List<CaseState> found = new ArrayList<>(List.of(top));
        for (int i = 0; i < found.size(); i++) {
            CaseState member = found.get(i);
            for (int work : member.works.keys()) {
                WorkItem item = member.works.get(work);
                CaseState child = item == null || item.child() == 0 ? null : entity.member(member.id.child(item.child()));
                if (child != null && child.status.isOpen() && ProcessName.sameWhole(child.process, top.process)
                        && ProcessName.parse(child.process).inner() != null) {
                    found.add(child);
                }
            }
        }
        return found;
    }

    private Answer retry(CaseState member) {
        if (member.incident == null) {
            return new Answer.Refused(Code.NOT_AN_INCIDENT.with(member.id));
        }
        List<Happening> held = member.held();
        ledger.record(member, new Event.IncidentResolved(0, "retry"));
        held.forEach(happening -> turn.give(member, happening));
        if (held.isEmpty()) {
            turn.give(member, new Happening.Resumed());
        }
        return Answer.DONE;
    }

    /** A timer that has fired already, or was cancelled, is not there: then nothing is recorded. */
    Answer fire(CaseId caseId, int number) {
        CaseState member = entity.member(caseId);
        Timer timer = member == null || !member.status.isOpen() ? null : member.timers.get(number);
        if (member == null || timer == null || entity.isSuspended(member)) {
            return Answer.DONE;
        }
        ledger.record(member, new Event.TimerFired(number));
        switch (timer.purpose()) {
            case TimerPurpose.Wake wake -> turn.give(member, new Happening.TimerDue(number));
            case TimerPurpose.Reconsider reconsider -> {
                if (member.attempts.has(reconsider.attempt())) {
                    attempts().reconsider(member, reconsider.attempt());
                }
            }
            case TimerPurpose other -> elapsed(member, other, timer.due());
        }
        return Answer.DONE;
    }

    /** Does to a work item what a timer was set for that waited for its permission, at an instant that is no longer known. */
    void elapsed(CaseState member, TimerPurpose purpose) {
        Instant reached = ledger.now;
        WorkItem item = purpose instanceof TimerPurpose.Overdue overdue ? member.works.get(overdue.work()) : null;
        Deadline level = item == null ? null : member.code().task(item.task()).deadline();
        while (item != null && level != null) {
            Instant due = Turn.later(item.offered(), level.after());
            boolean isIt = purpose instanceof TimerPurpose.Overdue overdue && level.action().equals(overdue.action());
            reached = isIt && !due.isAfter(ledger.now) ? due : reached;
            level = level.later();
        }
        elapsed(member, purpose, reached);
    }

    /**
     * Does to a work item what a timer was set for.
     *
     * @param due when the timer was due, which may be long ago
     */
    private void elapsed(CaseState member, TimerPurpose purpose, Instant due) {
        switch (purpose) {
            case TimerPurpose.Retry retry -> {
                WorkItem item = member.works.get(retry.work());
                // A suspended item is tried again when it is resumed; a started one was resumed in the meantime.
                if (item != null && item.state() == WorkState.OFFERED) {
                    turn.retry(member, item);
                }
            }
            case TimerPurpose.Overdue overdue -> {
                WorkItem item = member.works.get(overdue.work());
                if (item != null) {
                    overdue(member, item, overdue.action());
                    turn.nextDeadline(member, item, due);
                }
            }
            case TimerPurpose other -> throw new BrokenInvariant("not about a work item: " + other);
        }
    }

    private Attempts attempts() {
        return new Attempts(entity, ledger, turn, this);
    }

    private void overdue(CaseState member, WorkItem item, Deadline.Action action) {
        int work = item.id().number();
        if (!(item.doer() instanceof Doer.People) && !(action instanceof Deadline.Fail)) {
            // Nobody else can be given what a handler or a sub-case does; but a person can be told that it takes too long.
            ledger.record(member, new Event.IncidentRaised(work, "its deadline has passed"));
            return;
        }
        switch (action) {
            case Deadline.Escalate escalate when item.isPooled() -> {
                // Nobody of the pool has done it in time: others may take it, whether somebody of the pool has it or not.
                Performers others = new Performers(
                        List.of(), List.of(escalate.role()), item.performers().capabilities(), item.performers().excluded());
                if (item.holder() == null) {
                    turn.placing().leave(member, work);
                }
                ledger.record(member, new Event.WorkEscalated(work, others, raised(item)));
                offer(member, work);
            }
            case Deadline.Escalate escalate -> {
                Performers wider = wider(item.performers(), escalate.role());
                ledger.record(member, new Event.WorkEscalated(work, wider, raised(item)));
                offer(member, work);
            }
            case Deadline.Reassign reassign -> {
                Problem separated = WorkCommands.separated(member, item, "reassign", reassign.participant());
                if (separated != null) {
                    // The process separates duties also when time presses; an operator finds somebody else.
                    ledger.record(member, new Event.IncidentRaised(work, separated.message()));
                    return;
                }
                turn.recall(item, "its deadline has passed");
                ledger.record(member, new Event.WorkAllocated(work, reassign.participant()));
                turn.placing().occupy(member, work);
                offer(member, work);
            }
            case Deadline.HandOver over -> {
                turn.recall(item, "its deadline has passed");
                turn.placing().leave(member, work);
                if (item.state() == WorkState.ALLOCATED || item.state() == WorkState.STARTED) {
                    ledger.record(member, new Event.WorkReleased(work));
                }
                Performers others = Performers.pool(over.pool()).without(item.performers().excluded());
                ledger.record(member, new Event.WorkEscalated(work, others, raised(item)));
                turn.placing().queue(member, work, List.of());
                offer(member, work);
            }
            case Deadline.Fail fail -> {
                turn.recall(item, "its deadline has passed");
                turn.failed(member, item, fail.reason());
                turn.react();
            }
        }
    }

    private static int raised(WorkItem item) {
        return Math.min(Task.TOP_PRIORITY, item.priority() + 50);
    }

    /** Escalating never narrows: work for anyone stays work for anyone. */
    private static Performers wider(Performers performers, String role) {
        if (performers.roles().contains(role) || performers.participants().isEmpty() && performers.roles().isEmpty()) {
            return performers;
        }
        List<String> roles = new ArrayList<>(performers.roles());
        roles.add(role);
        return new Performers(performers.participants(), roles, performers.capabilities(), performers.excluded(), performers.pool());
    }

    private void offer(CaseState member, int work) {
        WorkItem now = member.works.get(work);
        if (now != null) {
            ledger.effect(new Effect.OfferWork(ledger.tenant(), member.process, now));
        }
    }

    /** Another case turns to this one for its rules. Once it has ended, they say nothing against anything. */
    private void consulted(@Nullable CaseState member, boolean open, Message.Consult consult) {
        if (member != null && open) {
            turn.give(member, new Happening.Consulted(consult.from(), consult.attempt(), consult.matter(), consult.literals()));
        } else if (member != null && consult.matter() == Happening.Matter.WANTED) {
            turn.decide(member, consult.from(), consult.attempt(), true, "");
        }
    }

    /** A pool has found somebody for a work item: what a claim by that agent would do, and a start if the pool says so. */
    private void assigned(CaseState member, Message.Assign assign) {
        WorkItem item = member.works.get(assign.work());
        if (item == null || !isAwaited(item, assign)) {
            // The pool has been told what became of it.
            return;
        }
        if (entity.isSuspended(member)) {
            turn.placing().leave(member, assign.work());
            return;
        }
        int work = assign.work();
        ledger.record(member, new Event.WorkAllocated(work, assign.agent()));
        WorkItem allocated = member.works.get(work);
        if (allocated == null) {
            return;
        }
        if (!(item.doer() instanceof Doer.People)) {
            turn.attempt(member, allocated);
            return;
        }
        ledger.effect(new Effect.OfferWork(ledger.tenant(), member.process, allocated));
        if (assign.start()
                && member.code().check(member.language(), new Intention.StartWork(work), member) == null) {
            turn.start(member, work, assign.agent());
        }
    }

    /** Whether a work item waits for this assignment and not for a later one. */
    static boolean isAwaited(WorkItem item, Message.Assign assign) {
        return new WorkItem.Placed(assign.pool(), assign.ticket()).equals(item.placed())
                && item.state() == WorkState.OFFERED
                && item.holder() == null;
    }

    /** Takes a message from a mailbox or a pool, or about something that waits for the gate. */
    Answer take(Input.TakenByCase taken) {
        CaseState member = entity.member(taken.message().caseId());
        boolean open = member != null && member.status.isOpen();
        switch (taken.message()) {
            case Message.Hand hand -> {
                if (member == null || !open || !member.waits.has(hand.ticket())) {
                    miss(hand, member, taken.from());
                } else {
                    turn.received(member, hand.ticket(), hand.content(), hand.sent());
                    turn.give(member, new Happening.SignalCame(hand.ticket(), hand.content()));
                }
            }
            case Message.Reconsider reconsider -> {
                if (member != null && open) {
                    attempts().reconsider(member, reconsider.attempt());
                }
            }
            case Message.Decide decide -> {
                if (member != null && open) {
                    attempts().decide(member, decide, taken.from());
                }
            }
            case Message.Assign assign -> {
                if (member != null && open) {
                    assigned(member, assign);
                }
            }
            case Message.Consult consult -> consulted(member, open, consult);
        }
        return Answer.DONE;
    }

    /**
     * The case stopped waiting while the signal was on its way. If nobody else was given it, another may want it; if
     * others were, it has arrived.
     */
    private void miss(Message.Hand hand, @Nullable CaseState member, EntityId from) {
        CaseState witness = member == null ? entity.member(entity.rootId()) : member;
        if (witness != null) {
            ledger.record(witness, new Event.SignalMissed(hand.ticket(), hand.content()));
        }
        if (hand.only() && from instanceof EntityId.OfMailbox mailbox) {
            ledger.send(witness, mailbox, new Message.Return(hand.content(), hand.sent()));
        }
    }

    private static String verb(Command.OfWhole command) {
        return switch (command) {
            case Command.SuspendCase c -> "suspend";
            case Command.ResumeCase c -> "resume";
            case Command.CancelCase c -> "cancel";
            case Command.SignalCase c -> "signal '" + c.name() + "' to";
            case Command.AddInstance c -> "add an instance of '" + c.task() + "' to";
            case Command.ChangeData c -> "change the data of";
            case Command.Redo c -> "redo a step of";
            case Command.Move c -> "move the flow of";
            case Command.Migrate c -> "migrate";
            case Command.RetryCase c -> "retry";
            case Command.Reconsider c -> "reconsider an attempt of";
        };
    }
}
