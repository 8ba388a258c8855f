package io.millrace.command;

import io.millrace.data.Data;
import io.millrace.problem.Problem;

/** The answer to a command. */
public sealed interface Answer {
    /** It was done and is durable. */
    record Done(Data value) implements Answer {}

    /** It was not done, and nothing changed. */
    record Refused(Problem problem) implements Answer {}

    Answer DONE = new Done(Data.nothing());
}
