package io.millrace.verify.file;

import io.millrace.net.Specification;
import io.millrace.net.draw.Marks;
import io.millrace.net.draw.Svg;
import io.millrace.verify.PlainNet;
import io.millrace.verify.Tokens;
import io.millrace.verify.Trouble;
import io.millrace.verify.Verdict;
import io.millrace.verify.Verification;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A net with what was found wrong with it: the tokens of the first trouble, the nodes to blame for it and every dead task in red, and
 * what there is to say under the picture. A net that is sound is drawn as it is.
 */
public final class VerdictPicture {
    private VerdictPicture() {}

    /** The picture of a specification and of what was found out about it. */
    public static String svg(Specification specification, Verification answer) {
        return Svg.of(specification, marks(answer));
    }

    /** The picture of a plain net and of what was found out about it. */
    public static String svg(PlainNet net, Verification answer) {
        return answer.problems().isEmpty() ? PlainPicture.svg(net) : PlainPicture.svg(net, marks(answer));
    }

    private static Marks marks(Verification answer) {
        Map<String, Map<String, Integer>> tokens = new HashMap<>();
        Map<String, Set<String>> faults = new HashMap<>();
        List<String> caption = new ArrayList<>();
        boolean shown = false;
        int untold = 0;
        for (Trouble trouble : answer.problems()) {
            boolean dead = trouble.kind() == Trouble.Kind.DEAD_TASK;
            if (!dead && shown) {
                untold++;
                continue;
            }
            shown |= !dead;
            faults.computeIfAbsent(trouble.net(), net -> new HashSet<>()).addAll(trouble.nodes());
            for (Tokens each : trouble.tokens()) {
                tokens.computeIfAbsent(each.net(), net -> new HashMap<>()).merge(each.node(), each.number(), Integer::sum);
            }
            caption.add(trouble.message());
        }
        if (!answer.problems().isEmpty() && answer.problems().getFirst().fix() != null) {
            caption.add("Fix: " + answer.problems().getFirst().fix().change());
        }
        if (untold > 0) {
            caption.add("Not shown: " + untold + " more of what is wrong.");
        }
        if (answer.verdict() == Verdict.UNKNOWN) {
            caption.addAll(answer.reasons());
        }
        return new Marks(tokens, faults, caption);
    }
}
