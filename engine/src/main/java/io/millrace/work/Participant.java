package io.millrace.work;

import io.millrace.problem.Argument;
import java.util.Set;

/** A person or system that does work: a name, roles and capabilities. Immutable. */
public record Participant(String name, Set<String> roles, Set<String> capabilities) {
    public Participant {
        Argument.named(name, "name");
        roles = Set.copyOf(Argument.allNamed(roles, "roles"));
        capabilities = Set.copyOf(Argument.allNamed(capabilities, "capabilities"));
    }

    /** A participant with no role and no special capability. */
    public static Participant named(String name) {
        return new Participant(name, Set.of(), Set.of());
    }
}
