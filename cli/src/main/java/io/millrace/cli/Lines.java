package io.millrace.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/** Where a person, or a file in place of one, gives lines. */
interface Lines extends AutoCloseable {
    /** The next line, or null when there are no more. */
    @Nullable String next(String prompt);

    @Override
    default void close() {}

    /** Lines of a text; nobody is there to be prompted. */
    static Lines of(Reader text) {
        BufferedReader lines = new BufferedReader(text);
        return prompt -> {
            try {
                return lines.readLine();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    /** Standard input: with editing and a memory where it is a terminal, which the script tells. */
    static Lines ofThisProcess() {
        return "1".equals(System.getenv("MILL_KEYBOARD"))
                ? new Keyboard()
                : of(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    }

    /** A person at a terminal. */
    final class Keyboard implements Lines {
        private final Terminal terminal;
        private final LineReader reader;

        Keyboard() {
            try {
                terminal = TerminalBuilder.builder().system(true).dumb(true).build();
                reader = LineReaderBuilder.builder()
                        .terminal(terminal)
                        // An exclamation mark is an exclamation mark.
                        .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                        .build();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public @Nullable String next(String prompt) {
            try {
                return reader.readLine(prompt);
            } catch (EndOfFileException | UserInterruptException e) {
                return null;
            }
        }

        @Override
        public void close() {
            try {
                terminal.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
