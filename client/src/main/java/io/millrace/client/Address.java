package io.millrace.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A path with its parameters, each encoded. */
final class Address {
    private final StringBuilder text;
    private boolean asked;

    private Address(StringBuilder text) {
        this.text = text;
    }

    /** A path of segments: {@code of("cases", "62", "why")}. */
    static Address of(String... segments) {
        StringBuilder text = new StringBuilder();
        for (String segment : segments) {
            text.append('/').append(encoded(segment));
        }
        return new Address(text);
    }

    /** With a parameter, unless it is null. */
    Address with(String name, @Nullable Object value) {
        if (value != null) {
            text.append(asked ? '&' : '?').append(name).append('=').append(encoded(value.toString()));
            asked = true;
        }
        return this;
    }

    /** With a parameter that is true, unless it is not. */
    Address when(String name, boolean value) {
        return value ? with(name, true) : this;
    }

    /** With an instant, unless it is the end of time, which means now. */
    Address at(Instant instant) {
        return instant.equals(Instant.MAX) ? this : with("at", instant);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
