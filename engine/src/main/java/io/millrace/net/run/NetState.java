package io.millrace.net.run;

import io.millrace.data.Data;
import io.millrace.data.Form;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.language.IntMap;
import io.millrace.net.Enabling;
import io.millrace.net.Junction;
import io.millrace.net.Marking;
import io.millrace.net.NetGraph;
import io.millrace.net.NetTask;
import io.millrace.net.Semantics;
import io.millrace.net.Steps;
import io.millrace.work.WorkCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A case of one net: its marking, its data, and the work items, timers and waits that belong to tasks. Which tasks are
 * enabled is derived and never stored.
 */
public final class NetState {
    static final Form<BiFunction<Semantics, In, NetState>> FORM = Form.first("a case of a net", NetState::readFirst);

    private static final Data NO_DATA = Data.fields();

    private final NetGraph graph;
    final Marking marking;
    final Enabling enabling;
    final Map<String, Data> variables = new TreeMap<>();
    /** Who has done a task, where a later task wants to know: by task, in order, each once. */
    final Map<String, List<String>> doers = new TreeMap<>();

    /** What events have made true and is true now. */
    final Set<String> fluents = new TreeSet<>();
    /** The signals that it hears all its life, with the tickets by which it waits for the next one. */
    final Map<String, Integer> listening = new TreeMap<>();

    /** How many tasks cannot go on. */
    private int troubles;

    boolean stuck;
    private final @Nullable TaskState[] tasks;
    private final IntMap<Integer> works = new IntMap<>();
    private final IntMap<Integer> timers = new IntMap<>();
    private final IntMap<Integer> tickets = new IntMap<>();

    private NetState(Semantics semantics, Marking marking) {
        this.graph = semantics.graph();
        this.marking = marking;
        this.enabling = new Enabling(semantics, marking);
        this.tasks = new TaskState[graph.tasks()];
    }

    static NetState initial(Semantics semantics) {
        return new NetState(semantics, Marking.initial(semantics.graph()));
    }

    /** The task's state; made when it is first asked for. */
    TaskState task(int task) {
        TaskState state = tasks[task];
        if (state == null) {
            state = new TaskState();
            tasks[task] = state;
        }
        return state;
    }

    /** The task's state, or null if there is nothing to know. */
    @Nullable TaskState known(int task) {
        return tasks[task];
    }

    boolean isReadied(int task) {
        TaskState state = tasks[task];
        return state != null && state.isReadied();
    }

    /** Whether it waits for somebody to put something right. */
    boolean isTroubled() {
        return stuck || troubles > 0;
    }

    boolean isTroubled(int task) {
        TaskState state = tasks[task];
        return state != null && !state.trouble.isEmpty();
    }

    /** The task whose work item this is, or -1. */
    int ofWork(int work) {
        return orNone(works.get(work));
    }

    int ofTimer(int timer) {
        return orNone(timers.get(timer));
    }

    int ofTicket(int ticket) {
        return orNone(tickets.get(ticket));
    }

    private static int orNone(@Nullable Integer task) {
        return task == null ? -1 : task;
    }

    Data data() {
        return variables.isEmpty() ? NO_DATA : Data.of(variables);
    }

    /** How many tokens a condition of this name holds. */
    int tokensIn(String condition) {
        return marking.tokens(graph.conditionNamed(condition));
    }

    /** The same; none if there is no such condition. */
    int tokensOrNone(String condition) {
        int number = graph.conditionNamed(condition);
        return number < 0 ? 0 : marking.tokens(number);
    }

    boolean isBusy(String task) {
        int number = graph.taskNamed(task);
        return number >= 0 && marking.isBusy(number);
    }

    /** Why a task cannot go on, or empty. */
    String troubleOf(String task) {
        int number = graph.taskNamed(task);
        TaskState known = number < 0 ? null : tasks[number];
        return known == null ? "" : known.trouble;
    }

    /** Tokens by condition and instances by task, as scenarios write them. */
    Map<String, Integer> tokens() {
        Map<String, Integer> tokens = new TreeMap<>();
        for (int condition = 0; condition < graph.conditions(); condition++) {
            put(tokens, graph.condition(condition), marking.tokens(condition));
        }
        for (int task = 0; task < graph.tasks(); task++) {
            if (marking.isBusy(task)) {
                String name = graph.task(task).name();
                put(tokens, "entered(" + name + ")", marking.entered(task));
                put(tokens, "exec(" + name + ")", marking.executing(task));
                put(tokens, "completed(" + name + ")", marking.completed(task));
            }
        }
        return tokens;
    }

