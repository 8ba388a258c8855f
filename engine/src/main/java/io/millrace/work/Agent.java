package io.millrace.work;

import io.millrace.problem.Argument;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A member of a {@link Pool}, a person or a program: its name, qualifications and roles. Immutable; methods return changed copies.
 *
 * @param name unique in its pool; the agent works under this name
 * @param roles its roles in this pool, in addition to those of the participant with the same name
 * @param qualifications the tasks it can do; the first that matches a work item counts
 */
public record Agent(String name, Set<String> roles, List<Qualification> qualifications) {
    public Agent {
        Argument.named(name, "name");
        roles = Set.copyOf(Argument.allNamed(roles, "roles"));
        qualifications = List.copyOf(Argument.given(qualifications, "qualifications"));
    }

    /**
     * A task that an agent can do.
     *
     * @param task the name of a task, or empty for every task
     * @param process the process to which the task belongs, or empty for every process
     * @param cost the cost if this agent does the task: cheaper agents come first. In simulations it is the duration.
     */
    public record Qualification(String task, String process, BigDecimal cost) {
        public Qualification {
            Argument.given(task, "task");
            Argument.given(process, "process");
            Argument.given(cost, "cost");
            if (cost.signum() < 0) {
                throw Argument.wrong("cost", cost, "Give a number that is not negative.");
            }
            cost = cost.signum() == 0 ? BigDecimal.ZERO : cost.stripTrailingZeros();
        }

        /** What is inside a process, such as a sub-net, has its name, a slash, and a name of its own. */
        boolean fits(String inProcess, String forTask) {
            return (task.isEmpty() || task.equals(forTask))
                    && (process.isEmpty() || process.equals(inProcess) || inProcess.startsWith(process + "/"));
        }
    }

    /** An agent without qualifications. */
    public static Agent named(String name) {
        return new Agent(name, Set.of(), List.of());
    }

    /** The same agent, qualified for one more task of any process. */
    public Agent qualified(String task, long cost) {
        return qualified(new Qualification(Argument.named(task, "task"), "", BigDecimal.valueOf(cost)));
    }

    /** The same agent, qualified for one more task of one process. */
    public Agent qualified(String process, String task, long cost) {
        return qualified(new Qualification(
                Argument.named(task, "task"), Argument.named(process, "process"), BigDecimal.valueOf(cost)));
    }

    /** The same agent, qualified for every task. */
    public Agent qualifiedForAll(long cost) {
        return qualified(new Qualification("", "", BigDecimal.valueOf(cost)));
    }

    /** The same with one more qualification. */
    public Agent qualified(Qualification more) {
        List<Qualification> longer = new ArrayList<>(qualifications);
        longer.add(Argument.given(more, "more"));
        return new Agent(name, roles, longer);
    }

    /** The same with these roles. */
    public Agent roles(String... roles) {
        return new Agent(name, Set.copyOf(Arrays.asList(Argument.given(roles, "roles"))), qualifications);
    }

    /** The cost of a task for this agent, or null if the agent is not qualified. */
    public @Nullable BigDecimal cost(String process, String task) {
        Argument.given(process, "process");
        Argument.given(task, "task");
        for (Qualification each : qualifications) {
            if (each.fits(process, task)) {
                return each.cost();
            }
        }
        return null;
    }
}
