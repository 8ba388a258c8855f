package io.millrace.kernel.entity;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.event.Across;
import io.millrace.event.ReadOnlyCase;
import io.millrace.event.Ruled;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.kernel.record.Attempt;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.RawEvent;
import io.millrace.kernel.record.Timer;
import io.millrace.kernel.record.TimerPurpose;
import io.millrace.language.Compiled;
import io.millrace.language.Fact;
import io.millrace.language.Happening;
import io.millrace.language.IntMap;
import io.millrace.language.ProcessEvent;
import io.millrace.query.CaseStatus;
import io.millrace.work.Agent;
import io.millrace.work.Doer;
import io.millrace.work.Pool;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One case or sub-case as it stands: what the kernel keeps for it, and the state of its language. Changed by
 * {@link #apply} alone, which is arithmetic and never fails on an event that was recorded by this code.
 */
public final class CaseState implements ReadOnlyCase {
    /** A signal that the case waits for. */
    public record Wait(String signal, String key) {}

    private static final IntMap<Attempt> NO_ATTEMPTS = new IntMap<>();
    private static final IntMap<String> NO_INCIDENTS = new IntMap<>();

    public final CaseId id;
    public String process = "";
    int version;
    public CaseStatus status = CaseStatus.RUNNING;
    public @Nullable String key;
    public boolean unique;
    int parentWork;
    public Instant started = Instant.EPOCH;
    @Nullable Instant ended;
    Data outcome = Data.nothing();
    @Nullable String incident;

    int lastWork;
    int lastChild;
    int lastTimer;
    int lastWait;
    int lastAttempt;
    public final IntMap<WorkItem> works = new IntMap<>();
    /**
     * The incidents of open work items, by their numbers. Follows from {@link #works}; kept so that nobody searches them. Cases without
     * incidents share an empty map; {@link #incident} adds to it.
     */
    IntMap<String> incidents = NO_INCIDENTS;
    public final IntMap<Timer> timers = new IntMap<>();
    public final IntMap<Wait> waits = new IntMap<>();
    /** What the gate delays. Almost every case has nothing of it, so that they share an empty map; {@link #keep} adds to it. */
    public IntMap<Attempt> attempts = NO_ATTEMPTS;
    private List<Happening> held = List.of();
    public Data attributes = Data.fields();

    private @Nullable Compiled<Object> code;
    private @Nullable Object language;

    public CaseState(CaseId id) {
        this.id = id;
    }

    void incident(int work, String reason) {
        incidents = incidents == NO_INCIDENTS ? new IntMap<>() : incidents;
        incidents.put(work, reason);
    }

    private void noIncident(int work) {
        if (!incidents.isEmpty()) {
            incidents.remove(work);
        }
    }

    @Override
    public List<Integer> incidents() {
        if (incident == null && incidents.isEmpty()) {
            return List.of();
        }
        List<Integer> numbers = new ArrayList<>();
        if (incident != null) {
            numbers.add(0);
        }
        incidents.forEach((number, reason) -> numbers.add(number));
        return numbers;
    }

    @Override
    public CaseId caseId() {
        return id;
    }

    @Override
    public @Nullable WorkItem work(int number) {
        return works.get(number);
    }

    @Override
    public String process() {
        return process;
    }

    @Override
    public int version() {
        return version;
    }

    @Override
    public CaseStatus status() {
        return status;
    }

    @Override
    public @Nullable String key() {
        return key;
    }

    @Override
    public Data attributes() {
        return attributes;
    }

    @Override
    public Data data() {
        return code == null || language == null ? Data.nothing() : code.data(language);
    }

    @Override
    public @Nullable Data execution(String task) {
        return code == null || language == null || key == null ? null : code.execution(language, task, key);
    }

    @Override
    public List<String> agents(WorkItem item) {
        Pool pool = code == null ? null : code.agents();
        if (pool == null || !pool.name().equals(item.performers().pool())) {
            return List.of();
        }
        return pool.agents().stream().filter(agent -> agent.cost(process, item.task()) != null).map(Agent::name).toList();
    }

    @Override
    public List<WorkItem> works() {
        List<WorkItem> open = new ArrayList<>(works.size());
        works.forEach((number, item) -> open.add(item));
        return open;
    }

    @Override
    public boolean hasWork(String task) {
        return works.any(item -> item.task().equals(task));
    }

    @Override
    public @Nullable String awaited(int ticket) {
        Wait wait = waits.get(ticket);
        return wait == null ? null : wait.signal();
    }

    @Override
    public Fact fact(ProcessEvent event) {
        return code().fact(language(), event);
    }

    @Override
    public Supplier<List<Fact>> concern(@Nullable ProcessEvent event) {
        if (event == null) {
            return () -> code == null || language == null ? List.of() : code.concern(language, null).apply(language);
        }
        Function<Object, List<Fact>> concern = code().concern(language(), event);
        return () -> concern.apply(language());
    }

    void held(List<Happening> happenings) {
        held = happenings;
    }

    List<Happening> held() {
        return held;
    }

    /** Whether rules have a say in an event: those of the process, which a case that starts has only afterwards. */
    boolean isRuled(Event.OfCase event) {
        return code instanceof Ruled || event instanceof Event.CaseStarted;
    }

    /** Whether this is the case of rules between others. */
    boolean isRuling() {
        return code instanceof Across;
    }

    /** The rules of the case's process, or null if it has none or has not started. */
    @SuppressWarnings("unchecked")
    public @Nullable Ruled<Object> ruled() {
        return code instanceof Ruled<?> ruled ? (Ruled<Object>) ruled : null;
    }

    public Compiled<Object> code() {
        if (code == null) {
            throw new IllegalStateException("Case " + id + " was loaded without the code of its process");
        }
        return code;
    }

    /** An event in the terms of the case's language, if that is here. */
    Event inItsLanguage(Event event) {
        return event instanceof Event.Progressed progressed
                        && progressed.event() instanceof RawEvent raw
                        && code != null
                        && !code.language().isEmpty()
                ? new Event.Progressed(raw.in(code))
                : event;
    }

    public Object language() {
        if (language == null) {
            throw new IllegalStateException("Case " + id + " has no state yet");
        }
        return language;
    }

    @SuppressWarnings("unchecked")
    void bind(Compiled<?> code) {
        this.code = (Compiled<Object>) code;
    }

    public void language(Object state) {
        this.language = state;
    }

    /** Applies one event that happened at an instant. */
    void apply(Event.OfCase event, Instant at, Processes processes) {
        switch (event) {
            case Event.CaseStarted e -> start(e, at, processes);
            case Event.CaseSuspended e -> status = CaseStatus.SUSPENDED;
            case Event.CaseResumed e -> {
                status = CaseStatus.RUNNING;
                // What an incident holds back waits for its own end.
                held = incident == null ? List.of() : held;
            }
            case Event.CaseCompleted e -> end(CaseStatus.COMPLETED, e.result(), at);
            case Event.CaseFailed e -> end(CaseStatus.FAILED, Data.of(e.reason()), at);
            case Event.CaseCancelled e -> end(CaseStatus.CANCELLED, Data.of(e.reason()), at);
            case Event.CaseMigrated e -> {
                Compiled<Object> old = code();
                version = e.version();
                bind(processes.compiled(process, version));
                language = e.state() == null
                        ? old.migrated(language(), code(), e.changes())
                        : code().read(new In(e.state()));
            }
            case Event.AttributeSet e -> attributes = attributes.with(e.name(), e.value());
            case Event.Intervened e -> {}
            case Event.StimulusHeld e -> {
                List<Happening> longer = new ArrayList<>(held);
                longer.add(e.happening());
                held = longer;
            }
            case Event.IncidentRaised e -> {
                if (e.work() == 0) {
                    incident = e.reason();
                } else {
                    works.put(e.work(), item(e.work()).incident(e.reason()));
                    incident(e.work(), e.reason());
                }
            }
            case Event.IncidentResolved e -> {
                if (e.work() == 0) {
                    incident = null;
                    held = List.of();
                } else {
                    works.put(e.work(), item(e.work()).incident(null));
                    noIncident(e.work());
                }
            }
            case Event.Attempted e -> attempt(e, at);
            case Event.AttemptDecided e -> {
                Attempt decided = attempts.remove(e.number());
                if (decided != null) {
                    showDelay(decided.work());
                }
            }
            case Event.WorkOffered e -> offer(e, at);
            case Event.WorkAllocated e -> works.put(e.work(), item(e.work()).allocated(e.to()));
            case Event.WorkReleased e -> works.put(e.work(), item(e.work()).released());
            case Event.WorkStarted e -> works.put(e.work(), item(e.work()).started(e.by()));
            case Event.WorkSuspended e -> works.put(e.work(), item(e.work()).suspended());
            case Event.WorkResumed e -> works.put(e.work(), item(e.work()).resumed());
            case Event.WorkCompleted e -> close(e.work());
            case Event.WorkFailed e -> close(e.work());
            case Event.WorkWithdrawn e -> close(e.work());
            case Event.WorkEscalated e ->
                works.put(e.work(), item(e.work()).reoffered(e.performers(), e.priority()));
            case Event.WorkAttemptFailed e -> works.put(e.work(), item(e.work()).waiting());
            case Event.WorkPooled e ->
                works.put(e.work(), item(e.work()).placed(new WorkItem.Placed(e.pool(), e.ticket())));
            case Event.WorkUnpooled e -> works.put(e.work(), item(e.work()).placed(null));
            case Event.WorkDeferred e -> works.put(e.work(), item(e.work()).delayed("its result comes later"));
            case Event.WorkHeld e -> works.put(e.work(), item(e.work()).held());
            case Event.WorkRetried e -> {
                lastChild = Math.max(lastChild, e.child());
                works.put(e.work(), item(e.work()).attempted(e.attempt(), e.child()));
                noIncident(e.work());
            }
            case Event.TimerSet e -> {
                lastTimer = e.timer();
                timers.put(e.timer(), new Timer(e.due(), e.purpose()));
                if (e.purpose() instanceof TimerPurpose.Overdue overdue) {
                    works.put(overdue.work(), item(overdue.work()).deadline(e.timer()));
                }
                if (e.purpose() instanceof TimerPurpose.Reconsider reconsider) {
                    keep(attempt(reconsider.attempt()).timer(e.timer()));
                }
            }
            case Event.TimerFired e -> timers.remove(e.timer());
            case Event.TimerCancelled e -> timers.remove(e.timer());
            case Event.SignalAwaited e -> {
                lastWait = e.ticket();
                waits.put(e.ticket(), new Wait(e.signal(), e.key()));
            }
            case Event.SignalReceived e -> waits.remove(e.ticket());
            case Event.SignalForgotten e -> waits.remove(e.ticket());
            case Event.Progressed e -> code().apply(language(), e.event());
            case Event.MessageSent e -> {}
            case Event.SignalMissed e -> {}
        }
    }

    private void start(Event.CaseStarted e, Instant at, Processes processes) {
        process = e.process();
        version = e.version();
        key = e.key();
        unique = e.unique();
        parentWork = e.parentWork();
        started = at;
        bind(processes.compiled(process, version));
        language = code().blank(e.input());
    }

    private void end(CaseStatus how, Data outcome, Instant at) {
        status = how;
        ended = at;
        incident = null;
        held = List.of();
        this.outcome = outcome;
    }

    private void offer(Event.WorkOffered e, Instant at) {
        lastWork = e.work();
        lastChild = Math.max(lastChild, e.child());
        // Work that a pool assigns begins when somebody has it.
        boolean waits = e.doer() instanceof Doer.People || e.performers().pool() != null;
        works.put(
                e.work(),
                new WorkItem(
                        new WorkId(id, e.work()),
                        e.task(),
                        e.doer(),
                        e.performers(),
                        waits ? WorkState.OFFERED : WorkState.STARTED,
                        null,
                        null,
                        waits ? 0 : 1,
                        e.priority(),
                        at,
                        e.due(),
                        e.input(),
                        null,
                        e.child(),
                        0,
                        null));
    }

    private void attempt(Event.Attempted e, Instant at) {
        Attempt earlier = attempts.get(e.number());
        lastAttempt = Math.max(lastAttempt, e.number());
        keep(new Attempt(
                e.number(),
                e.event(),
                e.trial(),
                e.by(),
                earlier == null ? at : earlier.since(),
                e.reason(),
                e.granted(),
                earlier == null ? 0 : earlier.timer()));
        showDelay(Attempt.workOf(e.trial()));
    }

    void keep(Attempt attempt) {
        attempts = attempts.isEmpty() ? new IntMap<>() : attempts;
        attempts.put(attempt.number(), attempt);
    }

    private Attempt attempt(int number) {
        Attempt attempt = attempts.get(number);
        if (attempt == null) {
            throw new IllegalStateException("attempt " + number + " of case " + id + " does not wait");
        }
        return attempt;
    }

    /**
     * A work item shows what the first attempt to change it waits for; automatic work only its result, since nobody must carry
     * it out again while that waits.
     */
    private void showDelay(int work) {
        WorkItem item = work == 0 ? null : works.get(work);
        if (item == null) {
            return;
        }
        String reason = null;
        for (int number : attempts.keys()) {
            Attempt attempt = attempts.get(number);
            if (attempt != null
                    && attempt.work() == work
                    && (!item.isAutomatic() || attempt.isResultOf(work, item.attempt()))) {
                reason = attempt.reason();
                break;
            }
        }
        works.put(work, item.delayed(reason));
    }

    private void close(int work) {
        works.remove(work);
        noIncident(work);
    }

    private WorkItem item(int number) {
        WorkItem item = works.get(number);
        if (item == null) {
            throw new IllegalStateException("work item " + id + "#" + number + " is not open");
        }
        return item;
    }
}