    private static void put(Map<String, Integer> tokens, String name, int count) {
        if (count > 0) {
            tokens.put(name, count);
        }
    }

    void apply(NetEvent event) {
        switch (event) {
            case NetEvent.Readied e -> {
                int task = number(e.task());
                TaskState state = task(task);
                state.offer = hold(works, e.work(), task);
                state.timer = hold(timers, e.timer(), task);
                state.ticket = hold(tickets, e.ticket(), task);
            }
            case NetEvent.Disabled e -> letGo(number(e.task()));
            case NetEvent.Entered e -> enter(e);
            case NetEvent.InstanceMade e -> {
                int task = number(e.task());
                TaskState state = task(task);
                state.owed--;
                state.instances.put(e.work(), e.instance());
                hold(works, e.work(), task);
                if (state.offer == e.work()) {
                    state.offer = 0;
                }
                if (e.started()) {
                    Steps.start(marking, task);
                } else {
                    state.waiting.put(e.work(), true);
                }
            }
            case NetEvent.InstanceStarted e -> {
                // Work that was started, given to somebody else and started again has been executing since the first time.
                TaskState state = task(number(e.task()));
                if (state.waiting.has(e.work())) {
                    Steps.start(marking, number(e.task()));
                    state.waiting.remove(e.work());
                }
                if (e.by() != null) {
                    remember(e.task(), e.by());
                }
            }
            case NetEvent.StartedFor e -> remember(e.task(), e.person());
            case NetEvent.InstanceCompleted e -> complete(e);
            case NetEvent.InstanceAdded e -> {
                int task = number(e.task());
                Steps.add(marking, task);
                task(task).made++;
                task(task).owed++;
            }
            case NetEvent.ResultsTaken e -> {
                TaskState state = task(number(e.task()));
                state.outputs.clear();
                state.taken = true;
            }
            case NetEvent.Exited e -> exit(number(e.task()), e.to());
            case NetEvent.Fired e -> {
                int task = number(e.task());
                enterFrom(task, e.from(), 1);
                exit(task, e.to());
            }
            case NetEvent.Armed e -> {
                int task = number(e.task());
                task(task).timer = hold(timers, e.timer(), task);
                task(task).ticket = hold(tickets, e.ticket(), task);
            }
            case NetEvent.Listening e -> listening.put(e.signal(), e.ticket());
            case NetEvent.Initiated e -> fluents.add(e.fluent());
            case NetEvent.Terminated e -> fluents.remove(e.fluent());
            case NetEvent.Deferred e -> task(number(e.task())).deferred = true;
            case NetEvent.Happened e -> task(number(e.task())).happened = e.content();
            case NetEvent.Assigned e -> variables.put(e.variable(), e.value());
            case NetEvent.Troubled e -> {
                TaskState state = task(number(e.task()));
                troubles += state.trouble.isEmpty() ? 1 : 0;
                state.trouble = e.reason();
            }
            case NetEvent.TroubleOver e -> {
                for (TaskState state : tasks) {
                    if (state != null) {
                        state.trouble = "";
                    }
                }
                troubles = 0;
                stuck = false;
            }
            case NetEvent.Stuck e -> stuck = true;
            case NetEvent.Dropped e -> {}
            case NetEvent.TokensSet e -> {
                int condition = graph.conditionNamed(e.condition());
                marking.tokens(condition, e.tokens());
                enabling.tokensChanged(condition);
                stuck = false;
            }
            case NetEvent.Stopped e -> {
                int task = number(e.task());
                letGo(task);
                marking.abort(task);
                enabling.busyChanged(task);
            }
        }
    }

    private void enter(NetEvent.Entered e) {
        int task = number(e.task());
        enterFrom(task, e.from(), e.instances());
        TaskState state = task(task);
        state.max = e.max();
        state.threshold = e.threshold();
        state.made = e.instances();
        state.owed = e.instances();
    }

