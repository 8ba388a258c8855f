package io.millrace.kernel;

import io.millrace.work.Participant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What is deployed and who works here, as far as it is committed, for every thread to read; and the code of processes,
 * which is never stored.
 */
final class Catalogue {
    private record Name(String tenant, String process) {}

    private record Versioned(String tenant, String process, int version) {}

    private record Person(String tenant, String name) {}

    private final Map<Name, List<RegistryEntity.Version>> versions = new ConcurrentHashMap<>();
    private final Map<Versioned, Compiled<?>> code = new ConcurrentHashMap<>();
    private final Map<Person, Participant> people = new ConcurrentHashMap<>();

    /** Takes over what a registry holds. */
    void show(RegistryEntity registry) {
        String tenant = registry.id.tenant();
        registry.processes.forEach((name, list) -> versions.put(new Name(tenant, name), List.copyOf(list)));
        people.keySet().removeIf(person -> person.tenant().equals(tenant) && !registry.participants.containsKey(person.name()));
        registry.participants.forEach((name, participant) -> people.put(new Person(tenant, name), participant));
    }

    void bind(String tenant, String process, int version, Compiled<?> compiled) {
        code.put(new Versioned(tenant, process, version), compiled);
    }

    List<RegistryEntity.Version> versions(String tenant, String process) {
        return versions.getOrDefault(new Name(tenant, process), List.of());
    }

    List<String> names(String tenant) {
        return versions.keySet().stream()
                .filter(name -> name.tenant().equals(tenant))
                .map(Name::process)
                .sorted()
                .toList();
    }

    List<Participant> participants(String tenant) {
        return people.entrySet().stream()
                .filter(person -> person.getKey().tenant().equals(tenant))
                .map(Map.Entry::getValue)
                .sorted((a, b) -> a.name().compareTo(b.name()))
                .toList();
    }

    /** The participant of this name; somebody unknown has no role and no capability. */
    Participant participant(String tenant, String name) {
        Participant known = people.get(new Person(tenant, name));
        return known == null ? Participant.named(name) : known;
    }

    @Nullable
    Compiled<?> code(String tenant, String process, int version) {
        return code.get(new Versioned(tenant, process, version));
    }

    /** What the cases of one tenant see. */
    Processes of(String tenant) {
        return new Processes() {
            @Override
            public Compiled<?> compiled(String process, int version) {
                Compiled<?> compiled = Catalogue.this.code(tenant, process, version);
                if (compiled == null) {
                    throw new MissingCodeException(process, version);
                }
                return compiled;
            }

            @Override
            public int newest(String process) {
                return versions(tenant, process).size();
            }
        };
    }
}
