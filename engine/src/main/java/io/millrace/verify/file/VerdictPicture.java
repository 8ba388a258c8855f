package io.millrace.verify.file;

import io.millrace.draw.Figure;
import io.millrace.draw.Look;
import io.millrace.draw.Marks;
import io.millrace.draw.Svg;
import io.millrace.draw.View;
import io.millrace.net.NetLayout;
import io.millrace.net.Specification;
import io.millrace.net.draw.NetPicture;
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
import org.jspecify.annotations.Nullable;

/**
 * A net with what was found wrong with it: a picture for each problem, with its tokens, the nodes to blame for it in red, and what there is
 * to say under it. Dead tasks need no tokens and are in the first one. A net that is sound is drawn as it is.
 */
public final class VerdictPicture {
    private VerdictPicture() {}

    /** The picture of a specification and of what was found out about it. */
    public static String svg(Specification specification, Verification answer) {
        return Svg.of(views(specification, answer), Look.USUAL);
    }

    /** The picture of a plain net and of what was found out about it. */
    public static String svg(PlainNet net, @Nullable NetLayout layout, Verification answer) {
        return Svg.of(views(net, layout, answer), Look.USUAL);
    }

    /** The views of a specification, one for each problem. */
    public static List<View> views(Specification specification, Verification answer) {
        Figure figure = NetPicture.of(specification);
        return marks(answer).stream().map(marks -> new View(shown(figure, marks), marks)).toList();
    }

    /** The views of a plain net, one for each problem. */
    public static List<View> views(PlainNet net, @Nullable NetLayout layout, Verification answer) {
        return answer.problems().isEmpty()
                ? PlainPicture.views(net, layout)
                : marks(answer).stream().map(marks -> PlainPicture.view(net, layout, marks)).toList();
    }

    /** All nets in the first view; in the others only those that have a part in the problem. */
    private static Figure shown(Figure figure, Marks marks) {
        List<Figure.Sheet> part = figure.sheets().stream()
                .filter(sheet -> marks.tokens().containsKey(sheet.name()) || marks.faults().containsKey(sheet.name()))
                .toList();
        boolean first = marks.caption().isEmpty() || !marks.caption().getFirst().startsWith(PROBLEM) || marks.caption().getFirst().startsWith(PROBLEM + "1 ");
        return first || part.isEmpty() ? figure : new Figure(figure.title(), part);
    }

    private static final String PROBLEM = "Problem ";

    private static List<Marks> marks(Verification answer) {
        List<Trouble> dead = answer.problems().stream().filter(trouble -> trouble.kind() == Trouble.Kind.DEAD_TASK).toList();
        List<Trouble> others = answer.problems().stream().filter(trouble -> trouble.kind() != Trouble.Kind.DEAD_TASK).toList();
        List<Marks> all = new ArrayList<>();
        for (int i = 0; i < Math.max(1, others.size()); i++) {
            List<Trouble> shown = new ArrayList<>(others.isEmpty() ? List.of() : List.of(others.get(i)));
            shown.addAll(i == 0 ? dead : List.of());
            Map<String, Map<String, Integer>> tokens = new HashMap<>();
            Map<String, Set<String>> faults = new HashMap<>();
            List<String> caption = new ArrayList<>();
            for (Trouble trouble : shown) {
                faults.computeIfAbsent(trouble.net(), net -> new HashSet<>()).addAll(trouble.nodes());
                for (Tokens each : trouble.tokens()) {
                    tokens.computeIfAbsent(each.net(), net -> new HashMap<>()).merge(each.node(), each.number(), Integer::sum);
                }
                boolean numbered = others.size() > 1 && trouble.kind() != Trouble.Kind.DEAD_TASK;
                caption.add((numbered ? PROBLEM + (i + 1) + " of " + others.size() + ": " : "") + trouble.message());
                if (trouble.fix() != null) {
                    caption.add("Fix: " + trouble.fix().change());
                }
            }
            if (i == 0 && answer.verdict() == Verdict.UNKNOWN) {
                caption.addAll(answer.reasons());
            }
            all.add(new Marks(tokens, faults, caption));
        }
        return all;
    }
}
