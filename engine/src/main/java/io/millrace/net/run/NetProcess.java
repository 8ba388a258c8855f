package io.millrace.net.run;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.data.Shape;
import io.millrace.draw.Figure;
import io.millrace.language.CaseView;
import io.millrace.language.Compiled;
import io.millrace.language.Contract;
import io.millrace.language.Course;
import io.millrace.language.Explanation;
import io.millrace.language.Fact;
import io.millrace.language.Finding;
import io.millrace.language.Happening;
import io.millrace.language.Intention;
import io.millrace.language.ProcessEvent;
import io.millrace.language.ProcessName;
import io.millrace.language.Proof;
import io.millrace.language.Turn;
import io.millrace.net.Checks;
import io.millrace.net.Decomposition;
import io.millrace.net.End;
import io.millrace.net.EvaluationException;
import io.millrace.net.Evaluator;
import io.millrace.net.Net;
import io.millrace.net.NetGraph;
import io.millrace.net.NetTask;
import io.millrace.net.Resourcing;
import io.millrace.net.Semantics;
import io.millrace.net.Specification;
import io.millrace.net.TimerCalls;
import io.millrace.net.Variable;
import io.millrace.net.draw.NetPicture;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.work.Doer;
import io.millrace.work.Performers;
import io.millrace.work.Pool;
import io.millrace.work.Task;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One net of a specification, ready to run. The root net is the process that is deployed; the others are its inner processes, each
 * run by the sub-cases that carry out a composite task.
 */
public final class NetProcess implements Compiled<NetState> {
    static final String LANGUAGE = "net";

    private final Whole whole;
    /** Made when it is first asked for: writing the definition down takes long, and many ask. */
    private volatile @Nullable String fingerprint;
    private final NetGraph graph;
    private final NetHistory history;
    private final TimerStates timers;
    private final Semantics semantics;
    private final Contract contract;
    /** A sub-net ends at its first token in the output condition (Definition 11). */
    private final End end;
    private final boolean[] shares;
    private final Set<String> remembered = new HashSet<>();
    private final Task[] works;
    /** Whether who may do a task depends on the case. */
    private final boolean[] personal;

    /** Whether a way of the task's split is one for work that fails. */
    private final boolean[] failing;

    private final List<List<String>> everyWay = new ArrayList<>();
    private final List<String> places = new ArrayList<>();

    /** What all nets of a specification have in common. */
    private static final class Whole {
        final String name;
        final Specification specification;
        final Evaluator evaluator;
        final Fluents fluents;
        final Executions executions;
        final List<String> complaints = new ArrayList<>();
        final List<String> notes;
        final Map<String, NetProcess> nets = new TreeMap<>();
        final @Nullable String source;

        Whole(String name, Specification specification, @Nullable String source, List<String> notes) {
            this.name = name;
            this.specification = specification;
            this.source = source;
            this.notes = List.copyOf(notes);
            this.fluents = Fluents.of(specification);
            this.executions = Executions.of(specification);
            this.evaluator = new Expressions(name, TimerCalls.without(specification), complaints::add);
        }
    }

    private NetProcess(Whole whole, Net net, End end, ProcessName name) {
        this.whole = whole;
        this.end = end;
        this.graph = new NetGraph(net);
        this.history = new NetHistory(graph, whole.executions);
        this.timers = new TimerStates(net);
        this.semantics = new Semantics(graph, whole.specification.orJoin());
        this.contract = new Contract(name.written(), shape(net), false, List.of());
        this.shares = new boolean[graph.tasks()];
        this.works = new Task[graph.tasks()];
        this.personal = new boolean[graph.tasks()];
        this.failing = new boolean[graph.tasks()];
        for (int task = 0; task < graph.tasks(); task++) {
            for (int condition : graph.pre(task)) {
                shares[task] |= graph.consumers(condition).length > 1;
            }
            works[task] = work(graph.task(task));
            failing[task] = graph.task(task).multiplicity() == null && asksForFailure(task);
            places.add("task '" + graph.task(task).name() + "'");
            everyWay.add(Arrays.stream(graph.post(task)).mapToObj(graph::condition).toList());
            if (graph.task(task).decomposition() instanceof Decomposition.Atomic work) {
                remembered.addAll(work.resourcing().separateFrom());
                if (work.resourcing().familiarWith() != null) {
                    remembered.add(work.resourcing().familiarWith());
                }
                personal[task] = work.resourcing().familiarWith() != null
                        || !work.resourcing().separateFrom().isEmpty()
                        || !work.resourcing().performersFrom().isEmpty();
            }
        }
    }

