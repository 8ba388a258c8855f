package io.millrace.net;

import io.millrace.data.Data;
import io.millrace.work.Performers;
import io.millrace.work.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Builds a net node by node; see {@link Nets}. Options of a task or a flow apply to the last node. A task is work for people by default.
 * Not safe for use by several threads.
 */
public final class NetBuilder {
    private final String name;
    private final List<Condition> conditions = new ArrayList<>();
    private final List<NetTask> tasks = new ArrayList<>();
    private final List<Flow> flows = new ArrayList<>();
    private final List<Variable> variables = new ArrayList<>();
    private boolean implicitTermination;
    private @Nullable String current;
    private boolean inTask;

    NetBuilder(String name) {
        this.name = name;
    }

    /** The condition in which a case starts with one token. A net has exactly one. */
    public NetBuilder input(String name) {
        return add(Condition.input(name));
    }

    /** The condition in which a case ends. A net has exactly one. */
    public NetBuilder output(String name) {
        return add(Condition.output(name));
    }

    /** Any other condition. Two tasks can also be connected directly, without one. */
    public NetBuilder condition(String name) {
        return add(Condition.inner(name));
    }

    /** A task that people do. */
    public NetBuilder task(String name) {
        return add(NetTask.named(name).by(Decomposition.work(Task.people(name))));
    }

    /** A task that only routes and fires automatically. */
    public NetBuilder route(String name) {
        return add(NetTask.named(name));
    }

    /** A task that another net carries out. */
    public NetBuilder composite(String name, String net) {
        return add(NetTask.named(name).by(Decomposition.net(net)));
    }

    /** A task that waits for a time. */
    public NetBuilder timeout(String name, Timer timer) {
        return add(NetTask.named(name).timer(timer));
    }

    /** A task that waits for a signal. */
    public NetBuilder event(String name, Event event) {
        return add(NetTask.named(name).event(event));
    }

    /** The node begun last leads to these. */
    public NetBuilder to(String... nodes) {
        for (String node : nodes) {
            flows.add(Flow.of(current(), node));
        }
        return this;
    }

    /** The task begun last leads there when a predicate over the net's variables holds; an XOR-split asks in the order written. */
    public NetBuilder when(Predicate<Data> predicate, String node) {
        return when(Expression.lambda(data -> Data.Truth.of(predicate.test(data))), node);
    }

    /** The task begun last leads there when the predicate holds; an XOR-split evaluates predicates in the order written. */
    public NetBuilder when(Expression predicate, String node) {
        flows.add(Flow.of(current(), node).when(predicate).ordering(flows.size()));
        return this;
    }

    /** The task begun last leads there when no predicate holds. */
    public NetBuilder otherwise(String node) {
        flows.add(Flow.of(current(), node).otherwise().ordering(flows.size()));
        return this;
    }

    /** Sets the join of the task begun last; XOR if not set. Throws {@link IllegalStateException} if the last node is no task. */
    public NetBuilder join(Junction join) {
        return change(task -> task.join(join));
    }

    /** Sets the split of the task begun last; AND if not set. Throws {@link IllegalStateException} if the last node is no task. */
    public NetBuilder split(Junction split) {
        return change(task -> task.split(split));
    }

    /** The task begun last empties these nodes when it is done. */
    public NetBuilder cancels(String... nodes) {
        return change(task -> {
            List<String> all = new ArrayList<>(task.cancels().nodes());
            all.addAll(List.of(nodes));
            return task.cancels(new Cancellation(all, task.cancels().between()));
        });
    }

    /** The task begun last empties the implicit condition between two tasks. */
    public NetBuilder cancelsBetween(String from, String to) {
        return change(task -> {
            List<Cancellation.Arc> all = new ArrayList<>(task.cancels().between());
            all.add(new Cancellation.Arc(from, to));
            return task.cancels(new Cancellation(task.cancels().nodes(), all));
        });
    }

