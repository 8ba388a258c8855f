package io.millrace.net.run;

import io.millrace.id.CaseId;
import io.millrace.language.Claims;
import io.millrace.language.Explanation;
import io.millrace.net.Bound;
import io.millrace.net.Marking;
import io.millrace.net.NetGraph;
import io.millrace.net.Semantics;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * Why a task of a net is enabled or not, by its tokens. What is given as a reason is minimal: for an AND-join that is not enabled, the
 * conditions that are empty; for an XOR-join, that all are; for an OR-join that waits, tokens none of which could stay if it were
 * to go on, each with a way on which it can still come.
 */
final class NetWhy {
    private final NetGraph graph;
    private final Semantics semantics;
    private final NetState state;
    private final Marking marking;
    private final String caseTerm;

    NetWhy(NetProcess process, NetState state, CaseId caseId) {
        this.graph = process.graph();
        this.semantics = process.semantics();
        this.state = state;
        this.marking = state.marking;
        this.caseTerm = Claims.of(caseId);
    }

    Explanation<NetState> of(String name) {
        int task = graph.taskNamed(name);
        String claim = Claims.term("waiting", Claims.atom(name), "_", caseTerm);
        TaskState known = state.known(task);
        if (known != null && !known.trouble.isEmpty()) {
            String reason = known.trouble;
            return Explanation.of(claim, false, "Task '" + name + "' cannot continue.", List.of(Explanation.fact(
                    Claims.term("incident", caseTerm, Claims.atom(reason)), true, reason, trouble(name))));
        }
        if (marking.isBusy(task)) {
            return Explanation.of(claim, false, "Task '" + name + "' is running: it cannot be entered again before it has ended.", running(task));
        }
        boolean enabled = semantics.isEnabled(marking, task);
        return switch (graph.join(task)) {
            case AND -> and(claim, name, task, enabled);
            case XOR -> xor(claim, name, task, enabled);
            case OR -> or(claim, name, task, enabled);
        };
    }

    private Explanation<NetState> and(String claim, String name, int task, boolean enabled) {
        int[] pre = graph.pre(task);
        List<Explanation<NetState>> because = new ArrayList<>();
        for (int condition : pre) {
            if ((marking.tokens(condition) > 0) == enabled) {
                because.add(token(condition));
            }
        }
        String need = pre.length == 1 ? "" : ", which needs a token in each of " + names(pre) + ",";
        return Explanation.of(claim, enabled, "Task '" + name + "'" + need + (enabled ? " is enabled." : " is not enabled."), because);
    }

    private Explanation<NetState> xor(String claim, String name, int task, boolean enabled) {
        int[] pre = graph.pre(task);
        if (pre.length == 1) {
            return and(claim, name, task, enabled);
        }
        String words = "Task '" + name + "', which needs a token in one of " + names(pre) + ", is " + (enabled ? "" : "not ") + "enabled.";
        return Explanation.of(claim, enabled, words, enabled ? List.of(anyToken(pre)) : tokens(pre));
    }

    private Explanation<NetState> or(String claim, String name, int task, boolean enabled) {
        int[] pre = graph.pre(task);
        int[] marked = Arrays.stream(pre).filter(condition -> marking.tokens(condition) > 0).toArray();
        if (marked.length == 0) {
            return Explanation.of(claim, false, "Task '" + name + "', which needs a token in one or more of " + names(pre) + ", is not enabled.", tokens(pre));
        }
        List<Explanation<NetState>> because = new ArrayList<>(List.of(anyToken(marked)));
        if (enabled) {
            for (int condition : pre) {
                if (marking.tokens(condition) == 0) {
                    because.add(Explanation.fact(
                            tokenTerm(condition), false, "no token in " + shown(condition) + ", and none can come there any more", tokensIn(condition)));
                }
            }
            return Explanation.of(claim, true, "Task '" + name + "' is an OR-join; it is enabled.", because);
        }
        because.addAll(blockers(task));
        return Explanation.of(claim, false, "Task '" + name + "' is an OR-join; it waits, because more tokens can come.", because);
    }

    /** Conditions and running tasks whose tokens keep an OR-join waiting: without all of them it would go on, without all but one it would not. */
    private List<Explanation<NetState>> blockers(int orJoin) {
        Marking less = marking.copy();
        List<Integer> conditions = new ArrayList<>();
        List<Integer> tasks = new ArrayList<>();
        for (int condition = 0; condition < graph.conditions(); condition++) {
            if (marking.tokens(condition) > 0 && semantics.matters(orJoin, condition) && !isInput(orJoin, condition)) {
                conditions.add(condition);
                less.tokens(condition, 0);
            }
        }
        for (int task = 0; task < graph.tasks(); task++) {
            if (marking.isBusy(task) && task != orJoin && semantics.busyMatters(orJoin, task)) {
                tasks.add(task);
                less.abort(task);
            }
        }
        List<Explanation<NetState>> found = new ArrayList<>();
        if (semantics.mustWait(less, orJoin)) {
            // Its own tokens can also go elsewhere, and bring more.
            for (int condition : graph.pre(orJoin)) {
                if (marking.tokens(condition) > 0 && graph.consumers(condition).length > 1) {
                    found.add(Explanation.fact(
                            tokenTerm(condition),
                            true,
                            "a token in " + shown(condition) + ", which can also go elsewhere" + still(orJoin, graph.consumers(condition)),
                            tokensIn(condition)));
                }
            }
            return found;
        }
        for (int condition : conditions) {
            less.tokens(condition, marking.tokens(condition));
            if (semantics.mustWait(less, orJoin)) {
                less.tokens(condition, 0);
                found.add(Explanation.fact(
                        tokenTerm(condition),
                        true,
                        "a token in " + shown(condition) + still(orJoin, graph.consumers(condition)),
                        tokensIn(condition)));
            }
        }
        for (int task : tasks) {
            Marking with = less.copy();
            restore(task, with);
            if (semantics.mustWait(with, orJoin)) {
                String name = graph.task(task).name();
                found.add(Explanation.fact(
                        Claims.term(NetHistory.BUSY, Claims.atom(name), caseTerm),
                        true,
                        "'" + name + "' is running" + still(orJoin, new int[] {task}),
                        busy(name)));
            } else {
                restore(task, less);
            }
        }
        return found;
    }

