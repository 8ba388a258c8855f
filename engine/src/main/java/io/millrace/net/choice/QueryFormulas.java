package io.millrace.net.choice;

import io.millrace.net.Net;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Predicates in XPath as formulas: {@code and}, {@code or}, {@code not(...)}, {@code exists(...)} and {@code empty(...)}, comparisons of
 * a variable that has one simple value with a literal. Anything else is a fact known by its text.
 */
final class QueryFormulas {
    private static final Pattern CALL = Pattern.compile("(?:fn:)?(not|exists|empty|boolean|true|false)\\s*\\((.*)\\)", Pattern.DOTALL);
    private static final Pattern CAST = Pattern.compile("(?:fn:)?(?:number|string|xs:\\w+)\\s*\\((.*)\\)", Pattern.DOTALL);
    private static final Pattern OPERATOR = Pattern.compile("!=|<=|>=|=|<|>|(?<=[\\s)'\"\\d])(?:eq|ne|lt|le|gt|ge)(?=[\\s('\"])");
    private static final Pattern PATH = Pattern.compile("/([\\w.\\-]+)((?:/[\\w.\\-]+)+?)(?:/text\\(\\))?");
    private static final Pattern NUMBER = Pattern.compile("[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)");
    private static final Pattern TEXT = Pattern.compile("'[^']+'|\"[^\"]+\"");
    /** Words that begin or hold together what is more than a condition; their texts are not taken apart. */
    private static final Pattern OTHERS = Pattern.compile("\\b(if|for|let|some|every|return|satisfies|then|else|declare|switch|instance|to|union|except|intersect)\\b|\\(:");

    private final Net net;

    QueryFormulas(Net net) {
        this.net = net;
    }

    Formula of(String text) {
        String query = text.strip();
        return OTHERS.matcher(blanked(query)).find() || query.contains("(:") ? fact(query) : condition(query);
    }

    /** White space does not matter outside of literals. */
    private static Formula fact(String query) {
        StringBuilder key = new StringBuilder("query ");
        String seen = blanked(query);
        for (int i = 0; i < query.length(); i++) {
            boolean space = Character.isWhitespace(seen.charAt(i));
            if (!space || i > 0 && !Character.isWhitespace(seen.charAt(i - 1))) {
                key.append(space ? ' ' : query.charAt(i));
            }
        }
        return new Formula.Fact(key.toString().strip());
    }

    /** The text with a letter for everything inside of a literal, or of brackets of any kind. */
    private static String top(String query) {
        char[] seen = blanked(query).toCharArray();
        int depth = 0;
        for (int i = 0; i < seen.length; i++) {
            boolean closes = seen[i] == ')' || seen[i] == ']' || seen[i] == '}';
            depth -= closes ? 1 : 0;
            boolean inside = depth > 0;
            depth += seen[i] == '(' || seen[i] == '[' || seen[i] == '{' ? 1 : 0;
            seen[i] = inside ? '_' : seen[i];
        }
        return new String(seen);
    }

    /** The text with a letter for everything inside of a literal. */
    private static String blanked(String query) {
        char[] seen = query.toCharArray();
        char quote = 0;
        for (int i = 0; i < seen.length; i++) {
            if (quote == 0 && (seen[i] == '\'' || seen[i] == '"')) {
                quote = seen[i];
            } else if (quote != 0 && seen[i] == quote) {
                quote = 0;
            } else if (quote != 0) {
                seen[i] = '_';
            }
        }
        return new String(seen);
    }

    private static List<String> parts(String query, String word) {
        List<String> parts = new ArrayList<>();
        Matcher at = Pattern.compile("(?<=[\\s)'\"\\]])" + word + "(?=[\\s(])").matcher(top(query));
        int from = 0;
        while (at.find()) {
            parts.add(query.substring(from, at.start()).strip());
            from = at.end();
        }
        parts.add(query.substring(from).strip());
        return parts;
    }

