package io.millrace.net.run;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.language.EventReader;
import io.millrace.language.ProcessEvent;
import io.millrace.work.WorkCodec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The events of a net, with the names of its tasks and conditions, so that a journal can be read without the net. Events contain all
 * decisions over data (the branches of a split, the number of instances): replay evaluates nothing.
 */
public sealed interface NetEvent extends ProcessEvent {
    /** An enabled task waits to be entered: as an offer to people, for its instant, for its signal, or several of these. */
    record Readied(String task, int work, int timer, int ticket) implements NetEvent {}

    /** A task that waited to be entered is no longer enabled. */
    record Disabled(String task) implements NetEvent {}

    /**
     * A task is entered (Definition 9).
     *
     * @param from the condition that an XOR-join takes from, or null where the join leaves no choice
     * @param max the maximum number of instances
     * @param threshold how many completed ones are enough
     */
    record Entered(String task, @Nullable String from, int instances, int max, int threshold) implements NetEvent {}

    /** An instance has its work item; it executes at once if nobody has to start it (Definition 10). */
    record InstanceMade(String task, int instance, int work, boolean started) implements NetEvent {}

    /** A participant has started an instance (Definition 10). */
    record InstanceStarted(String task, int work, @Nullable String by) implements NetEvent {}

    /** A program has started an instance for a person, who counts as one of those who did the task. */
    record StartedFor(String task, String person) implements NetEvent {}

    /** An instance has completed (Definition 11). */
    record InstanceCompleted(String task, int work, Data output) implements NetEvent {}

    /** A further instance was asked for (Definition 14). */
    record InstanceAdded(String task) implements NetEvent {}

    /** The results of a task's instances are in the variables, but the task cannot exit yet. */
    record ResultsTaken(String task) implements NetEvent {}

    /** A task exits (Definitions 12 and 13): it empties what it cancels, then gives tokens to these conditions. */
    record Exited(String task, List<String> to) implements NetEvent {}

    /** A task without work does all of its steps at once. */
    record Fired(String task, @Nullable String from, List<String> to) implements NetEvent {}

    /** A running task's own timer or wait. */
    record Armed(String task, int timer, int ticket) implements NetEvent {}

    /** The case receives a signal from now on, with this ticket. */
    record Listening(String signal, int ticket) implements NetEvent {}

    /** An event has initiated a fluent. */
    record Initiated(String fluent) implements NetEvent {}

    /** An event has terminated a fluent. */
    record Terminated(String fluent) implements NetEvent {}

    /** A task that could exit waits until one of its branches is open. */
    record Deferred(String task) implements NetEvent {}

    /** The timer of a task with work has fired, or its signal has arrived, but the next step cannot be decided yet. */
    record Happened(String task, Data content) implements NetEvent {}

    /** A variable of the net has a new value, which replaces the old one. */
    record Assigned(String variable, Data value) implements NetEvent {}

    /** A task cannot continue until an operator resolves its problem. */
    record Troubled(String task, String reason) implements NetEvent {}

    /** The operator marks the incident as resolved. */
    record TroubleOver() implements NetEvent {}

    /** Nothing is enabled, nothing runs, and it is not the end. */
    record Stuck(Map<String, Integer> tokens) implements NetEvent {}

    /** Tokens that were left when the case ended. */
    record Dropped(Map<String, Integer> tokens) implements NetEvent {}

    /** A person put tokens into a condition or took them out. */
    record TokensSet(String condition, int tokens) implements NetEvent {}

    /** A person stopped a running task. */
    record Stopped(String task) implements NetEvent {}

    @Override
    default String kind() {
        return switch (this) {
            case Readied e -> "TaskReadied";
            case Disabled e -> "TaskDisabled";
            case Entered e -> "TaskEntered";
            case InstanceMade e -> "InstanceMade";
            case InstanceStarted e -> "InstanceStarted";
            case StartedFor e -> "TaskStartedFor";
            case InstanceCompleted e -> "InstanceCompleted";
            case InstanceAdded e -> "InstanceAdded";
            case ResultsTaken e -> "ResultsTaken";
            case Exited e -> "TaskExited";
            case Fired e -> "TaskFired";
            case Armed e -> "TaskArmed";
            case Listening e -> "SignalListened";
            case Initiated e -> "FluentInitiated";
            case Terminated e -> "FluentTerminated";
            case Deferred e -> "ChoiceDeferred";
            case Happened e -> "TaskOverdue";
            case Assigned e -> "VariableAssigned";
            case Troubled e -> "TaskTroubled";
            case TroubleOver e -> "TroubleOver";
            case Stuck e -> "NetStuck";
            case Dropped e -> "TokensDropped";
            case TokensSet e -> "TokensSet";
            case Stopped e -> "TaskStopped";
        };
    }

