package io.millrace.server.mcp;

import io.millrace.data.Data;
import io.millrace.problem.Code;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What stands in the way of an act, in parts that a program can use: the code, the reason in words, the rules behind it, the events that
 * would lift it, and what can be done.
 */
final class Obstacle {
    /** As in {@code rule 'a' does not permit}, {@code rules 'a', 'b' do not permit} and {@code rules a, b exclude it}. */
    private static final Pattern RULES =
            Pattern.compile("\\brules? ((?:'[^']+'|[\\w:-]+)(?:, (?:'[^']+'|[\\w:-]+))*) (?:does not permit|do not permit|excludes?|demands?|still)\\b");
    private static final Pattern LIFTED = Pattern.compile("it can happen after (.+?)(?=[.;] |\\.?$)");
    private static final Pattern CODE = Pattern.compile("MR-(\\d{4})");

    private Obstacle() {}

    /** The parts of a problem. */
    static Data of(String code, String detail) {
        Data data = Data.fields("code", code, "detail", detail);
        List<String> rules = rules(detail);
        List<String> lifted = liftedBy(detail);
        data = rules.isEmpty() ? data : data.with("rules", rules);
        data = lifted.isEmpty() ? data : data.with("liftedBy", lifted);
        Matcher number = CODE.matcher(code);
        Code known = number.matches() ? Code.of(Integer.parseInt(number.group(1))).orElse(null) : null;
        return known == null ? data : data.with("remedy", known.remedy());
    }

    /** The names of the rules that a text blames. */
    static List<String> rules(String detail) {
        List<String> names = new ArrayList<>();
        Matcher blamed = RULES.matcher(detail);
        while (blamed.find()) {
            Arrays.stream(blamed.group(1).split(", "))
                    .map(name -> name.replaceAll("^'|'$", ""))
                    .filter(name -> !names.contains(name))
                    .forEach(names::add);
        }
        return names;
    }

    /** The events that would let it happen. */
    static List<String> liftedBy(String detail) {
        Matcher after = LIFTED.matcher(detail);
        return after.find() ? List.of(after.group(1).split(" or ")) : List.of();
    }
}
