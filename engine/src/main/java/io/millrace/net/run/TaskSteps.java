package io.millrace.net.run;

import io.millrace.data.Data;
import io.millrace.language.Turn;
import io.millrace.net.Bound;
import io.millrace.net.EvaluationException;
import io.millrace.net.NetGraph;
import io.millrace.net.Timer;
import io.millrace.work.WorkItem;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The steps of one task as Definitions 9 to 14 have them: enter, start, complete, exit, add. Each evaluates what it needs
 * before it records anything, so a step whose expression cannot be evaluated has not happened.
 */
final class TaskSteps {
    /** A step of a net evaluates expressions and records events. */
    private static final int COST = 100;

    private final NetProcess process;
    private final NetGraph graph;
    private final NetState state;
    private final DataFlow data;
    private final TaskWaits waits;
    private final Turn turn;

    TaskSteps(NetProcess process, NetState state, DataFlow data, TaskWaits waits, Turn turn) {
        this.process = process;
        this.graph = process.graph();
        this.state = state;
        this.data = data;
        this.waits = waits;
        this.turn = turn;
    }

    /** Somebody has started a work item: the offer by which the task is entered, or an instance of it. */
    void start(int task, int work) {
        WorkItem item = turn.work(work);
        String by = item == null || !process.remembers(task) ? null : item.holder();
        DataFlow.Arming arming = data.arming(task, Timer.Trigger.ON_STARTED);
        if (state.task(task).offer == work) {
            enter(task, work);
        }
        // A task that data gives no instances is over already.
        if (state.ofWork(work) == task) {
            turn.record(new NetEvent.InstanceStarted(name(task), work, by));
            String person = by == null ? null : turn.startedFor(work);
            if (person != null) {
                turn.record(new NetEvent.StartedFor(name(task), person));
            }
            waits.arm(task, arming);
        }
    }

    /** The time of a task that has work is over, or its signal has come. */
    void over(int task, Data content) {
        if (state.marking.isBusy(task)) {
            expire(task, content);
        } else {
            fire(task, content);
        }
    }

    /** An instant or a signal comes once: it is recorded before anything is evaluated that may have to be put right. */
    void came(int task, Data content) {
        if (!state.marking.isBusy(task)) {
            waits.release(task, "it is over");
            turn.record(new NetEvent.Entered(name(task), from(task), 1, 1, Bound.INFINITY));
            turn.record(new NetEvent.InstanceMade(name(task), 1, 0, true));
        }
        turn.record(new NetEvent.InstanceCompleted(name(task), 0, content));
        attempt(task, () -> exit(task));
    }

    /** A running task's time is over, or its signal has come: its work is taken back and it goes on. */
    private void expire(int task, Data content) {
        DataFlow.Outcome outcome = data.atEvent(task, content);
        if (!outcome.to().isEmpty()) {
            leave(task, outcome, "its time is over");
            return;
        }
        waits.recall(task, "its time is over");
        for (int work : state.task(task).instances.keys()) {
            if (state.task(task).waiting.has(work)) {
                turn.record(new NetEvent.InstanceStarted(name(task), work, null));
            }
            turn.record(new NetEvent.InstanceCompleted(name(task), work, Data.nothing()));
        }
        exit(task);
    }

    /** Enters, completes and exits a task that has no work. */
    void fire(int task, Data content) {
        turn.steps(COST);
        DataFlow.Outcome outcome = data.atEvent(task, content);
        if (outcome.to().isEmpty()) {
            came(task, content);
            return;
        }
        String from = from(task);
        waits.release(task, "it is over");
        waits.recallCancelled(task);
        if (!outcome.assigned().isEmpty()) {
            outcome.assigned().forEach(this::assign);
        }
        turn.record(new NetEvent.Fired(name(task), from, outcome.to()));
        iterate(task, outcome.to());
    }

    /**
     * Enters a task with all its instances.
     *
     * @param first the work item that was offered and becomes the first instance, or 0
     */
    void enter(int task, int first) {
        turn.steps(COST);
        DataFlow.Instances instances = data.atEntry(task, first != 0);
        DataFlow.Arming arming = data.arming(task, Timer.Trigger.ON_ENABLED);
        List<Data> inputs = instances.inputs();
        if (inputs.isEmpty()) {
            fire(task, Data.nothing());
            return;
        }
        turn.record(new NetEvent.Entered(name(task), from(task), inputs.size(), instances.max(), instances.threshold()));
        if (process.onlyWaits(task)) {
            // Nobody does it; time or a signal completes it.
            turn.record(new NetEvent.InstanceMade(name(task), 1, 0, true));
        } else {
            for (int i = 0; i < inputs.size(); i++) {
                make(task, i + 1, inputs.get(i), i == 0 ? first : 0);
            }
        }
        waits.arm(task, arming);
    }

