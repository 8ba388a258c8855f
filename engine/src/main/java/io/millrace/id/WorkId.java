package io.millrace.id;

import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;

/** The id of a work item: {@code 62.1#3} is the third work item of case 62.1. */
public record WorkId(CaseId caseId, int number) implements Comparable<WorkId> {

    /** Parses the text of an id. */
    public static WorkId parse(String text) {
        int mark = text.indexOf('#');
        try {
            int number = Integer.parseInt(text.substring(mark + 1));
            if (mark > 0 && number > 0) {
                return new WorkId(CaseId.parse(text.substring(0, mark)), number);
            }
        } catch (NumberFormatException | RefusedException e) {
            throw new RefusedException(Code.NOT_A_WORK_ID.with(text));
        }
        throw new RefusedException(Code.NOT_A_WORK_ID.with(text));
    }

    @Override
    public int compareTo(WorkId other) {
        int byCase = caseId.compareTo(other.caseId);
        return byCase != 0 ? byCase : Integer.compare(number, other.number);
    }

    @Override
    public String toString() {
        return caseId + "#" + number;
    }
}
