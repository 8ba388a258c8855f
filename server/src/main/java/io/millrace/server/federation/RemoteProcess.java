package io.millrace.server.federation;

import io.millrace.data.Data;
import io.millrace.data.Form;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.event.Gate;
import io.millrace.event.ReadOnlyCase;
import io.millrace.event.Ruled;
import io.millrace.event.Significant;
import io.millrace.language.CaseView;
import io.millrace.language.Compiled;
import io.millrace.language.Contract;
import io.millrace.language.Happening;
import io.millrace.language.Intention;
import io.millrace.language.ProcessEvent;
import io.millrace.language.Turn;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.server.federation.RemoteEvent.Ending;
import io.millrace.work.Doer;
import io.millrace.work.RetryPolicy;
import io.millrace.work.Task;
import io.millrace.work.WorkItem;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A process that stands for a process of another engine. A case of it has up to three pieces of automatic work, one after the other:
 *
 * <pre>
 *  start ──▶ result ──▶ the case ends as the one there did
 *    │          │
 *    └────┬─────┘  cancelled here, or ended by hand
 *         ▼
 *      cancel  ──▶ the case ends
 * </pre>
 *
 * <p>Invariant: a case that may run there has an open piece of work here. A case that is cancelled here, alone or with its parent, is
 * therefore open until its {@code cancel} is done, as one whose rules demand a compensation.
 */
final class RemoteProcess implements Compiled<RemoteProcess.State>, Ruled<RemoteProcess.State> {
    /** Starts a case there; gives its id as {@code case}. */
    static final String START = "start";
    /** Waits for the end of the case there; gives {@link #result} or {@link #failure}. */
    static final String RESULT = "result";
    /** Cancels the case there, whether its start was answered or not. */
    static final String CANCEL = "cancel";

    private static final Form<Function<In, State>> FORM = Form.first("a remote case", State::read);
    /** An engine that does not answer costs no attempt: this is for one that answers and refuses, or that answers nonsense. */
    private static final RetryPolicy RETRY = new RetryPolicy(
            8, Duration.ofSeconds(1), 2, Duration.ofMinutes(1), 0.2, List.of(Hopeless.class.getName()));

    /** Where a case stands. */
    static final class State {
        String key = "";
        @Nullable String remote;
        /** The open work item; 0 before the first. */
        int work;
        /** How the case ends when its cancel is done; null before that was asked for. */
        @Nullable Ending ending;
        Data value = Data.nothing();

        private static State read(In in) {
            State state = new State();
            state.key = in.text();
            state.remote = in.textOrNull();
            state.work = in.varint32();
            state.ending = in.bool() ? Ending.read(in) : null;
            state.value = in.data();
            return state;
        }
    }

    private final String name;
    private final String engine;
    private final String process;
    private final int version;

    RemoteProcess(String name, String engine, String process, int version) {
        this.name = name;
        this.engine = engine;
        this.process = process;
        this.version = version;
    }

    /** The name of the handler for one of the tasks. */
    static String handler(String task) {
        return "engine." + task;
    }

    /** What the work {@link #RESULT} gives when the case there was completed. */
    static Data result(String remote, Data output) {
        return Data.fields("case", remote, "output", output);
    }

    /** What the work {@link #RESULT} gives when the case there has failed or was cancelled. */
    static Data failure(String remote, String reason) {
        return Data.fields("case", remote, "failed", reason);
    }

    @Override
    public String language() {
        return RemoteLanguage.NAME;
    }

    @Override
    public String fingerprint() {
        return source();
    }

    @Override
    public String source() {
        Data data = Data.fields("engine", engine, "process", process);
        return (version == 0 ? data : data.with("version", version)).normal().json();
    }

    @Override
    public Contract contract() {
        return Contract.named(name);
    }

    @Override
    public List<String> tasks() {
        return List.of(START, RESULT, CANCEL);
    }

    @Override
    public Task task(String task) {
        return Task.people(task).by(new Doer.Handler(handler(task))).retry(RETRY);
    }

    @Override
    public State blank() {
        return new State();
    }

    @Override
    public @Nullable Problem check(State state, Intention what, CaseView view) {
        return what instanceof Intention.Intervention
                ? Code.INTERVENTION.with(
                        "intervene in case '" + view.caseId() + "'",
                        "engine '" + engine + "' carries it out: intervene there, or complete, fail or retry its work here")
                : null;
    }

    @Override
    public void intervene(State state, Intention.Intervention what, Turn turn) {
        throw new IllegalStateException("a remote case refuses interventions");
    }

    @Override
    public void react(State state, Happening what, Turn turn) {
        switch (what) {
            case Happening.Started e -> request(e.input(), turn);
            case Happening.WorkDone e when e.work() == state.work -> done(state, e.output(), turn);
            case Happening.WorkLost e when e.work() == state.work -> lost(state, e.reason(), turn);
            case Happening.WorkDone e -> {}
            case Happening.WorkLost e -> {}
            case Happening.Resumed e -> {}
            case Happening.WorkTaken e -> {}
            case Happening.TimerDue e -> {}
            case Happening.SignalCame e -> {}
            case Happening.Consulted e -> {}
        }
    }

    private Data about(String key) {
        return Data.fields("engine", engine, "process", process, "key", key);
    }

    /** The instant makes the key one of its own also in a journal that was restored and gives the same numbers again. */
    private void request(Data input, Turn turn) {
        String key = turn.caseId() + "@" + turn.now();
        Data wanted = about(key).with("input", input);
        int work = turn.offer(task(START), version == 0 ? wanted : wanted.with("version", version));
        turn.record(new RemoteEvent.Requested(engine, key, work));
    }

