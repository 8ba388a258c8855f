package io.millrace.prolog;

import io.millrace.data.Data;
import io.millrace.language.CaseView;
import io.millrace.language.Intention;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import org.jspecify.annotations.Nullable;

/**
 * What can be done to a query from outside: its messages can be answered or skipped, and asked again while an incident keeps
 * the reply. A program alone decides what is sent and what follows, so every other intervention is refused.
 */
final class PrologInterventions {
    private PrologInterventions() {}

    /** Why something cannot be done now; null if it can. */
    static @Nullable Problem check(StoredState stored, Intention what, CaseView view) {
        return switch (what) {
            case Intention.CompleteWork e -> wrongReply(stored.peek(), e.work(), e.output(), view);
            case Intention.Skip e -> wrongReply(stored.peek(), e.work(), e.output(), view);
            case Intention.AddInstance e -> refused("add an instance", "its program decides what is sent");
            case Intention.ChangeData e -> refused("change its data", "its goals are its only data");
            case Intention.Redo e -> notAgain(stored.peek(), e.step());
            case Intention.Move e -> refused("move the flow", "its program decides what follows");
            case Intention.StartWork e -> null;
        };
    }

    /** The reply that an incident keeps, by the number of its message or its workflow variable: {@code 3} or {@code wv2}. */
    static @Nullable Held heldReply(PrologState state, String step) {
        for (Held held : state.held()) {
            Variable variable = state.ofWork(held.work());
            if (variable != null && (step.equals(String.valueOf(held.work())) || step.equals("wv" + variable.number))) {
                return held;
            }
        }
        return null;
    }

    private static @Nullable Problem notAgain(PrologState state, String step) {
        Held held = heldReply(state, step);
        if (held == null) {
            return refused("redo '" + step + "'", "no incident keeps a reply to a message of this number");
        }
        Variable variable = state.ofWork(held.work());
        return variable == null || variable.to == null
                ? refused("redo '" + step + "'", "its message was sent by an earlier version of the engine, which did not keep it")
                : null;
    }

    private static Problem refused(String what, String why) {
        return Code.INTERVENTION.with(what + " of a case of Workflow Prolog", why);
    }

    private static @Nullable Problem wrongReply(PrologState state, int work, Data output, CaseView view) {
        Variable variable = state.ofWork(work);
        try {
            if (variable != null) {
                Replies.term(variable, output);
            }
            return null;
        } catch (Replies.NoReplyException e) {
            return Code.REPLY_NOT_GROUND.with(view.caseId() + "#" + work, String.valueOf(e.getMessage()));
        }
    }
}
