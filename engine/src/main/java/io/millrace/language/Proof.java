package io.millrace.language;

import io.millrace.problem.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of proving a process before its first case. Immutable.
 *
 * @param objection why it should not run: its cases can go wrong because of its definition; null if there is no objection
 * @param findings further warnings
 */
public record Proof(@Nullable Problem objection, List<Finding> findings) {
    /** No proof was attempted. */
    public static final Proof NONE = new Proof(null, List.of());

    public Proof {
        findings = List.copyOf(findings);
    }
}