    private void done(State state, Data output, Turn turn) {
        Ending ending = state.ending;
        String remote = output.at("case") instanceof Data.Text text ? text.value() : null;
        if (ending != null) {
            end(ending, state.value, turn);
        } else if (remote == null) {
            // Somebody has completed the work by hand.
            recall(state, Ending.COMPLETED, output, turn);
        } else if (state.remote == null) {
            int work = turn.offer(task(RESULT), about(state.key).with("case", remote));
            turn.record(new RemoteEvent.Accepted(engine, remote, work));
        } else if (!remote.equals(state.remote)) {
            recall(state, Ending.COMPLETED, output, turn);
        } else if (output.at("failed") instanceof Data.Text reason) {
            turn.fail(reason.value());
        } else {
            turn.complete(output.at("output"));
        }
    }

    private void lost(State state, String reason, Turn turn) {
        Ending ending = state.ending;
        if (ending != null) {
            // Somebody has given up that the other engine cancels it.
            end(ending, state.value, turn);
        } else {
            recall(state, Ending.FAILED, Data.of(reason), turn);
        }
    }

    private void recall(State state, Ending ending, Data value, Turn turn) {
        recall(state, ending, value, 0, turn);
    }

    /** @param attempts how often the other engine may have been asked for the start; 0 if that is not known */
    private void recall(State state, Ending ending, Data value, int attempts, Turn turn) {
        Data wanted = about(state.key)
                .with("reason", ending == Ending.COMPLETED ? "its result was given by hand" : value.text())
                .with("attempts", attempts);
        int work = turn.offer(task(CANCEL), state.remote == null ? wanted : wanted.with("case", state.remote));
        turn.record(new RemoteEvent.Recalled(engine, ending, value, work));
    }

    private static void end(Ending ending, Data value, Turn turn) {
        switch (ending) {
            case COMPLETED -> turn.complete(value);
            case FAILED -> turn.fail(value.text());
            case CANCELLED -> turn.cancel(value.text());
        }
    }

    // Cancelling.

    @Override
    public boolean cancels(State state, String reason, Turn turn) {
        if (state.work == 0) {
            return false;
        }
        if (state.ending == null) {
            WorkItem open = turn.work(state.work);
            turn.withdraw(state.work, reason);
            recall(state, Ending.CANCELLED, Data.of(reason), open == null ? 0 : open.attempt(), turn);
        } else if (state.ending != Ending.CANCELLED) {
            turn.record(new RemoteEvent.Recalled(engine, Ending.CANCELLED, Data.of(reason), state.work));
        }
        return true;
    }

    @Override
    public Gate.Verdict verdict(State state, ReadOnlyCase of, Significant event, Instant now) {
        return Gate.Verdict.ACCEPT;
    }

    @Override
    public List<ProcessEvent> noted(State state, ReadOnlyCase of, Significant event) {
        return List.of();
    }

    @Override
    public void settle(State state, Turn turn) {}

    // Stored and shown.

    @Override
    public void apply(State state, ProcessEvent event) {
        switch ((RemoteEvent) event) {
            case RemoteEvent.Requested e -> {
                state.key = e.key();
                state.work = e.work();
            }
            case RemoteEvent.Accepted e -> {
                state.remote = e.remote();
                state.work = e.work();
            }
            case RemoteEvent.Recalled e -> {
                state.ending = e.ending();
                state.value = e.value();
                state.work = e.work();
            }
        }
    }

    @Override
    public String describe(State state, ProcessEvent event) {
        return switch ((RemoteEvent) event) {
            case RemoteEvent.Requested e -> "Engine '" + engine + "' is asked to start a case of '" + process + "'.";
            case RemoteEvent.Accepted e -> "Case '" + e.remote() + "' of engine '" + engine + "' carries it out.";
            case RemoteEvent.Recalled e -> "Engine '" + engine + "' is asked to cancel "
                    + (state.remote == null ? "the case that it may have started." : "case '" + state.remote + "'.");
        };
    }

    @Override
    public ProcessEvent readEvent(In in) {
        return RemoteEvent.read(in);
    }

    @Override
    public void write(State state, Out out) {
        FORM.begin(out).text(state.key).textOrNull(state.remote).varint(state.work).bool(state.ending != null);
        if (state.ending != null) {
            out.u8(state.ending.number);
        }
        out.data(state.value);
    }

    @Override
    public State read(In in) {
        return FORM.reader(in).apply(in);
    }

    @Override
    public Data data(State state) {
        return Data.fields("engine", engine, "process", process, "key", state.key, "case", state.remote);
    }

    @Override
    public @Nullable String elsewhere(State state, int work) {
        if (work != state.work) {
            return null;
        }
        String there = state.remote == null ? "a case of '" + process + "'" : "case '" + state.remote + "'";
        return state.ending != null
                ? "engine '" + engine + "' to cancel " + there
                : state.remote == null ? "engine '" + engine + "' to start " + there : there + " of engine '" + engine + "' to end";
    }

    @Override
    public List<String> next(State state) {
        String there = state.remote == null ? "a case of '" + process + "'" : "case '" + state.remote + "'";
        if (state.ending != null) {
            return List.of("end as " + state.ending.word + " when engine '" + engine + "' has cancelled " + there);
        }
        return List.of(state.remote == null ? "engine '" + engine + "' starts " + there : "engine '" + engine + "' carries out " + there);
    }

    @Override
    public Migrated migrate(State state, Compiled<?> to, Data mapping) {
        return to instanceof RemoteProcess other && other.engine.equals(engine) && other.process.equals(process)
                ? new Migrated.To(Data.fields())
                : new Migrated.Not("its case runs at engine '" + engine + "' as '" + process + "'");
    }

    @Override
    public Object migrated(State state, Compiled<?> to, Data changes) {
        return state;
    }
}