    private Formula condition(String query) {
        if (query.isEmpty()) {
            return fact(query);
        }
        List<String> either = parts(query, "or");
        if (either.size() > 1) {
            return new Formula.Joined(false, either.stream().map(this::condition).toList());
        }
        List<String> both = parts(query, "and");
        if (both.size() > 1) {
            return new Formula.Joined(true, both.stream().map(this::condition).toList());
        }
        if (isWrapped(query, 0)) {
            return condition(query.substring(1, query.length() - 1).strip());
        }
        Matcher call = CALL.matcher(query);
        if (call.matches() && isWrapped(query, query.indexOf('('))) {
            String inner = call.group(2).strip();
            return switch (call.group(1)) {
                case "not" -> new Formula.Not(condition(inner));
                case "boolean" -> condition(inner);
                case "exists" -> new Formula.Not(fact("empty(" + inner + ")"));
                case "empty" -> fact("empty(" + inner + ")");
                default -> inner.isEmpty() ? new Formula.Known(call.group(1).equals("true")) : fact(query);
            };
        }
        Formula compared = comparison(query);
        return compared == null ? fact(query) : compared;
    }

    /** Whether the parenthesis at a place ends with the text. */
    private static boolean isWrapped(String query, int from) {
        String seen = blanked(query);
        if (from < 0 || seen.charAt(from) != '(' || !seen.endsWith(")")) {
            return false;
        }
        int depth = 0;
        for (int i = from; i < seen.length(); i++) {
            depth += seen.charAt(i) == '(' ? 1 : seen.charAt(i) == ')' ? -1 : 0;
            if (depth == 0) {
                return i == seen.length() - 1;
            }
        }
        return false;
    }

    private @Nullable Formula comparison(String query) {
        Matcher operator = OPERATOR.matcher(top(query));
        if (!operator.find()) {
            return null;
        }
        String left = query.substring(0, operator.start()).strip();
        String right = query.substring(operator.end()).strip();
        Formula.Relation relation = relation(operator.group());
        if (operator.find()) {
            return null;
        }
        boolean turned = literal(left) != null;
        Formula.Constant constant = literal(turned ? left : right);
        String value = value(turned ? right : left);
        if (constant == null || value == null || constant.number() == null && relation != Formula.Relation.EQUAL && relation != Formula.Relation.OTHER) {
            return null;
        }
        return new Formula.Compares(value, turned ? relation.mirrored() : relation, constant);
    }

    private static Formula.Relation relation(String operator) {
        return switch (operator) {
            case "=", "eq" -> Formula.Relation.EQUAL;
            case "!=", "ne" -> Formula.Relation.OTHER;
            case "<", "lt" -> Formula.Relation.BELOW;
            case ">", "gt" -> Formula.Relation.ABOVE;
            case "<=", "le" -> Formula.Relation.AT_MOST;
            default -> Formula.Relation.AT_LEAST;
        };
    }

    private static Formula.@Nullable Constant literal(String text) {
        if (NUMBER.matcher(text).matches()) {
            // Values of elements are compared as doubles, to which numbers that are close enough are equal.
            double number = new BigDecimal(text).doubleValue();
            return Double.isInfinite(number) ? null : Formula.Constant.of(new BigDecimal(number));
        }
        return TEXT.matcher(text).matches() ? Formula.Constant.of(text.substring(1, text.length() - 1)) : null;
    }

    /** The path to one simple value, or null. A conversion between does not change which value it is. */
    private @Nullable String value(String text) {
        Matcher cast = CAST.matcher(text);
        if (cast.matches() && isWrapped(text, text.indexOf('('))) {
            // Two conversions of one value may compare differently.
            String inner = value(cast.group(1).strip());
            return inner == null ? null : text.substring(0, text.indexOf('(')).strip() + " " + inner;
        }
        Matcher path = PATH.matcher(text);
        if (!path.matches() || !path.group(1).equals(net.name())) {
            return null;
        }
        List<String> names = Arrays.asList(path.group(2).substring(1).split("/", -1));
        return Predicates.isSingle(net, names) ? String.join("/", names) : null;
    }
}
