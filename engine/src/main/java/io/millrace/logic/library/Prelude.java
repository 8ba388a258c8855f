package io.millrace.logic.library;

import io.millrace.logic.read.Source;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The part of the library that is written in Prolog, as resources beside this class. */
final class Prelude {
    static final List<Source> SOURCES = List.of(
            source("control.pl"),
            source("lists.pl"),
            source("solutions.pl"),
            source("apply.pl"),
            source("aggregate.pl"),
            source("ordsets.pl"),
            source("assoc.pl"),
            source("dates.pl"),
            source("programs.pl"),
            source("trace.pl"));

    private Prelude() {}

    private static Source source(String name) {
        try (InputStream in = Prelude.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing beside " + Prelude.class);
            }
            return Source.of(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
