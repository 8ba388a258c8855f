package io.millrace.prolog;

import io.millrace.data.Data;
import io.millrace.language.CaseView;
import io.millrace.language.Stimulus;
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
    static @Nullable Problem check(StoredState stored, Stimulus stimulus, CaseView view) {
        return switch (stimulus) {
            case Stimulus.WorkDone done -> wrongReply(stored.peek(), done.work(), done.output(), view);
            case Stimulus.Skip skip -> wrongReply(stored.peek(), skip.work(), skip.output(), view);
            case Stimulus.InstanceAsked asked -> refused("add an instance", "its program decides what is sent");
            case Stimulus.DataGiven given -> refused("change its data", "its goals are its only data");
            case Stimulus.Redo redo -> refused("redo a step", "a phase cannot be taken back");
            case Stimulus.Move move -> refused("move the flow", "its program decides what follows");
            case Stimulus.Started started -> null;
            case Stimulus.WorkTaken taken -> null;
            case Stimulus.WorkLost lost -> null;
            case Stimulus.TimerDue due -> null;
            case Stimulus.SignalCame came -> null;
            case Stimulus.GoOn goOn -> null;
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
