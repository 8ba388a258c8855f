package io.millrace.data;

import org.jspecify.annotations.Nullable;

/** A small table of strings: names of fields repeat in every case, so those that are read from bytes are shared. */
final class Names {
    private static final int SHARED_LENGTH = 32;

    // Entries are overwritten without a lock. A String is safe to publish so, and a lost entry costs only a copy.
    private static final @Nullable String[] SHARED = new @Nullable String[4096];

    private Names() {}

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