    /**
     * A specification without faults, ready to be deployed.
     *
     * @param source the text it was read from, or null for one that was built in Java
     */
    public static NetProcess of(Specification specification, @Nullable String source) {
        return named(specification.process(), specification, source);
    }

    /** The same under another name. */
    public static NetProcess named(String name, Specification specification, @Nullable String source) {
        return noted(name, specification, source, List.of());
    }

    /** The same, with what its reader had to say. */
    static NetProcess noted(String name, Specification specification, @Nullable String source, List<String> notes) {
        return made(name, Checks.require(specification), source, notes);
    }

    /** One that was deployed before. */
    static NetProcess restored(String name, Specification specification, @Nullable String source, List<String> notes) {
        return made(name, Checks.requireStructure(specification), source, notes);
    }

    private static NetProcess made(String name, Specification specification, @Nullable String source, List<String> notes) {
        Whole whole = new Whole(name, specification, source, notes);
        for (Net net : specification.nets()) {
            // The root net among them: a task may call it, as any other.
            whole.nets.put(net.name(), new NetProcess(whole, net, End.FIRST, new ProcessName(name, net.name())));
        }
        Net root = Objects.requireNonNull(specification.net(specification.root()));
        return new NetProcess(whole, root, specification.end(), new ProcessName(name, null));
    }

    private boolean asksForFailure(int task) {
        for (int way = 0; way < graph.post(task).length; way++) {
            if (whole.fluents.asksForFailure(graph.flow(task, way).predicate())) {
                return true;
            }
        }
        return false;
    }

    private Task work(NetTask task) {
        return switch (task.decomposition()) {
            case Decomposition.Routing routing -> Task.people(task.name());
            case Decomposition.SubNet net ->
                Task.process(task.name(), new ProcessName(whole.name, net.net()).written());
            case Decomposition.Atomic work -> assigned(work.work().named(task.name()));
        };
    }

    /** The agents that the process brings along have its name. */
    private Task assigned(Task work) {
        Pool agents = whole.specification.agents();
        return agents != null && agents.name().equals(work.performers().pool())
                ? work.offeredTo(work.performers().in(whole.name))
                : work;
    }

    @Override
    public @Nullable Pool agents() {
        Pool agents = whole.specification.agents();
        return agents == null ? null : agents.renamed(whole.name);
    }

    private static Shape shape(Net net) {
        List<Shape.Field> fields = new ArrayList<>();
        for (Variable variable : net.variables()) {
            if (variable.use() == Variable.Use.INPUT || variable.use() == Variable.Use.BOTH) {
                fields.add(Shape.optional(variable.name(), variable.shape()));
            }
        }
        return fields.isEmpty() ? Shape.any() : Shape.nullable(Shape.fields(fields).opened());
    }

    /** The specification that it was made of. */
    public Specification specification() {
        return whole.specification;
    }

    @Override
    public List<Task> pooled() {
        return whole.nets.values().stream()
                .flatMap(net -> Arrays.stream(net.works))
                .filter(work -> work.performers().pool() != null)
                .toList();
    }

    @Override
    public List<Finding> findings() {
        return NetFindings.of(whole.specification, whole.complaints, whole.notes);
    }

    /** Why cases of a specification would wait for ever although its nets are sound. */
    public static List<Problem> objections(Specification specification) {
        return NetObjections.of(specification.process(), specification);
    }

    @Override
    public Proof proof() {
        List<Problem> objections = NetObjections.of(whole.name, whole.specification);
        if (!objections.isEmpty()) {
            return new Proof(
                    objections.getFirst(),
                    objections.stream().skip(1).map(each -> new Finding(each, 0, "")).toList());
        }
        return ServiceLoader.load(Prover.class)
                .findFirst()
                .map(prover -> prover.prove(whole.name, whole.specification, whole.source))
                .orElse(Proof.NONE);
    }

    @Override
    public @Nullable Course course() {
        return NetCourse.of(this);
    }

    NetGraph graph() {
        return graph;
    }

    Semantics semantics() {
        return semantics;
    }

    Evaluator evaluator() {
        return whole.evaluator;
    }

    TimerStates timers() {
        return timers;
    }

    Fluents fluents() {
        return whole.fluents;
    }

    End end() {
        return end;
    }

    Executions executions() {
        return whole.executions;
    }

    /** Whether a task goes on another way when its work fails. */
    boolean hasWayForFailure(int task) {
        return failing[task];
    }

    /** Whether another task takes from a condition that this one takes from. */
    boolean shares(int task) {
        return shares[task];
    }

