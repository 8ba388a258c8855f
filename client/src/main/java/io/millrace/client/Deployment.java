package io.millrace.client;

import io.millrace.data.Data;
import io.millrace.problem.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of deploying a text, or would come of it.
 *
 * @param process the process
 * @param version its version; 0 if it was not deployed
 * @param objection why it would not be deployed, or null
 * @param findings what is worth knowing about it
 */
public record Deployment(String process, int version, @Nullable Problem objection, List<Finding> findings) {
    public Deployment {
        findings = List.copyOf(findings);
    }

    /**
     * Something worth knowing.
     *
     * @param line the line of the text; 0 if no line is to blame
     * @param clause the clause of a program; empty if there is none
     */
    public record Finding(Problem problem, int line, String clause) {}

    static Deployment read(Data data) {
        return new Deployment(
                data.at("process").text(),
                data.at("version").isNothing() ? 0 : data.at("version").asInt(),
                data.at("objection").isNothing() ? null : Wire.problem(data.at("objection")),
                data.at("findings").asList(Data.class).stream()
                        .map(finding -> new Finding(
                                Wire.problem(finding),
                                finding.at("line").isNothing() ? 0 : finding.at("line").asInt(),
                                finding.at("clause").isNothing() ? "" : finding.at("clause").text()))
                        .toList());
    }
}
