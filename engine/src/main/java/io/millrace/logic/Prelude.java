package io.millrace.logic;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The part of the library that is written in Prolog, as a resource beside this class. */
final class Prelude {
    static final Source SOURCE = Source.of("prelude.pl", text());

    private Prelude() {}

    private static String text() {
        try (InputStream in = Prelude.class.getResourceAsStream("prelude.pl")) {
            if (in == null) {
                throw new IllegalStateException("prelude.pl is missing beside " + Prelude.class);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
