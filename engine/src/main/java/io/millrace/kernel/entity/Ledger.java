package io.millrace.kernel.entity;

import io.millrace.command.Effect;
import io.millrace.data.Data;
import io.millrace.event.Gate;
import io.millrace.event.RecordedEvent;
import io.millrace.event.Ruled;
import io.millrace.event.Significant;
import io.millrace.id.CaseId;
import io.millrace.journal.Batch;
import io.millrace.kernel.record.Attempt;
import io.millrace.kernel.record.Causes;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.EventCodec;
import io.millrace.kernel.record.EventInPlace;
import io.millrace.kernel.record.EventView;
import io.millrace.kernel.record.Input;
import io.millrace.kernel.record.Message;
import io.millrace.kernel.record.Request;
import io.millrace.kernel.record.Timer;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.language.Happening;
import io.millrace.language.ProcessEvent;
import io.millrace.language.OutOfSteps;
import io.millrace.language.Turn;
import io.millrace.query.CaseStatus;
import io.millrace.runtime.Settings;
import io.millrace.work.Participant;
import io.millrace.work.Performers;
import io.millrace.work.WorkItem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One turn as it is being decided: every recorded event is applied at once, and what it changes in the lists that
 * people search (work, timers, cases) is remembered as it was before and as it is now.
 */
public final class Ledger {
    /**
     * What a turn may use besides the entity's state: inputs that are recorded once they are used.
     *
     * @param asks whether the gate, and the rules of a process, are asked before significant events
     */
    public record Surroundings(
            Processes processes,
            Staff staff,
            CaseNumbers numbers,
            Settings settings,
            Gate gate,
            Projections projections,
            Pools pools,
            boolean asks) {

        public Surroundings(
                Processes processes,
                Staff staff,
                CaseNumbers numbers,
                Settings settings,
                Gate gate,
                Projections projections,
                Pools pools) {
            this(processes, staff, numbers, settings, gate, projections, pools, true);
        }

        /** Without pools. */
        public Surroundings(
                Processes processes,
                Staff staff,
                CaseNumbers numbers,
                Settings settings,
                Gate gate,
                Projections projections) {
            this(processes, staff, numbers, settings, gate, projections, new Pools(List.of()));
        }

        /** Whether there is a gate to ask; the open one is recognised by identity. */
        @SuppressWarnings("ReferenceEquality")
        boolean isGated() {
            return asks && gate != Gate.OPEN;
        }

        /** Whether somebody may do work of a pool: qualified for it there, and not ruled out otherwise. */
        boolean admits(Performers performers, String process, String task, Participant who) {
            return pools.admits(performers, process, task, who);
        }

        /** The same for a turn that nobody writes down. */
        Surroundings unrecorded() {
            return new Surroundings(processes, staff, numbers, settings, gate, Projections.NONE, pools, asks);
        }

        /** The same for a turn that records what gate and rules were asked about before. */
        public Surroundings ungated() {
            return new Surroundings(processes, staff, numbers, settings, gate, projections, pools, false);
        }
    }

    /** Where the numbers of root cases come from. */
    public interface CaseNumbers {
        long next(String tenant);
    }

    /** A timer that was set or that is gone. */
    public record TimerChange(CaseState member, int timer, Timer entry, boolean set) {}

    /** A work item before and after the turn; null where it was or is not open. */
    public static final class WorkChange {
        public final CaseState member;
        public final @Nullable WorkItem before;
        public @Nullable WorkItem after;

        public WorkChange(CaseState member, @Nullable WorkItem before) {
            this.member = member;
            this.before = before;
        }
    }

    /** A case whose row changes. */
    public static final class CaseChange {
        public final CaseState member;
        public final boolean isNew;
        public final CaseStatus before;
        public final Data attributesBefore;
        final boolean incidentBefore;

        public CaseChange(CaseState member, boolean isNew) {
            this.member = member;
            this.isNew = isNew;
            this.before = member.status;
            this.attributesBefore = member.attributes;
            this.incidentBefore = member.incident != null;
        }
    }

    public final Entity<?> entity;
    public final Input input;
    private final @Nullable Request request;
    public final Instant now;
    final Surroundings surroundings;

