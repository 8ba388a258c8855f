package io.millrace.work;

import io.millrace.problem.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * What the history keeps of a failure: its class and message, then a line for each cause, then the first frames of the innermost
 * one. The first line alone says what happened; the whole has at most {@value #MOST} characters. The log has the whole stack trace.
 */
final class FailureText {
    static final int MOST = 2_000;
    private static final int FRAMES = 5;
    private static final int CAUSES = 8;

    private FailureText() {}

    /** The names of the class of an exception and of its superclasses. */
    static List<String> kinds(Throwable failure) {
        List<String> kinds = new ArrayList<>();
        for (Class<?> type = failure.getClass(); type != null && type != Object.class; type = type.getSuperclass()) {
            kinds.add(type.getName());
        }
        return kinds;
    }

    static String of(Throwable failure) {
        // What a handler says about the work, a program about itself, and the engine about a refusal are sentences already.
        if (isSentence(failure) && failure.getCause() == null) {
            return cut(message(failure), MOST);
        }
        StringBuilder text = new StringBuilder(cut(line(failure), MOST / 2));
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Throwable innermost = failure;
        seen.add(failure);
        for (Throwable cause = failure.getCause();
                cause != null && seen.add(cause) && seen.size() <= CAUSES;
                cause = cause.getCause()) {
            text.append("\n  caused by ").append(cut(line(cause), MOST / 4));
            innermost = cause;
        }
        StackTraceElement[] frames = innermost.getStackTrace();
        for (int i = 0; i < Math.min(FRAMES, frames.length) && !isOurs(frames[i]); i++) {
            text.append("\n  at ").append(frames[i]);
        }
        return cut(text.toString(), MOST);
    }

    /** Where the engine called the handler: the frames below are the same for every failure. */
    private static boolean isOurs(StackTraceElement frame) {
        return frame.getClassName().equals(Dispatcher.class.getName());
    }

    private static boolean isSentence(Throwable failure) {
        return !message(failure).isEmpty()
                && (failure.getClass() == IOException.class
                        || failure instanceof RefusedException
                        || failure instanceof WorkFailure);
    }

    private static String line(Throwable failure) {
        String message = message(failure);
        if (isSentence(failure)) {
            return message;
        }
        String type = failure.getClass().getSimpleName();
        String name = type.isEmpty() ? failure.getClass().getName() : type;
        return message.isBlank() ? name : name + ": " + message;
    }

    /** A message is made by the handler's code, which may throw there, too. */
    private static String message(Throwable failure) {
        try {
            String message = failure.getMessage();
            return message == null ? "" : message;
        } catch (RuntimeException e) {
            return "its message cannot be read";
        }
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 1) + "…";
    }
}
