package io.millrace.language;

import io.millrace.problem.Problem;

/**
 * Something that a process can be seen to do wrong before it runs. It does not keep the process from running: the place may
 * never be reached.
 *
 * @param line where in the text, or 0 if no line of it is meant
 * @param clause what is there, {@code go/1}; empty if the problem says it
 */
public record Finding(Problem problem, int line, String clause) {
    /** The finding in a text of this name, as people read it. */
    public String in(String text) {
        return text + (line == 0 ? ": " : ":" + line + ": ") + (clause.isEmpty() ? "" : clause + ": ") + problem.message();
    }
}