    private void enterFrom(int task, @Nullable String from, int instances) {
        if (from == null) {
            Steps.enter(marking, task, instances);
        } else {
            Steps.enterFrom(marking, task, position(graph.pre(task), from), instances);
        }
        enabling.entered(task);
        stuck = false;
    }

    private void remember(String task, String doer) {
        List<String> known = doers.computeIfAbsent(task, key -> new ArrayList<>());
        if (!known.contains(doer)) {
            known.add(doer);
        }
    }

    private void complete(NetEvent.InstanceCompleted e) {
        int task = number(e.task());
        TaskState state = task(task);
        Integer instance = state.instances.remove(e.work());
        works.remove(e.work());
        Steps.complete(marking, task);
        if (instance != null && !e.output().isNothing()) {
            state.outputs.put(instance, e.output());
        }
    }

    private void exit(int task, List<String> to) {
        int[] post = graph.post(task);
        int[] outputs = new int[to.size()];
        for (int i = 0; i < outputs.length; i++) {
            outputs[i] = position(post, to.get(i));
        }
        for (int other : graph.cancelledTasks(task)) {
            // One that is only offered keeps its token, and so its offer.
            if (marking.isBusy(other)) {
                letGo(other);
            }
        }
        letGo(task);
        Steps.exit(marking, task, outputs);
        enabling.exited(task);
        stuck = false;
    }

    /** Forgets everything about a task but what it has cost others. */
    private void letGo(int task) {
        TaskState state = tasks[task];
        if (state != null) {
            troubles -= state.trouble.isEmpty() ? 0 : 1;
            works.remove(state.offer);
            timers.remove(state.timer);
            tickets.remove(state.ticket);
            for (int work : state.instances.keys()) {
                works.remove(work);
            }
            tasks[task] = null;
        }
    }

    private static int hold(IntMap<Integer> map, int number, int task) {
        if (number != 0) {
            map.put(number, task);
        }
        return number;
    }

    private int number(String task) {
        return graph.taskNamed(task);
    }

    private int position(int[] conditions, String name) {
        for (int position = 0; position < conditions.length; position++) {
            if (graph.condition(conditions[position]).equals(name)) {
                return position;
            }
        }
        throw new IllegalStateException("no condition '" + name + "' at this task");
    }

    /** Whether a join leaves a choice of where to take from. */
    static boolean choosesWhereFrom(NetGraph graph, int task) {
        return graph.join(task) == Junction.XOR && graph.pre(task).length > 1;
    }

    /** The form has names, not numbers: another version of the net may number its nodes otherwise. */
    void write(Out out) {
        FORM.begin(out).bool(stuck);
        Map<String, Integer> marked = new TreeMap<>();
        for (int condition = 0; condition < graph.conditions(); condition++) {
            put(marked, graph.condition(condition), marking.tokens(condition));
        }
        out.each(marked.entrySet(), (o, entry) -> o.text(entry.getKey()).varint(entry.getValue()));
        List<Integer> kept = new ArrayList<>();
        for (int task = 0; task < graph.tasks(); task++) {
            if (isUnderWay(task)) {
                kept.add(task);
            }
        }
        out.each(kept, (o, task) -> writeTask(o.text(graph.task(task).name()), task));
        out.each(variables.entrySet(), (o, entry) -> o.text(entry.getKey()).data(entry.getValue()));
        out.each(doers.entrySet(), (o, entry) -> WorkCodec.write(o.text(entry.getKey()), entry.getValue()));
        out.each(fluents, Out::text);
        out.each(listening.entrySet(), (o, entry) -> o.text(entry.getKey()).varint(entry.getValue()));
    }

    /** Whether there is more to know of a task than that it is enabled or not. */
    private boolean isUnderWay(int task) {
        TaskState state = tasks[task];
        return marking.isBusy(task) || state != null && (state.isReadied() || !state.trouble.isEmpty());
    }

