package io.millrace.activity;

import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.work.Deadline;
import io.millrace.work.Doer;
import io.millrace.work.Performers;
import io.millrace.work.RetryPolicy;
import io.millrace.work.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Work of people, a handler, a program or another process, for which the flow waits. Its input are the declared slots. Its output fills the
 * result slot; without a result slot, each field of the output fills the slot of its name.
 */
public final class WorkActivity implements Activity, SlotUse.Shown {
    private final Task task;
    private final Map<String, Argument> input;
    private final @Nullable String result;
    private final List<String> notBy;

    WorkActivity(Task task) {
        this(task, Map.of(), null, List.of());
    }

    private WorkActivity(Task task, Map<String, Argument> input, @Nullable String result, List<String> notBy) {
        this.task = task;
        this.input = input;
        this.result = result;
        this.notBy = List.copyOf(notBy);
    }

    private WorkActivity with(Task changed) {
        return new WorkActivity(changed, input, result, notBy);
    }

    /** Offered to people with one of these roles. */
    public WorkActivity role(String... roles) {
        Performers old = task.performers();
        return with(task.offeredTo(new Performers(old.participants(), List.of(roles), old.capabilities(), old.excluded(), old.pool())));
    }

    /** Offered to these people. */
    public WorkActivity participants(String... participants) {
        Performers old = task.performers();
        return with(task.offeredTo(new Performers(List.of(participants), old.roles(), old.capabilities(), old.excluded(), old.pool())));
    }

    /** Assigned by a pool to one of its qualified agents; the engine calls a handler or program when an agent is assigned. */
    public WorkActivity pool(String pool) {
        return with(task.offeredTo(task.performers().in(pool)));
    }

    /** Offered only to people with all of these capabilities. */
    public WorkActivity capable(String... capabilities) {
        return with(task.offeredTo(task.performers().capable(capabilities)));
    }

    /**
     * Not offered to participants who have started one of these tasks in this case, regardless of their roles (separation of duties, four
     * eyes).
     */
    public WorkActivity notBy(String... tasks) {
        List<String> all = new ArrayList<>(notBy);
        all.addAll(io.millrace.problem.Argument.allNamed(
                Arrays.asList(io.millrace.problem.Argument.given(tasks, "tasks")), "tasks"));
        return new WorkActivity(task, input, result, all);
    }

    /** The tasks whose doers may not do this one. */
    List<String> notBy() {
        return notBy;
    }

    /** Higher comes first in worklists. */
    public WorkActivity priority(int priority) {
        return with(task.priority(priority));
    }

    /** When it should be done, counted from the offer. */
    public WorkActivity dueAfter(Duration dueAfter) {
        return with(task.dueAfter(dueAfter));
    }

    /** The action if it is not done in time. */
    public WorkActivity deadline(Deadline deadline) {
        return with(task.deadline(deadline));
    }

    /** The retry policy of automatic work. */
    public WorkActivity retry(RetryPolicy retry) {
        return with(task.retry(retry));
    }

    /** The timeout of one automatic attempt. */
    public WorkActivity timeLimit(Duration timeLimit) {
        return with(task.timeLimit(timeLimit));
    }

    /** The declared type of its output; the engine refuses any other output. */
    public WorkActivity output(Shape output) {
        return with(task.output(output));
    }

    /** The slots of its input, under their names; for a path, its last name. */
    public WorkActivity input(String... paths) {
        Map<String, Argument> all = new LinkedHashMap<>(input);
        for (String path : paths) {
            all.put(path.substring(path.lastIndexOf('.') + 1), new Argument.Read(path));
        }
        return new WorkActivity(task, all, result, notBy);
    }

    /** A field of its input: a slot by name, or a constant ({@link Activities#constant}). */
    public WorkActivity give(String field, Object argument) {
        Map<String, Argument> all = new LinkedHashMap<>(input);
        all.put(field, Argument.of(argument));
        return new WorkActivity(task, all, result, notBy);
    }

    /** The slot for its whole output. */
    public WorkActivity result(String slot) {
        return new WorkActivity(task, input, slot, notBy);
    }

    @Override
    public void slots(SlotUse use) {
        input.values().forEach(use::reads);
        if (result == null) {
            use.fills(task.output());
        } else {
            use.fills(result);
        }
    }

    @Override
    public String kind() {
        return switch (task.doer()) {
            case Doer.People people -> "work";
            case Doer.Handler handler -> "call";
            case Doer.Program program -> "program";
            case Doer.Process process -> "process";
        };
    }

    @Override
    public String name() {
        return task.name();
    }

    @Override
    public List<Task> tasks() {
        return List.of(task);
    }

    @Override
    public Data describe() {
        Data described = Tasks.describe(task);
        List<Data> given = new ArrayList<>();
        input.forEach((field, argument) -> given.add(Data.items(field, argument.describe())));
        described = described.with("input", new Data.Items(given)).with("result", result);
        // Work that keeps no duties apart has the fingerprint that it had before any could be.
        return notBy.isEmpty() ? described : described.with("not by", notBy);
    }

    @Override
    public String title() {
        return kind() + " '" + task.name() + "'" + Tasks.shown(task.performers());
    }

    @Override
    public Continuation continuation(Node here, Continuation next) {
        return new Doing(this, here, false, next);
    }

    @Override
    public Continuation resume(Node here, int child, Data state, Continuation next) {
        return new Doing(this, here, !state.isNothing(), next);
    }

    /** The task as it is offered now: not to those who did what must be done by somebody else. */
    private Task offered(Enactment enactment) {
        if (notBy.isEmpty()) {
            return task;
        }
        Set<String> excluded = new LinkedHashSet<>(task.performers().excluded());
        notBy.forEach(other -> excluded.addAll(enactment.doersOf(other)));
        return task.offeredTo(task.performers().without(List.copyOf(excluded)));
    }

    private record Doing(WorkActivity of, Node here, boolean offered, Continuation next) implements Continuation {
        @Override
        public Data state() {
            return offered ? Data.Truth.of(true) : Data.nothing();
        }

        @Override
        public Continuation apply(Enactment enactment) {
            if (!offered) {
                Map<String, Data> given = new LinkedHashMap<>();
                of.input.forEach((field, argument) -> given.put(field, argument.value(enactment)));
                return enactment.awaitWork(new Doing(of, here, true, next), of.offered(enactment), Data.Fields.of(given));
            }
            if (enactment.happened() instanceof WakeUp.Delivered(Data output)) {
                if (of.result != null) {
                    enactment.set(of.result, output);
                } else if (output instanceof Data.Fields fields) {
                    fields.asMap().forEach(enactment::set);
                }
            }
            return next;
        }
    }
}
