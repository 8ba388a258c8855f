package io.millrace.language;

import java.util.List;

/**
 * The possible course of a process, as far as it is known before a case runs: the places of a case, and the moves at each place. Choices
 * that depend on data are free, and so are times. Proofs use it to combine a process with something else, such as rules between its events,
 * without knowing the language.
 *
 * <p>A place is opaque and immutable, and equal to another one if the same can happen from both.
 */
public interface Course {
    /** The tasks whose work cases can have. */
    List<String> tasks();

    /** The possible outcomes of the first turn of a case; more than one if there is a choice. */
    List<Outcome> begin();

    /** The possible moves at a place. */
    List<Move> moves(Object place);

    /** The possible outcomes of a move. */
    List<Outcome> after(Object place, Move move);

    /** The kind of a move. */
    enum Step {
        /** A participant starts work. */
        START,
        /** Work is completed. */
        COMPLETE,
        /** Work fails. */
        FAIL,
        /** A signal arrives. */
        SIGNAL,
        /** A timer fires. */
        TIME
    }

    /**
     * A possible move.
     *
     * @param work which work item, by a name that is different for each place of the process
     * @param subject the task or the signal; for a time the task
     * @param automatic whether the engine does it as soon as possible
     */
    record Move(Step step, String work, String subject, boolean automatic) {}

    /** Work that is offered or withdrawn in a turn. */
    record Change(boolean offered, String work, String task) {}

    /** The status of a case after a turn. */
    enum Standing {
        /** The case runs. */
        RUNNING,
        /** The case is completed. */
        COMPLETED,
        /** The case has failed. */
        FAILED
    }

    /** The outcome of a turn: offered and withdrawn work, in order, and the new place of the case. */
    record Outcome(List<Change> changes, Object place, Standing standing) {
        public Outcome {
            changes = List.copyOf(changes);
        }
    }
}
