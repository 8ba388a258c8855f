package io.millrace.kernel.entity;

import io.millrace.work.Agent;
import io.millrace.work.Participant;
import io.millrace.work.Performers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** Who works for a tenant, as far as it is committed: found by name, and by role without a look at all the others. */
public final class Staff {
    private final NavigableMap<String, Participant> byName = new ConcurrentSkipListMap<>();
    private final Map<String, NavigableMap<String, Participant>> byRole = new ConcurrentHashMap<>();

    /** Called in the order of commits. */
    void add(Participant participant) {
        remove(participant.name());
        byName.put(participant.name(), participant);
        participant.roles().forEach(role ->
                byRole.computeIfAbsent(role, name -> new ConcurrentSkipListMap<>()).put(participant.name(), participant));
    }

    void remove(String name) {
        Participant gone = byName.remove(name);
        if (gone != null) {
            gone.roles().forEach(role -> byRole.computeIfPresent(role, (key, members) -> {
                members.remove(name);
                return members.isEmpty() ? null : members;
            }));
        }
    }

    /** The participant of this name; somebody unknown has no role and no capability. */
    public Participant named(String name) {
        Participant known = byName.get(name);
        return known == null ? Participant.named(name) : known;
    }

    /** An agent with the roles that it has in its pool and everywhere. */
    Participant with(Agent agent) {
        return with(agent, named(agent.name()));
    }

    static Participant with(Agent agent, Participant known) {
        if (agent.roles().isEmpty()) {
            return known;
        }
        Set<String> roles = new HashSet<>(known.roles());
        roles.addAll(agent.roles());
        return new Participant(agent.name(), roles, known.capabilities());
    }

    public List<Participant> all() {
        return List.copyOf(byName.values());
    }

    /** Those who may do a piece of work, by name. */
    List<Participant> able(Performers performers) {
        List<Participant> able = new ArrayList<>();
        for (Participant each : candidates(performers)) {
            if (performers.admits(each)) {
                able.add(each);
            }
        }
        return able;
    }

    private Iterable<Participant> candidates(Performers performers) {
        if (performers.participants().isEmpty() && performers.roles().isEmpty()) {
            return byName.values();
        }
        Map<String, Participant> candidates = new TreeMap<>();
        for (String name : performers.participants()) {
            Participant known = byName.get(name);
            if (known != null) {
                candidates.put(name, known);
            }
        }
        performers.roles().forEach(role -> candidates.putAll(byRole.getOrDefault(role, new TreeMap<>())));
        return candidates.values();
    }
}
