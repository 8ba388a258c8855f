package io.millrace.kernel;

import io.millrace.journal.StoreException;

/**
 * How a failure ends. There are three ways, and this is the one place that chooses among them.
 *
 * <ul>
 *   <li>The turn is refused and its state dropped: nothing has changed.
 *   <li>The epoch moves: everything that is not committed is dropped and loaded again.
 *   <li>The engine stops: it says why, answers everybody who waits, and can be opened again.
 * </ul>
 */
final class Failures {
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
        return isFatal(failure) ? Ending.STOP : Ending.REFUSE_TURN;
    }

    /** A commit threw. Whatever the store has of it, the states that are loaded again from the store agree with it. */
    static Ending inCommit(Throwable failure) {
        return failure instanceof RuntimeException && !isFatal(failure) ? Ending.MOVE_EPOCH : Ending.STOP;
    }

    /** A lane threw outside of any turn; only a store that cannot be read now is no reason to stop. */
    static boolean stopsLane(Throwable failure) {
        return !(failure instanceof StoreException);
    }

    /** Errors of the virtual machine and broken invariants: nobody knows what was left half done. */
    static boolean isFatal(Throwable failure) {
        return failure instanceof VirtualMachineError && !(failure instanceof StackOverflowError)
                || failure instanceof BrokenInvariant;
    }
}
