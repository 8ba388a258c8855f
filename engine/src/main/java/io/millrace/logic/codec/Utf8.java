package io.millrace.logic.codec;

import java.util.Arrays;

/** Text as UTF-8; the halves of surrogate pairs that a program may make are kept as three bytes each. */
final class Utf8 {
    private Utf8() {}

    static byte[] encode(String text) {
        byte[] bytes = new byte[text.length() * 3];
        int size = 0;
        for (int i = 0; i < text.length(); i++) {
            int c = text.codePointAt(i);
            if (c < 0x80) {
                bytes[size++] = (byte) c;
            } else if (c < 0x800) {
                bytes[size++] = (byte) (0xc0 | c >> 6);
                bytes[size++] = (byte) (0x80 | c & 0x3f);
            } else {
                if (c < 0x10000) {
                    bytes[size++] = (byte) (0xe0 | c >> 12);
                } else {
                    bytes[size++] = (byte) (0xf0 | c >> 18);
                    bytes[size++] = (byte) (0x80 | c >> 12 & 0x3f);
                    i++;
                }
                bytes[size++] = (byte) (0x80 | c >> 6 & 0x3f);
                bytes[size++] = (byte) (0x80 | c & 0x3f);
            }
        }
        return Arrays.copyOf(bytes, size);
    }

    /** The text of so many bytes; refuses anything that {@link #encode} does not write. */
    static String decode(byte[] bytes, int offset, int length) {
        StringBuilder text = new StringBuilder(length);
        int end = offset + length;
        int at = offset;
        while (at < end) {
            int first = bytes[at++] & 0xff;
            int more = first < 0x80 ? 0 : first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
            if (first >= 0x80 && first < 0xc0 || first >= 0xf8 || at + more > end) {
                throw malformed();
            }
            int c = more == 0 ? first : first & 0x3f >> more;
            for (int i = 0; i < more; i++) {
                int next = bytes[at++] & 0xff;
                if ((next & 0xc0) != 0x80) {
                    throw malformed();
                }
                c = c << 6 | next & 0x3f;
            }
            if (c > Character.MAX_CODE_POINT || more > 0 && c < (more == 1 ? 0x80 : more == 2 ? 0x800 : 0x10000)) {
                throw malformed();
            }
            text.appendCodePoint(c);
        }
        return text.toString();
    }

    private static MalformedTerm malformed() {
        return new MalformedTerm("a name or string is not valid UTF-8");
    }
}
