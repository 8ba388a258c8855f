package io.millrace.work;

import io.millrace.problem.Argument;
import java.util.Arrays;
import java.util.List;

/**
 * Who may do a work item: those named, those with one of the roles, and of these only the ones with all the
 * capabilities. Nobody named and no role means anyone. Those who are excluded may not, whatever else they are: that is
 * how duties are kept apart.
 */
public record Performers(
        List<String> participants, List<String> roles, List<String> capabilities, List<String> excluded) {
    /** No restriction. */
    public static final Performers ANYONE = new Performers(List.of(), List.of(), List.of());

    public Performers {
        participants = List.copyOf(Argument.allNamed(participants, "participants"));
        roles = List.copyOf(Argument.allNamed(roles, "roles"));
        capabilities = List.copyOf(Argument.allNamed(capabilities, "capabilities"));
        excluded = List.copyOf(Argument.allNamed(excluded, "excluded"));
    }

    public Performers(List<String> participants, List<String> roles, List<String> capabilities) {
        this(participants, roles, capabilities, List.of());
    }

    public static Performers role(String... roles) {
        return new Performers(List.of(), list(roles, "roles"), List.of());
    }

    public static Performers participant(String... participants) {
        return new Performers(list(participants, "participants"), List.of(), List.of());
    }

    public Performers capable(String... capabilities) {
        return new Performers(participants, roles, list(capabilities, "capabilities"), excluded);
    }

    private static List<String> list(String[] names, String parameter) {
        return Arrays.asList(Argument.given(names, parameter));
    }

    public Performers without(List<String> excluded) {
        return new Performers(participants, roles, capabilities, excluded);
    }

    public boolean isAnyone() {
        return participants.isEmpty() && roles.isEmpty() && capabilities.isEmpty() && excluded.isEmpty();
    }

    /** Whether this participant is among those it is offered to. */
    public boolean admits(Participant who) {
        boolean named = participants.contains(who.name());
        boolean inRole = roles.stream().anyMatch(who.roles()::contains);
        boolean open = participants.isEmpty() && roles.isEmpty();
        return (named || inRole || open)
                && who.capabilities().containsAll(capabilities)
                && !excluded.contains(who.name());
    }

    /** Definitions that exclude nobody keep the text, and so the fingerprint, that they had before anybody could be. */
    @Override
    public String toString() {
        String rest = excluded.isEmpty() ? "]" : ", excluded=" + excluded + "]";
        return "Performers[participants=" + participants + ", roles=" + roles + ", capabilities=" + capabilities + rest;
    }
}
