package io.millrace.kernel.lane;

import io.millrace.journal.StoreException;
import io.millrace.kernel.entity.Attempts;
import io.millrace.kernel.entity.Gatekeeper;
import io.millrace.kernel.entity.Ledger;
import io.millrace.kernel.entity.Processes;
import io.millrace.kernel.entity.Projections;
import io.millrace.kernel.index.Rows;
import io.millrace.kernel.record.BrokenInvariant;
import io.millrace.kernel.record.EntityId;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;

/**
 * How a failure ends. There are three ways, and this is the one place that chooses among them.
 *
 * <ul>
 *   <li>The turn is refused and its state dropped: nothing has changed.
 *   <li>The epoch moves: everything that is not committed is dropped and loaded again.
 *   <li>The engine stops: it says why, answers everybody who waits, and can be opened again.
 * </ul>
 */
public final class Failures {
    enum Ending {
        REFUSE_TURN,
        MOVE_EPOCH,
        STOP
    }

    private Failures() {}

    /**
     * A turn threw before it was handed over. What a process or a user's function does wrong, errors of linking and
     * assertions included, ends the turn. So does a stack that was too deep, because it is gone when the turn is.
     */
    static Ending inTurn(Throwable failure) {
        return BrokenInvariant.isFatal(failure) ? Ending.STOP : Ending.REFUSE_TURN;
    }

    /** A commit threw. Whatever the store has of it, the states that are loaded again from the store agree with it. */
    static Ending inCommit(Throwable failure) {
        return failure instanceof RuntimeException && !BrokenInvariant.isFatal(failure) ? Ending.MOVE_EPOCH : Ending.STOP;
    }

    /** A lane threw outside of any turn; only a store that cannot be read now is no reason to stop. */
    static boolean stopsLane(Throwable failure) {
        return !(failure instanceof StoreException);
    }

    /** What is said of a turn that threw. */
    static Problem problemOf(EntityId id, Throwable failure) {
        return switch (failure) {
            case StoreException e -> e.problem();
            case Heap.QuarantinedException e -> e.problem;
            case RefusedException e -> e.problem();
            case Attempts.Refused e -> e.problem;
            case Processes.MissingCodeException e -> Code.NO_CODE.with(e.process, e.version);
            case Gatekeeper.Stop e -> e.problem;
            case Projections.Failed e -> Code.PROJECTION_FAILED.with(e.projection.name(), id, e.thrown);
            case Ledger.OutOfLimitsException e -> Code.OUT_OF_LIMITS.with(id, e.limit);
            case Rows.TooLargeException e -> Code.TURN_TOO_LARGE.with(id, e.limit);
            case Throwable e -> Code.TURN_FAILED.with(id, e.toString());
        };
    }
}
