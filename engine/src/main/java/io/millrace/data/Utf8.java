package io.millrace.data;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Strings as UTF-8, losing nothing: half a surrogate pair, which UTF-8 has no place for, is written in the three bytes that
 * its number would have. Nearly all text of cases is ASCII, so that comes first everywhere.
 */
final class Utf8 {
    private Utf8() {}

    static int length(String text) {
        int length = text.length();
        for (int i = 0; i < length; i++) {
            if (text.charAt(i) >= 0x80) {
                return i + lengthFrom(text, i);
            }
        }
        return length;
    }

    private static int lengthFrom(String text, int from) {
        int bytes = 0;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                bytes++;
            } else if (c < 0x800) {
                bytes += 2;
            } else if (pairAt(text, i)) {
                bytes += 4;
                i++;
            } else {
                bytes += 3;
            }
        }
        return bytes;
    }

    /** Writes a text whose {@link #length} is known and for which there is room; answers the offset after it. */
    static int write(String text, int length, byte[] into, int at) {
        if (length == text.length()) {
            copyAscii(text, into, at);
            return at + length;
        }
        int to = at;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                into[to++] = (byte) c;
            } else if (c < 0x800) {
                into[to++] = (byte) (0xC0 | (c >> 6));
                into[to++] = (byte) (0x80 | (c & 0x3F));
            } else if (pairAt(text, i)) {
                int point = Character.toCodePoint(c, text.charAt(++i));
                into[to++] = (byte) (0xF0 | (point >> 18));
                into[to++] = (byte) (0x80 | (point >> 12 & 0x3F));
                into[to++] = (byte) (0x80 | (point >> 6 & 0x3F));
                into[to++] = (byte) (0x80 | (point & 0x3F));
            } else {
                into[to++] = (byte) (0xE0 | (c >> 12));
                into[to++] = (byte) (0x80 | (c >> 6 & 0x3F));
                into[to++] = (byte) (0x80 | (c & 0x3F));
            }
        }
        return to;
    }

    @SuppressWarnings("deprecation") // It drops the high bytes, which are zero here, and is the fastest copy there is.
    private static void copyAscii(String text, byte[] into, int at) {
        text.getBytes(0, text.length(), into, at);
    }

    private static boolean pairAt(String text, int i) {
        return Character.isHighSurrogate(text.charAt(i))
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
    }

    static String ascii(byte[] bytes, int from, int length) {
        return new String(bytes, from, length, StandardCharsets.ISO_8859_1);
    }

    /** The text of these bytes, or null if no text is written so. */
    static @Nullable String read(byte[] bytes, int from, int length) {
        for (int i = from; i < from + length; i++) {
            if (bytes[i] < 0) {
                return decode(bytes, from, from + length);
            }
        }
        return ascii(bytes, from, length);
    }

    private static @Nullable String decode(byte[] bytes, int from, int to) {
        char[] chars = new char[to - from];
        int count = 0;
        int i = from;
        while (i < to) {
            int first = bytes[i++];
            if (first >= 0) {
                chars[count++] = (char) first;
                continue;
            }
            int more = (first & 0xE0) == 0xC0 ? 1 : (first & 0xF0) == 0xE0 ? 2 : (first & 0xF8) == 0xF0 ? 3 : 0;
            if (more == 0 || i + more > to) {
                return null;
            }
            int point = first & (0x3F >> more);
            for (int k = 0; k < more; k++) {
                int next = bytes[i++];
                if ((next & 0xC0) != 0x80) {
                    return null;
                }
                point = (point << 6) | (next & 0x3F);
            }
            // One way only to write each point, so that equal texts have equal bytes.
            int least = more == 1 ? 0x80 : more == 2 ? 0x800 : 0x10000;
            if (point < least || point > Character.MAX_CODE_POINT) {
                return null;
            }
            if (more == 3) {
                chars[count++] = Character.highSurrogate(point);
                chars[count++] = Character.lowSurrogate(point);
            } else {
                boolean splitPair = Character.isLowSurrogate((char) point)
                        && count > 0
                        && more == 2
                        && Character.isHighSurrogate(chars[count - 1]);
                if (splitPair) {
                    return null;
                }
                chars[count++] = (char) point;
            }
        }
        return new String(chars, 0, count);
    }
}
