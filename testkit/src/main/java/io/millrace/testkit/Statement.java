package io.millrace.testkit;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.query.CaseStatus;
import io.millrace.work.Participant;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one line of a scenario says. A case that is not named is the one that was started last. */
sealed interface Statement {

    /** Something that is done. */
    sealed interface Do extends Statement {}

    /** Something that must be so. */
    sealed interface Expect extends Statement {}

    /** Data, or what a language of logic says instead. */
    sealed interface Value {
        record None() implements Value {}

        record Json(Data data) implements Value {}

        record Term(String text) implements Value {}

        Value NONE = new None();
    }

    // Setting the stage.

    record Deploy(String file, @Nullable String rules, boolean allowUnsound, @Nullable String as) implements Do {}

    record Handler(String task, Data answer) implements Do {}

    /** @param times how many attempts fail, or 0 for all */
    record FailingHandler(String task, String reason, int times) implements Do {}

    record Advance(Duration by) implements Do {}

    record AdvanceTo(Instant instant) implements Do {}

    record Restart() implements Do {}

    // Commands to the engine.

    /** A command, who asks it, and why. */
    record Ask(Wish wish, @Nullable String by, @Nullable String because) implements Do {}

    /** What is asked of the engine. */
    sealed interface Wish {}

    record AddParticipant(Participant participant) implements Wish {}

    record Start(String process, Value input, @Nullable String key) implements Wish {}

    /** @param word what the verb needs beside the data: the reason of a failure, to whom work is delegated */
    record OnWork(WorkVerb verb, WorkRef work, Value value, String word) implements Wish {}

    record Signal(String name, Value content, String key) implements Wish {}

    record OnCase(CaseVerb verb, @Nullable CaseId in) implements Wish {}

    record Add(String task, @Nullable CaseId in, Value input) implements Wish {}

    record SetData(String name, Data value, @Nullable CaseId in) implements Wish {}

    record Redo(String step, @Nullable CaseId in) implements Wish {}

    record Move(@Nullable String from, String to, @Nullable CaseId in) implements Wish {}

    record Migrate(@Nullable CaseId in, int version, Value mapping) implements Wish {}

    /**
     * A work item by its task.
     *
     * @param number its number, or 0 for the lowest that fits
     */
    record WorkRef(String task, @Nullable CaseId in, int number) {}

    /** What can be done to a work item. */
    enum WorkVerb {
        COMPLETE,
        CLAIM,
        RELEASE,
        START,
        SUSPEND,
        RESUME,
        FAIL,
        WITHDRAW,
        DELEGATE,
        SKIP,
        RETRY
    }

    /** What can be done to a case. */
    enum CaseVerb {
        CANCEL,
        SUSPEND,
        RESUME,
        RETRY
    }

    // Expectations.

    /** A name and how often it is meant. */
    record Counted(String name, int count) {}

    record Offered(@Nullable CaseId in, List<Counted> tasks) implements Expect {}

    record Tokens(@Nullable CaseId in, List<Counted> places) implements Expect {}

    record Withdrawn(List<Counted> tasks) implements Expect {}

    record Sent(String destination, String term) implements Expect {}

    record InState(@Nullable CaseId in, CaseStatus status) implements Expect {}

    record DataIs(@Nullable CaseId in, String name, Data value) implements Expect {}

    record Refused(@Nullable String code, Do what) implements Expect {}

    /** A command is not refused, but waits: it happens when the rules permit it. */
    record Delayed(Do what) implements Expect {}

    /** @param task whose work item is an incident; null for any work item or the case itself */
    record Incident(@Nullable CaseId in, @Nullable String task, boolean wanted) implements Expect {}

    record Next(@Nullable CaseId in, String part) implements Expect {}

    /** @param detail fields that the event has, too */
    record Happened(@Nullable CaseId in, String kind, Data detail) implements Expect {}

    record Goal(String goal, boolean wanted) implements Expect {}
}