    public final List<TurnRecord.Entry> entries = new ArrayList<>(4);
    public final List<Effect> effects = new ArrayList<>(2);
    public final Map<WorkItemKey, WorkChange> works = LinkedHashMap.newLinkedHashMap(2);
    public List<TimerChange> timers = List.of();
    public Map<CaseState, CaseChange> cases = Map.of();
    /** Messages to other entities, as their receivers will take them. */
    public List<Input.Taken> messages = List.of();
    public List<CaseId> rearmed = List.of();
    /** Events that were accepted by message, by all who had to be asked. */
    private List<Event.Significant> granted = List.of();
    /** The event that is accepted by a message now, or null. */
    private Event.@Nullable Significant accepted;
    /** The case of rules that has accepted it, which is asked after all with smaller numbers; 0 if somebody else has. */
    private long through;
    /** What that case was asked for; empty if it accepts whatever the event is to it. */
    private List<String> acceptedLiterals = List.of();
    /** What of this turn rules between cases have accepted. */
    private List<Gatekeeper.Question> passed = List.of();
    /** Cases with attempts about which the gate may think otherwise after this turn. */
    private List<CaseState> stirred = List.of();
    /** Whether the turn is decided for somebody who tried earlier what happens now, and for whom. */
    private boolean acting;

    private @Nullable Participant actingAs;
    /** For whom it was tried earlier. */
    private @Nullable String actingFor;
    /** What projections keep of this turn; null while there is nothing. */
    public @Nullable Batch indexed;
    private long steps;
    /** Where in the process a user's code runs now; read by whoever watches for slow turns. */
    private volatile @Nullable String place;

    private final Turn.Running running = () -> place = null;

    /** A work item within an entity. */
    record WorkItemKey(CaseState member, int work) {}

    /** @param request who asks and why, or null when the engine itself brings the input */
    public Ledger(Entity<?> entity, Input input, @Nullable Request request, Instant now, Surroundings surroundings) {
        this.entity = entity;
        this.input = input;
        this.request = request;
        this.now = now;
        this.surroundings = surroundings;
    }

    public String tenant() {
        return entity.id.tenant();
    }

    public boolean isEmpty() {
        return entries.isEmpty();
    }

    /** Who asks, or null when the engine itself does. */
    @Nullable
    Participant actor() {
        if (acting) {
            return actingAs;
        }
        return request == null ? null : request.actor();
    }

    /** Whose rights count: the actor's, or null where everything may be done. */
    @Nullable
    Participant restricted() {
        return !acting && request != null && request.operates() ? null : actor();
    }

    @Nullable
    String actorName() {
        Participant actor = actor();
        return actor == null ? null : actor.name();
    }

    /** For whom the actor acts, or null. */
    @Nullable
    String onBehalfOf() {
        return acting ? actingFor : request == null ? null : request.onBehalfOf();
    }

    @Nullable
    String trace() {
        return request == null ? null : request.trace();
    }

    /** The turn as it is written down. */
    public TurnRecord turn(long sequence) {
        Request asked = request;
        return new TurnRecord(
                sequence,
                now,
                occurred(),
                asked == null ? actorName() : asked.actorName(),
                asked == null ? actingFor : asked.onBehalfOf(),
                asked == null ? null : asked.reason(),
                asked == null ? null : asked.requestId(),
                Causes.of(input),
                trace(),
                List.copyOf(entries));
    }

    /** Records an event of an entity that is not a case. */
    public void record(Event.OfEntity event) {
        steps(1);
        put(null, event);
    }

    /**
     * Records an event of a case; a significant one only if the gate and the rules of the process accept it, otherwise the turn ends
     * here.
     */
    public void record(CaseState member, Event.OfCase event) {
        if (event instanceof Event.Significant significant
                && (surroundings.isGated() || member.isRuled(event) || !surroundings.processes().inForce().isEmpty())) {
            significant(member, significant);
        } else {
            put(member, event, event instanceof Event.AttemptDecided decided ? workOf(member, decided) : EventView.work(event));
        }
    }

    private void significant(CaseState member, Event.Significant event) {
        Significant seen = Gatekeeper.seen(member, event);
        List<Processes.InForce> inForce = member.isRuling() ? List.of() : surroundings.processes().inForce();
        List<Gatekeeper.Question> questions =
                inForce.isEmpty() || event instanceof Event.CaseStarted ? List.of() : Gatekeeper.questions(inForce, member, seen);
        if (surroundings.asks()) {
            ask(member, event, seen, questions);
        }
        if (event instanceof Event.Ending) {
            note(member, seen);
            for (Processes.InForce each : inForce) {
                if (each.code().speaksOfCases()) {
                    consult(member, each.rules(), 0, Happening.Matter.LEFT, List.of());
                }
            }
        }
        put(member, event, EventView.work(event));
        if (event instanceof Event.CaseStarted && !inForce.isEmpty()) {
            questions = Gatekeeper.questions(inForce, member, seen);
        }
        for (Gatekeeper.Question each : questions) {
            consult(member, each.rules().rules(), 0, Happening.Matter.HAPPENED, each.literals());
        }
        if (!(event instanceof Event.Ending)) {
            note(member, seen);
        }
    }

    /** Turns to the case whose rules speak of events of this one. */
    void consult(CaseState member, CaseId rules, int attempt, Happening.Matter matter, List<String> literals) {
        send(member, EntityId.OfCase.of(tenant(), rules), new Message.Consult(rules, member.id, attempt, matter, literals));
    }