    void make(int task, int instance, Data input, int offered) {
        int work = offered == 0 ? waits.offer(task, input) : offered;
        turn.record(new NetEvent.InstanceMade(name(task), instance, work, !process.isForPeople(task)));
    }

    void exit(int task) {
        if (process.routes(task)) {
            Data content = state.task(task).outputs.get(1);
            leaveOrWait(task, data.atEvent(task, content == null ? Data.nothing() : content), "it is over");
            return;
        }
        Map<String, Data> results = data.results(task);
        List<String> to;
        try {
            to = data.ways(task, results);
        } catch (EvaluationException e) {
            // The results stay, so that whoever puts the data right has the last word.
            results.forEach(this::assign);
            turn.record(new NetEvent.ResultsTaken(name(task)));
            throw e;
        }
        leaveOrWait(task, new DataFlow.Outcome(results, to), "enough has been done");
    }

    /** Exits, unless the way that is to be taken is not open yet: then what was given back is taken over, and it waits. */
    private void leaveOrWait(int task, DataFlow.Outcome outcome, String reason) {
        if (!outcome.to().isEmpty()) {
            leave(task, outcome, reason);
        } else if (!state.task(task).deferred) {
            waits.recall(task, reason);
            outcome.assigned().forEach(this::assign);
            if (!process.routes(task)) {
                turn.record(new NetEvent.ResultsTaken(name(task)));
            }
            turn.record(new NetEvent.Deferred(name(task)));
        }
    }

    /** Exits: takes back the work of all that is cancelled, then records what follows. */
    private void leave(int task, DataFlow.Outcome outcome, String reason) {
        turn.steps(COST);
        waits.recallCancelled(task);
        waits.recall(task, reason);
        outcome.assigned().forEach(this::assign);
        turn.record(new NetEvent.Exited(name(task), outcome.to()));
        iterate(task, outcome.to());
    }

    /** Counts the iterations of the blocks that begin behind a task (AxS6, AxS8). */
    private void iterate(int task, List<String> to) {
        if (!process.executions().haveBlocks()) {
            return;
        }
        for (String condition : to) {
            for (int follower : graph.consumers(graph.conditionNamed(condition))) {
                for (Executions.Begun begun : process.executions().begun(name(task), name(follower))) {
                    int before = Executions.iteration(begun.block(), state.fluents);
                    if (before > 0) {
                        turn.record(new NetEvent.Terminated(Executions.fluent(begun.block(), before)));
                    }
                    turn.record(new NetEvent.Initiated(Executions.fluent(begun.block(), begun.again() ? before + 1 : 1)));
                }
            }
        }
    }

    /** The first marked condition, where the join leaves a choice. */
    private @Nullable String from(int task) {
        if (NetState.choosesWhereFrom(graph, task)) {
            for (int condition : graph.pre(task)) {
                if (state.marking.tokens(condition) > 0) {
                    return graph.condition(condition);
                }
            }
        }
        return null;
    }

    void assign(String variable, Data value) {
        if (!value.equals(state.variables.getOrDefault(variable, Data.nothing()))) {
            turn.record(new NetEvent.Assigned(variable, value));
            if (process.contract().attributes().contains(variable)) {
                turn.attribute(variable, value);
            }
        }
    }

    /** Does a step that evaluates expressions. If one cannot be evaluated nothing of it has happened, and a person is asked. */
    void attempt(int task, Runnable step) {
        Turn.Running running = turn.entering(process.place(task));
        try {
            step.run();
        } catch (EvaluationException e) {
            trouble(task, e);
        } finally {
            running.close();
        }
    }

    void trouble(int task, EvaluationException e) {
        String reason = "task '" + name(task) + "' cannot go on: " + e.getMessage();
        turn.record(new NetEvent.Troubled(name(task), reason));
        turn.incident(reason, e);
    }

    private String name(int task) {
        return graph.task(task).name();
    }
}
