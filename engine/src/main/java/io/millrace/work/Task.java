package io.millrace.work;

import io.millrace.data.Shape;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A step of a definition, as far as whoever does it is concerned: its name, who does it, and the rules for doing it.
 * Immutable; the {@code with}-like methods return changed copies.
 *
 * @param name the task's name
 * @param doer people, a handler, a program, or a process
 * @param performers which people, when people do it
 * @param priority higher comes first in worklists
 * @param dueAfter when the work should be done, counted from the offer; shown, sorted by, not enforced
 * @param deadline what happens when it is not done in time, or null
 * @param retry how often automatic work is tried
 * @param timeLimit how long one automatic attempt may take, or null for what its handler or program says
 * @param input declared type of what the work is given
 * @param output declared type of what the work gives back; another one is refused
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
        if (name.isBlank()) {
            throw new IllegalArgumentException("A task needs a name");
        }
        if (priority < 0 || priority > TOP_PRIORITY) {
            throw new IllegalArgumentException("A priority lies between 0 and 255: " + priority);
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

    public Task by(Doer doer) {
        return new Task(name, doer, performers, priority, dueAfter, deadline, retry, timeLimit, input, output);
    }

    public Task offeredTo(Performers performers) {
        return new Task(name, doer, performers, priority, dueAfter, deadline, retry, timeLimit, input, output);
    }

    public Task priority(int priority) {
        return new Task(name, doer, performers, priority, dueAfter, deadline, retry, timeLimit, input, output);
    }

    public Task dueAfter(Duration dueAfter) {
        return new Task(name, doer, performers, priority, dueAfter, deadline, retry, timeLimit, input, output);
    }

    public Task deadline(Deadline deadline) {
        return new Task(name, doer, performers, priority, dueAfter, deadline, retry, timeLimit, input, output);
    }

    public Task retry(RetryPolicy retry) {
        return new Task(name, doer, performers, priority, dueAfter, deadline, retry, timeLimit, input, output);
    }

    public Task timeLimit(Duration timeLimit) {
        return new Task(name, doer, performers, priority, dueAfter, deadline, retry, timeLimit, input, output);
    }

    public Task input(Shape input) {
        return new Task(name, doer, performers, priority, dueAfter, deadline, retry, timeLimit, input, output);
    }

    public Task output(Shape output) {
        return new Task(name, doer, performers, priority, dueAfter, deadline, retry, timeLimit, input, output);
    }

}
