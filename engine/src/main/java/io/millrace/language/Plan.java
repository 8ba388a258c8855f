package io.millrace.language;

import io.millrace.data.Data;
import io.millrace.problem.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an intervention would do, shown before anybody does it. The engine finds it by doing the intervention on a copy of
 * the case and describing the events that this records, so what the plan says is what would happen now.
 *
 * @param steps what would happen, in order, one sentence each
 * @param refusal why the intervention would be refused, or null
 */
public record Plan(List<String> steps, @Nullable Problem refusal) {
    private static final int LONGEST = 80;

    public Plan {
        steps = List.copyOf(steps);
    }

    public static Plan of(List<String> steps) {
        return new Plan(steps, null);
    }

    public static Plan refused(Problem problem) {
        return new Plan(List.of(), problem);
    }

    public boolean isPossible() {
        return refusal == null;
    }

    /** A value as a sentence of a plan has it: short ones as they are, long ones by their beginning. */
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
