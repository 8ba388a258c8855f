package io.millrace.prolog;

import io.millrace.problem.Problem;

/**
 * Something that a program can be seen to do wrong before it runs. It does not keep the program from running: the clause may
 * never be reached.
 *
 * @param line where the clause begins
 * @param clause what it is, {@code go/1}
 */
public record Finding(Problem problem, int line, String clause) {}