    @Override
    default Data detail() {
        return Data.of(this);
    }

    @Override
    default @Nullable String awaits(int timer, List<String> places) {
        return switch (this) {
            case Readied e when e.timer == timer -> "task '" + e.task + "'";
            case Armed e when e.timer == timer -> "task '" + e.task + "'";
            case NetEvent other -> null;
        };
    }

    @Override
    default void write(Out out) {
        switch (this) {
            case Readied e -> out.u8(1).text(e.task).varint(e.work).varint(e.timer).varint(e.ticket);
            case Disabled e -> out.u8(2).text(e.task);
            case Entered e ->
                out.u8(3).text(e.task).textOrNull(e.from).varint(e.instances).varint(e.max).varint(e.threshold);
            case InstanceMade e -> out.u8(4).text(e.task).varint(e.instance).varint(e.work).bool(e.started);
            case InstanceStarted e -> out.u8(5).text(e.task).varint(e.work).textOrNull(e.by);
            case InstanceCompleted e -> out.u8(6).text(e.task).varint(e.work).data(e.output);
            case InstanceAdded e -> out.u8(7).text(e.task);
            case Exited e -> WorkCodec.write(out.u8(8).text(e.task), e.to);
            case Fired e -> WorkCodec.write(out.u8(9).text(e.task).textOrNull(e.from), e.to);
            case Armed e -> out.u8(10).text(e.task).varint(e.timer).varint(e.ticket);
            case Assigned e -> out.u8(11).text(e.variable).data(e.value);
            case Troubled e -> out.u8(12).text(e.task).text(e.reason);
            case TroubleOver e -> out.u8(13);
            case Stuck e -> out.u8(14).data(Data.of(e.tokens));
            case Dropped e -> out.u8(15).data(Data.of(e.tokens));
            case TokensSet e -> out.u8(16).text(e.condition).varint(e.tokens);
            case Stopped e -> out.u8(17).text(e.task);
            case ResultsTaken e -> out.u8(18).text(e.task);
            case Listening e -> out.u8(19).text(e.signal).varint(e.ticket);
            case Initiated e -> out.u8(20).text(e.fluent);
            case Terminated e -> out.u8(21).text(e.fluent);
            case Deferred e -> out.u8(22).text(e.task);
            case Happened e -> out.u8(23).text(e.task).data(e.content);
            case StartedFor e -> out.u8(24).text(e.task).text(e.person);
        }
    }

    /** Reads one event that {@link #write} wrote. Throws {@link io.millrace.data.DataException} for bytes that are no event of a net. */
    static NetEvent read(In in) {
        int kind = in.u8();
        return switch (kind) {
            case 1 -> new Readied(in.text(), in.varint32(), in.varint32(), in.varint32());
            case 2 -> new Disabled(in.text());
            case 3 -> new Entered(in.text(), in.textOrNull(), in.varint32(), in.varint32(), in.varint32());
            case 4 -> new InstanceMade(in.text(), in.varint32(), in.varint32(), in.bool());
            case 5 -> new InstanceStarted(in.text(), in.varint32(), in.textOrNull());
            case 6 -> new InstanceCompleted(in.text(), in.varint32(), in.data());
            case 7 -> new InstanceAdded(in.text());
            case 8 -> new Exited(in.text(), WorkCodec.readTexts(in));
            case 9 -> new Fired(in.text(), in.textOrNull(), WorkCodec.readTexts(in));
            case 10 -> new Armed(in.text(), in.varint32(), in.varint32());
            case 11 -> new Assigned(in.text(), in.data());
            case 12 -> new Troubled(in.text(), in.text());
            case 13 -> new TroubleOver();
            case 14 -> new Stuck(tokens(in.data()));
            case 15 -> new Dropped(tokens(in.data()));
            case 16 -> new TokensSet(in.text(), in.varint32());
            case 17 -> new Stopped(in.text());
            case 18 -> new ResultsTaken(in.text());
            case 19 -> new Listening(in.text(), in.varint32());
            case 20 -> new Initiated(in.text());
            case 21 -> new Terminated(in.text());
            case 22 -> new Deferred(in.text());
            case 23 -> new Happened(in.text(), in.data());
            case 24 -> new StartedFor(in.text(), in.text());
            default -> throw in.damaged("event " + kind + " of a net");
        };
    }

    private static Map<String, Integer> tokens(Data data) {
        Map<String, Integer> tokens = new TreeMap<>();
        data.asMap().forEach((condition, count) -> tokens.put(condition, count.asInt()));
        return tokens;
    }

    /** Reads them for those who look into a journal without the net. */
    final class Reader implements EventReader {
        @Override
        public String language() {
            return NetProcess.LANGUAGE;
        }

        @Override
        public ProcessEvent read(In in) {
            return NetEvent.read(in);
        }
    }
}
