package io.millrace.language;

import io.millrace.problem.Problem;

/**
 * A deployment warning: a probable mistake in a process, found before it runs. The process can still run, because the place may never be
 * reached. Immutable.
 *
 * @param line the line of the text, or 0 if it is not about a line
 * @param clause the clause at this line, such as {@code go/1}; empty if the problem names it
 */
public record Finding(Problem problem, int line, String clause) {
    /** The message of the finding for a text with this name. */
    public String in(String text) {
        return text + (line == 0 ? ": " : ":" + line + ": ") + (clause.isEmpty() ? "" : clause + ": ") + problem.message();
    }
}
