package io.millrace.net.run;

import io.millrace.data.Data;
import io.millrace.language.OutOfSteps;
import io.millrace.language.Turn;
import io.millrace.net.Decomposition;
import io.millrace.net.End;
import io.millrace.net.EvaluationException;
import io.millrace.net.NetGraph;
import io.millrace.net.Steps;
import io.millrace.net.NetTask;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;

/**
 * One turn of a net. Whatever comes (somebody starts an offer, an instance completes, an instant or a signal arrives) is
 * one step of the definitions; then {@link #settle} takes the steps that nobody has to wait for, and offers what has become
 * possible.
 *
 * <p>Enabling consumes nothing. A task for people is offered while it is enabled and entered when somebody starts it, so a
 * deferred choice is made by the first who does. A task that waits for an instant or a signal and shares an input condition
 * is entered when that arrives. Everything else is entered as soon as it is enabled, in the order of declaration.
 */
final class NetTurn {
    /** A loop that nothing holds up is ended within a second, while a long way through a large net costs little. */
    private static final int COST_IN_A_LOOP = 900;

    private final NetProcess process;
    private final NetGraph graph;
    private final NetState state;
    private final DataFlow data;
    private final TaskWaits waits;
    private final TaskSteps steps;
    private final Hearing hearing;
    /** Whether the case waited for an operator when the turn began. */
    private final boolean troubled;
    private final Turn turn;

    NetTurn(NetProcess process, NetState state, Turn turn) {
        this.process = process;
        this.graph = process.graph();
        this.state = state;
        this.turn = turn;
        this.data = new DataFlow(process, state, turn.now(), turn::steps);
        this.waits = new TaskWaits(process, state, data, turn);
        this.steps = new TaskSteps(process, state, data, waits, turn);
        this.hearing = new Hearing(process.fluents(), state, data, turn);
        this.troubled = state.isTroubled();
    }

    void begin(Data input) {
        data.atStart(input).forEach(steps::assign);
        hearing.begin();
        settle();
    }

    /** Somebody has started a work item: an offer, which decides a choice, or an instance of an entered task. */
    void taken(int work) {
        int task = state.ofWork(work);
        if (task >= 0) {
            take(task, work);
            hearing.begun(name(task));
            if (hearing.started(name(task), work)) {
                goOnChoosing();
            }
            settle();
        }
    }

    void done(int work, Data output) {
        int task = state.ofWork(work);
        if (task < 0) {
            return;
        }
        if (state.task(task).offer == work || state.task(task).waiting.has(work)) {
            // Left out by hand before anybody had started it.
            take(task, work);
        }
        if (state.task(task).instances.has(work)) {
            turn.record(new NetEvent.InstanceCompleted(name(task), work, output));
            if (hearing.ended(name(task))) {
                goOnChoosing();
            }
            if (Steps.mayExit(state.marking, task, state.task(task).threshold)) {
                steps.attempt(task, () -> steps.exit(task));
            }
        }
        settle();
    }

    /** Work will never be done. A task with a way for that takes it (section 9 of the paper); otherwise the case fails with it. */
    void lost(int work, String reason) {
        int task = state.ofWork(work);
        if (task < 0) {
            return;
        }
        if (!process.hasWayForFailure(task)) {
            turn.fail("task '" + name(task) + "' failed: " + reason);
            return;
        }
        if (state.task(task).offer == work || state.task(task).waiting.has(work)) {
            take(task, work);
        }
        hearing.failed(name(task), reason);
        if (state.task(task).instances.has(work)) {
            turn.record(new NetEvent.InstanceCompleted(name(task), work, Data.nothing()));
            steps.attempt(task, () -> steps.exit(task));
        }
        settle();
    }

    void timerDue(int timer) {
        int task = state.ofTimer(timer);
        if (task >= 0) {
            waits.mark(task, TimerStates.EXPIRED);
            happened(task, Data.nothing());
            settle();
        }
    }

    void signalCame(int ticket, Data content) {
        String heard = hearing.heard(ticket);
        if (heard != null) {
            if (hearing.take(heard, content)) {
                goOnChoosing();
            }
            settle();
            return;
        }
        int task = state.ofTicket(ticket);
        if (task >= 0) {
            happened(task, content);
            settle();
        }
    }

    /** Something is true or false that was not before: it may open a way of a choice that waits, however far away that is. */
    private void goOnChoosing() {
        for (int task = 0; task < graph.tasks(); task++) {
            int each = task;
            TaskState known = state.known(task);
            if (known != null && known.deferred) {
                steps.attempt(task, () -> steps.exit(each));
            }
        }
    }

    /** What a task waited for is there: it is over, whether or not it was entered before. */
    private void happened(int task, Data content) {
        if (process.onlyWaits(task)) {
            steps.came(task, content);
        } else {
            try {
                steps.over(task, content);
            } catch (EvaluationException e) {
                // It does not come a second time: the operator who resolves the incident finds it.
                turn.record(new NetEvent.Happened(name(task), content));
                steps.trouble(task, e);
            }
        }
    }

