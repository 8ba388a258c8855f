package io.millrace.net.run;

import io.millrace.data.Data;
import io.millrace.language.CaseView;
import io.millrace.language.Intention;
import io.millrace.language.Plan;
import io.millrace.language.Turn;
import io.millrace.net.Junction;
import io.millrace.net.NetGraph;
import io.millrace.net.Steps;
import io.millrace.net.Variable;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What people may do to a case of a net by hand, and why not. Tokens are moved, never made: redoing a task that has exited
 * takes back what it gave, and is refused when that is no longer there.
 */
final class NetInterventions {
    private final NetGraph graph;
    private final NetState state;

    NetInterventions(NetProcess process, NetState state) {
        this.graph = process.graph();
        this.state = state;
    }

    /** Why an intention makes no sense now, or null. */
    @Nullable Problem problem(Intention what, CaseView view) {
        return switch (what) {
            case Intention.Skip e ->
                state.ofWork(e.work()) >= 0
                        ? null
                        : Code.INTERVENTION.with("skip work item '" + e.work() + "'", "no task waits for it");
            case Intention.Redo e -> refusal("redo '" + e.step() + "'", notRedone(e.step()));
            case Intention.Move e -> refusal("move a token to '" + e.to() + "'", notMoved(e));
            case Intention.ChangeData e -> refusal("change '" + e.name() + "'", notGiven(e.name(), e.value()));
            case Intention.AddInstance e -> {
                String reason = notAdded(e.task());
                yield reason == null ? null : Code.NO_INSTANCES.with(e.task(), view.caseId(), reason);
            }
            case Intention.StartWork e -> null;
            case Intention.CompleteWork e -> null;
        };
    }

    void carryOut(Intention.Intervention what, NetTurn net, Turn turn) {
        switch (what) {
            case Intention.AddInstance e -> net.addInstance(e.task(), e.input());
            case Intention.ChangeData e -> net.given(e.name(), e.value());
            case Intention.Skip e -> net.done(e.work(), e.output());
            case Intention.Redo e -> redo(e, net, turn);
            case Intention.Move e -> move(e, net, turn);
        }
    }

    private static @Nullable Problem refusal(String verb, @Nullable String reason) {
        return reason == null ? null : Code.INTERVENTION.with(verb, reason);
    }

    private @Nullable String notGiven(String name, Data value) {
        if (graph.net().variables().isEmpty()) {
            return null;
        }
        for (Variable variable : graph.net().variables()) {
            if (variable.name().equals(name)) {
                var mismatches = variable.shape().check(value);
                return mismatches.isEmpty() ? null : "it is declared otherwise: " + mismatches.getFirst();
            }
        }
        return "the net has no variable of this name";
    }

    private @Nullable String notAdded(String task) {
        int number = graph.taskNamed(task);
        TaskState known = number < 0 ? null : state.known(number);
        if (number < 0) {
            return "the net has no such task";
        }
        if (known == null || !state.marking.isBusy(number)) {
            return "the task is not running";
        }
        if (!graph.isDynamic(number)) {
            return "the number of its instances is fixed when it begins";
        }
        if (state.marking.active(number) >= known.max) {
            return "it may have " + known.max + " at most";
        }
        return Steps.mayAdd(state.marking, number, known.max, known.threshold) ? null : "enough of them have completed";
    }

    private @Nullable String notRedone(String step) {
        int task = graph.taskNamed(step);
        if (task < 0) {
            return "the net has no such task";
        }
        if (state.marking.isBusy(task)) {
            return null;
        }
        if (state.isReadied(task)) {
            return "it has not been started";
        }
        return given(task).isEmpty() ? "what it gave to the tasks after it is no longer there" : null;
    }

    /** The conditions from which a task's tokens can be taken back; none if one is missing. */
    private List<Integer> given(int task) {
        List<Integer> marked = new ArrayList<>();
        for (int condition : graph.post(task)) {
            if (state.marking.tokens(condition) > 0) {
                marked.add(condition);
            }
        }
        boolean all = graph.split(task) == Junction.AND;
        return all && marked.size() < graph.post(task).length
                ? List.of()
                : graph.split(task) == Junction.XOR && !marked.isEmpty() ? marked.subList(0, 1) : marked;
    }

    /** Does a task again: one that runs begins anew, one that has exited gets back the tokens that it took. */
    private void redo(Intention.Redo e, NetTurn net, Turn turn) {
        int task = graph.taskNamed(e.step());
        if (state.marking.isBusy(task)) {
            stop(task, "it is done again", net, turn);
        } else {
            given(task).forEach(condition -> set(condition, state.marking.tokens(condition) - 1, turn));
        }
        fill(task, turn);
        net.settle();
    }

    private void stop(int task, String reason, NetTurn net, Turn turn) {
        net.recall(task, reason);
        turn.record(new NetEvent.Stopped(graph.task(task).name()));
    }

    /** Puts a token where a task takes from: everywhere for an AND-join, else into one condition. */
    private void fill(int task, Turn turn) {
        int[] pre = graph.pre(task);
        int count = graph.join(task) == Junction.AND ? pre.length : 1;
        for (int i = 0; i < count; i++) {
            set(pre[i], state.marking.tokens(pre[i]) + 1, turn);
        }
    }

