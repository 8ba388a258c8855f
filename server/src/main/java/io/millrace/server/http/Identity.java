package io.millrace.server.http;

import io.millrace.Millrace;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who makes a request.
 *
 * @param name as the history shows it, or null where security is off and nobody was named
 * @param tenant the only tenant whose data they see
 * @param onBehalfOf the person that a program acts for, or null
 * @param scope the tasks and processes that they may use
 */
public record Identity(@Nullable String name, String tenant, Set<Role> roles, @Nullable String onBehalfOf, Scope scope) {
    public Identity {
        roles = Set.copyOf(roles);
    }

    /** Somebody for all tasks and processes of their tenant. */
    public Identity(@Nullable String name, String tenant, Set<Role> roles, @Nullable String onBehalfOf) {
        this(name, tenant, roles, onBehalfOf, Scope.ALL);
    }

    /**
     * What a worker may use.
     *
     * @param tasks the tasks whose jobs it may have; empty for all
     * @param processes the processes it may start and work for; empty for all
     */
    public record Scope(Set<String> tasks, Set<String> processes) {
        /** Everything. */
        public static final Scope ALL = new Scope(Set.of(), Set.of());

        public Scope {
            tasks = Set.copyOf(tasks);
            processes = Set.copyOf(processes);
        }

        /** Whether a task is in it. */
        public boolean hasTask(String task) {
            return tasks.isEmpty() || tasks.contains(task);
        }

        /** Whether a process is in it. */
        public boolean hasProcess(String process) {
            return processes.isEmpty() || processes.contains(process);
        }

        /** Whether everything is in it. */
        public boolean isAll() {
            return tasks.isEmpty() && processes.isEmpty();
        }
    }

    /** Whether they see and do only what is theirs. */
    public boolean seesOwnWorkOnly() {
        return roles.stream().noneMatch(role -> role != Role.PARTICIPANT && Access.READ_WORK.roles().contains(role));
    }

    /** Whether they act for cases and work of others, too. */
    public boolean operates() {
        return roles.contains(Role.OPERATOR) || roles.contains(Role.ADMINISTRATOR);
    }

    /** Refuses a process that is not in the scope. */
    public void demandProcess(String process) {
        if (!scope.hasProcess(process)) {
            throw new RefusedException(Code.OUT_OF_SCOPE.with(String.valueOf(name), "process", Brief.of(process)));
        }
    }

    /** Refuses a task that is not in the scope. */
    public void demandTask(String task) {
        if (!scope.hasTask(task)) {
            throw new RefusedException(Code.OUT_OF_SCOPE.with(String.valueOf(name), "task", Brief.of(task)));
        }
    }

    /** Refuses those of other tenants than the usual one what concerns the data of all tenants. */
    public void demandAllTenants(String what) {
        if (!tenant.equals(Millrace.TENANT)) {
            throw new RefusedException(Code.OUT_OF_SCOPE.with(String.valueOf(name), what + " of the tenant", Millrace.TENANT));
        }
    }

    /** Refuses somebody who has none of the roles of an access. */
    public void demand(Access access) {
        if (!access.isFor(this)) {
            throw new RefusedException(Code.NOT_PERMITTED.with(
                    name == null ? "nobody" : name, String.join(", ", access.roles().stream().map(Role::word).toList())));
        }
    }
}
