package io.millrace.cli;

import io.millrace.data.Data;
import io.millrace.net.Condition;
import io.millrace.net.Net;
import io.millrace.net.Specification;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseDetails;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tokens for the picture of a specification: of a case and its sub-cases, or as scenarios write them,
 * {@code c1, c2*2, c(a,b), exec(t)}.
 */
final class Tokens {
    /** A place, quoted or with something in parentheses, and how many are there. */
    private static final Pattern ONE = Pattern.compile("\\s*('[^']+'|[^,*()']+(?:\\([^()]*\\))?)\\s*(?:\\*\\s*(\\d{1,9}))?\\s*(?:,|$)");
    /** A running task, whatever its instances do. */
    private static final Pattern RUNNING = Pattern.compile("(?:exec|entered|completed)\\((.*)\\)");

    private final Specification specification;
    private final Map<String, Map<String, Integer>> byNet = new HashMap<>();

    private Tokens(Specification specification) {
        this.specification = specification;
    }

    /** Those of the root net, as a text says. */
    static Map<String, Map<String, Integer>> parse(Specification specification, String text) {
        Tokens tokens = new Tokens(specification);
        Matcher one = ONE.matcher(text);
        int at = 0;
        while (at < text.length()) {
            if (!one.find(at) || one.start() != at) {
                throw new RefusedException(Code.BAD_USE.with("Tokens are written as in 'c1, c2*2, c(a,b), exec(t)', not '" + text + "'"));
            }
            tokens.add(specification.root(), one.group(1).strip(), one.group(2) == null ? 1 : Integer.parseInt(one.group(2)));
            at = one.end();
        }
        return tokens.byNet;
    }

    /** Those of a case and its sub-cases, as far as they run nets of this specification. */
    static Map<String, Map<String, Integer>> of(Specification specification, List<CaseDetails> cases) {
        Tokens tokens = new Tokens(specification);
        String whole = whole(cases.getFirst());
        for (CaseDetails each : cases) {
            if (whole(each).equals(whole)) {
                String process = each.info().process();
                String net = process.equals(whole) ? specification.root() : process.substring(whole.length() + 1);
                Data standing = each.standing().at("tokens");
                if (standing instanceof Data.Fields fields) {
                    fields.asMap().forEach((place, count) -> tokens.add(net, place, count.asInt()));
                }
            }
        }
        return tokens.byNet;
    }

    private static String whole(CaseDetails details) {
        String process = details.info().process();
        int part = process.indexOf('/');
        return part < 0 ? process : process.substring(0, part);
    }

    private void add(String net, String place, int count) {
        Matcher running = RUNNING.matcher(place);
        String written = running.matches() ? running.group(1) : place;
        String node = written.startsWith("'") ? written.substring(1, written.length() - 1) : written;
        if (!places(net).contains(node)) {
            throw new RefusedException(Code.BAD_USE.with("There are tokens in '" + node + "', which the net '" + net + "' does not have"));
        }
        byNet.computeIfAbsent(net, name -> new HashMap<>()).merge(node, count, Integer::sum);
    }

    private Set<String> places(String net) {
        Net drawn = specification.net(net);
        Set<String> places = new HashSet<>();
        if (drawn != null) {
            drawn.conditions().forEach(condition -> places.add(condition.name()));
            drawn.tasks().forEach(task -> places.add(task.name()));
            drawn.flows().forEach(flow -> places.add(Condition.between(flow.from(), flow.to())));
        }
        return places;
    }
}
