package io.millrace.server.http;

import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Texts of people in headers, which hold only ASCII: {@code UTF-8''Gr%C3%BC%C3%9Fe}, as RFC 8187 says. */
final class HeaderText {
    private static final String ENCODED = "UTF-8''";

    private HeaderText() {}

    /** The value of a header, decoded if it is one of ours. */
    static String read(String name, String value) {
        boolean ours = name.startsWith("millrace-") || name.equals("idempotency-key");
        if (!ours || !value.regionMatches(true, 0, ENCODED, 0, ENCODED.length())) {
            return value;
        }
        try {
            // Read as single bytes first, so that a wrong sequence of bytes is found instead of being replaced.
            String bytes = URLDecoder.decode(value.substring(ENCODED.length()).replace("+", "%2B"), StandardCharsets.ISO_8859_1);
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.getBytes(StandardCharsets.ISO_8859_1))).toString();
        } catch (IllegalArgumentException | CharacterCodingException e) {
            throw Exchange.bad("the header '" + name + "' begins with UTF-8'' and is not encoded as RFC 8187 says");
        }
    }
}
