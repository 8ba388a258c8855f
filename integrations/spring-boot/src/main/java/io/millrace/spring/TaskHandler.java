package io.millrace.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method of a bean that does the automatic work of a task. Its parameters are the {@link io.millrace.work.Work}, or the input as a type
 * of its own (a record, a map, {@link io.millrace.data.Data}), or both; its result becomes the output.
 *
 * <p>The engine may call it again for the same work, after a crash or a failed attempt: use the id of the work item as an idempotency key.
 * After an exception the engine retries according to the task's policy, except after {@link io.millrace.work.WorkFailure}. Several threads
 * call the method at the same time.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface TaskHandler {
    /** The task, or the name of the handler if the task names one. */
    String value();

    /** The maximum number of concurrent calls. */
    int atOnce() default 64;

    /** The maximum number of calls that start in a second; 0 for no limit. */
    double perSecond() default 0;
}
