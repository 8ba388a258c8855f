package io.millrace.verify;

import io.millrace.language.Finding;
import io.millrace.language.Proof;
import io.millrace.net.Junction;
import io.millrace.net.Net;
import io.millrace.net.OrJoin;
import io.millrace.net.Specification;
import io.millrace.net.NetTask;
import io.millrace.net.file.NetFile;
import io.millrace.net.run.Prover;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Proves the soundness of a net when it is deployed. */
public final class SoundnessProof implements Prover {
    /** Enough for nets that people draw; one with more states is deployed with a warning. */
    private static final int MAX_STATES = 200_000;

    /** About half a minute at worst, for which a deployment may keep others waiting. */
    private static final long MAX_STEPS = 2_000_000_000;

    /** More than a reader of a refusal wants to hear at once. */
    private static final int TROUBLES = 3;

    @Override
    public Proof prove(String process, Specification specification, @Nullable String source) {
        Verification answer = Verifier.standard().maxStates(MAX_STATES).maxSteps(MAX_STEPS).verify(specification);
        List<Finding> findings = new ArrayList<>();
        reading(specification, source, findings);
        answer.warnings().forEach(warning -> findings.add(finding(Code.NET_WARNING.with(warning.net(), warning.message()))));
        if (answer.verdict() == Verdict.UNKNOWN) {
            findings.add(finding(Code.NET_UNDECIDED.with(process, String.join(" ", answer.reasons()))));
        }
        Problem objection = answer.verdict() == Verdict.UNSOUND ? Code.NET_UNSOUND.with(process, told(answer)) : null;
        return new Proof(objection, findings);
    }

    private static Finding finding(Problem problem) {
        return new Finding(problem, 0, "");
    }

    /** Files for YAWL do not say how OR-joins are to be read; whoever brings one should know how they are. */
    private static void reading(Specification specification, @Nullable String source, List<Finding> findings) {
        if (source == null || !NetFile.isXml(source)) {
            return;
        }
        for (Net net : specification.nets()) {
            List<String> joins = net.tasks().stream().filter(task -> isOrJoin(net, task)).map(NetTask::name).toList();
            if (!joins.isEmpty()) {
                String how = specification.orJoin() == OrJoin.PAPER
                        ? "as the paper defines them (Definition 17); m:orJoin=\"optimistic\" reads them as the YAWL engine does."
                        : "as the YAWL engine does (optimistic).";
                findings.add(finding(Code.NET_WARNING.with(net.name(), "OR-joins ('" + String.join("', '", joins) + "') are read " + how)));
            }
        }
    }

    private static boolean isOrJoin(Net net, NetTask task) {
        return task.join() == Junction.OR && net.flows().stream().filter(flow -> flow.to().equals(task.name())).count() > 1;
    }

    private static String told(Verification answer) {
        String all = answer.problems().stream().limit(TROUBLES).map(SoundnessProof::told).collect(Collectors.joining(" "));
        int more = answer.problems().size() - TROUBLES;
        Fix fix = answer.problems().isEmpty() ? null : answer.problems().getFirst().fix();
        return all
                + (more > 0 ? " There " + (more == 1 ? "is one problem" : "are " + more + " problems") + " more." : "")
                + (fix == null ? "" : " To mend it: " + fix.change());
    }

    private static String told(Trouble trouble) {
        String trace = trouble.trace().stream().map(Step::label).collect(Collectors.joining(", "));
        return trouble.message() + (trouble.trace().size() > 6 ? " The steps: " + trace + "." : "");
    }
}
