package io.millrace.language;

import io.millrace.data.Data;
import io.millrace.problem.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A preview of an intervention. The engine carries out the intervention on a copy of the case and describes the recorded events, so the
 * plan shows exactly what would happen now. Immutable.
 *
 * @param steps what would happen, in order, one sentence each
 * @param refusal why the intervention would be refused, or null
 */
public record Plan(List<String> steps, @Nullable Problem refusal) {
    private static final int LONGEST = 80;

    public Plan {
        steps = List.copyOf(steps);
    }

    /** The plan of a possible intervention. */
    public static Plan of(List<String> steps) {
        return new Plan(steps, null);
    }

    /** The plan of an intervention that would be refused. */
    public static Plan refused(Problem problem) {
        return new Plan(List.of(), problem);
    }

    /** Whether the intervention would not be refused. */
    public boolean isPossible() {
        return refusal == null;
    }

    /** A value in a sentence of a plan; long values are cut off. */
    public static String shown(Data value) {
        String text = value.toString();
        return text.length() <= LONGEST ? text : text.substring(0, text.offsetByCodePoints(0, text.codePointCount(0, LONGEST))) + "…";
    }

    /** The sentences, one a line; or the reason of the refusal. */
    @Override
    public String toString() {
        return refusal == null ? String.join("\n", steps) : refusal.message();
    }
}
