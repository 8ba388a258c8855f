package io.millrace.prolog;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.draw.Figure;
import io.millrace.fact.Facts;
import io.millrace.fact.NoDataException;
import io.millrace.language.CaseView;
import io.millrace.language.Compiled;
import io.millrace.language.Contract;
import io.millrace.language.Explanation;
import io.millrace.language.Fact;
import io.millrace.language.Finding;
import io.millrace.language.Happening;
import io.millrace.language.Intention;
import io.millrace.language.ProcessEvent;
import io.millrace.language.Turn;
import io.millrace.logic.codec.TermCodec;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.work.Task;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A program, ready to be deployed: immutable and shared by all cases, which borrow a machine for each phase. */
final class PrologProcess implements Compiled<StoredState> {
    private static final int MOST_TASKS = 1_000;

    private final Map<String, Task> tasks = new ConcurrentHashMap<>();
    private final String name;
    private final String source;
    private final ProgramText text;
    private final Workshop workshop;
    private final Queries queries;

    private PrologProcess(String name, String source, ProgramText text) {
        this.name = name;
        this.source = source;
        this.text = text;
        this.workshop = new Workshop(text);
        this.queries = new Queries(name, text);
    }

    static PrologProcess compile(String name, String source) {
        return new PrologProcess(name, source, ProgramText.read(name + ".pl", source));
    }

    /** The name by which messages call the text of the program. */
    String file() {
        return text.source().name();
    }

    boolean nonGround() {
        return text.nonGround();
    }

    /** The task behind a destination. Those that the program names itself are few, and one object serves all cases. */
    Task taskFor(Term destination) {
        if (!(destination instanceof Atom atom)) {
            return Destination.task(destination);
        }
        Task known = tasks.get(atom.name());
        if (known == null) {
            known = Destination.task(atom);
            if (tasks.size() < MOST_TASKS) {
                tasks.put(atom.name(), known);
            }
        }
        return known;
    }

    Workshop workshop() {
        return workshop;
    }

    /** The goals one after the other. */
    Term conjunction(List<Term> goals) {
        return workshop.conjunction(goals);
    }

    /** What the case gives to whoever waits for its end: what the program said with {@code result/1}. */
    Data resultOf(PrologState state) {
        byte[] result = state.result();
        return result == null ? Data.nothing() : outside(TermCodec.decode(result));
    }

    private static Data outside(Term term) {
        try {
            return Facts.data(ShownTerms.outside(term));
        } catch (NoDataException e) {
            return Data.of(ShownTerms.text(term));
        }
    }

    @Override
    public String language() {
        return WorkflowProlog.NAME;
    }

