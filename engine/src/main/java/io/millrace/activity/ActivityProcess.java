package io.millrace.activity;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.draw.Figure;
import io.millrace.data.Shape;
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
import io.millrace.language.Turn;
import io.millrace.language.UserCode;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.work.Task;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A process made of activities, ready to be deployed. Immutable and safe for use by several threads; the methods that declare something
 * return changed copies.
 *
 * <p>It has no source text: its name and the {@link #fingerprint} of its structure identify it. Of a user's function the fingerprint
 * contains only the presence. If only the code of a function changes, the fingerprint stays the same, and running cases continue with the
 * new code.
 */
public final class ActivityProcess implements Compiled<ActivityState> {
    static final String LANGUAGE = "activities";

    private final Contract contract;
    private final Definition definition;
    private final ActivityHistory history;
    private final int version;
    private final NavigableMap<Integer, UnaryOperator<Data>> upgrades;
    private final Map<String, Task> tasks;
    private final Shape output;
    private final Map<String, Function<Environment, ?>> questions;
    private final Set<String> attributes;
    private final SlotUse slots;

    private ActivityProcess(
            Contract contract,
            Definition definition,
            int version,
            NavigableMap<Integer, UnaryOperator<Data>> upgrades,
            Map<String, Task> tasks,
            Shape output,
            Map<String, Function<Environment, ?>> questions) {
        this.contract = contract;
        this.definition = definition;
        this.history = new ActivityHistory(definition);
        this.version = version;
        this.upgrades = upgrades;
        this.tasks = tasks;
        this.output = output;
        this.questions = questions;
        this.attributes = Set.copyOf(contract.attributes());
        this.slots = SlotUse.of(definition);
    }

    /** A process with this name and activity. */
    public static ActivityProcess named(String name, Activity activity) {
        Definition definition = new Definition(new Whole(activity));
        return new ActivityProcess(
                Contract.named(name), definition, 0, new TreeMap<>(), tasks(name, definition), Shape.any(), Map.of());
    }

    /** Work is known by the name of its task, so one name has one meaning in a process. */
    private static Map<String, Task> tasks(String process, Definition definition) {
        Map<String, Task> tasks = new HashMap<>();
        for (int i = 0; i < definition.size(); i++) {
            for (Task task : definition.node(i).activity().tasks()) {
                Task other = tasks.putIfAbsent(task.name(), task);
                if (other != null && !other.equals(task)) {
                    throw new RefusedException(Code.BAD_PROCESS.with(
                            process, "two different tasks are called '" + task.name() + "'"));
                }
            }
        }
        for (String task : tasks.keySet()) {
            for (String other : definition.notBy(task)) {
                if (!tasks.containsKey(other)) {
                    // Nobody would ever be excluded.
                    throw new RefusedException(Code.BAD_PROCESS.with(
                            process, "task '" + task + "' is not for those who did '" + other + "', which is not a task of the process"));
                }
            }
        }
        return tasks;
    }

    private ActivityProcess with(Contract changed) {
        return new ActivityProcess(changed, definition, version, upgrades, tasks, output, questions);
    }

    /** Declares the type of the data that a case starts with. */
    public ActivityProcess input(Shape input) {
        return with(new Contract(contract.name(), input, contract.uniqueKey(), contract.attributes()));
    }

    /**
     * Declares the result of a case: the slots that have the names of the fields, and no others. If a result does not fit, the engine
     * refuses the turn that would end the case. Without a declaration the result is all slots.
     *
     * @param output the fields, such as {@code Shape.of(Receipt.class)}
     */
    public ActivityProcess output(Shape output) {
        if (!(output instanceof Shape.FieldsOf)) {
            throw io.millrace.problem.Argument.wrong("output", output, "Give a shape with fields: each is a slot of the result.");
        }
        return new ActivityProcess(contract, definition, version, upgrades, tasks, output, questions);
    }

    /** Declares the slots that are the result of a case. Slots without a value at the end are omitted. */
    public ActivityProcess outputs(String... slots) {
        List<String> names = io.millrace.problem.Argument.allNamed(
                List.of(io.millrace.problem.Argument.given(slots, "slots")), "slots");
        return output(Shape.fields(names.stream().map(name -> Shape.optional(name, Shape.any())).toList()));
    }

    /**
     * Declares a question to a running case: a function of its slots, which {@code Case.ask} answers. It changes nothing and is not part of
     * the fingerprint. It reads a slot that has no value yet as nothing.
     */
    public ActivityProcess question(String name, Function<Environment, ?> answer) {
        io.millrace.problem.Argument.named(name, "name");
        io.millrace.problem.Argument.given(answer, "answer");
        Map<String, Function<Environment, ?>> more = new TreeMap<>(questions);
        more.put(name, answer);
        return new ActivityProcess(contract, definition, version, upgrades, tasks, output, more);
    }

    /** Declares slots by whose values cases can be searched. */
    public ActivityProcess attributes(String... slots) {
        return with(new Contract(contract.name(), contract.input(), contract.uniqueKey(), List.of(slots)));
    }

    /** At most one running case may have a given business key. */
    public ActivityProcess uniqueKey() {
        return with(new Contract(contract.name(), contract.input(), true, contract.attributes()));
    }

    /**
     * Declares the version under which the process is deployed: the number that {@code deploy} returns, that cases show, and to which they
     * migrate. The engine refuses another definition under a number that is taken. Without a declaration the engine uses the next number.
     */
    public ActivityProcess version(int version) {
        io.millrace.problem.Argument.atLeast(1, version, "version");
        return new ActivityProcess(contract, definition, version, upgrades, tasks, output, questions);
    }

    /**
     * Declares how a migration converts the slots of a case to this version. A case of an older version goes through all upgrades from its
     * own version on, in their order.
     *
     * @param older the deployed version from which this upgrade starts
     */
    public ActivityProcess upgradeFrom(int older, UnaryOperator<Data> upgrade) {
        io.millrace.problem.Argument.atLeast(1, older, "older");
        io.millrace.problem.Argument.given(upgrade, "upgrade");
        NavigableMap<Integer, UnaryOperator<Data>> more = new TreeMap<>(upgrades);
        more.put(older, upgrade);
        return new ActivityProcess(contract, definition, version, more, tasks, output, questions);
    }

    @Override
    public List<String> excluded(ActivityState state, String task) {
        return definition.notBy(task).stream().flatMap(other -> state.doersOf(other).stream()).toList();
    }

    Definition definition() {
        return definition;
    }

    @Override
    public int version() {
        return version;
    }

    NavigableMap<Integer, UnaryOperator<Data>> upgrades() {
        return upgrades;
    }

    @Override
    public String language() {
        return LANGUAGE;
    }

    @Override
    public List<Task> pooled() {
        return tasks.values().stream()
                .filter(task -> task.performers().pool() != null)
                .sorted(Comparator.comparing(Task::name))
                .toList();
    }

    @Override
    public List<Finding> findings() {
        return slots.findings(contract.name(), contract.input(), output);
    }

    @Override
    public String fingerprint() {
        Data declared = Data.fields(
                "name", contract.name(),
                "input", contract.input().toData(),
                "unique", contract.uniqueKey(),
                "attributes", contract.attributes(),
                // One that declares no version has the fingerprint that it had when 1 was the default.
                "version", Math.max(1, version));
        return definition.fingerprint(output instanceof Shape.FieldsOf ? declared.with("output", output.toData()) : declared);
    }

    @Override
    public Contract contract() {
        return contract;
    }

    @Override
    public Task task(String name) {
        Task task = tasks.get(name);
        return task == null ? Task.people(name) : task;
    }

    @Override
    public @Nullable Course course() {
        return ActivityCourse.of(definition);
    }

    @Override
    public @Nullable Figure figure() {
        return ActivityPicture.of(contract.name(), definition);
    }

    @Override
    public ActivityState blank() {
        return blank(Data.nothing());
    }

    @Override
    public ActivityState blank(Data input) {
        return ActivityState.begun(input, definition.root());
    }

    @Override
    public @Nullable Problem check(ActivityState state, Intention what, CaseView view) {
        return new ActivityInterventions(definition, state).problem(what, view);
    }

    @Override
    public void react(ActivityState state, Happening what, Turn turn) {
        turnOf(state, turn).react(what);
    }

    @Override
    public void intervene(ActivityState state, Intention.Intervention what, Turn turn) {
        new ActivityInterventions(definition, state).carryOut(what, turnOf(state, turn));
    }

    private ActivityTurn turnOf(ActivityState state, Turn turn) {
        return new ActivityTurn(contract.name(), definition, state, attributes, output, turn);
    }

    @Override
    public String describe(ActivityState state, ProcessEvent event) {
        return new ActivityInterventions(definition, state).sentence((ActivityEvent) event);
    }

    @Override
    public Fact fact(ActivityState before, ProcessEvent event) {
        return history.fact((ActivityEvent) event);
    }

    @Override
    public Function<ActivityState, List<Fact>> concern(ActivityState before, @Nullable ProcessEvent event) {
        return history.concern(before, (ActivityEvent) event);
    }

    @Override
    public void apply(ActivityState state, ProcessEvent event) {
        state.apply((ActivityEvent) event);
    }

    @Override
    public ProcessEvent readEvent(In in) {
        return ActivityEvent.read(in);
    }

    @Override
    public void write(ActivityState state, Out out) {
        state.write(out);
    }

    @Override
    public ActivityState read(In in) {
        return ActivityState.read(in);
    }

    @Override
    public Data data(ActivityState state) {
        return state.data();
    }

    @Override
    public Reading reading(ActivityState state, String name) {
        return switch (state.slot(ActivityState.MAIN, name)) {
            case null ->
                slots.mayFill(name)
                        ? new Reading.NotYet()
                        : new Reading.Never("no activity of process '" + contract.name() + "' fills it");
            case Slot.Future future -> new Reading.NotYet();
            case Slot.Broken broken -> new Reading.Never(broken.reason());
            case Slot.Value value -> new Reading.Here(value.data());
            case Slot.Bound bound -> new Reading.Here(bound.shown());
        };
    }

    @Override
    public List<String> questions() {
        return List.copyOf(questions.keySet());
    }

    @Override
    public Data answer(ActivityState state, String question, Instant now) {
        Function<Environment, ?> function = questions.get(question);
        if (function == null) {
            return Compiled.super.answer(state, question, now);
        }
        return UserCode.call(contract.name(), "question '" + question + "'", () -> Data.of(function.apply(new Asked(state, now))));
    }

    /** The slots of a case as a question sees them. */
    private record Asked(ActivityState state, Instant now) implements Environment {
        @Override
        public Data at(String path) {
            int dot = path.indexOf('.');
            Slot slot = state.slot(ActivityState.MAIN, dot < 0 ? path : path.substring(0, dot));
            Data value = slot instanceof Slot.Value given ? given.data() : slot instanceof Slot.Bound bound ? bound.shown() : Data.nothing();
            return dot < 0 ? value : FlowRun.within(value, path, dot + 1);
        }
    }

    @Override
    public Data standing(ActivityState state) {
        return Data.fields("places", new Outlook(definition, state).places());
    }

    @Override
    public List<String> places() {
        return definition.paths();
    }

    @Override
    public List<String> tasks() {
        return tasks.keySet().stream().sorted().toList();
    }

    @Override
    public @Nullable Explanation<ActivityState> why(ActivityState state, String task, CaseView view) {
        return new ActivityWhy(definition, state, view.caseId()).of(task);
    }

    @Override
    public @Nullable String awaits(ActivityState state, int timer) {
        Flow flow = state.waitingForTimer(timer);
        return flow == null ? null : "place '" + ActivityEvent.shown(definition.node(flow.place.node()).path()) + "'";
    }

    @Override
    public List<String> next(ActivityState state) {
        return new Outlook(definition, state).lines();
    }

    @Override
    public Migrated migrate(ActivityState state, Compiled<?> to, Data mapping) {
        return migrate(state, Math.max(1, version), to, Math.max(1, to.version()), mapping);
    }

    @Override
    public Migrated migrate(ActivityState state, int from, Compiled<?> to, int version, Data mapping) {
        return to instanceof ActivityProcess other
                ? new ActivityMigration(this, from, other, version, mapping).of(state)
                : new Migrated.Not("it is not a process made of activities");
    }

    @Override
    public ActivityState migrated(ActivityState state, Compiled<?> to, Data changes) {
        return ActivityMigration.apply(state, changes);
    }
}
