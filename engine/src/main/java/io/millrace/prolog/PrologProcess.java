package io.millrace.prolog;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.fact.Facts;
import io.millrace.fact.NoDataException;
import io.millrace.language.CaseView;
import io.millrace.language.Compiled;
import io.millrace.language.Contract;
import io.millrace.language.Finding;
import io.millrace.language.Happening;
import io.millrace.language.Intention;
import io.millrace.language.ProcessEvent;
import io.millrace.language.Turn;
import io.millrace.logic.Atom;
import io.millrace.logic.Struct;
import io.millrace.logic.Term;
import io.millrace.logic.TermCodec;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A program, ready to be deployed: immutable and shared by all cases, which borrow a machine for each phase. */
final class PrologProcess implements Compiled<StoredQuery> {
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
    Data resultOf(QueryState state) {
        byte[] result = state.result();
        return result == null ? Data.nothing() : outside(TermCodec.decode(result));
    }

    private static Data outside(Term term) {
        try {
            return Facts.data(Shown.outside(term));
        } catch (NoDataException e) {
            return Data.of(Shown.text(term));
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
    public StoredQuery blank() {
        return new StoredQuery(new QueryState());
    }

    @Override
    public @Nullable Problem check(StoredQuery stored, Intention what, CaseView view) {
        return switch (what) {
            case Intention.CompleteWork e -> wrongReply(stored.peek(), e.work(), e.output(), view);
            case Intention.Skip e -> wrongReply(stored.peek(), e.work(), e.output(), view);
            case Intention.AddInstance e -> refused("add an instance", "its program decides what is sent");
            case Intention.ChangeData e -> refused("change its data", "its goals are its only data");
            case Intention.Redo e -> refused("redo a step", "a phase cannot be taken back");
            case Intention.Move e -> refused("move the flow", "its program decides what follows");
            case Intention.StartWork e -> null;
        };
    }

    private static Problem refused(String what, String why) {
        return Code.INTERVENTION.with(what + " of a case of Workflow Prolog", why);
    }

    private static @Nullable Problem wrongReply(QueryState state, int work, Data output, CaseView view) {
        Variable variable = state.ofWork(work);
        try {
            if (variable != null) {
                Replies.term(variable, output);
            }
            return null;
        } catch (Replies.NoReplyException e) {
            return Code.REPLY_NOT_GROUND.with(view.caseId() + "#" + work, String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void react(StoredQuery stored, Happening what, Turn turn) {
        switch (what) {
            case Happening.Started started -> start(stored.open(), started.input(), turn);
            case Happening.WorkDone done -> reply(stored.open(), done.work(), done.output(), turn);
            case Happening.WorkLost lost -> {
                QueryState state = stored.open();
                Variable variable = state.ofWork(lost.work());
                if (variable != null) {
                    Enactment.reply(this, state, turn, variable, Struct.of("failed", Atom.of(lost.reason())));
                }
            }
            case Happening.TimerDue due -> {
                QueryState state = stored.open();
                Instant instant = state.timeOf(due.timer());
                if (instant != null) {
                    Enactment.time(this, state, turn, instant);
                }
            }
            case Happening.WorkTaken taken -> {}
            case Happening.SignalCame came -> {}
            case Happening.Resumed resumed -> {}
        }
    }

    /** Only a reply can be given by hand; {@link #check} refuses everything else. */
    @Override
    public void intervene(StoredQuery stored, Intention.Intervention what, Turn turn) {
        if (what instanceof Intention.Skip skip) {
            reply(stored.open(), skip.work(), skip.output(), turn);
        }
    }

    @Override
    public String describe(StoredQuery stored, ProcessEvent event) {
        return ((PhaseEnded) event).sentence();
    }

    private void start(QueryState state, Data input, Turn turn) {
        Term query;
        try {
            query = queries.query(input);
        } catch (RefusedException e) {
            turn.fail(e.problem().message());
            return;
        }
        Enactment.initial(this, state, turn, workshop.body(query));
    }

    private void reply(QueryState state, int work, Data output, Turn turn) {
        Variable variable = state.ofWork(work);
        if (variable == null) {
            return;
        }
        try {
            Enactment.reply(this, state, turn, variable, Replies.term(variable, output));
        } catch (Replies.NoReplyException e) {
            throw new IllegalStateException("a reply that was checked: " + e.getMessage(), e);
        }
    }

    @Override
    public void apply(StoredQuery stored, ProcessEvent event) {
        stored.apply((PhaseEnded) event);
    }

    @Override
    public ProcessEvent readEvent(In in) {
        return PhaseEnded.read(in);
    }

    @Override
    public void write(StoredQuery stored, Out out) {
        stored.write(out);
    }

    @Override
    public StoredQuery read(In in) {
        return new StoredQuery(QueryState.read(in));
    }

    /** The goals that wait, and the workflow variables with what is known of them. */
    @Override
    public Data data(StoredQuery stored) {
        QueryState state = stored.peek();
        Data variables = Data.fields();
        for (Variable variable : state.variables()) {
            variables = variables.with("wv" + variable.number, data(variable));
        }
        List<String> goals = state.goals().stream().map(goal -> Shown.term(goal.goal())).toList();
        Data data = Data.fields("goals", goals, "variables", variables);
        return state.result() == null ? data : data.with("result", resultOf(state));
    }

    private static Data data(Variable variable) {
        Data data = Data.fields();
        data = variable.work == 0 ? data : data.with("message", variable.work);
        data = variable.sent == null ? data : data.with("sent", Shown.time(variable.sent));
        data = variable.reply == null ? data : data.with("reply", Shown.term(variable.reply));
        return variable.replied == null ? data : data.with("replied", Shown.time(variable.replied));
    }

    @Override
    public List<String> next(StoredQuery stored) {
        return stored.peek().goals().stream().map(PrologProcess::next).toList();
    }

    private static String next(Suspended goal) {
        List<String> on = new ArrayList<>(goal.variables().stream().map(number -> "wv" + number).toList());
        goal.times().forEach(time -> on.add(time.toString()));
        return Shown.term(goal.goal()) + " waits for "
                + (on.isEmpty() ? "a goal that shares its variables" : String.join(", ", on));
    }

    /** Allowed when every suspended goal still has its predicate. */
    @Override
    public Migrated migrate(StoredQuery stored, Compiled<?> to, Data mapping) {
        QueryState state = stored.peek();
        if (!(to instanceof PrologProcess other)) {
            return new Migrated.Not("it is not a program of Workflow Prolog");
        }
        String missing = state.goals().stream()
                .map(goal -> ProgramText.key(TermCodec.decode(goal.goal())))
                .distinct()
                .filter(key -> !other.workshop.defines(key))
                .sorted()
                .collect(Collectors.joining(", "));
        if (!missing.isEmpty()) {
            return new Migrated.Not("goals wait whose predicates are not there: " + missing);
        }
        if (nonGround() && !other.nonGround() && state.goals().stream().anyMatch(Suspended::dependent)) {
            return new Migrated.Not("goals wait for others, which the new version does not allow");
        }
        return new Migrated.To(Data.nothing());
    }

    /** Goals and variables know nothing of the version of the program. */
    @Override
    public StoredQuery migrated(StoredQuery stored, Compiled<?> to, Data changes) {
        return stored;
    }
}
