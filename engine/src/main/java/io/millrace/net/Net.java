package io.millrace.net;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One net as it was written: an EWF-net of Definition 1, possibly with errors, which {@link Checks} finds. Immutable.
 *
 * @param name unique in its specification
 * @param title its title for people
 * @param conditions explicit conditions, input and output among them
 * @param tasks in the order of their declaration, which decides between automatic tasks in a deferred choice
 * @param flows connections; a direct one between tasks stays as it is written
 * @param variables the data of a case of this net
 * @param implicitTermination whether it ends when nothing is left to do (pattern 11), wherever its tokens are
 * @param place where it stands in its file
 */
public record Net(
        String name,
        String title,
        List<Condition> conditions,
        List<NetTask> tasks,
        List<Flow> flows,
        List<Variable> variables,
        boolean implicitTermination,
        @Nullable Place place) {

    public Net {
        conditions = List.copyOf(conditions);
        tasks = List.copyOf(tasks);
        flows = List.copyOf(flows);
        variables = List.copyOf(variables);
    }

    /** The task of this name, or null. */
    public @Nullable NetTask task(String name) {
        for (NetTask task : tasks) {
            if (task.name().equals(name)) {
                return task;
            }
        }
        return null;
    }

    /** The condition of this name, or null. */
    public @Nullable Condition condition(String name) {
        for (Condition condition : conditions) {
            if (condition.name().equals(name)) {
                return condition;
            }
        }
        return null;
    }
}
