package io.millrace.activity;

import io.millrace.data.Data;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Activities that succeed or fail as a whole (a saga). The body runs in a flow of its own, in parallel to a wait for its timeout and one
 * for the signal that cancels it.
 *
 * <ul>
 *   <li>If the body ends, the engine keeps the scope's compensation, if it has one, and runs it if an outer scope fails; it replaces the
 *       compensations kept inside.
 *   <li>If the body fails, or exceeds its timeout, the engine cancels it, runs the compensations of its completed parts, the last first,
 *       and then runs {@code onFailure}; without {@code onFailure} the scope fails.
 *   <li>If the signal arrives, the engine does the same, but the flow continues after the scope.
 * </ul>
 *
 * If a compensation fails, the others still run; then the scope fails, also with {@code onFailure}.
 */
public final class Scope implements Activity, SlotUse.Shown {
    private static final int BODY = 0;
    private static final int FAILURE = 1;
    private static final int COMPENSATION = 2;
    private static final int TIMEOUT = 3;
    private static final int CANCEL = 4;
    private static final List<String> NAMES = List.of("body", "failure", "compensation", "timeout", "cancel");

    private final List<Activity> children;
    private final @Nullable String reasonSlot;
    private final boolean handles;

    Scope(Activity body) {
        this(List.of(body, Null.NULL, Null.NULL, Null.NULL, Null.NULL), null, false);
    }

    private Scope(List<Activity> children, @Nullable String reasonSlot, boolean handles) {
        this.children = List.copyOf(children);
        this.reasonSlot = reasonSlot;
        this.handles = handles;
    }

    private List<Activity> with(int child, Activity activity) {
        List<Activity> changed = new ArrayList<>(children);
        changed.set(child, activity);
        return changed;
    }

    /** The steps to run if the body fails, with the reason in a slot. */
    public Scope onFailure(String reasonSlot, Activity... steps) {
        return new Scope(with(FAILURE, Activities.oneOrSequence(steps)), reasonSlot, true);
    }

    /** The compensation of the completed body. */
    public Scope compensate(Activity... steps) {
        return new Scope(with(COMPENSATION, Activities.oneOrSequence(steps)), reasonSlot, handles);
    }

    /** The timeout of the body. */
    public Scope timeout(Duration limit) {
        return new Scope(with(TIMEOUT, Wait.lasting(limit)), reasonSlot, handles);
    }

    /** The signal that cancels the body. */
    public Scope cancelOn(Wait signal) {
        return new Scope(with(CANCEL, signal), reasonSlot, handles);
    }

    @Override
    public void slots(SlotUse use) {
        use.fills(reasonSlot);
    }

    @Override
    public String kind() {
        return "scope";
    }

    @Override
    public List<Activity> children() {
        return children;
    }

    @Override
    public String childName(int child) {
        return NAMES.get(child);
    }

    @Override
    public int childNamed(String name) {
        return NAMES.indexOf(name);
    }

    @Override
    public Data describe() {
        return Data.fields("reason", reasonSlot, "handles", handles);
    }

    @Override
    public boolean forks(int child) {
        return child != FAILURE;
    }

    private boolean has(int child) {
        return children.get(child) != Null.NULL;
    }

    @Override
    public Continuation continuation(Node here, Continuation next) {
        return new Entering(this, here, next);
    }

    @Override
    public Continuation resume(Node here, int child, Data state, Continuation next) {
        if (child == FAILURE) {
            return new Passing(here, next);
        }
        if (state.isNothing()) {
            return new Entering(this, here, next);
        }
        return state.has("then")
                ? new Undoing(
                        this,
                        here,
                        state.at("mark").asInt(),
                        Then.of(state.at("then").asInt()),
                        state.at("reason").text(),
                        next)
                : new Guarding(this, here, state.asInt(), next);
    }

    private record Entering(Scope of, Node here, Continuation next) implements Continuation {
        @Override
        public Continuation apply(Enactment enactment) {
            List<Integer> flows = new ArrayList<>(List.of(BODY));
            if (of.has(TIMEOUT)) {
                flows.add(TIMEOUT);
            }
            if (of.has(CANCEL)) {
                flows.add(CANCEL);
            }
            return enactment.fork(new Guarding(of, here, enactment.undoMark(), next), flows);
        }
    }

    /** The body is under way. {@code mark}: what is registered above it, the body has completed. */
    private record Guarding(Scope of, Node here, int mark, Continuation next) implements Continuation {
        @Override
        public Data state() {
            return Data.of(mark);
        }

        @Override
        public Continuation apply(Enactment enactment) {
            enactment.cancelFlows();
            return switch (enactment.happened()) {
                case WakeUp.FlowEnded(int child, int index) when child == BODY -> {
                    if (of.has(COMPENSATION)) {
                        enactment.forgetUndo(mark);
                        enactment.registerUndo(here, COMPENSATION);
                    }
                    yield next;
                }
                case WakeUp.FlowEnded(int child, int index) when child == TIMEOUT ->
                    new Undoing(of, here, mark, Then.HANDLE, "it took too long", next);
                case WakeUp.FlowEnded ended -> new Undoing(of, here, mark, Then.LEAVE, "it was cancelled", next);
                case WakeUp.FlowFailed failed -> new Undoing(of, here, mark, Then.HANDLE, failed.reason(), next);
                case WakeUp.Delivered d -> throw unexpected();
                case WakeUp.Due d -> throw unexpected();
                case WakeUp.LookAgain w -> throw unexpected();
                case null -> throw unexpected();
            };
        }
    }

    private static IllegalStateException unexpected() {
        return new IllegalStateException("a scope waits only for its flows");
    }

    /** What happens when everything is undone. Written by its number. */
    private enum Then {
        HANDLE(0),
        LEAVE(1),
        FAIL(2);

        final int number;

        Then(int number) {
            this.number = number;
        }

        static Then of(int number) {
            return switch (number) {
                case 0 -> HANDLE;
                case 1 -> LEAVE;
                case 2 -> FAIL;
                default -> throw new IllegalStateException("nothing that a scope does then has the number " + number);
            };
        }
    }

    /** What the body completed is undone. */
    private record Undoing(Scope of, Node here, int mark, Then then, String reason, Continuation next)
            implements Continuation {
        @Override
        public Data state() {
            return Data.fields("mark", mark, "then", then.number, "reason", reason);
        }

        @Override
        public Continuation apply(Enactment enactment) {
            if (enactment.happened() instanceof WakeUp.FlowFailed failed) {
                String both = reason + "; a compensation failed: " + failed.reason();
                return new Undoing(of, here, mark, Then.FAIL, both, next);
            }
            if (enactment.undoMark() > mark) {
                return enactment.undoLast(this);
            }
            if (then == Then.LEAVE) {
                return next;
            }
            if (then == Then.FAIL || !of.handles) {
                return enactment.fail(reason);
            }
            if (of.reasonSlot != null) {
                enactment.set(of.reasonSlot, Data.of(reason));
            }
            return here.child(FAILURE).continuation(new Passing(here, next));
        }
    }
}
