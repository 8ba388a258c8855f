package io.millrace.work;

import java.util.Set;

/** Who does work: a name, the roles it plays, and what it is capable of. */
public record Participant(String name, Set<String> roles, Set<String> capabilities) {
    public Participant {
        if (name.isBlank()) {
            throw new IllegalArgumentException("A participant needs a name");
        }
        roles = Set.copyOf(roles);
        capabilities = Set.copyOf(capabilities);
    }

    /** A participant with no role and no special capability. */
    public static Participant named(String name) {
        return new Participant(name, Set.of(), Set.of());
    }
}
