package io.millrace.activity;

import io.millrace.data.Data;
import io.millrace.data.SignalType;
import io.millrace.work.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Factory methods for the activities of a process. Import them statically:
 *
 * <pre>{@code
 * sequence(
 *         work("review").role("adjuster").input("claim").result("review"),
 *         when("review.approved")
 *                 .then(call("pay").input("claim.amount"))
 *                 .otherwise(work("reject").role("clerk")))
 * }</pre>
 */
public final class Activities {
    private Activities() {}

    static Activity oneOrSequence(Activity... steps) {
        List<Activity> all = all("step", steps);
        return all.size() == 1 ? all.getFirst() : new Sequence(all);
    }

    private static List<Activity> all(String part, Activity... given) {
        return all(part, given == null ? null : Arrays.asList(given));
    }

    /** A missing step is named by its number: the process may have hundreds of them. */
    static List<Activity> all(String part, @Nullable List<? extends @Nullable Activity> given) {
        List<? extends @Nullable Activity> listed = io.millrace.problem.Argument.given(given, plural(part));
        List<Activity> all = new ArrayList<>(listed.size());
        for (Activity each : listed) {
            if (each == null) {
                throw new IllegalArgumentException("Argument '" + plural(part) + "' has no " + part + " " + (all.size() + 1)
                        + ": it is null. Give an activity, or nothing().");
            }
            all.add(each);
        }
        return all;
    }

    private static String plural(String part) {
        return part.equals("branch") ? "branches" : part + "s";
    }

    /** Runs the steps one after the other. */
    public static Sequence sequence(Activity... steps) {
        return new Sequence(all("step", steps));
    }

    /** Runs the steps one after the other. */
    public static Sequence sequence(List<? extends Activity> steps) {
        return new Sequence(all("step", steps));
    }

    /** Does nothing. */
    public static Activity nothing() {
        return Null.NULL;
    }

    // Deciding and repeating.

    /** Begins a conditional on a slot, or a path into one. If the slot has no value yet, the flow waits for it. */
    public static Conditional when(String path) {
        return new Conditional(new Condition.At(path), Null.NULL, Null.NULL);
    }

    /** Begins a conditional on a function of the slots. */
    public static Conditional when(Predicate<Environment> condition) {
        return new Conditional(new Condition.Test(condition), Null.NULL, Null.NULL);
    }

    /** Runs the steps if the slot is not true. */
    public static Conditional unless(String path, Activity... steps) {
        return when(path).otherwise(steps);
    }

    /** Runs the steps if the condition does not hold. */
    public static Conditional unless(Predicate<Environment> condition, Activity... steps) {
        return when(condition).otherwise(steps);
    }

    /** Repeats the steps while the slot is true; not at all if it is not true at the beginning. */
    public static Repetition repeatWhile(String path, Activity... steps) {
        return Repetition.whilst(new Condition.At(path), oneOrSequence(steps));
    }

    /** Repeats the steps while the condition holds; not at all if it does not hold at the beginning. */
    public static Repetition repeatWhile(Predicate<Environment> condition, Activity... steps) {
        return Repetition.whilst(new Condition.Test(condition), oneOrSequence(steps));
    }

    /** Runs the steps at least once, and repeats them until the slot is true. */
    public static Repetition repeatUntil(String path, Activity... steps) {
        return Repetition.until(new Condition.At(path), oneOrSequence(steps));
    }

    /** Runs the steps at least once, and repeats them until the condition holds. */
    public static Repetition repeatUntil(Predicate<Environment> condition, Activity... steps) {
        return Repetition.until(new Condition.Test(condition), oneOrSequence(steps));
    }

    /** Repeats the steps a number of times. */
    public static Repetition times(long count, Activity... steps) {
        return Repetition.times(count, oneOrSequence(steps));
    }

    /** Runs the steps for each item of the list, one after the other. The item's slot is local to the flow. */
    public static Repetition forEach(String list, String item, Activity... steps) {
        return Repetition.each(list, item, oneOrSequence(steps));
    }

    // Side by side.

