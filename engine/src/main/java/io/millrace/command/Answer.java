package io.millrace.command;

import io.millrace.data.Data;
import io.millrace.problem.Problem;

/** The answer to a command. */
public sealed interface Answer {
    /** It was done and is durable. */
    record Done(Data value) implements Answer {}

    /** It was not done, and nothing changed. */
    record Refused(Problem problem) implements Answer {}

    /**
     * It was neither done nor refused: a rule lets it wait. The attempt is durable; it happens by itself when the rule permits it,
     * or is refused then.
     *
     * @param attempt its number within the case of the command
     * @param problem what it waits for
     */
    record Delayed(int attempt, Problem problem) implements Answer {}

    /** It was done, and there is nothing to say about it. */
    Answer DONE = new Done(Data.nothing());
}
