package io.millrace.language;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.problem.Problem;
import io.millrace.work.Task;
import io.millrace.work.WorkItem;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a language in a turn. Each operation is recorded and applied at once; the turn becomes durable, or is dropped, as a
 * whole. Confined to the thread of the turn.
 */
public interface Turn {
    /** The id of the case. */
    CaseId caseId();

    /** The instant of the turn. A language must not use another clock. */
    Instant now();

    /** An instant plus a duration, limited to the last possible instant. */
    static Instant later(Instant instant, Duration wait) {
        return Duration.between(instant, Instant.MAX).compareTo(wait) < 0 ? Instant.MAX : instant.plus(wait);
    }

    /** Records a decision of the language; it is applied to the language's state before this returns. */
    void record(ProcessEvent event);

    /** Offers an occurrence of a task and returns its number. Automatic work and sub-processes start at once. */
    int offer(Task task, Data input);

    /**
     * Allocates an offered work item to one of the known participants who may do it, and optionally starts it. If there is none, the work
     * stays offered.
     *
     * @param number selects the participant, round robin: consecutive numbers select consecutive participants
     */
    void allocate(int work, long number, boolean start);

    /** Withdraws a work item and notifies its holder. A sub-case that carries it out is cancelled. */
    void withdraw(int work, String reason);

    /** An open work item of the case, or null. */
    @Nullable
    WorkItem work(int number);

    /**
     * The person for whom the holder of a work item starts it in this turn, or null. Where duties are separated, a program and the person
     * it acts for are one.
     */
    default @Nullable String startedFor(int work) {
        return null;
    }

    /** The open work items of the case, in the order of their numbers. */
    List<WorkItem> works();

    /** Sets a durable timer that wakes the case at an instant; an instant in the past means at once. */
    int setTimer(Instant due);

    /** Cancels a timer. */
    void cancelTimer(int timer);

    /** Waits for a signal by name and correlation key (empty for none). */
    int await(String signal, String key);

    /** Stops waiting for a signal. */
    void forget(int ticket);

    /**
     * Releases a file by its reference from {@code CaseFiles.attach}. In a sub-case this does nothing: files belong to the root case, and
     * are removed with it at the latest.
     */
    void release(Data file);

    /** Sets a searchable attribute. */
    void attribute(String name, Data value);

    /**
     * Starts an independent case of another process in its newest version, unless a case that was started under the same key runs. It
     * starts after this turn is durable, exactly once.
     *
     * @return why the case cannot be started, such as that the process is not deployed or does not take the input; nothing happens then
     */
    default @Nullable Problem launch(String process, String key, Data input) {
        throw new IllegalStateException("no case can be started here");
    }

    /** Completes the case and withdraws all open work. */
    void complete(Data result);

    /** Ends the case as failed and withdraws all open work. */
    void fail(String reason);

    /** Ends the case as cancelled, after its compensations are done. */
    void cancel(String reason);

    /** Accepts or refuses an attempt of another case; see {@link Happening.Consulted}. */
    void decide(CaseId of, int attempt, boolean accepted, String reason);

    /**
     * Accepts an attempt of another case, if the case still asks for exactly these literals when it receives the message. If its literals
     * have changed, it has asked again, and this grant has no effect.
     */
    void grant(CaseId of, int attempt, List<String> literals);

    /** Marks the case as waiting for a person. */
    void incident(String reason);

    /** Like {@link #incident(String)}, with its exception for the log. */
    default void incident(String reason, Throwable cause) {
        incident(reason);
    }

    /** Whether the case waits for a person; false again when an operator has marked its incident as resolved. */
    boolean hasIncident();

    /** Removes the incident of the case, because its reason no longer exists. */
    void resolved();

    /** Marks that a user's code runs at this place of the process, until the result is closed, so that the log of slow turns can name it. */
    default Running entering(String place) {
        return Running.UNWATCHED;
    }

    /** A user's code that runs. */
    interface Running extends AutoCloseable {
        /** Does nothing. */
        Running UNWATCHED = () -> {};

        @Override
        void close();
    }

    /** Counts one step of the language, so that a loop without a wait reaches the limit of the turn. */
    default void step() {
        steps(1);
    }

    /** Counts a step that costs as much as {@code count} simple steps. */
    void steps(int count);
}
