package io.millrace.id;

import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The id of a case: a path of numbers. {@code 62.231.77} is sub-case 77 of sub-case 231 of case 62. Numbers start at 1
 * and are never used again below the same parent.
 */
public final class CaseId implements Comparable<CaseId> {
    private static final int[] NO_PATH = {};

    private final long root;
    private final int[] path;

    private CaseId(long root, int[] path) {
        this.root = root;
        this.path = path;
    }

    /** The id of a root case. */
    public static CaseId root(long number) {
        return new CaseId(number, NO_PATH);
    }

    /** The id with this root and this path of child numbers below it. */
    public static CaseId of(long root, int... path) {
        return new CaseId(root, path.length == 0 ? NO_PATH : path.clone());
    }

    /** Parses the text of an id. */
    public static CaseId parse(String text) {
        String[] parts = text.split("\\.", -1);
        try {
            long root = number(parts[0]);
            int[] path = new int[parts.length - 1];
            for (int i = 0; i < path.length; i++) {
                path[i] = Math.toIntExact(number(parts[i + 1]));
            }
            return of(root, path);
        } catch (NumberFormatException | ArithmeticException e) {
            throw new RefusedException(Code.NOT_A_CASE_ID.with(text));
        }
    }

    private static long number(String digits) {
        if (digits.isEmpty() || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new NumberFormatException();
        }
        long number = Long.parseLong(digits);
        if (number < 1) {
            throw new NumberFormatException();
        }
        return number;
    }

    /** The number of the root case. */
    public long root() {
        return root;
    }

    /** How many levels below its root case this is. */
    public int depth() {
        return path.length;
    }

    /** The child number at a level: 0 is the level right below the root. */
    public int number(int level) {
        return path[level];
    }

    /** Whether this is the id of a root case. */
    public boolean isRoot() {
        return path.length == 0;
    }

    /** The sub-case of this number. */
    public CaseId child(int number) {
        int[] longer = Arrays.copyOf(path, path.length + 1);
        longer[path.length] = number;
        return new CaseId(root, longer);
    }

    /** The case that called this one, or null for a root case. */
    public @Nullable CaseId parent() {
        return path.length == 0 ? null : new CaseId(root, path.length == 1 ? NO_PATH : Arrays.copyOf(path, path.length - 1));
    }

    /** Whether this is {@code other} or one of its direct or indirect sub-cases. */
    public boolean isWithin(CaseId other) {
        return root == other.root
                && path.length >= other.path.length
                && Arrays.equals(path, 0, other.path.length, other.path, 0, other.path.length);
    }

    @Override
    public int compareTo(CaseId other) {
        int byRoot = Long.compare(root, other.root);
        return byRoot != 0 ? byRoot : Arrays.compare(path, other.path);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CaseId that && root == that.root && Arrays.equals(path, that.path);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(root) * 31 + Arrays.hashCode(path);
    }

    @Override
    public String toString() {
        if (path.length == 0) {
            return Long.toString(root);
        }
        StringBuilder text = new StringBuilder().append(root);
        for (int number : path) {
            text.append('.').append(number);
        }
        return text.toString();
    }
}
