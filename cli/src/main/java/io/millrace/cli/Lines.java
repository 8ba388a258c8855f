package io.millrace.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/** Where a person, or a file in place of one, gives lines. */
interface Lines extends AutoCloseable {
    /** The next line, or null when there are no more. */
    @Nullable String next(String prompt);

    /** Whether one more of what was just shown is asked for: a semicolon does. */
    boolean another();

    /**
     * What happens when a person interrupts while nothing is being read. From then on an interrupted line is an empty one, of which
     * {@link #interrupted} tells, and not the end of the input.
     */
    default void onInterrupt(Runnable action) {}

    /** Whether the last line was given up by an interrupt. */
    default boolean interrupted() {
        return false;
    }

    @Override
    default void close() {}

    /** Lines of a text; nobody is there to be prompted. */
    static Lines of(Reader text) {
        return new Text(text);
    }

    /** Standard input: with editing and a memory where it is a terminal, which the script tells. */
    static Lines ofThisProcess() {
        return ofThisProcess(null);
    }

    /** Standard input, with what was typed before in a file. */
    static Lines ofThisProcess(@Nullable Path history) {
        return "1".equals(System.getenv("MILL_KEYBOARD"))
                ? new Keyboard(history)
                : of(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    }

    /** A text that was written before. */
    final class Text implements Lines {
        private final BufferedReader lines;
        private @Nullable String ahead;

        Text(Reader text) {
            lines = new BufferedReader(text);
        }

        @Override
        public @Nullable String next(String prompt) {
            String line = ahead;
            ahead = null;
            try {
                return line != null ? line : lines.readLine();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** A line with nothing but a semicolon asks for more; any other is what comes next. */
        @Override
        public boolean another() {
            ahead = next("");
            if (ahead == null || !ahead.strip().equals(";")) {
                return false;
            }
            ahead = null;
            return true;
        }
    }

    /** A person at a terminal. */
    final class Keyboard implements Lines {
        private final Terminal terminal;
        private final LineReader reader;
        private boolean goesOn;
        private boolean interrupted;

        Keyboard(@Nullable Path history) {
            try {
                terminal = TerminalBuilder.builder().system(true).dumb(true).nativeSignals(true).build();
                reader = LineReaderBuilder.builder()
                        .terminal(terminal)
                        // An exclamation mark is an exclamation mark.
                        .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                        .build();
                if (history != null) {
                    reader.setVariable(LineReader.HISTORY_FILE, history);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public @Nullable String next(String prompt) {
            interrupted = false;
            try {
                return reader.readLine(prompt);
            } catch (UserInterruptException e) {
                interrupted = goesOn;
                return goesOn ? "" : null;
            } catch (EndOfFileException e) {
                return null;
            }
        }

        @Override
        public boolean interrupted() {
            return interrupted;
        }

        /** One key, without waiting for the end of a line. */
        @Override
        public boolean another() {
            Attributes before = terminal.enterRawMode();
            try {
                int key = terminal.reader().read();
                return key == ';' || key == ' ' || key == '\t' || key == 'n';
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                terminal.setAttributes(before);
            }
        }

        @Override
        public void onInterrupt(Runnable action) {
            goesOn = true;
            terminal.handle(Terminal.Signal.INT, signal -> action.run());
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