    /** The task begun last has several instances; {@link Bound#INFINITY} for no bound. */
    public NetBuilder instances(int min, int max, int threshold, Multiplicity.Creation creation) {
        return instances(Multiplicity.of(min, max, threshold, creation));
    }

    /** The task begun last has several instances. Throws {@link IllegalStateException} if the last node is no task. */
    public NetBuilder instances(Multiplicity multiplicity) {
        return change(task -> task.multiple(multiplicity));
    }

    /** The task begun last is work for people with one of these roles. */
    public NetBuilder role(String... roles) {
        return work(work -> work.offeredTo(Performers.role(roles)));
    }

    /** The task begun last is assigned by a pool to one of its agents who are qualified. */
    public NetBuilder pool(String pool) {
        return work(work -> work.offeredTo(work.performers().in(pool)));
    }

    /** The task begun last is done by the Java handler registered under this name. */
    public NetBuilder handler(String handler) {
        return work(work -> Task.handler(work.name()).by(new io.millrace.work.Doer.Handler(handler)));
    }

    /** Changes the work of the task begun last: who does it, deadlines, retries. */
    public NetBuilder work(UnaryOperator<Task> change) {
        return change(task -> switch (task.decomposition()) {
            case Decomposition.Atomic work -> task.by(new Decomposition.Atomic(change.apply(work.work()), work.resourcing()));
            case Decomposition.Routing routing -> throw notWork(task);
            case Decomposition.SubNet net -> throw notWork(task);
        });
    }

    /** Sets how the work of the task begun last is offered, allocated and started. */
    public NetBuilder resourcing(Resourcing resourcing) {
        return change(task -> switch (task.decomposition()) {
            case Decomposition.Atomic work -> task.by(new Decomposition.Atomic(work.work(), resourcing));
            case Decomposition.Routing routing -> throw notWork(task);
            case Decomposition.SubNet net -> throw notWork(task);
        });
    }

    private static IllegalStateException notWork(NetTask task) {
        return new IllegalStateException("Task '" + task.name() + "' is not work");
    }

    /** Changes other properties of the task begun last, such as timer, event or title. */
    public NetBuilder with(UnaryOperator<NetTask> change) {
        return change(change);
    }

    /** Each instance of the task begun last gets this value as a parameter. */
    public NetBuilder give(String parameter, Function<Data, Data> value) {
        return change(task -> task.inputs(with(task.inputs(), new Mapping(Expression.lambda(value), parameter))));
    }

    /** A variable of the net gets this value from the result of the task begun last. */
    public NetBuilder take(String variable, Function<Data, Data> value) {
        return change(task -> task.outputs(with(task.outputs(), new Mapping(Expression.lambda(value), variable))));
    }

    /** Declares a variable of the net. A net without declared variables keeps all data that it receives. */
    public NetBuilder variable(Variable variable) {
        variables.add(variable);
        return this;
    }

    /** The net ends when nothing is left to do, wherever its tokens are. */
    public NetBuilder implicitTermination() {
        implicitTermination = true;
        return this;
    }

    /** The net as written; it is checked as part of its specification. */
    public Net build() {
        return new Net(name, name, conditions, tasks, flows, variables, implicitTermination, null);
    }

    private NetBuilder add(Condition condition) {
        conditions.add(condition);
        current = condition.name();
        inTask = false;
        return this;
    }

    private NetBuilder add(NetTask task) {
        tasks.add(task);
        current = task.name();
        inTask = true;
        return this;
    }

    private NetBuilder change(UnaryOperator<NetTask> change) {
        if (!inTask) {
            throw new IllegalStateException("Begin a task first");
        }
        tasks.add(change.apply(tasks.removeLast()));
        return this;
    }

    private String current() {
        if (current == null) {
            throw new IllegalStateException("Begin a node first");
        }
        return current;
    }

    private static <T> List<T> with(List<T> list, T more) {
        List<T> all = new ArrayList<>(list);
        all.add(more);
        return all;
    }
}