    /** Whether it has no work and waits for an instant or a signal. */
    boolean onlyWaits(int task) {
        NetTask definition = graph.task(task);
        return definition.decomposition() instanceof Decomposition.Routing
                && (definition.timer() != null || definition.event() != null);
    }

    /** Whether nothing carries it out. */
    boolean routes(int task) {
        return graph.task(task).decomposition() instanceof Decomposition.Routing;
    }

    boolean isForPeople(int task) {
        return graph.task(task).decomposition() instanceof Decomposition.Atomic
                && works[task].doer() instanceof Doer.People;
    }

    /** All conditions that a task can give tokens to. */
    List<String> everyWay(int task) {
        return everyWay.get(task);
    }

    /** A task as people name it, for whoever wonders where a turn is. */
    String place(int task) {
        return places.get(task);
    }

    /** Whether another task wants to know who has done it. */
    boolean remembers(int task) {
        return remembered.contains(graph.task(task).name());
    }

    /** The declared type of a variable's values. */
    Shape variableShape(String name) {
        for (Variable variable : graph.net().variables()) {
            if (variable.name().equals(name)) {
                return variable.shape();
            }
        }
        return Shape.any();
    }

    /** The declared type of what an instance is given under a name. */
    Shape inputShape(int task, String name) {
        if (graph.task(task).decomposition() instanceof Decomposition.SubNet sub) {
            NetProcess net = whole.nets.get(sub.net());
            return net == null ? Shape.any() : net.variableShape(name);
        }
        return works[task].input().under(name);
    }

    /** Whether what an instance is given is declared to have fields; all of them may be missing. */
    boolean takesFields(int task) {
        return works[task].input() instanceof Shape.FieldsOf;
    }

    /** The work of a task, for those who may do it as the case stands. */
    Task workOf(int task, NetState state) {
        Task work = works[task];
        return personal[task] && graph.task(task).decomposition() instanceof Decomposition.Atomic by
                ? work.offeredTo(performers(work.performers(), by.resourcing(), state))
                : work;
    }

    private static Performers performers(Performers declared, Resourcing resourcing, NetState state) {
        List<String> participants = new ArrayList<>(declared.participants());
        List<String> roles = new ArrayList<>(declared.roles());
        for (String variable : resourcing.performersFrom()) {
            for (String name : names(state.variables.getOrDefault(variable, Data.nothing()))) {
                participants.add(name);
                roles.add(name);
            }
        }
        List<String> familiar =
                resourcing.familiarWith() == null ? List.of() : state.doers.getOrDefault(resourcing.familiarWith(), List.of());
        List<String> excluded = new ArrayList<>(declared.excluded());
        for (String other : resourcing.separateFrom()) {
            excluded.addAll(state.doers.getOrDefault(other, List.of()));
        }
        return familiar.isEmpty()
                ? new Performers(participants, roles, declared.capabilities(), excluded, declared.pool())
                : new Performers(familiar, List.of(), List.of(), excluded, declared.pool());
    }

    /** Those who did a task after this one was offered. */
    @Override
    public List<String> excluded(NetState state, String task) {
        int number = graph.taskNamed(task);
        return number >= 0 && personal[number] && graph.task(number).decomposition() instanceof Decomposition.Atomic by
                ? by.resourcing().separateFrom().stream().flatMap(other -> state.doers.getOrDefault(other, List.of()).stream()).toList()
                : List.of();
    }

    private static List<String> names(Data value) {
        return switch (value) {
            case Data.Text text -> List.of(text.value());
            case Data.Items items -> items.asList().stream().flatMap(each -> names(each).stream()).toList();
            case Data other -> List.of();
        };
    }

    @Override
    public Figure figure() {
        return NetPicture.of(whole.specification);
    }

    @Override
    public String language() {
        return LANGUAGE;
    }

    @Override
    public String fingerprint() {
        String known = fingerprint;
        if (known == null) {
            known = Fingerprint.of(contract.name() + "\n" + (whole.source == null ? DefinitionText.of(whole.specification) : whole.source));
            fingerprint = known;
        }
        return known;
    }

    @Override
    public @Nullable String source() {
        return whole.source;
    }

    @Override
    public Contract contract() {
        return contract;
    }

    @Override
    public @Nullable Compiled<?> inner(String name) {
        return whole.nets.get(name);
    }

    @Override
    public Task task(String name) {
        int task = graph.taskNamed(name);
        return task < 0 ? Task.people(name) : works[task];
    }

    @Override
    public NetState blank() {
        return NetState.initial(semantics);
    }

