package io.millrace.testkit;

import org.jspecify.annotations.Nullable;

/**
 * The result of playing a scenario. Immutable.
 *
 * @param line the line that failed or is invalid, counted from 1, or 0
 * @param expected what that line expects, or null if it did not fail
 * @param seen the actual state, or null
 * @param message the full message; empty if every expectation holds
 */
public record Played(
        String file, Outcome outcome, int line, @Nullable String expected, @Nullable String seen, String message) {

    /** The possible results. */
    public enum Outcome {
        /** Every expectation holds. */
        HELD,
        /** An expectation failed. */
        MISSED,
        /** The scenario, or a file that it needs, cannot be read, or it needs a part that is not there. */
        UNUSABLE
    }

    public boolean held() {
        return outcome == Outcome.HELD;
    }

    static Played held(String file) {
        return new Played(file, Outcome.HELD, 0, null, null, "");
    }

    static Played missed(String file, Scenario.Line line, String expected, String seen, String situation) {
        String message = file + ":" + line.number() + ": not as expected\n"
                + indented(line.text())
                + "  expected: " + expected.replace("\n", "\n            ") + "\n"
                + "  seen:     " + seen.replace("\n", "\n            ") + "\n"
                + indented(situation);
        return new Played(file, Outcome.MISSED, line.number(), expected, seen, message.stripTrailing());
    }

    static Played unusable(String file, int line, String message) {
        return new Played(file, Outcome.UNUSABLE, line, null, null, message);
    }

    private static String indented(String text) {
        return text.indent(4);
    }
}