    /** An attempt is over: the cases of rules need not remember it any more. */
    void settled(CaseState member, int attempt) {
        if (!member.isRuling()) {
            surroundings.processes().inForce().forEach(each -> consult(member, each.rules(), attempt, Happening.Matter.DROPPED, List.of()));
        }
    }

    /** The rules of the process take notice of an event. */
    private void note(CaseState member, Significant event) {
        Ruled<Object> ruled = member.ruled();
        if (ruled != null) {
            for (ProcessEvent each : ruled.noted(member.language(), member, event)) {
                put(member, new Event.Progressed(each), 0);
            }
        }
    }

    private void put(CaseState member, Event.OfCase event, int work) {
        steps(1);
        if (!member.attempts.isEmpty()) {
            Attempts.before(this, member, event);
        }
        WorkChange change = null;
        if (work != 0) {
            change = works.computeIfAbsent(
                    new WorkItemKey(member, work), key -> new WorkChange(member, member.works.get(work)));
        }
        noteCase(member, event);
        if (event instanceof Event.TimerFired fired) {
            noteTimer(member, fired.timer());
        } else if (event instanceof Event.TimerCancelled cancelled) {
            noteTimer(member, cancelled.timer());
        }
        put(member, event);
        if (event instanceof Event.TimerSet set) {
            timers = more(timers, new TimerChange(member, set.timer(), new Timer(set.due(), set.purpose()), true));
        }
        if (change != null) {
            change.after = member.works.get(work);
            // The row of a case shows the incidents of its work; this one ends with its work item or a new attempt.
            if (change.before != null && change.before.incident() != null && incidentOf(change.after) == null) {
                changed(member, false);
            }
        }
    }

    /** Asks the gate and all rules about an event. One that was accepted by message needs the rules of its own process alone. */
    void ask(CaseState member, Event.Significant event) {
        ask(member, event, Gatekeeper.seen(member, event), List.of());
    }

    private void ask(CaseState member, Event.Significant event, Significant seen, List<Gatekeeper.Question> questions) {
        boolean isAccepted = accepted != null
                && Gatekeeper.isGranted(event, accepted)
                && Gatekeeper.isAnswered(questions, through, acceptedLiterals, passed);
        boolean isAgreed = !granted.isEmpty() && granted.stream().anyMatch(each -> Gatekeeper.isGranted(event, each));
        boolean isGranted = isAccepted || isAgreed;
        String before = place;
        if (!isGranted && surroundings.isGated()) {
            place = "its gate";
            Gatekeeper.ask(surroundings.gate(), member, event, seen, now);
        }
        Ruled<Object> ruled = member.ruled();
        if (ruled != null) {
            place = "its rules";
            Gatekeeper.ask((of, each, at) -> ruled.verdict(member.language(), of, each, at), member, event, seen, now);
        }
        if (!isAgreed) {
            Gatekeeper.askOthers(member, event, questions, isAccepted ? through : 0, passed);
        }
        for (Gatekeeper.Question each : questions) {
            passed = more(passed, each);
        }
        place = before;
    }

    /** These events were accepted by message: the gate is not asked about them. */
    void grant(List<Event.Significant> agreed) {
        granted = agreed;
    }

    /**
     * Another case has accepted an event: the gate is not asked about it, nor are the rules of other cases up to this one.
     *
     * @param literals what it was asked for, or empty if it accepts whatever that event is to it
     */
    void accept(Event.Significant event, CaseId by, List<String> literals) {
        accepted = event;
        acceptedLiterals = literals;
        through = surroundings.processes().inForce().stream().anyMatch(each -> each.rules().equals(by)) ? by.root() : 0;
    }

    /** Whether rules have a say in when automatic work of a task begins: those of its process, or rules between cases. */
    boolean isHeld(CaseState member, String task) {
        if (member.ruled() != null) {
            return true;
        }
        List<Processes.InForce> inForce = surroundings.processes().inForce();
        return !inForce.isEmpty() && inForce.stream().anyMatch(each -> each.code().speaksOfStart(task));
    }

    /** What follows is decided for somebody who tried it earlier. */
    void actAs(@Nullable String name, @Nullable String person) {
        actingFor = person;
        actingAs = name == null ? null : surroundings.staff().named(name);
        acting = true;
    }

    /** Something has changed in a case in which something waits for the gate. */
    void stirred(CaseState member) {
        if (!stirred.contains(member)) {
            stirred = more(stirred, member);
        }
    }

    List<CaseState> stirred() {
        return stirred;
    }