    private void set(int condition, int tokens, Turn turn) {
        turn.record(new NetEvent.TokensSet(graph.condition(condition), tokens));
    }

    private @Nullable String notMoved(Intention.Move e) {
        int to = graph.conditionNamed(e.to());
        if (to < 0 && graph.taskNamed(e.to()) < 0) {
            return "the net has no such condition or task";
        }
        if (to >= 0 && to == graph.input()) {
            return "a case does not begin again; start another";
        }
        String from = from(e);
        if (from == null) {
            return "it is not clear which token; say from where";
        }
        int task = graph.taskNamed(from);
        int condition = graph.conditionNamed(from);
        if (task < 0 && condition < 0) {
            return "the net has no condition or task '" + from + "'";
        }
        boolean there = condition >= 0 ? state.marking.tokens(condition) > 0 : state.marking.isBusy(task);
        if (!there) {
            return "there is no token in '" + from + "'";
        }
        // One token stays one: what a join of several needs, or has taken, is more than that.
        if (to < 0 && graph.join(graph.taskNamed(e.to())) == Junction.AND && graph.pre(graph.taskNamed(e.to())).length > 1) {
            return "it joins several flows; name the condition, such as '" + graph.condition(graph.pre(graph.taskNamed(e.to()))[0]) + "'";
        }
        if (condition < 0 && graph.join(task) != Junction.XOR && graph.pre(task).length > 1) {
            return "task '" + from + "' may have taken several tokens; skip it or do it again instead";
        }
        return null;
    }

    /** From where a token is moved: as said, or the only place that has one. */
    private @Nullable String from(Intention.Move e) {
        if (e.from() != null) {
            return e.from();
        }
        List<String> places = new ArrayList<>();
        for (int condition = 0; condition < graph.conditions(); condition++) {
            if (state.marking.tokens(condition) > 0) {
                places.add(graph.condition(condition));
            }
        }
        for (int task = 0; task < graph.tasks(); task++) {
            if (state.marking.isBusy(task)) {
                places.add(graph.task(task).name());
            }
        }
        return places.size() == 1 ? places.getFirst() : null;
    }

    private void move(Intention.Move e, NetTurn net, Turn turn) {
        String from = from(e);
        int condition = from == null ? -1 : graph.conditionNamed(from);
        int task = from == null ? -1 : graph.taskNamed(from);
        if (condition >= 0) {
            set(condition, state.marking.tokens(condition) - 1, turn);
        } else if (task >= 0) {
            stop(task, "its token is moved to '" + e.to() + "'", net, turn);
        }
        int to = graph.conditionNamed(e.to());
        if (to >= 0) {
            set(to, state.marking.tokens(to) + 1, turn);
        } else {
            fill(graph.taskNamed(e.to()), turn);
        }
        net.settle();
    }

    /** What an event means to people, or empty. */
    static String sentence(NetState state, NetEvent event) {
        return switch (event) {
            case NetEvent.TokensSet e -> {
                int before = state.tokensIn(e.condition());
                yield e.tokens() < before
                        ? count(before - e.tokens()) + " taken out of '" + e.condition() + "'."
                        : count(e.tokens() - before) + " put into '" + e.condition() + "'.";
            }
            case NetEvent.Stopped e -> "Task '" + e.task() + "' is stopped; what its instances have given back is lost.";
            case NetEvent.Entered e ->
                "Task '" + e.task() + "' begins" + (e.instances() == 1 ? "." : " with " + e.instances() + " instances.");
            case NetEvent.InstanceAdded e -> "Task '" + e.task() + "' gets another instance.";
            case NetEvent.InstanceCompleted e -> "An instance of task '" + e.task() + "' counts as completed.";
            case NetEvent.Exited e -> "Task '" + e.task() + "' ends and puts tokens into " + e.to() + ".";
            case NetEvent.Fired e -> "Task '" + e.task() + "' runs at once and puts tokens into " + e.to() + ".";
            case NetEvent.Readied e -> e.work() == 0 ? "Task '" + e.task() + "' waits for its time or its signal." : "";
            case NetEvent.Disabled e -> "Task '" + e.task() + "' is no longer enabled.";
            case NetEvent.Assigned e -> "Variable '" + e.variable() + "' becomes " + Plan.shown(e.value()) + ".";
            case NetEvent.Initiated e -> "'" + e.fluent() + "' begins to hold.";
            case NetEvent.Terminated e -> "'" + e.fluent() + "' no longer holds.";
            case NetEvent.Deferred e -> "Task '" + e.task() + "' waits until one of its branches is open.";
            case NetEvent.Troubled e -> "Task '" + e.task() + "' cannot continue: an operator must help.";
            case NetEvent.TroubleOver e -> "Tasks that could not continue are tried again.";
            case NetEvent.Stuck e -> "Nothing can happen any more: an operator must help.";
            case NetEvent.Dropped e -> "The tokens " + e.tokens() + " are lost.";
            case NetEvent.InstanceMade e -> "";
            case NetEvent.InstanceStarted e -> "";
            case NetEvent.StartedFor e -> "";
            case NetEvent.ResultsTaken e -> "";
            case NetEvent.Armed e -> "";
            case NetEvent.Listening e -> "";
            case NetEvent.Happened e -> "";
        };
    }

    private static String count(int tokens) {
        return tokens == 1 ? "A token is" : tokens + " tokens are";
    }
}
