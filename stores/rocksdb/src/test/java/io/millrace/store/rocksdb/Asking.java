package io.millrace.store.rocksdb;

import io.millrace.Millrace;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * A command with its request id, as one line of text, so that another process can ask exactly the same again.
 *
 * @param actor who asks, or "-" for the operator
 * @param subject the process, signal, case or work item that is meant
 * @param key a business key or a correlation key, or "-"
 * @param number what the data says, so that no two commands look alike
 */
record Asking(String id, Verb verb, String actor, String subject, String key, long number) {
    /** What can be asked. */
    enum Verb {
        START,
        SIGNAL,
        CLAIM,
        RELEASE,
        COMPLETE,
        RETRY,
        CANCEL,
        SUSPEND,
        RESUME;

        /** The kinds of event of which one must stand in the turn that did it. */
        Set<String> kinds() {
            return switch (this) {
                case START -> Set.of("CaseStarted", "KeyHeld");
                case SIGNAL -> Set.of("SignalKept", "MessageSent");
                case CLAIM -> Set.of("WorkAllocated");
                case RELEASE -> Set.of("WorkReleased");
                case COMPLETE -> Set.of("WorkCompleted");
                case RETRY -> Set.of("WorkRetried");
                case CANCEL -> Set.of("CaseCancelled");
                case SUSPEND -> Set.of("CaseSuspended");
                case RESUME -> Set.of("CaseResumed");
            };
        }
    }

    static final String NONE = "-";

    static Asking read(String line) {
        String[] words = line.split(" ", -1);
        return new Asking(words[0], Verb.valueOf(words[1]), words[2], words[3], words[4], Long.parseLong(words[5]));
    }

    @Override
    public String toString() {
        return String.join(" ", id, verb.name(), actor, subject, key, Long.toString(number));
    }

    Command command() {
        return switch (verb) {
            case START -> new Command.Start(
                    subject, 0, Data.fields("number", number, "key", key), key.equals(NONE) ? null : key);
            case SIGNAL -> new Command.Signal(subject, key, Data.fields("signal", number));
            case CLAIM -> new Command.Claim(WorkId.parse(subject));
            case RELEASE -> new Command.Release(WorkId.parse(subject));
            case COMPLETE -> new Command.Complete(WorkId.parse(subject), Data.fields("done", number), 0);
            case RETRY -> new Command.RetryWork(WorkId.parse(subject));
            case CANCEL -> new Command.CancelCase(CaseId.parse(subject), "no longer needed");
            case SUSPEND -> new Command.SuspendCase(CaseId.parse(subject));
            case RESUME -> new Command.ResumeCase(CaseId.parse(subject));
        };
    }

    CompletableFuture<Answer> ask(Millrace mill) {
        var commands = actor.equals(NONE) ? mill.operator() : mill.as(actor);
        return commands.request(id).ask(command());
    }

    /** An answer as text: what a repeat is compared with. */
    static String show(Answer answer) {
        return switch (answer) {
            case Answer.Done done -> "done " + done.value();
            case Answer.Refused refused -> "refused " + refused.problem().message();
            case Answer.Delayed delayed -> "delayed " + delayed.problem().message();
        };
    }
}
