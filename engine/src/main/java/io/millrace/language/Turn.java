package io.millrace.language;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.work.Task;
import io.millrace.work.WorkItem;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a language can do in a turn. Everything it does is recorded and applied at once, and becomes durable, or is
 * dropped, as a whole.
 */
public interface Turn {
    CaseId caseId();

    /** The instant of the turn: the only time there is. */
    Instant now();

    /** The instant that comes so long after another one; the last that there is, if that would be later still. */
    static Instant later(Instant instant, Duration wait) {
        return Duration.between(instant, Instant.MAX).compareTo(wait) < 0 ? Instant.MAX : instant.plus(wait);
    }

    /** Records a decision of the language; it is applied to the language's state before this returns. */
    void record(ProcessEvent event);

    /** Offers an occurrence of a task and returns its number. Automatic work and sub-processes start at once. */
    int offer(Task task, Data input);

    /**
     * Gives an offered work item to one of those who may do it, as far as they are known, and starts it for them if wanted. If
     * nobody may, it stays an offer.
     *
     * @param number by which the choice goes round: neighbouring numbers choose neighbours
     */
    void allocate(int work, long number, boolean start);

    /** Takes a work item back; whoever had it is told. A sub-case that carries it out is cancelled. */
    void withdraw(int work, String reason);

    /** An open work item of the case, or null. */
    @Nullable
    WorkItem work(int number);

    /** The open work items of the case, in the order of their numbers. */
    List<WorkItem> works();

    /** Promises to wake the case at an instant; an instant that has passed means at once. */
    int setTimer(Instant due);

    void cancelTimer(int timer);

    /** Waits for a signal by name and correlation key (empty for none). */
    int await(String signal, String key);

    void forget(int ticket);

    /**
     * Gives up a file, by the reference that {@code CaseFiles.attach} gave: the case refers to it no longer. In a
     * sub-case nothing happens: files belong to the root case, and go with it at the latest.
     */
    void release(Data file);

    /** Gives a searchable attribute its value. */
    void attribute(String name, Data value);

    /**
     * Starts a case of another process in its newest version, beside this one, unless a case that was started under the same key runs.
     * It begins after this turn is durable, exactly once.
     *
     * @return whether the process is deployed; if not, nothing happens
     */
    default boolean launch(String process, String key, Data input) {
        throw new IllegalStateException("no case can be started here");
    }

    /** Ends the case; whatever is still open is withdrawn. */
    void complete(Data result);

    void fail(String reason);

    /** Ends the case as cancelled, once what had to be done before is done. */
    void cancel(String reason);

    /** Lets an attempt of another case happen, or tells it that it never will; see {@link Happening.Consulted}. */
    void decide(CaseId of, int attempt, boolean accepted, String reason);

    /**
     * Lets an attempt of another case happen, if the case still asks for exactly these literals when it hears of that. What it asks
     * for may have changed meanwhile; then it has asked again, and this grant counts for nothing.
     */
    void grant(CaseId of, int attempt, List<String> literals);

    /** Marks the case as waiting for a person. */
    void incident(String reason);

    /** The same, with the exception behind it, for the log. */
    default void incident(String reason, Throwable cause) {
        incident(reason);
    }

    /** Whether the case waits for a person; false again when an operator has marked its incident as resolved. */
    boolean hasIncident();

    /** The reason for which the case waited for a person is gone. */
    void resolved();

    /** Says that a user's code runs now at this place of the process, until the answer is closed: a watch for slow turns can name it. */
    default Running entering(String place) {
        return Running.UNWATCHED;
    }

    /** A user's code that runs. */
    interface Running extends AutoCloseable {
        /** Nobody watches. */
        Running UNWATCHED = () -> {};

        @Override
        void close();
    }

    /** Accounts for one step of the language, so that a loop without a wait ends as an incident. */
    default void step() {
        steps(1);
    }

    /** Accounts for a step that costs as much as so many simple ones. */
    void steps(int count);
}
