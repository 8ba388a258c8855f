package io.millrace.logic.term;

/**
 * A goal that waits until a variable is bound. It waits at every variable that may decide it, and runs once: whoever is bound first
 * marks it as done, and backtracking takes the mark away again.
 */
public final class Delayed {
    private final Term goal;
    private final long age;
    private boolean done;

    /** @param age the number that a variable made now would have */
    public Delayed(Term goal, long age) {
        this.goal = goal;
        this.age = age;
    }

    /** The goal to call; calling it again delays it again if it is still undecided. */
    public Term goal() {
        return goal;
    }

    /** Its age, compared with marks as that of a variable is. */
    public long age() {
        return age;
    }

    /** Whether it has run. */
    public boolean done() {
        return done;
    }

    /** Says whether it has run; only the machine does so. */
    public void done(boolean value) {
        done = value;
    }
}
