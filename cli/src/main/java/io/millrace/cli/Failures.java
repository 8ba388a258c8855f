package io.millrace.cli;

import io.millrace.data.DataException;
import io.millrace.journal.StoreException;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletionException;

/** What is said when a command fails: one sentence with a code, never a stack trace. */
final class Failures {
    private Failures() {}

    static int show(Screen screen, Throwable failure) {
        screen.complain(message(failure));
        if (System.getenv("MILL_TRACE") != null) {
            failure.printStackTrace(screen.err());
        }
        boolean answered = failure instanceof RefusedException refused && refused.code() == Code.UNKNOWN_CASE;
        return answered ? Mill.NO : Mill.CANNOT_ASK;
    }

    private static String message(Throwable failure) {
        return switch (failure) {
            case RefusedException refused -> refused.problem().message();
            case StoreException store -> store.problem().message();
            case DataException data -> data.problem().message();
            case UncheckedIOException io -> message(Objects.requireNonNull(io.getCause()));
            case CompletionException wrapped when wrapped.getCause() != null -> message(wrapped.getCause());
            case NoSuchFileException missing -> Code.NO_SUCH_FILE.with(text(missing)).message();
            case IllegalArgumentException wrong -> Code.BAD_USE.with(unstopped(text(wrong))).message();
            case StackOverflowError deep ->
                Code.FAILED.with("something that was given is nested too deeply").message();
            case OutOfMemoryError full ->
                Code.FAILED.with("there is not enough memory; Java takes more with -Xmx").message();
            case IOException io -> Code.FAILED.with(unstopped(text(io))).message();
            default -> Code.FAILED.with(unstopped(failure.toString())).message();
        };
    }

    /** What was wrong with a command line, without the full stop that the code's own sentence brings. */
    static String sentence(Throwable wrong) {
        String text = unstopped(text(wrong));
        return text.isEmpty() ? text : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    private static String text(Throwable failure) {
        return Objects.requireNonNullElse(failure.getMessage(), failure.getClass().getSimpleName());
    }

    private static String unstopped(String text) {
        String line = text.lines().findFirst().orElse("").strip();
        return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
    }
}
