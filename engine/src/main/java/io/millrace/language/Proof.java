package io.millrace.language;

import io.millrace.problem.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was found out about a process before its first case.
 *
 * @param objection why it should not run: its cases can go wrong by its own doing; null if there is nothing against it
 * @param findings what whoever deploys it should know beside
 */
public record Proof(@Nullable Problem objection, List<Finding> findings) {
    /** Nothing was looked for. */
    public static final Proof NONE = new Proof(null, List.of());

    public Proof {
        findings = List.copyOf(findings);
    }
}
