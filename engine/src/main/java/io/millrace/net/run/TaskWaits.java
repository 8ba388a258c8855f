package io.millrace.net.run;

import io.millrace.data.Data;
import io.millrace.language.Turn;
import io.millrace.net.Decomposition;
import io.millrace.net.Event;
import io.millrace.net.NetGraph;
import io.millrace.net.Resourcing;
import io.millrace.net.Timer;
import java.util.function.Supplier;

/** What stands outside the net for its tasks: offered work items, timers, and waits for signals. Makes them and takes them back. */
final class TaskWaits {
    private final NetProcess process;
    private final NetGraph graph;
    private final NetState state;
    private final DataFlow data;
    private final Turn turn;

    TaskWaits(NetProcess process, NetState state, DataFlow data, Turn turn) {
        this.process = process;
        this.graph = process.graph();
        this.state = state;
        this.data = data;
        this.turn = turn;
    }

    int offer(int task, Data input) {
        int work = turn.offer(process.workOf(task, state), input);
        Resourcing by = process.isForPeople(task) && graph.task(task).decomposition() instanceof Decomposition.Atomic own
                ? own.resourcing()
                : Resourcing.BY_USER;
        if (by.allocate() == Resourcing.Initiator.SYSTEM) {
            long number = turn.caseId().root() + work;
            turn.allocate(work, by.isRandom() ? Long.rotateLeft(number * 0x9E3779B97F4A7C15L, 32) : number, by.start() == Resourcing.Initiator.SYSTEM);
        }
        return work;
    }

    void ready(int task, Supplier<Integer> work) {
        DataFlow.Arming arming = data.arming(task, Timer.Trigger.ON_ENABLED);
        int offered = work.get();
        turn.record(new NetEvent.Readied(name(task), offered, timer(arming), ticket(task, arming)));
        if (arming.due() != null) {
            mark(task, TimerStates.ACTIVE);
        }
    }

    /** Sets a running task's own timer, and waits for its signal. */
    void arm(int task, DataFlow.Arming arming) {
        TaskState known = state.task(task);
        boolean timed = arming.due() != null && known.timer == 0;
        boolean waits = arming.key() != null && known.ticket == 0;
        if (timed || waits) {
            turn.record(new NetEvent.Armed(
                    name(task), timed ? timer(arming) : known.timer, waits ? ticket(task, arming) : known.ticket));
        }
        if (timed) {
            mark(task, TimerStates.ACTIVE);
        }
    }

    private int timer(DataFlow.Arming arming) {
        return arming.due() == null ? 0 : turn.setTimer(arming.due());
    }

    private int ticket(int task, DataFlow.Arming arming) {
        Event event = graph.task(task).event();
        return event == null || arming.key() == null ? 0 : turn.await(event.signal(), arming.key());
    }

    /** Takes back what waits for a task to be entered. */
    void release(int task, String reason) {
        TaskState known = state.known(task);
        if (known != null) {
            if (known.offer != 0) {
                turn.withdraw(known.offer, reason);
            }
            letGo(task, known);
        }
    }

    /** Takes back the open work, the timer and the wait of a running task. */
    void recall(int task, String reason) {
        TaskState known = state.known(task);
        if (known != null) {
            for (int work : known.instances.keys()) {
                turn.withdraw(work, reason);
            }
            letGo(task, known);
        }
    }

    private void letGo(int task, TaskState known) {
        turn.cancelTimer(known.timer);
        turn.forget(known.ticket);
        if (known.timer != 0) {
            mark(task, TimerStates.CLOSED);
        }
    }

    /** The timer of a task comes into a state. */
    void mark(int task, String timer) {
        process.timers().mark(name(task), timer, state, turn);
    }

    /** Takes back what runs of the tasks that a task cancels when it exits. */
    void recallCancelled(int task) {
        for (int other : graph.cancelledTasks(task)) {
            if (other != task && state.marking.isBusy(other)) {
                recall(other, "task '" + name(task) + "' cancels it");
            }
        }
    }

    private String name(int task) {
        return graph.task(task).name();
    }
}
