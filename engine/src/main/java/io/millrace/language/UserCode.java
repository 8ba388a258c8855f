package io.millrace.language;

import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Calls the functions that users put into their processes: conditions, computed values, upgrades. If they throw an exception or an error,
 * the engine refuses the turn with {@link Code#USER_CODE}, which names the process, the place and the line; the exception itself is the
 * cause. Errors of the virtual machine are passed on, except a stack overflow, which counts as an error of the user's code.
 */
public final class UserCode {
    private static final int LONGEST = 500;

    private UserCode() {}

    /**
     * @param place the place of the code in the process, for messages
     */
    public static <T> T call(Turn turn, String process, String place, Supplier<T> code) {
        Turn.Running running = turn.entering(place);
        try {
            return call(process, place, code);
        } finally {
            running.close();
        }
    }

    /** Calls a function outside a turn. */
    public static <T> T call(String process, String place, Supplier<T> code) {
        try {
            return code.get();
        } catch (TurnSignal | RefusedException signal) {
            throw signal;
        } catch (Throwable thrown) {
            if (thrown instanceof VirtualMachineError error && !(error instanceof StackOverflowError)) {
                throw error;
            }
            throw new RefusedException(Code.USER_CODE.with(process, place, told(thrown)), thrown);
        }
    }

    /** The exception, and the first line of the user's own that it came through. */
    private static String told(Throwable thrown) {
        String text = String.valueOf(thrown);
        StackTraceElement frame = frame(thrown);
        String shown = text.length() <= LONGEST ? text : text.substring(0, text.offsetByCodePoints(0, text.codePointCount(0, LONGEST))) + "…";
        return frame == null ? shown : shown + ", at " + frame;
    }

    private static @Nullable StackTraceElement frame(Throwable thrown) {
        StackTraceElement first = null;
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if (frame.getClassName().equals(UserCode.class.getName())) {
                break;
            }
            if (!isOfJava(frame)) {
                if (!frame.getClassName().startsWith("io.millrace.")) {
                    return frame;
                }
                first = first == null ? frame : first;
            }
        }
        return first;
    }

    private static boolean isOfJava(StackTraceElement frame) {
        return Stream.of("java.", "javax.", "jdk.", "sun.").anyMatch(frame.getClassName()::startsWith);
    }
}
