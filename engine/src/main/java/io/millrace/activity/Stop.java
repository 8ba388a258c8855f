package io.millrace.activity;

/** The two continuations that are not applied: the flow waits, or it has nothing left to do. */
enum Stop implements Continuation {
    /** The flow waits, or has failed. */
    WAITING,
    /** The flow has come to its end: the paper's initial continuation. */
    ENDED;

    @Override
    public boolean runs() {
        return false;
    }

    @Override
    public Node here() {
        throw new IllegalStateException(this + " has no place");
    }

    @Override
    public Continuation next() {
        throw new IllegalStateException(this + " has no continuation");
    }

    @Override
    public Continuation apply(Enactment enactment) {
        return this;
    }
}
