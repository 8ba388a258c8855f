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
 * <p>It may be called again for the same work, after a crash or a failed attempt: the id of the work item tells. What it throws is
 * tried again as the task's policy says, except {@link io.millrace.work.WorkFailure}. It is called by several threads at once.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface TaskHandler {
    /** The task, or the name of the handler if the task names one. */
    String value();

    /** How many calls run side by side. */
    int atOnce() default 64;

    /** How many calls start in a second; 0 for no limit. */
    double perSecond() default 0;
}