    @Override
    public @Nullable Problem check(NetState state, Intention what, CaseView view) {
        return new NetInterventions(this, state).problem(what, view);
    }

    @Override
    public void react(NetState state, Happening what, Turn turn) {
        NetTurn net = new NetTurn(this, state, turn);
        guarded(() -> {
            switch (what) {
                case Happening.Started e -> net.begin(e.input());
                case Happening.WorkTaken e -> net.taken(e.work());
                case Happening.WorkDone e -> net.done(e.work(), e.output());
                case Happening.WorkLost e -> net.lost(e.work(), e.reason());
                case Happening.TimerDue e -> net.timerDue(e.timer());
                case Happening.SignalCame e -> net.signalCame(e.ticket(), e.content());
                case Happening.Consulted e -> {}
                case Happening.Resumed e -> net.goOn();
            }
        });
    }

    @Override
    public void intervene(NetState state, Intention.Intervention what, Turn turn) {
        guarded(() -> new NetInterventions(this, state).carryOut(what, new NetTurn(this, state, turn), turn));
    }

    /** Where no task can wait for an operator, as at the start of a case, an expression that fails refuses the turn. */
    private void guarded(Runnable reaction) {
        try {
            reaction.run();
        } catch (EvaluationException e) {
            throw e.getCause() instanceof RefusedException refused
                    ? refused
                    : new RefusedException(Code.NET_EVALUATION.with(contract.name(), String.valueOf(e.getMessage())), e);
        }
    }

    @Override
    public String describe(NetState state, ProcessEvent event) {
        return NetInterventions.sentence(state, (NetEvent) event);
    }

    @Override
    public @Nullable Data execution(NetState state, String task, String key) {
        return history.execution(state, task, key);
    }

    @Override
    public Fact fact(NetState before, ProcessEvent event) {
        return history.fact((NetEvent) event);
    }

    @Override
    public Function<NetState, List<Fact>> concern(NetState before, @Nullable ProcessEvent event) {
        NetEvent change = (NetEvent) event;
        return state -> history.holding(state, change);
    }

    @Override
    public void apply(NetState state, ProcessEvent event) {
        state.apply((NetEvent) event);
    }

    @Override
    public ProcessEvent readEvent(In in) {
        return NetEvent.read(in);
    }

    @Override
    public void write(NetState state, Out out) {
        state.write(out);
    }

    @Override
    public NetState read(In in) {
        return NetState.read(semantics, in);
    }

    @Override
    public Data data(NetState state) {
        return state.data();
    }

    @Override
    public Data standing(NetState state) {
        Data tokens = Data.fields("tokens", state.tokens());
        return state.fluents.isEmpty() ? tokens : tokens.with("fluents", state.fluents);
    }

    @Override
    public List<String> tasks() {
        return graph.net().tasks().stream().map(NetTask::name).toList();
    }

    @Override
    public @Nullable Explanation<NetState> why(NetState state, String task, CaseView view) {
        return graph.taskNamed(task) < 0 ? null : new NetWhy(this, state, view.caseId()).of(task);
    }

    @Override
    public @Nullable String awaits(NetState state, int timer) {
        int task = state.ofTimer(timer);
        return task < 0 ? null : "task '" + graph.task(task).name() + "'";
    }

    @Override
    public List<String> next(NetState state) {
        List<String> lines = new ArrayList<>();
        for (int task = 0; task < graph.tasks(); task++) {
            String name = "'" + graph.task(task).name() + "'";
            TaskState known = state.known(task);
            if (known != null && !known.trouble.isEmpty()) {
                lines.add(known.trouble);
            } else if (known != null && known.deferred) {
                lines.add(name + " waits until one of its branches is open");
            } else if (state.marking.isBusy(task)) {
                int open = state.marking.entered(task) + state.marking.executing(task);
                lines.add(name + " runs" + (open > 1 ? " in " + open + " instances" : ""));
            } else if (known != null && known.isReadied()) {
                lines.add(name + (known.offer != 0 ? " is offered" : known.ticket != 0 ? " waits for a signal" : " waits for its time"));
            }
        }
        return lines;
    }

    @Override
    public Migrated migrate(NetState state, Compiled<?> to, Data mapping) {
        return to instanceof NetProcess other
                ? new NetMigration(this, other, mapping).of(state)
                : new Migrated.Not("it is not a net");
    }

    @Override
    public NetState migrated(NetState state, Compiled<?> to, Data changes) {
        return NetMigration.apply(state, ((NetProcess) to).semantics, changes);
    }
}
