package io.millrace.work;

import io.millrace.problem.Argument;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The participants who may do a work item: those named and those with one of the roles, if they also have all the capabilities. Without
 * names and roles, any participant may. Excluded participants may not do it in any case (separation of duties). If the work names a {@link
 * Pool}, the pool assigns it to one of its agents who are qualified for the task; names and roles then restrict the agents. Immutable.
 *
 * @param pool the name of the pool that assigns the work, or null
 */
public record Performers(
        List<String> participants,
        List<String> roles,
        List<String> capabilities,
        List<String> excluded,
        @Nullable String pool) {
    /** No restriction. */
    public static final Performers ANYONE = new Performers(List.of(), List.of(), List.of());

    public Performers {
        participants = List.copyOf(Argument.allNamed(participants, "participants"));
        roles = List.copyOf(Argument.allNamed(roles, "roles"));
        capabilities = List.copyOf(Argument.allNamed(capabilities, "capabilities"));
        excluded = List.copyOf(Argument.allNamed(excluded, "excluded"));
        if (pool != null) {
            Argument.named(pool, "pool");
        }
    }

    /** Without a pool. */
    public Performers(
            List<String> participants, List<String> roles, List<String> capabilities, List<String> excluded) {
        this(participants, roles, capabilities, excluded, null);
    }

    /** Without exclusions and without a pool. */
    public Performers(List<String> participants, List<String> roles, List<String> capabilities) {
        this(participants, roles, capabilities, List.of());
    }

    /** Those with one of these roles. */
    public static Performers role(String... roles) {
        return new Performers(List.of(), list(roles, "roles"), List.of());
    }

    /** Those with these names. */
    public static Performers participant(String... participants) {
        return new Performers(list(participants, "participants"), List.of(), List.of());
    }

    /** The qualified agents of a pool, which assigns the work. */
    public static Performers pool(String pool) {
        return ANYONE.in(Argument.named(pool, "pool"));
    }

    /** The same, assigned by a pool, or without a pool (null). */
    public Performers in(@Nullable String pool) {
        return new Performers(participants, roles, capabilities, excluded, pool);
    }

    /** The same, restricted to participants with all the capabilities. */
    public Performers capable(String... capabilities) {
        return new Performers(participants, roles, list(capabilities, "capabilities"), excluded, pool);
    }

    private static List<String> list(String[] names, String parameter) {
        return Arrays.asList(Argument.given(names, parameter));
    }

    /** The same without the excluded participants. */
    public Performers without(List<String> excluded) {
        return new Performers(participants, roles, capabilities, excluded, pool);
    }

    /** Whether there is no restriction. */
    public boolean isAnyone() {
        return participants.isEmpty()
                && roles.isEmpty()
                && capabilities.isEmpty()
                && excluded.isEmpty()
                && pool == null;
    }

    /** Whether the work is offered to this participant, without regard to the pool. */
    public boolean admits(Participant who) {
        boolean named = participants.contains(who.name());
        boolean inRole = roles.stream().anyMatch(who.roles()::contains);
        boolean open = participants.isEmpty() && roles.isEmpty();
        return (named || inRole || open)
                && who.capabilities().containsAll(capabilities)
                && !excluded.contains(who.name());
    }

    /** The text is part of fingerprints: definitions without exclusions and pools keep the text that they had before these existed. */
    @Override
    public String toString() {
        String rest = (excluded.isEmpty() ? "" : ", excluded=" + excluded) + (pool == null ? "]" : ", pool=" + pool + "]");
        return "Performers[participants=" + participants + ", roles=" + roles + ", capabilities=" + capabilities + rest;
    }
}
