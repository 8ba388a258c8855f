package io.millrace.net.run;

import io.millrace.data.Data;
import io.millrace.language.Fact;
import io.millrace.logic.term.Atom;
import io.millrace.net.Condition;
import io.millrace.net.NetGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What a net says to those who ask about the history: tokens, variables, fluents, and its steps as facts. */
final class NetHistory {
    /** A task was entered and has not exited. */
    static final String BUSY = "busy";

    private static final String TOKEN = "token";

    private final NetGraph graph;
    private final Executions executions;
    /** The conditions as facts name them; one between two tasks is {@code c(A, B)}. */
    private final Data[] conditions;

    NetHistory(NetGraph graph, Executions executions) {
        this.graph = graph;
        this.executions = executions;
        this.conditions = IntStream.range(0, graph.conditions()).mapToObj(this::named).toArray(Data[]::new);
    }

    private Data named(int condition) {
        String name = graph.condition(condition);
        if (graph.producers(condition).length == 1 && graph.consumers(condition).length == 1) {
            String from = graph.task(graph.producers(condition)[0]).name();
            String to = graph.task(graph.consumers(condition)[0]).name();
            if (name.equals(Condition.between(from, to))) {
                return Data.fields("c/2", List.of(from, to));
            }
        }
        return Data.of(name);
    }

    private Data named(String condition) {
        return conditions[graph.conditionNamed(condition)];
    }

    /** {@code act(Task, Execution)} in a net that names executions. */
    @Nullable Data execution(NetState state, String task, String key) {
        return executions.areNamed()
                ? FluentText.data(executions.of(task, Atom.of(key), block -> Math.max(1, Executions.iteration(block, state.fluents))))
                : null;
    }

    Fact fact(NetEvent event) {
        return switch (event) {
            case NetEvent.Readied e -> Fact.of("readied", e.task());
            case NetEvent.Disabled e -> Fact.of("disabled", e.task());
            case NetEvent.Entered e -> Fact.of("entered", e.task());
            case NetEvent.InstanceMade e -> Fact.of("instance_made", e.task(), e.work());
            case NetEvent.InstanceStarted e -> Fact.of("instance_started", e.task(), e.work());
            case NetEvent.StartedFor e -> Fact.of("started_for", e.task(), e.person());
            case NetEvent.InstanceCompleted e -> Fact.of("instance_completed", e.task(), e.work());
            case NetEvent.InstanceAdded e -> Fact.of("instance_added", e.task());
            case NetEvent.ResultsTaken e -> Fact.of("results_taken", e.task());
            case NetEvent.Exited e -> Fact.of("exited", e.task(), e.to().stream().map(this::named).toList());
            case NetEvent.Fired e -> Fact.of("fired", e.task(), e.to().stream().map(this::named).toList());
            case NetEvent.Armed e -> Fact.of("armed", e.task());
            case NetEvent.Listening e -> Fact.of("listening", e.signal());
            case NetEvent.Initiated e -> Fact.of("initiated", FluentText.data(e.fluent()));
            case NetEvent.Terminated e -> Fact.of("terminated", FluentText.data(e.fluent()));
            case NetEvent.Deferred e -> Fact.of("deferred", e.task());
            case NetEvent.Happened e -> Fact.of("come", e.task(), e.content());
            case NetEvent.Assigned e -> Fact.of("assigned", e.variable(), e.value());
            case NetEvent.Troubled e -> Fact.of("troubled", e.task(), e.reason());
            case NetEvent.TroubleOver e -> Fact.of("trouble_over");
            case NetEvent.Stuck e -> Fact.of("stuck");
            case NetEvent.Dropped e -> Fact.of("dropped", e.tokens());
            case NetEvent.TokensSet e -> Fact.of("tokens_set", named(e.condition()), e.tokens());
            case NetEvent.Stopped e -> Fact.of("stopped", e.task());
        };
    }

    List<Fact> holding(NetState state, @Nullable NetEvent event) {
        List<Fact> facts = new ArrayList<>();
        switch (event) {
            case null -> all(state, facts);
            case NetEvent.Entered e -> {
                consumed(state, e.task(), e.from(), facts);
                busy(state, graph.taskNamed(e.task()), facts);
            }
            case NetEvent.Exited e -> {
                produced(state, e.task(), e.to(), facts);
                busy(state, graph.taskNamed(e.task()), facts);
            }
            case NetEvent.Stopped e -> busy(state, graph.taskNamed(e.task()), facts);
            case NetEvent.Fired e -> {
                consumed(state, e.task(), e.from(), facts);
                produced(state, e.task(), e.to(), facts);
            }
            case NetEvent.TokensSet e -> tokens(state, graph.conditionNamed(e.condition()), facts);
            case NetEvent.Assigned e -> {
                Data value = state.variables.get(e.variable());
                if (value != null) {
                    facts.add(Fact.data(e.variable(), value));
                }
            }
            case NetEvent.Initiated e -> fluent(state, e.fluent(), facts);
            case NetEvent.Terminated e -> fluent(state, e.fluent(), facts);
            default -> {}
        }
        return facts;
    }

    private void all(NetState state, List<Fact> facts) {
        for (int condition = 0; condition < conditions.length; condition++) {
            tokens(state, condition, facts);
        }
        for (int task = 0; task < graph.tasks(); task++) {
            busy(state, task, facts);
        }
        for (Map.Entry<String, Data> variable : state.variables.entrySet()) {
            facts.add(Fact.data(variable.getKey(), variable.getValue()));
        }
        state.fluents.forEach(fluent -> fluent(state, fluent, facts));
    }

    private void consumed(NetState state, String task, @Nullable String from, List<Fact> facts) {
        if (from != null) {
            tokens(state, graph.conditionNamed(from), facts);
            return;
        }
        for (int condition : graph.pre(graph.taskNamed(task))) {
            tokens(state, condition, facts);
        }
    }

    private void produced(NetState state, String task, List<String> to, List<Fact> facts) {
        for (String condition : to) {
            tokens(state, graph.conditionNamed(condition), facts);
        }
        for (int condition : graph.cancelledConditions(graph.taskNamed(task))) {
            tokens(state, condition, facts);
        }
        for (int cancelled : graph.cancelledTasks(graph.taskNamed(task))) {
            busy(state, cancelled, facts);
        }
    }

    private void busy(NetState state, int task, List<Fact> facts) {
        if (state.marking.isBusy(task)) {
            facts.add(Fact.of(BUSY, graph.task(task).name()));
        }
    }

    private void tokens(NetState state, int condition, List<Fact> facts) {
        if (state.marking.tokens(condition) > 0) {
            facts.add(Fact.of(TOKEN, conditions[condition]));
        }
    }

    /** Where executions are named, fluents say themselves of which they speak. */
    private void fluent(NetState state, String fluent, List<Fact> facts) {
        if (state.fluents.contains(fluent)) {
            Fact fact = FluentText.fact(fluent);
            boolean isWhole = executions.areNamed() && !fact.name().equals(Executions.ITERATION);
            facts.add(new Fact(fact.name(), fact.arguments(), isWhole, 0));
        }
    }
}
