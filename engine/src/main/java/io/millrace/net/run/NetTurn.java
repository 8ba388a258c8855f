package io.millrace.net.run;

import io.millrace.data.Data;
import io.millrace.language.Turn;
import io.millrace.net.Bound;
import io.millrace.net.Decomposition;
import io.millrace.net.End;
import io.millrace.net.EvaluationException;
import io.millrace.net.Event;
import io.millrace.net.NetGraph;
import io.millrace.net.Resourcing;
import io.millrace.net.Steps;
import io.millrace.net.Task;
import io.millrace.net.Timer;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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
    /** A step of a net evaluates expressions and records events; a loop that nothing holds up is ended within seconds. */
    private static final int COST = 100;

    private final NetProcess process;
    private final NetGraph graph;
    private final NetState state;
    private final DataFlow data;
    private final Hearing hearing;
    /** Whether the case waited for somebody to put something right when the turn began. */
    private final boolean troubled;
    private final Turn turn;

    NetTurn(NetProcess process, NetState state, Turn turn) {
        this.process = process;
        this.graph = process.graph();
        this.state = state;
        this.turn = turn;
        this.data = new DataFlow(process, state, turn.now());
        this.hearing = new Hearing(process.fluents(), state, data, turn);
        this.troubled = state.isTroubled();
    }

    void begin(Data input) {
        data.atStart(input).forEach(this::assign);
        hearing.begin();
        settle();
    }

    /** Somebody has started a work item: an offer, which decides a choice, or an instance of an entered task. */
    void taken(int work) {
        int task = state.ofWork(work);
        if (task >= 0) {
            take(task, work);
            settle();
        }
    }

    private void take(int task, int work) {
        WorkItem item = turn.work(work);
        String by = item == null || !process.remembers(task) ? null : item.holder();
        attempt(task, () -> {
            DataFlow.Arming arming = data.arming(task, Timer.Trigger.ON_STARTED);
            if (state.task(task).offer == work) {
                enter(task, work);
            }
            // A task that data gives no instances is over already.
            if (state.ofWork(work) == task) {
                turn.record(new NetEvent.InstanceStarted(name(task), work, by));
                arm(task, arming);
            }
        });
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
                attempt(task, () -> exit(task));
            }
        }
        settle();
    }

    /** Work will never be done: a net says nothing about failure, so its case fails with it. */
    void lost(int work, String reason) {
        int task = state.ofWork(work);
        if (task >= 0) {
            turn.fail("task '" + name(task) + "' failed: " + reason);
        }
    }

    void timerDue(int timer) {
        int task = state.ofTimer(timer);
        if (task >= 0) {
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
                attempt(task, () -> exit(each));
            }
        }
    }

    /** What a task waited for is there: it is over, whether or not it was entered before. */
    private void happened(int task, Data content) {
        if (process.onlyWaits(task)) {
            came(task, content);
        } else {
            try {
                over(task, content);
            } catch (EvaluationException e) {
                // It does not come a second time: whoever puts things right will find it.
                turn.record(new NetEvent.Happened(name(task), content));
                trouble(task, e);
            }
        }
    }

    /** The time of a task that has work is over, or its signal has come. */
    private void over(int task, Data content) {
        if (state.marking.isBusy(task)) {
            expire(task, content);
        } else {
            fire(task, content);
        }
    }

    /** An instant or a signal comes once: it is recorded before anything is evaluated that may have to be put right. */
    private void came(int task, Data content) {
        if (!state.marking.isBusy(task)) {
            release(task, "it is over");
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
        recall(task, "its time is over");
        for (int work : state.task(task).instances.keys()) {
            if (state.task(task).waiting.has(work)) {
                turn.record(new NetEvent.InstanceStarted(name(task), work, null));
            }
            turn.record(new NetEvent.InstanceCompleted(name(task), work, Data.nothing()));
        }
        exit(task);
    }

    /** Enters, completes and exits a task that has no work. */
    private void fire(int task, Data content) {
        turn.steps(COST);
        DataFlow.Outcome outcome = data.atEvent(task, content);
        if (outcome.to().isEmpty()) {
            came(task, content);
            return;
        }
        String from = from(task);
        release(task, "it is over");
        recallCancelled(task);
        outcome.assigned().forEach(this::assign);
        turn.record(new NetEvent.Fired(name(task), from, outcome.to()));
    }

    void addInstance(String task, Data input) {
        int number = graph.taskNamed(task);
        Data whole = data.atAddition(number, input);
        turn.record(new NetEvent.InstanceAdded(task));
        TaskState state = this.state.task(number);
        make(number, state.made, whole, 0);
        settle();
    }

    void given(String variable, Data value) {
        assign(variable, value);
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
                attempt(task, () -> over(each, happened));
            } else if (state.marking.isBusy(task) && Steps.mayExit(state.marking, task, known.threshold)) {
                attempt(task, () -> exit(each));
            } else if (isStarted(known.offer)) {
                take(task, known.offer);
            } else if (known.offer != 0 && turn.work(known.offer) == null) {
                // It was completed while the task could not be entered: it is offered anew.
                release(task, "it is offered anew");
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
        for (int task = isOver() ? -1 : unseen(); task >= 0; task = isOver() ? -1 : unseen()) {
            int each = task;
            attempt(task, () -> see(each));
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
            release(task, "it is no longer possible");
            turn.record(new NetEvent.Disabled(name(task)));
        }
    }

    /** Takes back what waits for a task to be entered. */
    private void release(int task, String reason) {
        TaskState known = state.known(task);
        if (known != null) {
            if (known.offer != 0) {
                turn.withdraw(known.offer, reason);
            }
            turn.cancelTimer(known.timer);
            turn.forget(known.ticket);
        }
    }

    /** An enabled task is entered, or waits to be. */
    private void see(int task) {
        Task definition = graph.task(task);
        if (process.onlyWaits(task)) {
            if (process.shares(task)) {
                ready(task, () -> 0);
            } else {
                enter(task, 0);
            }
        } else if (definition.decomposition() instanceof Decomposition.Routing) {
            fire(task, Data.nothing());
        } else if (process.isForPeople(task) && (definition.multiplicity() == null || process.shares(task))) {
            Data input = data.atOffer(task);
            ready(task, () -> offer(task, input));
        } else {
            enter(task, 0);
        }
    }

    private int offer(int task, Data input) {
        int work = turn.offer(process.workOf(task, state), input);
        Resourcing by = process.isForPeople(task) && graph.task(task).decomposition() instanceof Decomposition.Work own
                ? own.resourcing()
                : Resourcing.BY_USER;
        if (by.allocate() == Resourcing.Initiator.SYSTEM) {
            long number = turn.caseId().root() + work;
            turn.allocate(work, by.isRandom() ? Long.rotateLeft(number * 0x9E3779B97F4A7C15L, 32) : number, by.start() == Resourcing.Initiator.SYSTEM);
        }
        return work;
    }

    private void ready(int task, Supplier<Integer> work) {
        DataFlow.Arming arming = data.arming(task, Timer.Trigger.ON_ENABLED);
        int offered = work.get();
        turn.record(new NetEvent.Readied(name(task), offered, timer(arming), ticket(task, arming)));
    }

    /** Sets a running task's own timer, and waits for its signal. */
    private void arm(int task, DataFlow.Arming arming) {
        TaskState known = state.task(task);
        boolean timed = arming.due() != null && known.timer == 0;
        boolean waits = arming.key() != null && known.ticket == 0;
        if (timed || waits) {
            turn.record(new NetEvent.Armed(
                    name(task), timed ? timer(arming) : known.timer, waits ? ticket(task, arming) : known.ticket));
        }
    }

    private int timer(DataFlow.Arming arming) {
        return arming.due() == null ? 0 : turn.setTimer(arming.due());
    }

    private int ticket(int task, DataFlow.Arming arming) {
        Event event = graph.task(task).event();
        return event == null || arming.key() == null ? 0 : turn.await(event.signal(), arming.key());
    }

    /**
     * Enters a task with all its instances.
     *
     * @param first the work item that was offered and becomes the first instance, or 0
     */
    private void enter(int task, int first) {
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
        arm(task, arming);
    }

    private void make(int task, int instance, Data input, int offered) {
        int work = offered == 0 ? offer(task, input) : offered;
        turn.record(new NetEvent.InstanceMade(name(task), instance, work, !process.isForPeople(task)));
    }

    private void exit(int task) {
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
            recall(task, reason);
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
        recallCancelled(task);
        recall(task, reason);
        outcome.assigned().forEach(this::assign);
        turn.record(new NetEvent.Exited(name(task), outcome.to()));
    }

    /** Takes back what runs of the tasks that a task cancels when it exits. */
    private void recallCancelled(int task) {
        for (int other : graph.cancelledTasks(task)) {
            if (other != task && state.marking.isBusy(other)) {
                recall(other, "task '" + name(task) + "' cancels it");
            }
        }
    }

    /** Takes back the open work, the timer and the wait of a running task. */
    void recall(int task, String reason) {
        TaskState known = state.known(task);
        if (known != null) {
            for (int work : known.instances.keys()) {
                turn.withdraw(work, reason);
            }
            turn.cancelTimer(known.timer);
            turn.forget(known.ticket);
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

    private void assign(String variable, Data value) {
        if (!value.equals(state.variables.getOrDefault(variable, Data.nothing()))) {
            turn.record(new NetEvent.Assigned(variable, value));
            if (process.contract().attributes().contains(variable)) {
                turn.attribute(variable, value);
            }
        }
    }

    /** Does a step that evaluates expressions. If one cannot be evaluated nothing of it has happened, and a person is asked. */
    private void attempt(int task, Runnable step) {
        try {
            step.run();
        } catch (EvaluationException e) {
            trouble(task, e);
        }
    }

    private void trouble(int task, EvaluationException e) {
        String reason = "task '" + name(task) + "' cannot go on: " + e.getMessage();
        turn.record(new NetEvent.Troubled(name(task), reason));
        turn.incident(reason);
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