    void addInstance(String task, Data input) {
        int number = graph.taskNamed(task);
        Data whole = data.atAddition(number, input);
        turn.record(new NetEvent.InstanceAdded(task));
        TaskState state = this.state.task(number);
        steps.make(number, state.made, whole, 0);
        settle();
    }

    void given(String variable, Data value) {
        steps.assign(variable, value);
        goOn();
    }

    /** Looks again at everything, also at what could not go on. */
    void goOn() {
        if (state.isTroubled()) {
            turn.record(new NetEvent.TroubleOver());
        }
        turn.resolved();
        for (int task = 0; task < graph.tasks(); task++) {
            int each = task;
            TaskState known = state.known(task);
            if (known == null) {
                continue;
            }
            Data happened = known.happened;
            if (happened != null) {
                steps.attempt(task, () -> steps.over(each, happened));
            } else if (state.marking.isBusy(task) && Steps.mayExit(state.marking, task, known.threshold)) {
                steps.attempt(task, () -> steps.exit(each));
            } else if (isStarted(known.offer)) {
                take(task, known.offer);
            } else if (known.offer != 0 && turn.work(known.offer) == null) {
                // It was completed while the task could not be entered: it is offered anew.
                waits.release(task, "it is offered anew");
                turn.record(new NetEvent.Disabled(name(task)));
            }
        }
        settle();
    }

    /** Whether somebody has started an offer that could not be entered then. */
    private boolean isStarted(int offer) {
        WorkItem item = turn.work(offer);
        return item != null && item.state() == WorkState.STARTED;
    }

    /** Takes every step that nobody has to wait for, then sees where the case stands. */
    void settle() {
        Circle circle = new Circle(graph, state);
        try {
            for (int task = isOver() ? -1 : unseen(); task >= 0; task = isOver() ? -1 : unseen()) {
                if (circle.isClosedBy(task)) {
                    throw loop(circle);
                }
                if (circle.isAgain(task)) {
                    turn.steps(COST_IN_A_LOOP);
                }
                int each = task;
                steps.attempt(task, () -> see(each));
            }
        } catch (OutOfSteps e) {
            throw circle.isLong() ? loop(circle) : e;
        }
        switch (state.enabling.standing(process.end())) {
            case FINISHED -> finish();
            case STUCK -> stuck();
            case RUNNING -> {
                if (troubled && !state.isTroubled()) {
                    // Whatever it was, it has been moved away, done again or cancelled.
                    turn.resolved();
                }
            }
        }
    }

    private RefusedException loop(Circle circle) {
        return new RefusedException(Code.NET_LOOP.with(process.contract().name(), circle.tasks()));
    }

    /** Whether the first token in the output condition has ended the net: nothing is begun after that. */
    private boolean isOver() {
        return process.end() == End.FIRST && state.marking.tokens(graph.output()) > 0;
    }

    /** The first enabled task that neither waits to be entered nor for a person, or -1. */
    private int unseen() {
        state.enabling.settle(task -> {}, this::disabled);
        int task = state.enabling.nextEnabled(0);
        while (task >= 0 && (state.isReadied(task) || state.isTroubled(task))) {
            task = state.enabling.nextEnabled(task + 1);
        }
        return task;
    }

    private void disabled(int task) {
        if (!state.marking.isBusy(task) && state.isReadied(task)) {
            waits.release(task, "it is no longer possible");
            turn.record(new NetEvent.Disabled(name(task)));
        }
    }

    /** An enabled task is entered, or waits to be. */
    private void see(int task) {
        NetTask definition = graph.task(task);
        if (process.onlyWaits(task)) {
            if (process.shares(task)) {
                waits.ready(task, () -> 0);
            } else {
                steps.enter(task, 0);
            }
        } else if (definition.decomposition() instanceof Decomposition.Routing) {
            steps.fire(task, Data.nothing());
        } else if (process.isForPeople(task) && (definition.multiplicity() == null || process.shares(task))) {
            Data input = data.atOffer(task);
            waits.ready(task, () -> waits.offer(task, input));
        } else {
            steps.enter(task, 0);
        }
    }

    private void take(int task, int work) {
        steps.attempt(task, () -> steps.start(task, work));
    }

    /** Takes back the open work, the timer and the wait of a running task. */
    void recall(int task, String reason) {
        waits.recall(task, reason);
    }

    private void finish() {
        var tokens = state.tokens();
        tokens.merge(graph.condition(graph.output()), -1, Integer::sum);
        tokens.values().removeIf(count -> count <= 0);
        if (!tokens.isEmpty()) {
            turn.record(new NetEvent.Dropped(tokens));
        }
        turn.complete(data.atEnd());
    }

    private void stuck() {
        if (!state.stuck) {
            var tokens = state.tokens();
            turn.record(new NetEvent.Stuck(tokens));
            turn.incident("nothing can happen any more, with tokens in " + tokens);
        }
    }

    private String name(int task) {
        return graph.task(task).name();
    }
}