    @Override
    public String fingerprint() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(Data.items(name, source).json().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest(), 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    @Override
    public String source() {
        return source;
    }

    @Override
    public List<Finding> findings() {
        List<Finding> findings = new ArrayList<>(LoadChecks.of(text));
        findings.addAll(TextChecks.of(text, workshop.callable()));
        findings.sort(Comparator.comparingInt(Finding::line));
        return findings;
    }

    @Override
    public Contract contract() {
        return Contract.named(name);
    }

    @Override
    public Task task(String task) {
        return Destination.named(task);
    }

    @Override
    public Figure figure() {
        return ProgramPicture.of(name, text);
    }

    @Override
    public StoredState blank() {
        return new StoredState(new PrologState());
    }

    @Override
    public @Nullable Problem check(StoredState stored, Intention what, CaseView view) {
        return PrologInterventions.check(stored, what, view);
    }

    @Override
    public void react(StoredState stored, Happening what, Turn turn) {
        switch (what) {
            case Happening.Started started -> start(stored.open(), started.input(), turn);
            case Happening.WorkDone done -> reply(stored.open(), done.work(), done.output(), turn);
            case Happening.WorkLost lost -> {
                PrologState state = stored.open();
                if (state.ofWork(lost.work()) != null) {
                    Term content = Struct.of("failed", Atom.of(lost.reason()));
                    take(state, turn, Held.reply(turn.now(), lost.work(), TermCodec.encode(content)));
                }
            }
            case Happening.TimerDue due -> {
                PrologState state = stored.open();
                Instant instant = state.timeOf(due.timer());
                if (instant != null) {
                    take(state, turn, Held.time(turn.now(), instant));
                }
            }
            case Happening.WorkTaken taken -> {}
            case Happening.SignalCame came -> {}
            case Happening.Consulted consulted -> {}
            case Happening.Resumed resumed -> resume(stored, turn);
        }
    }

    /** A reply can be given by hand, or asked for again; {@link #check} refuses everything else. */
    @Override
    public void intervene(StoredState stored, Intention.Intervention what, Turn turn) {
        if (what instanceof Intention.Skip skip) {
            reply(stored.open(), skip.work(), skip.output(), turn);
        } else if (what instanceof Intention.Redo redo) {
            askAgain(stored, redo.step(), turn);
        }
    }

    /** A phase begins, unless the query waits for an operator: then everything else waits in its order. */
    private void take(PrologState state, Turn turn, Held what) {
        if (state.held().isEmpty()) {
            PrologTurn.react(this, state, turn, what);
            return;
        }
        turn.record(new PhaseHeld(what, false, null));
        if (!turn.hasIncident()) {
            turn.incident(Code.QUERY_HELD.with(state.held().size()).message());
        }
    }

    /** What was kept happens in its order; then goals that another version suspended are evaluated again. */
    private void resume(StoredState stored, Turn turn) {
        if (turn.hasIncident()) {
            // The case has moved to another version. Its operator retries when everything is ready.
            return;
        }
        PrologTurn.Outcome outcome = PrologTurn.Outcome.WAITS;
        while (outcome == PrologTurn.Outcome.WAITS && !stored.peek().held().isEmpty()) {
            outcome = PrologTurn.again(this, stored.open(), turn);
        }
        if (outcome == PrologTurn.Outcome.WAITS && stored.peek().moved()) {
            PrologTurn.react(this, stored.open(), turn, Held.migrated(turn.now()));
        }
    }

    /** Drops a reply that is kept, sends its message again, and goes on with what came after it. */
    private void askAgain(StoredState stored, String step, Turn turn) {
        PrologState state = stored.open();
        Held dropped = PrologInterventions.heldReply(state, step);
        Variable variable = dropped == null ? null : state.ofWork(dropped.work());
        if (dropped == null || variable == null || variable.to == null || variable.content == null) {
            throw new IllegalStateException("a step that was checked: " + step);
        }
        boolean first = state.held().getFirst().work() == dropped.work();
        List<Data> files = new Attachments(state, 0, null).lostWith(dropped);
        int work = turn.offer(
                taskFor(ShownTerms.outside(TermCodec.decode(variable.to))),
                Phase.input(TermCodec.decode(variable.content), variable.asText));
        turn.record(new AskedAgain(dropped.work(), work));
        files.forEach(turn::release);
        if (first) {
            turn.resolved();
            resume(stored, turn);
        }
    }

    @Override
    public String describe(StoredState stored, ProcessEvent event) {
        return ((PrologEvent) event).sentence();
    }

    private void start(PrologState state, Data input, Turn turn) {
        Term query;
        try {
            query = queries.query(input);
        } catch (RefusedException e) {
            turn.fail(e.problem().message());
            return;
        }
        PrologTurn.react(this, state, turn, Held.initial(turn.now(), TermCodec.encode(query)));
    }

    private void reply(PrologState state, int work, Data output, Turn turn) {
        Variable variable = state.ofWork(work);
        if (variable == null) {
            return;
        }
        try {
            Term content = Replies.term(variable, output);
            take(state, turn, Held.reply(turn.now(), work, TermCodec.encode(content)));
        } catch (Replies.NoReplyException e) {
            throw new IllegalStateException("a reply that was checked: " + e.getMessage(), e);
        }
    }

    @Override
    public Fact fact(StoredState before, ProcessEvent event) {
        return PrologHistory.fact((PrologEvent) event);
    }

    @Override
    public Function<StoredState, List<Fact>> concern(StoredState before, @Nullable ProcessEvent event) {
        return PrologHistory.concern(before, (PrologEvent) event);
    }

    @Override
    public void apply(StoredState stored, ProcessEvent event) {
        stored.apply((PrologEvent) event);
    }

    @Override
    public ProcessEvent readEvent(In in) {
        return PrologEvent.read(in);
    }

    @Override
    public void write(StoredState stored, Out out) {
        stored.write(out);
    }

    @Override
    public StoredState read(In in) {
        return new StoredState(PrologState.read(in));
    }

    /** The goals that wait, and the workflow variables with what is known of them. */
    @Override
    public Data data(StoredState stored) {
        PrologState state = stored.peek();
        Data variables = Data.fields();
        for (Variable variable : state.variables()) {
            variables = variables.with("wv" + variable.number, data(variable));
        }
        List<String> goals = state.goals().stream().map(goal -> ShownTerms.term(goal.goal())).toList();
        Data data = Data.fields("goals", goals, "variables", variables);
        if (!state.held().isEmpty()) {
            data = data.with("held", state.held().stream().map(Held::detail).toList());
        }
        return state.result() == null ? data : data.with("result", resultOf(state));
    }

    private static Data data(Variable variable) {
        Data data = Data.fields();
        data = variable.work == 0 ? data : data.with("message", variable.work);
        data = variable.sent == null ? data : data.with("sent", ShownTerms.time(variable.sent));
        data = variable.reply == null ? data : data.with("reply", ShownTerms.term(variable.reply));
        return variable.replied == null ? data : data.with("replied", ShownTerms.time(variable.replied));
    }

    @Override
    public Data standing(StoredState stored) {
        return Data.fields("goals", stored.peek().goals().stream().map(goal -> ShownTerms.term(goal.goal())).toList());
    }

    @Override
    public List<String> tasks() {
        return PrologWhy.destinations(text);
    }

    @Override
    public @Nullable Explanation<StoredState> why(StoredState stored, String task, CaseView view) {
        return new PrologWhy(text, stored.peek(), view).of(task);
    }

    @Override
    public @Nullable String awaits(StoredState stored, int timer) {
        Instant due = stored.peek().timeOf(timer);
        return due == null ? null : PhaseEnded.waitingFor(due, stored.peek().goals());
    }

    @Override
    public List<String> next(StoredState stored) {
        return stored.peek().goals().stream().map(PrologProcess::next).toList();
    }

    private static String next(Suspended goal) {
        List<String> on = new ArrayList<>(goal.variables().stream().map(number -> "wv" + number).toList());
        goal.times().forEach(time -> on.add(time.toString()));
        return ShownTerms.term(goal.goal()) + " waits for "
                + (on.isEmpty() ? "a goal that shares its variables" : String.join(", ", on));
    }

    @Override
    public Migrated migrate(StoredState stored, Compiled<?> to, Data mapping) {
        return PrologMigration.of(this, stored.peek(), to);
    }

    /** Goals and variables know nothing of the version of the program; the new one evaluates the goals again. */
    @Override
    public StoredState migrated(StoredState stored, Compiled<?> to, Data changes) {
        return stored.moved();
    }
}
