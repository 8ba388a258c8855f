package io.millrace.prolog;

import io.millrace.data.Data;
import io.millrace.language.CaseView;
import io.millrace.language.Intention;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import org.jspecify.annotations.Nullable;

/**
 * What can be done to a query from outside: its messages can be answered or skipped. A program alone decides what is sent
 * and what follows, so every other intervention is refused.
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
            case Intention.Redo e -> refused("redo a step", "a phase cannot be taken back");
            case Intention.Move e -> refused("move the flow", "its program decides what follows");
            case Intention.StartWork e -> null;
        };
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