    private void restore(int task, Marking into) {
        int at = graph.conditions() + 3 * task;
        for (int counter = at; counter < at + 3; counter++) {
            into.count(counter, marking.count(counter));
        }
    }

    private boolean isInput(int task, int condition) {
        return Arrays.stream(graph.pre(task)).anyMatch(input -> input == condition);
    }

    /** A shortest way from tasks to an input of an OR-join that has no token: the input, and the tasks in between. */
    private String way(int orJoin, int[] first) {
        Map<Integer, Integer> before = new HashMap<>();
        Deque<Integer> open = new ArrayDeque<>();
        for (int task : first) {
            if (task != orJoin) {
                before.put(task, -1);
                open.add(task);
            }
        }
        for (Integer task = open.poll(); task != null; task = open.poll()) {
            for (int condition : graph.post(task)) {
                if (isInput(orJoin, condition) && marking.tokens(condition) == 0) {
                    return shown(condition) + " by " + path(task, before);
                }
                for (int next : graph.consumers(condition)) {
                    if (next != orJoin && before.putIfAbsent(next, task) == null) {
                        open.add(next);
                    }
                }
            }
        }
        return "";
    }

    /** How a token can still come; where it only helps another one to come, there is no way to tell. */
    private String still(int orJoin, int[] first) {
        String way = way(orJoin, first);
        return way.isEmpty() ? ", without which no more could come" : ", from where a token can still come to " + way;
    }

    private String path(int end, Map<Integer, Integer> before) {
        List<String> names = new ArrayList<>();
        for (int task = end; task >= 0; task = before.getOrDefault(task, -1)) {
            names.addFirst("'" + graph.task(task).name() + "'");
        }
        return String.join(", then ", names);
    }

    /** What a running task has done so far. */
    private List<Explanation<NetState>> running(int task) {
        String name = graph.task(task).name();
        TaskState known = state.known(task);
        int open = marking.entered(task) + marking.executing(task);
        String words;
        if (known != null && known.deferred) {
            words = "it has ended and waits until one of its branches is open";
        } else if (graph.isMultiple(task)) {
            int threshold = known == null || known.threshold == Bound.INFINITY ? marking.active(task) : known.threshold;
            words = marking.completed(task) + " of " + marking.active(task) + " instances have completed; it ends when " + threshold + " have";
        } else {
            words = open > 0 ? "it was entered and has not ended" : "what it waited for is there, and it has not ended";
        }
        return List.of(Explanation.fact(Claims.term(NetHistory.BUSY, Claims.atom(name), caseTerm), open > 0, words, busy(name)));
    }

    private List<Explanation<NetState>> tokens(int[] conditions) {
        return Arrays.stream(conditions).mapToObj(this::token).toList();
    }

    private Explanation<NetState> token(int condition) {
        int count = marking.tokens(condition);
        return Explanation.fact(
                tokenTerm(condition),
                count > 0,
                (count == 0 ? "no token in " : count == 1 ? "a token in " : count + " tokens in ") + shown(condition),
                tokensIn(condition));
    }

    /** Tokens any of which is enough. */
    private Explanation<NetState> anyToken(int[] conditions) {
        int[] marked = Arrays.stream(conditions).filter(condition -> marking.tokens(condition) > 0).toArray();
        if (marked.length == 1) {
            return token(marked[0]);
        }
        return new Explanation<>(
                Arrays.stream(marked).mapToObj(this::tokenTerm).toList(),
                true,
                "tokens in " + names(marked) + ", any of which is enough",
                null,
                tokens(marked));
    }

    private String tokenTerm(int condition) {
        return Claims.term("token", term(condition), caseTerm);
    }

    /** An implicit condition has the tasks on both sides for a name. */
    private String term(int condition) {
        return condition < graph.net().conditions().size()
                ? Claims.atom(graph.condition(condition))
                : Claims.term(
                        "c",
                        Claims.atom(graph.task(graph.producers(condition)[0]).name()),
                        Claims.atom(graph.task(graph.consumers(condition)[0]).name()));
    }

    private String shown(int condition) {
        return graph.condition(condition);
    }

    private String names(int[] conditions) {
        return Arrays.stream(conditions).mapToObj(graph::condition).collect(Collectors.joining(", "));
    }

    private ToLongFunction<NetState> tokensIn(int condition) {
        String name = graph.condition(condition);
        return then -> then.tokensOrNone(name);
    }

    private static ToLongFunction<NetState> busy(String task) {
        return then -> then.isBusy(task) ? 1 : 0;
    }

    private static ToLongFunction<NetState> trouble(String task) {
        return then -> then.troubleOf(task).hashCode();
    }
}
