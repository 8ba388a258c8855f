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
        return LoadChecks.of(text);
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
                Variable variable = state.ofWork(lost.work());
                if (variable != null) {
                    PrologTurn.reply(this, state, turn, variable, Struct.of("failed", Atom.of(lost.reason())));
                }
            }
            case Happening.TimerDue due -> {
                PrologState state = stored.open();
                Instant instant = state.timeOf(due.timer());
                if (instant != null) {
                    PrologTurn.time(this, state, turn, instant);
                }
            }
            case Happening.WorkTaken taken -> {}
            case Happening.SignalCame came -> {}
            case Happening.Consulted consulted -> {}
            case Happening.Resumed resumed -> {}
        }
    }

    /** Only a reply can be given by hand; {@link #check} refuses everything else. */
    @Override
    public void intervene(StoredState stored, Intention.Intervention what, Turn turn) {
        if (what instanceof Intention.Skip skip) {
            reply(stored.open(), skip.work(), skip.output(), turn);
        }
    }

    @Override
    public String describe(StoredState stored, ProcessEvent event) {
        return ((PhaseEnded) event).sentence();
    }

    private void start(PrologState state, Data input, Turn turn) {
        Term query;
        try {
            query = queries.query(input);
        } catch (RefusedException e) {
            turn.fail(e.problem().message());
            return;
        }
        PrologTurn.initial(this, state, turn, workshop.body(query));
    }

    private void reply(PrologState state, int work, Data output, Turn turn) {
        Variable variable = state.ofWork(work);
        if (variable == null) {
            return;
        }
        try {
            PrologTurn.reply(this, state, turn, variable, Replies.term(variable, output));
        } catch (Replies.NoReplyException e) {
            throw new IllegalStateException("a reply that was checked: " + e.getMessage(), e);
        }
    }

    @Override
    public Fact fact(StoredState before, ProcessEvent event) {
        return PrologHistory.fact((PhaseEnded) event);
    }

    @Override
    public Function<StoredState, List<Fact>> concern(StoredState before, @Nullable ProcessEvent event) {
        return PrologHistory.concern(before, (PhaseEnded) event);
    }

    @Override
    public void apply(StoredState stored, ProcessEvent event) {
        stored.apply((PhaseEnded) event);
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

    /** Goals and variables know nothing of the version of the program. */
    @Override
    public StoredState migrated(StoredState stored, Compiled<?> to, Data changes) {
        return stored;
    }
}