    /** Applies an event and writes it down: every event of every turn passes here. */
    private void put(@Nullable CaseState member, Event event) {
        CaseId caseId = member == null ? null : member.id;
        if (surroundings.projections().isEmpty() || entity.id.kind().vanishes()) {
            entity.applied(caseId, event, now);
        } else {
            indexed = indexed == null ? new Batch() : indexed;
            RecordedEvent recorded =
                    new EventInPlace(entity.id, caseId, entity.sequence + 1, entries.size() + 1, now, occurred(), event);
            String before = place;
            place = "a projection";
            surroundings.projections().around(entity.memories(), member, recorded, () -> entity.applied(caseId, event, now), indexed);
            place = before;
        }
        entries.add(new TurnRecord.Entry(caseId, event));
    }

    private @Nullable Instant occurred() {
        return request == null ? null : request.occurred();
    }

    /** The turn is decided: what projections remember of it goes into their rows. */
    void finish() {
        if (indexed != null) {
            surroundings.projections().finish(entity.memories(), indexed);
        }
    }

    private static @Nullable String incidentOf(@Nullable WorkItem item) {
        return item == null ? null : item.incident();
    }

    private void noteTimer(CaseState member, int timer) {
        Timer entry = member.timers.get(timer);
        if (entry != null) {
            timers = more(timers, new TimerChange(member, timer, entry, false));
        }
    }

    private void noteCase(CaseState member, Event.OfCase event) {
        switch (event) {
            case Event.CaseStarted e -> changed(member, true);
            case Event.CaseSuspended e -> changed(member, false);
            case Event.CaseResumed e -> changed(member, false);
            case Event.CaseCompleted e -> changed(member, false);
            case Event.CaseFailed e -> changed(member, false);
            case Event.CaseCancelled e -> changed(member, false);
            case Event.CaseMigrated e -> changed(member, false);
            case Event.AttributeSet e -> changed(member, false);
            case Event.IncidentRaised e -> changed(member, false);
            case Event.IncidentResolved e -> changed(member, false);
            case Event.OfCase other -> {}
        }
    }

    private void changed(CaseState member, boolean isNew) {
        cases = cases.isEmpty() ? new LinkedHashMap<>(2) : cases;
        cases.computeIfAbsent(member, changed -> new CaseChange(changed, isNew));
    }

    /** Most turns have nothing of most kinds, so a list begins with its first element. */
    private static <T> List<T> more(List<T> list, T element) {
        List<T> longer = list.isEmpty() ? new ArrayList<>(2) : list;
        longer.add(element);
        return longer;
    }

    /** A decision concerns the work item of its attempt. */
    private static int workOf(CaseState member, Event.AttemptDecided decided) {
        Attempt attempt = member.attempts.get(decided.number());
        return attempt == null ? 0 : attempt.work();
    }

    /** Sends a message to another entity: it leaves with the commit of this turn. */
    void send(@Nullable CaseState member, EntityId.OfCase to, Message.ToCase message) {
        sent(member, Input.taken(entity.id, entity.sent + 1, to, message, now));
    }

    void send(@Nullable CaseState member, EntityId.OfMailbox to, Message.ToMailbox message) {
        sent(member, Input.taken(entity.id, entity.sent + 1, to, message, now));
    }

    void send(@Nullable CaseState member, EntityId.OfKey to, Message.ToKey message) {
        sent(member, Input.taken(entity.id, entity.sent + 1, to, message, now));
    }

    void send(@Nullable CaseState member, EntityId.OfPool to, Message.ToPool message) {
        sent(member, Input.taken(entity.id, entity.sent + 1, to, message, now));
    }

    private void sent(@Nullable CaseState member, Input.Taken letter) {
        Event.MessageSent event = new Event.MessageSent(letter.number(), letter.to(), EventCodec.word(letter.message()));
        put(member, event);
        messages = more(messages, letter);
    }

    void effect(Effect effect) {
        effects.add(effect);
    }

    /** Timers of a case and its sub-cases that came due while it was suspended are looked at again. */
    void rearm(CaseId within) {
        rearmed = more(rearmed, within);
    }

    /** A user's code begins to run. */
    Turn.Running entering(String where) {
        place = where;
        return running;
    }

    /** What the turn is doing, for people. */
    public String doing() {
        String where = place;
        return Causes.of(input).shown() + (where == null ? "" : ", in the application's code at " + where);
    }

    /** Accounts for steps of a language. */
    void steps(int count) {
        steps += count;
        if (steps > surroundings.settings().stepsPerTurn()) {
            throw new OutOfLimitsException(surroundings.settings().stepsPerTurn());
        }
    }

    /** A turn took more steps than it may. */
    public static final class OutOfLimitsException extends OutOfSteps {
        public final long limit;

        public OutOfLimitsException(long limit) {
            super("more than " + limit + " steps in one turn");
            this.limit = limit;
        }
    }
}
