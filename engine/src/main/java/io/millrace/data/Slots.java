package io.millrace.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How fields lie in memory: the names, then as many values, in one array, because most values in memory are small fields. The
 * array is never changed; what changes a field makes another.
 *
 * <p>Few names are tried one by one; many are searched by halves in sorted order, which no choice of names can make slow, as it
 * can a hash table.
 */
final class Slots {
    private Slots() {}

    /** The positions of the names, which are the first half of the array, in the order of the names. */
    static int[] sorted(Object[] slots) {
        Integer[] order = new Integer[slots.length / 2];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> ((String) slots[a]).compareTo((String) slots[b]));
        int[] positions = new int[order.length];
        Arrays.setAll(positions, i -> order[i]);
        return positions;
    }

    static boolean differ(Object[] slots, int @Nullable [] sorted) {
        int count = slots.length / 2;
        if (sorted != null) {
            for (int i = 1; i < count; i++) {
                if (slots[sorted[i - 1]].equals(slots[sorted[i]])) {
                    return false;
                }
            }
            return true;
        }
        for (int i = 1; i < count; i++) {
            for (int j = 0; j < i; j++) {
                if (slots[i].equals(slots[j])) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The position of a name, or -1. */
    static int find(Object[] slots, int @Nullable [] sorted, String name) {
        if (sorted == null) {
            for (int i = 0; i < slots.length / 2; i++) {
                if (name.equals(slots[i])) {
                    return i;
                }
            }
            return -1;
        }
        int low = 0;
        int high = sorted.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = ((String) slots[sorted[middle]]).compareTo(name);
            if (order == 0) {
                return sorted[middle];
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    /** With another value at a position. */
    static Object[] replaced(Object[] slots, int position, Data value) {
        Object[] copy = slots.clone();
        copy[slots.length / 2 + position] = value;
        return copy;
    }

    /** With one more field at the end. */
    static Object[] extended(Object[] slots, String name, Data value) {
        int count = slots.length / 2;
        Object[] copy = new Object[slots.length + 2];
        System.arraycopy(slots, 0, copy, 0, count);
        copy[count] = name;
        System.arraycopy(slots, count, copy, count + 1, count);
        copy[slots.length + 1] = value;
        return copy;
    }

    /** Without the field at a position. */
    static Object[] shortened(Object[] slots, int position) {
        int count = slots.length / 2;
        Object[] copy = new Object[slots.length - 2];
        System.arraycopy(slots, 0, copy, 0, position);
        System.arraycopy(slots, position + 1, copy, position, count - 1);
        System.arraycopy(slots, count + position + 1, copy, count + position - 1, count - position - 1);
        return copy;
    }

    /** Whether both have the same values under the same names, in whatever order. */
    static boolean same(Object[] slots, Object[] others, int @Nullable [] sortedOthers) {
        if (slots.length != others.length) {
            return false;
        }
        int count = slots.length / 2;
        for (int i = 0; i < count; i++) {
            int position = find(others, sortedOthers, (String) slots[i]);
            if (position < 0 || !slots[count + i].equals(others[count + position])) {
                return false;
            }
        }
        return true;
    }

    static int hash(Object[] slots) {
        int count = slots.length / 2;
        int hash = 0; // a sum, because the order does not count
        for (int i = 0; i < count; i++) {
            hash += (31 * slots[i].hashCode()) ^ slots[count + i].hashCode();
        }
        return hash;
    }
}
