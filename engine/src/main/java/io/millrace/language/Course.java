package io.millrace.language;

import java.util.List;

/**
 * The course of a process as far as it can be seen before a case runs: where a case can be, and what can happen there. Choices that
 * depend on data are free, and so are times. It is for proofs about a process together with something else, such as rules between its
 * events; those who prove need not know the language.
 *
 * <p>A place is opaque and immutable, and equal to another one if the same can happen from both.
 */
public interface Course {
    /** The tasks whose work cases can have. */
    List<String> tasks();

    /** What the first turn of a case can come to; more than one outcome if it chooses. */
    List<Outcome> begin();

    /** What others can do at a place. */
    List<Move> moves(Object place);

    /** What a move can come to. */
    List<Outcome> after(Object place, Move move);

    /** What somebody does, or what comes. */
    enum Step {
        START,
        COMPLETE,
        FAIL,
        SIGNAL,
        TIME
    }

    /**
     * Something that others can do.
     *
     * @param work which work item, by a name that is different for each place of the process
     * @param subject the task or the signal; for a time the task
     * @param automatic whether the engine does it as soon as it may
     */
    record Move(Step step, String work, String subject, boolean automatic) {}

    /** Work that is offered or taken back in a turn. */
    record Change(boolean offered, String work, String task) {}

    /** How a case stands after a turn. */
    enum Standing {
        RUNNING,
        COMPLETED,
        FAILED
    }

    /** What a turn comes to: work that is offered and taken back, in order, and the place where the case is then. */
    record Outcome(List<Change> changes, Object place, Standing standing) {
        public Outcome {
            changes = List.copyOf(changes);
        }
    }
}
