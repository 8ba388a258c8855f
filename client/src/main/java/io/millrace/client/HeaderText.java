package io.millrace.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** A text as the value of a header, which can hold only ASCII on one line: others are written as RFC 8187 says. */
final class HeaderText {
    private static final String ENCODED = "UTF-8''";

    private HeaderText() {}

    static String of(String text) {
        boolean plain = text.chars().allMatch(c -> c >= ' ' && c < 0x7f) && text.equals(text.strip()) && !text.regionMatches(true, 0, ENCODED, 0, ENCODED.length());
        return plain ? text : ENCODED + URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace("*", "%2A");
    }
}
