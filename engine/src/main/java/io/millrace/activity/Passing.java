package io.millrace.activity;

/** An activity with nothing left to do once its child is done. */
record Passing(Node here, Continuation next) implements Continuation {
    @Override
    public Continuation apply(Enactment enactment) {
        return next;
    }
}
