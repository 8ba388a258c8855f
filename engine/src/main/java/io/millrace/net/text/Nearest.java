package io.millrace.net.text;

import java.util.Collection;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Finds the known name that a misspelt one stands for. A letter too many, too few or wrong counts as one slip, and so do two
 * neighbours that changed places. One slip is forgiven, two in a name of eight letters or more.
 */
public final class Nearest {
    private static final int LONG = 8;

    private Nearest() {}

    /** The name that is meant, or null if none is near. Of several that are equally near, the first in the alphabet. */
    public static @Nullable String to(String name, Collection<String> known) {
        return known.stream()
                .filter(each -> !each.equals(name) && isNear(name, each))
                .min(Comparator.comparingInt((String each) -> slips(name, each)).thenComparing(Comparator.naturalOrder()))
                .orElse(null);
    }

    /** The end of a sentence that asks whether the nearest name is meant; empty if none is near. */
    public static String hint(String name, Collection<String> known) {
        String near = to(name, known);
        return near == null ? "" : "; is '" + near + "' meant";
    }

    private static boolean isNear(String name, String known) {
        int longer = Math.max(name.length(), known.length());
        int allowed = longer >= LONG ? 2 : 1;
        return Math.abs(name.length() - known.length()) <= allowed
                && Math.min(name.length(), known.length()) > allowed + 1
                && digits(name).equals(digits(known))
                && slips(name, known) <= allowed;
    }

    /** Names that differ in their numbers, such as {@code review_1} and {@code review_2}, are different on purpose. */
    private static String digits(String name) {
        return name.replaceAll("\\D", "");
    }

    /** The distance of Damerau and Levenshtein, for words of which no part is changed twice. */
    private static int slips(String one, String other) {
        int[][] slips = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                if (i == 0 || j == 0) {
                    slips[i][j] = i + j;
                    continue;
                }
                int change = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
                int least = Math.min(slips[i - 1][j - 1] + change, 1 + Math.min(slips[i - 1][j], slips[i][j - 1]));
                boolean swapped = i > 1 && j > 1 && one.charAt(i - 1) == other.charAt(j - 2) && one.charAt(i - 2) == other.charAt(j - 1);
                slips[i][j] = swapped ? Math.min(least, slips[i - 2][j - 2] + 1) : least;
            }
        }
        return slips[one.length()][other.length()];
    }
}