    /** Runs all branches in parallel; see {@link Parallel#any} and {@link Parallel#some}. */
    public static Parallel parallel(Activity... branches) {
        return new Parallel(all("branch", branches));
    }

    /** Runs all branches in parallel. */
    public static Parallel parallel(List<? extends Activity> branches) {
        return new Parallel(all("branch", branches));
    }

    /** Runs the steps for all items of the list in parallel. */
    public static ParallelEach parallelEach(String list, String item, Activity... steps) {
        return new ParallelEach(list, item, oneOrSequence(steps));
    }

    /** Offers all branches, and continues with the branch in which something happens first (a deferred choice). */
    public static Choice choice(Activity... branches) {
        return new Choice(all("branch", branches));
    }

    // Waiting.

    /** Waits for a duration, with a durable timer. */
    public static Wait sleep(Duration duration) {
        return Wait.lasting(duration);
    }

    /** Waits until an instant, with a durable timer. */
    public static Wait until(Instant instant) {
        return Wait.until(instant);
    }

    /** Waits for the duration, or until the instant, that a slot contains as ISO text. */
    public static Wait sleepAsIn(String path) {
        return Wait.told(path);
    }

    /** Waits for a signal whose content has a Java type. */
    public static Wait signal(SignalType<?> signal) {
        return Wait.signal(io.millrace.problem.Argument.given(signal, "signal").name());
    }

    /** Waits for a signal of this name. */
    public static Wait signal(String signal) {
        return Wait.signal(signal);
    }

    // Work.

    /** Work for people. */
    public static WorkActivity work(String task) {
        return new WorkActivity(Task.people(task));
    }

    /** Work done by the handler that is registered under the task's name. */
    public static WorkActivity call(String task) {
        return new WorkActivity(Task.handler(task));
    }

    /** Work done by a registered program. */
    public static WorkActivity program(String task, String program) {
        return new WorkActivity(Task.program(task, program));
    }

    /** Work done by another process, in any language. */
    public static WorkActivity process(String process) {
        return new WorkActivity(Task.process(process, process));
    }

    /** Work done by another process under a name of its own. */
    public static WorkActivity process(String task, String process) {
        return new WorkActivity(Task.process(task, process));
    }

    /** Work that a task defines. */
    public static WorkActivity work(Task task) {
        return new WorkActivity(task);
    }

    /**
     * Sends a message to the object whose name is in the subject slot, without waiting for the answer.
     *
     * @param arguments a text names a slot; {@link #later} names a slot that may still have no value; {@link #constant} makes a text a
     *     value; anything else is a value
     */
    public static Primitive send(String subject, String message, Object... arguments) {
        return new Primitive(
                subject, message, Arrays.stream(arguments).map(Argument::of).toList());
    }

    /** An argument from a slot that may still have no value. */
    public static Object later(String slot) {
        return new Argument.Later(slot);
    }

    /** An argument with this value, even if it is a text. */
    public static Object constant(Object value) {
        return new Argument.Constant(Data.of(value));
    }

    // Slots, failing, scopes.

    /** Puts a constant into a slot. */
    public static Assign set(String slot, Object value) {
        return Assign.given(slot, new Argument.Constant(Data.of(value)));
    }

    /** Puts the result of a function into a slot. The engine records the value and never computes it again. */
    public static Assign compute(String slot, Function<Environment, ?> function) {
        return Assign.computed(slot, function);
    }

    /** Puts the value at a path into a slot. */
    public static Assign copy(String from, String slot) {
        return Assign.given(slot, new Argument.Read(from));
    }

    /** Puts the name of a bound object into a slot. */
    public static Assign bind(String slot, String object) {
        return Assign.object(slot, object);
    }

    /** Fails the flow with a reason: the nearest scope with {@code onFailure} handles it, or the case fails. */
    public static Fail fail(String reason) {
        return new Fail(new Argument.Constant(Data.of(reason)));
    }

    /** Fails the flow with the value at a path as the reason. */
    public static Fail failWith(String path) {
        return new Fail(new Argument.Read(path));
    }

    /** Steps that succeed or fail as a whole. */
    public static Scope scope(Activity... steps) {
        return new Scope(oneOrSequence(steps));
    }
}