    /**
     * This state under another version of the net, in which nodes may have other names; it is used up by that. A task that
     * only could not go on, and is not there any more, is left out.
     */
    NetState under(Semantics semantics, UnaryOperator<String> renamed) {
        NetState next = new NetState(semantics, Marking.empty(semantics.graph()));
        next.stuck = stuck;
        for (int condition = 0; condition < graph.conditions(); condition++) {
            int other = next.graph.conditionNamed(renamed.apply(graph.condition(condition)));
            if (marking.tokens(condition) > 0 && other >= 0) {
                next.marking.tokens(other, next.marking.tokens(other) + marking.tokens(condition));
            }
        }
        for (int task = 0; task < graph.tasks(); task++) {
            int other = next.number(renamed.apply(graph.task(task).name()));
            if (isUnderWay(task) && other >= 0) {
                next.counters(other, marking.entered(task), marking.executing(task), marking.completed(task));
                next.adopt(other, task(task));
            }
        }
        next.variables.putAll(variables);
        doers.forEach((task, known) -> next.doers.computeIfAbsent(renamed.apply(task), key -> new ArrayList<>()).addAll(known));
        Set<String> names = graph.net().tasks().stream().map(NetTask::name).collect(Collectors.toSet());
        fluents.forEach(each -> next.fluents.add(TimerStates.renamed(each, names, renamed)));
        next.listening.putAll(listening);
        return next;
    }

    private void counters(int task, int entered, int executing, int completed) {
        int first = graph.conditions() + 3 * task;
        marking.count(first, entered);
        marking.count(first + 1, executing);
        marking.count(first + 2, completed);
    }

    private void adopt(int task, TaskState state) {
        tasks[task] = state;
        troubles += state.trouble.isEmpty() ? 0 : 1;
        hold(works, state.offer, task);
        hold(timers, state.timer, task);
        hold(tickets, state.ticket, task);
        for (int work : state.instances.keys()) {
            hold(works, work, task);
        }
    }

    private void writeTask(Out out, int task) {
        TaskState state = task(task);
        out.varint(marking.entered(task)).varint(marking.executing(task)).varint(marking.completed(task));
        out.varint(state.offer).varint(state.timer).varint(state.ticket);
        out.varint(state.max).varint(state.threshold).varint(state.made).varint(state.owed).bool(state.taken);
        out.bool(state.deferred).bool(state.happened != null).data(state.happened == null ? Data.nothing() : state.happened);
        out.text(state.trouble);
        out.varint(state.instances.size());
        state.instances.forEach((work, instance) -> out.varint(work).varint(instance).bool(state.waiting.has(work)));
        out.varint(state.outputs.size());
        state.outputs.forEach((instance, output) -> out.varint(instance).data(output));
    }

    static NetState read(Semantics semantics, In in) {
        return FORM.reader(in).apply(semantics, in);
    }

    private static NetState readFirst(Semantics semantics, In in) {
        NetState state = new NetState(semantics, Marking.empty(semantics.graph()));
        state.stuck = in.bool();
        for (int left = in.count(); left > 0; left--) {
            int condition = state.graph.conditionNamed(in.text());
            state.marking.tokens(condition, in.varint32());
        }
        for (int left = in.count(); left > 0; left--) {
            state.readTask(in);
        }
        for (int left = in.count(); left > 0; left--) {
            state.variables.put(in.text(), in.data());
        }
        for (int left = in.count(); left > 0; left--) {
            state.doers.put(in.text(), new ArrayList<>(WorkCodec.readTexts(in)));
        }
        for (int left = in.count(); left > 0; left--) {
            state.fluents.add(in.text());
        }
        for (int left = in.count(); left > 0; left--) {
            state.listening.put(in.text(), in.varint32());
        }
        return state;
    }

    private void readTask(In in) {
        int task = number(in.text());
        TaskState state = new TaskState();
        counters(task, in.varint32(), in.varint32(), in.varint32());
        state.offer = in.varint32();
        state.timer = in.varint32();
        state.ticket = in.varint32();
        state.max = in.varint32();
        state.threshold = in.varint32();
        state.made = in.varint32();
        state.owed = in.varint32();
        state.taken = in.bool();
        state.deferred = in.bool();
        boolean happened = in.bool();
        Data content = in.data();
        state.happened = happened ? content : null;
        state.trouble = in.text();
        for (int left = in.count(); left > 0; left--) {
            int work = in.varint32();
            state.instances.put(work, in.varint32());
            if (in.bool()) {
                state.waiting.put(work, true);
            }
        }
        for (int left = in.count(); left > 0; left--) {
            state.outputs.put(in.varint32(), in.data());
        }
        adopt(task, state);
    }
}
