package io.millrace.verify;

/**
 * The three properties whose conjunction is soundness (Definition 18).
 *
 * @param optionToComplete from every state the case can still come to an end with nothing left
 * @param noDeadTasks every task can be carried out in some case
 * @param properCompletion when the output condition is marked, nothing else is
 */
public record Properties(Answer optionToComplete, Answer noDeadTasks, Answer properCompletion) {
    static final Properties ALL = new Properties(Answer.YES, Answer.YES, Answer.YES);
    static final Properties NONE_KNOWN = new Properties(Answer.UNKNOWN, Answer.UNKNOWN, Answer.UNKNOWN);

    Verdict verdict() {
        if (optionToComplete == Answer.NO || noDeadTasks == Answer.NO || properCompletion == Answer.NO) {
            return Verdict.UNSOUND;
        }
        return equals(ALL) ? Verdict.SOUND : Verdict.UNKNOWN;
    }
}
