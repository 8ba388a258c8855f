package io.millrace.work;

import java.util.List;

/**
 * Who may do a work item: those named, those with one of the roles, and of these only the ones with all the
 * capabilities. Nobody named and no role means anyone.
 */
public record Performers(List<String> participants, List<String> roles, List<String> capabilities) {
    /** No restriction. */
    public static final Performers ANYONE = new Performers(List.of(), List.of(), List.of());

    public Performers {
        participants = List.copyOf(participants);
        roles = List.copyOf(roles);
        capabilities = List.copyOf(capabilities);
    }

    public static Performers role(String... roles) {
        return new Performers(List.of(), List.of(roles), List.of());
    }

    public static Performers participant(String... participants) {
        return new Performers(List.of(participants), List.of(), List.of());
    }

    public Performers capable(String... capabilities) {
        return new Performers(participants, roles, List.of(capabilities));
    }

    public boolean isAnyone() {
        return participants.isEmpty() && roles.isEmpty() && capabilities.isEmpty();
    }

    /** Whether this participant is among those it is offered to. */
    public boolean admits(Participant who) {
        boolean named = participants.contains(who.name());
        boolean inRole = roles.stream().anyMatch(who.roles()::contains);
        boolean open = participants.isEmpty() && roles.isEmpty();
        return (named || inRole || open) && who.capabilities().containsAll(capabilities);
    }
}
