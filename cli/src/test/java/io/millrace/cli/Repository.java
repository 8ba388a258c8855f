package io.millrace.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files around the modules. */
final class Repository {
    private Repository() {}

    /** The root, seen from the module in whose directory tests run. */
    static Path root() {
        Path here = Path.of("").toAbsolutePath();
        return Files.exists(here.resolve("mill")) ? here : here.resolve("..").normalize();
    }

    static String read(String file) {
        try {
            return Files.readString(root().resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
