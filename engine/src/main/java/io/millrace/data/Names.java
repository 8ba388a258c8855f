package io.millrace.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finding a name among the names of fields. Few names are tried one by one; many are searched by halves in sorted order,
 * which no choice of names can make slow, as it can a hash table.
 *
 * <p>Names repeat in every case, so those that are read from bytes are shared through a small table.
 */
final class Names {
    private static final int SHARED_LENGTH = 32;

    // Entries are overwritten without a lock. A String is safe to publish so, and a lost entry costs only a copy.
    private static final @Nullable String[] SHARED = new @Nullable String[4096];

    private Names() {}

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

    /** The shared string of these bytes, or null if they are not short ASCII. */
    static @Nullable String shared(byte[] bytes, int from, int length) {
        if (length > SHARED_LENGTH) {
            return null;
        }
        int hash = length;
        for (int i = from; i < from + length; i++) {
            byte b = bytes[i];
            if (b < 0) {
                return null;
            }
            hash = 31 * hash + b;
        }
        int slot = (hash ^ (hash >>> 15)) & (SHARED.length - 1);
        String known = SHARED[slot];
        if (known != null && same(known, bytes, from, length)) {
            return known;
        }
        String fresh = Utf8.ascii(bytes, from, length);
        SHARED[slot] = fresh;
        return fresh;
    }

    private static boolean same(String text, byte[] bytes, int from, int length) {
        if (text.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (text.charAt(i) != bytes[from + i]) {
                return false;
            }
        }
        return true;
    }
}
