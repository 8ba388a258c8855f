package io.millrace.activity;

import io.millrace.data.Data;

/** Fails the flow: the nearest enclosing scope with {@code onFailure} handles it, or the case fails. */
public final class Fail implements Activity, SlotUse.Shown {
    private final Argument reason;

    Fail(Argument reason) {
        this.reason = reason;
    }

    @Override
    public void slots(SlotUse use) {
        use.reads(reason);
    }

    @Override
    public String kind() {
        return "fail";
    }

    @Override
    public Data describe() {
        return reason.describe();
    }

    @Override
    public Continuation continuation(Node here, Continuation next) {
        return new Failing(here, reason, next);
    }

    private record Failing(Node here, Argument reason, Continuation next) implements Continuation {
        @Override
        public Continuation apply(Enactment enactment) {
            return enactment.fail(Argument.plain(reason.value(enactment)));
        }
    }
}
