package io.millrace.work;

import io.millrace.data.Shape;
import io.millrace.problem.Argument;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The work of a step in a definition: its name, its performer, and its options. Immutable; the {@code with}-like methods return changed
 * copies.
 *
 * @param name the task's name
 * @param doer people, a handler, a program, or a process
 * @param performers which people, when people do it
 * @param priority higher comes first in worklists
 * @param dueAfter when the work should be done, counted from the offer; lists show and sort by it, but the engine does not enforce it
 * @param deadline the action if it is not done in time, or null
 * @param retry how often automatic work is tried
 * @param timeLimit the timeout of one automatic attempt, or null for that of its handler or program
 * @param input the declared type of the input
 * @param output the declared type of the output; the engine refuses any other output
 */
public record Task(
        String name,
        Doer doer,
        Performers performers,
        int priority,
        @Nullable Duration dueAfter,
        @Nullable Deadline deadline,
        RetryPolicy retry,
        @Nullable Duration timeLimit,
        Shape input,
        Shape output) {

    /** The priority of work for which none is given. */
    public static final int NORMAL_PRIORITY = 100;
    /** The highest priority. */
    public static final int TOP_PRIORITY = 255;

    public Task {
        Argument.named(name, "name");
        Argument.given(doer, "doer");
        Argument.given(performers, "performers");
        Argument.given(retry, "retry");
        Argument.given(input, "input");
        Argument.given(output, "output");
        if (dueAfter != null) {
            Argument.notNegative(dueAfter, "dueAfter");
        }
        if (timeLimit != null) {
            Argument.positive(timeLimit, "timeLimit");
        }
        if (priority < 0 || priority > TOP_PRIORITY) {
            throw Argument.wrong("priority", priority, "Give a number from 0 to 255.");
        }
    }

    /** Work for anyone who looks at the worklist. */
    public static Task people(String name) {
        return new Task(name, Doer.people(), Performers.ANYONE, NORMAL_PRIORITY, null, null, RetryPolicy.NONE, null, Shape.any(), Shape.any());
    }

    /** Work done by the Java handler registered under the task's name. */
    public static Task handler(String name) {
        return people(name).by(new Doer.Handler(name)).retry(RetryPolicy.DEFAULT);
    }

    /** Work done by a registered program. */
    public static Task program(String name, String program) {
        return people(name).by(new Doer.Program(program)).retry(RetryPolicy.DEFAULT);
    }

    /** Work done by a process in any language. */
    public static Task process(String name, String process) {
        return people(name).by(new Doer.Process(process));
    }

    /** The same work under another name. */
    public Task named(String name) {
        return new Task(name, doer, performers, priority, dueAfter, deadline, retry, timeLimit, input, output);
    }

    /** The same with another performer. */
    public Task by(Doer doer) {
        return new Task(name, doer, performers, priority, dueAfter, deadline, retry, timeLimit, input, output);
    }

    /** The same, offered to these people. */
    public Task offeredTo(Performers performers) {
        return new Task(name, doer, performers, priority, dueAfter, deadline, retry, timeLimit, input, output);
    }

    /** The same with another priority, from 0 to 255. */
    public Task priority(int priority) {
        return new Task(name, doer, performers, priority, dueAfter, deadline, retry, timeLimit, input, output);
    }

    /** The same with a time in which it should be done, counted from the offer. */
    public Task dueAfter(Duration dueAfter) {
        Argument.given(dueAfter, "dueAfter");
        return new Task(name, doer, performers, priority, dueAfter, deadline, retry, timeLimit, input, output);
    }

    /** The same with a deadline. */
    public Task deadline(Deadline deadline) {
        Argument.given(deadline, "deadline");
        return new Task(name, doer, performers, priority, dueAfter, deadline, retry, timeLimit, input, output);
    }

    /** The same with another policy for retries. */
    public Task retry(RetryPolicy retry) {
        return new Task(name, doer, performers, priority, dueAfter, deadline, retry, timeLimit, input, output);
    }

    /** The same with a time limit for one automatic attempt. */
    public Task timeLimit(Duration timeLimit) {
        Argument.given(timeLimit, "timeLimit");
        return new Task(name, doer, performers, priority, dueAfter, deadline, retry, timeLimit, input, output);
    }

    /** The same with a declared input. */
    public Task input(Shape input) {
        return new Task(name, doer, performers, priority, dueAfter, deadline, retry, timeLimit, input, output);
    }

    /** The same with a declared output; the engine refuses any other output. */
    public Task output(Shape output) {
        return new Task(name, doer, performers, priority, dueAfter, deadline, retry, timeLimit, input, output);
    }

}
