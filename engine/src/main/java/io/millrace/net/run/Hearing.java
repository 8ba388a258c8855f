package io.millrace.net.run;

import io.millrace.data.Data;
import io.millrace.language.Turn;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Writer;
import io.millrace.net.EvaluationException;
import io.millrace.work.WorkItem;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a case hears beside its tasks in one turn, and what that makes true or false: its {@link Fluents}. */
final class Hearing {
    private static final String FAILED = "failed";

    private final Fluents fluents;
    private final NetState state;
    private final DataFlow data;
    private final Turn turn;

    Hearing(Fluents fluents, NetState state, DataFlow data, Turn turn) {
        this.fluents = fluents;
        this.state = state;
        this.data = data;
        this.turn = turn;
    }

    /** Waits for the first of each signal that can make something true. */
    void begin() {
        fluents.signals().forEach(this::listen);
    }

    /** The signal for which a ticket waits, if what waits is no task; otherwise null. */
    @Nullable String heard(int ticket) {
        for (Map.Entry<String, Integer> listening : state.listening.entrySet()) {
            if (listening.getValue() == ticket) {
                return listening.getKey();
            }
        }
        return null;
    }

    /** Takes a signal, and waits for the next. Says whether anything is true or false now that was not before. */
    boolean take(String signal, Data content) {
        listen(signal);
        return change("signal '" + signal + "'", () -> fluents.afterSignal(signal, content, data.scope()));
    }

    /** An instance of a task has ended. Says whether anything is true or false now that was not before. */
    boolean ended(String task) {
        return fluents.concernEnds() && change("the end of task '" + task + "'", () -> fluents.afterTask(task, data.scope()));
    }

    /** Somebody has started an instance of a task. Says whether anything is true or false now that was not before. */
    boolean started(String task, int work) {
        if (!fluents.concernStarts()) {
            return false;
        }
        WorkItem item = turn.work(work);
        String by = item == null ? null : item.holder();
        return change("the start of task '" + task + "'", () -> fluents.afterStart(task, by, data.scope()));
    }

    private void listen(String signal) {
        String key = "";
        try {
            key = fluents.key(signal, data.scope());
        } catch (EvaluationException e) {
            turn.incident("it is not clear which signals '" + signal + "' are meant: " + e.getMessage());
        }
        turn.record(new NetEvent.Listening(signal, turn.await(signal, key)));
    }

    /** The work of a task has failed: that holds until the task is begun again. */
    void failed(String task, String reason) {
        begun(task);
        turn.record(new NetEvent.Initiated(Writer.canonical().write(Struct.of(FAILED, Atom.of(task), Atom.of(reason)))));
    }

    /** A task is begun: whatever it failed at before is over. */
    void begun(String task) {
        String failed = FAILED + "(" + Writer.canonical().write(Atom.of(task)) + ",";
        for (String fluent : List.copyOf(state.fluents)) {
            if (fluent.startsWith(failed)) {
                turn.record(new NetEvent.Terminated(fluent));
            }
        }
    }

    private boolean change(String event, Supplier<Set<String>> after) {
        Set<String> holding;
        try {
            holding = after.get();
        } catch (EvaluationException e) {
            turn.incident("what follows from " + event + " is not clear: " + e.getMessage());
            return false;
        }
        Set<String> before = new TreeSet<>(state.fluents);
        before.stream().filter(each -> !holding.contains(each)).forEach(each -> turn.record(new NetEvent.Terminated(each)));
        holding.stream().filter(each -> !before.contains(each)).forEach(each -> turn.record(new NetEvent.Initiated(each)));
        return !before.equals(holding);
    }
}
