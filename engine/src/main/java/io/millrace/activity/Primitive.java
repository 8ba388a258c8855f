package io.millrace.activity;

import io.millrace.data.Data;
import io.millrace.work.BoundObject;
import io.millrace.work.Doer;
import io.millrace.work.RetryPolicy;
import io.millrace.work.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends a message to an object of the application and continues at once. The object is bound to the engine by name. The subject slot holds
 * that name; if it holds nothing, the name of the slot is the name of the object. The result slot holds a future until the answer arrives:
 * readers of the slot wait.
 *
 * <p>A case ends only when all its messages have been answered. If an answer can never come, its slot is broken, and reading it fails the
 * flow; without a result slot, the flow that sent the message fails.
 */
public final class Primitive implements Activity, SlotUse.Shown {
    private final Task task;
    private final String subject;
    private final String message;
    private final List<Argument> arguments;
    private final @Nullable String result;

    Primitive(String subject, String message, List<Argument> arguments) {
        this(Task.handler(message), subject, message, arguments, null);
    }

    private Primitive(Task task, String subject, String message, List<Argument> arguments, @Nullable String result) {
        this.task = task;
        this.subject = subject;
        this.message = message;
        this.arguments = List.copyOf(arguments);
        this.result = result;
    }

    private Primitive with(Task changed) {
        return new Primitive(changed, subject, message, arguments, result);
    }

    /** The slot for the answer. */
    public Primitive result(String slot) {
        return new Primitive(task, subject, message, arguments, slot);
    }

    /** Sets the name of the task; the default is the message. */
    public Primitive named(String name) {
        return with(new Task(
                name,
                task.doer(),
                task.performers(),
                task.priority(),
                task.dueAfter(),
                task.deadline(),
                task.retry(),
                task.timeLimit(),
                task.input(),
                task.output()));
    }

    /** The retry policy of the message. */
    public Primitive retry(RetryPolicy retry) {
        return with(task.retry(retry));
    }

    /** The timeout of one attempt. */
    public Primitive timeLimit(Duration timeLimit) {
        return with(task.timeLimit(timeLimit));
    }

    @Override
    public void slots(SlotUse use) {
        use.reads(subject);
        arguments.forEach(use::reads);
        use.fills(result);
    }

    @Override
    public String kind() {
        return "primitive";
    }

    @Override
    public String name() {
        return task.name();
    }

    @Override
    public List<Task> tasks() {
        return List.of(task);
    }

    @Override
    public Data describe() {
        List<Data> shown = new ArrayList<>();
        arguments.forEach(argument -> shown.add(argument.describe()));
        return Tasks.describe(task)
                .with("subject", subject)
                .with("message", message)
                .with("arguments", new Data.Items(shown))
                .with("result", result);
    }

    @Override
    public String title() {
        return "send '" + message + "' to '" + subject + "'";
    }

    @Override
    public Continuation continuation(Node here, Continuation next) {
        return new Sending(this, here, next);
    }

    private record Sending(Primitive of, Node here, Continuation next) implements Continuation {
        @Override
        public Continuation apply(Enactment enactment) {
            Data bound = enactment.at(of.subject);
            List<Data> values = new ArrayList<>(of.arguments.size());
            for (Argument argument : of.arguments) {
                values.add(argument.passed(enactment));
            }
            String object = bound.isNothing() ? of.subject : bound.text();
            Task task = of.task.by(new Doer.Handler(BoundObject.handlerOf(object)));
            enactment.send(task, BoundObject.message(of.message, values), of.result);
            return next;
        }
    }
}
