package io.millrace.activity;

/** Does nothing: the activity of a missing branch. */
public final class Null implements Activity {
    static final Null NULL = new Null();

    private Null() {}

    @Override
    public String kind() {
        return "nothing";
    }

    @Override
    public Continuation continuation(Node here, Continuation next) {
        return next;
    }
}
