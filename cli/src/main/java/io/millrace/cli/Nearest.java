package io.millrace.cli;

import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The name that was probably meant where an unknown one was given. */
final class Nearest {
    private Nearest() {}

    /** The nearest of the names, or null if none is near: at most one edit in three characters, or the beginning of just one name. */
    static @Nullable String to(String given, Collection<String> names) {
        String wanted = given.toLowerCase(Locale.ROOT);
        int allowed = Math.max(1, wanted.replace("-", "").length() / 3);
        String near = names.stream()
                .filter(name -> distance(wanted, name.toLowerCase(Locale.ROOT)) <= allowed)
                .min(Comparator.comparingInt((String name) -> distance(wanted, name.toLowerCase(Locale.ROOT))).thenComparing(name -> name))
                .orElse(null);
        if (near != null || wanted.replace("-", "").length() < 2) {
            return near;
        }
        var begun = names.stream().filter(name -> name.toLowerCase(Locale.ROOT).startsWith(wanted)).toList();
        return begun.size() == 1 ? begun.getFirst() : null;
    }

    /** Wrong use, with the name that was probably meant in place of the general remedy. */
    static Problem problem(String sentence, String given, Collection<String> names) {
        String near = to(given, names);
        return near == null ? Code.BAD_USE.with(sentence) : Mill.badUse(sentence, "Did you mean '" + near + "'?");
    }

    /** How many letters must be put in, taken out, replaced, or exchanged with the next one (Damerau and Levenshtein). */
    static int distance(String one, String other) {
        int[] older = new int[other.length() + 1];
        int[] before = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            before[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] now = new int[other.length() + 1];
            now[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int same = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
                now[j] = Math.min(before[j - 1] + same, Math.min(before[j], now[j - 1]) + 1);
                boolean exchanged = i > 1 && j > 1 && one.charAt(i - 1) == other.charAt(j - 2) && one.charAt(i - 2) == other.charAt(j - 1);
                now[j] = exchanged ? Math.min(now[j], older[j - 2] + 1) : now[j];
            }
            older = before;
            before = now;
        }
        return before[other.length()];
    }
}
