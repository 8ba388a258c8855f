package io.millrace.net.run;

import io.millrace.language.Turn;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Writer;
import io.millrace.net.EvaluationException;
import io.millrace.net.Expression;
import io.millrace.net.Flow;
import io.millrace.net.Net;
import io.millrace.net.NetTask;
import io.millrace.net.TimerCalls;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The timers of a net for which YAWL's {@code timer(Task)} asks. A case keeps the state of each as the fluent {@code timer(Task, State)};
 * one without such a fluent is dormant. Of timers that no predicate asks for nothing is kept.
 */
final class TimerStates {
    static final String ACTIVE = "active";
    static final String CLOSED = "closed";
    static final String EXPIRED = "expired";

    private static final String FLUENT = "timer";

    private final Net net;
    private final Set<String> watched = new HashSet<>();

    TimerStates(Net net) {
        this.net = net;
        for (Flow flow : net.flows()) {
            for (String named : TimerCalls.asked(flow.predicate())) {
                NetTask task = TimerCalls.meant(net, named);
                if (task != null) {
                    watched.add(task.name());
                }
            }
        }
    }

    /**
     * A predicate with the states of timers in it.
     *
     * @param leaving the task that is about to be left: its timer is closed then, if its time is not over
     */
    @Nullable Expression filled(@Nullable Expression predicate, String leaving, Set<String> fluents) {
        return watched.isEmpty() ? refused(predicate) : TimerCalls.filled(predicate, named -> state(named, leaving, fluents));
    }

    private @Nullable Expression refused(@Nullable Expression predicate) {
        List<String> asked = predicate instanceof Expression.XQuery ? TimerCalls.asked(predicate) : List.of();
        if (!asked.isEmpty()) {
            throw unknown(asked.getFirst());
        }
        return predicate;
    }

    private String state(String named, String leaving, Set<String> fluents) {
        NetTask task = TimerCalls.meant(net, named);
        if (task == null) {
            throw unknown(named);
        }
        for (String state : List.of(ACTIVE, CLOSED, EXPIRED)) {
            if (fluents.contains(fluent(task.name(), state))) {
                return state.equals(ACTIVE) && task.name().equals(leaving) ? CLOSED : state;
            }
        }
        return TimerCalls.DORMANT;
    }

    private static EvaluationException unknown(String named) {
        return new EvaluationException("a predicate asks for timer(" + named + "), and there is no such task in the net");
    }

    /** The timer of a task comes into a state. One that is not active any more is not closed, too. */
    void mark(String task, String state, NetState known, Turn turn) {
        if (!watched.contains(task) || state.equals(CLOSED) && !known.fluents.contains(fluent(task, ACTIVE))) {
            return;
        }
        for (String before : List.of(ACTIVE, CLOSED, EXPIRED)) {
            if (!before.equals(state) && known.fluents.contains(fluent(task, before))) {
                turn.record(new NetEvent.Terminated(fluent(task, before)));
            }
        }
        if (!known.fluents.contains(fluent(task, state))) {
            turn.record(new NetEvent.Initiated(fluent(task, state)));
        }
    }

    private static String fluent(String task, String state) {
        return Writer.canonical().write(Struct.of(FLUENT, Atom.of(task), Atom.of(state)));
    }

    /** A fluent under a version of the net in which tasks have other names. */
    static String renamed(String fluent, Set<String> tasks, UnaryOperator<String> renamed) {
        for (String task : fluent.startsWith(FLUENT + "(") ? tasks : Set.<String>of()) {
            for (String state : List.of(ACTIVE, CLOSED, EXPIRED)) {
                if (fluent.equals(fluent(task, state))) {
                    return fluent(renamed.apply(task), state);
                }
            }
        }
        return fluent;
    }

    /** What is wrong with the calls of timers in a net, each with the line of its flow. */
    static List<Wrong> wrong(Net net) {
        return net.flows().stream()
                .flatMap(flow -> TimerCalls.asked(flow.predicate()).stream().map(named -> wrong(net, flow, named)))
                .filter(each -> !each.what().isEmpty())
                .toList();
    }

    record Wrong(String what, int line) {}

    private static Wrong wrong(Net net, Flow flow, String named) {
        NetTask task = TimerCalls.meant(net, named);
        String where = "Net '" + net.name() + "', predicate from '" + flow.from() + "' to '" + flow.to() + "': timer(" + named + ") asks for ";
        String what = task == null
                ? where + "a task that is not in the net"
                : task.timer() == null ? where + "the timer of task '" + task.name() + "', which has none and stays dormant" : "";
        return new Wrong(what, flow.place() == null ? 0 : flow.place().line());
    }
}
