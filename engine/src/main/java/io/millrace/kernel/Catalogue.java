package io.millrace.kernel;

import io.millrace.data.In;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.language.Compiled;
import io.millrace.language.EventReader;
import io.millrace.language.Language;
import io.millrace.language.ProcessEvent;
import io.millrace.language.ProcessName;
import io.millrace.work.Participant;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is deployed and who works here, as far as it is committed, for every thread to read; and the code of processes,
 * which is never stored.
 */
final class Catalogue {
    private static final byte[] TENANTS = "tenant/".getBytes(StandardCharsets.UTF_8);

    private record Name(String tenant, String process) {}

    private record Versioned(String tenant, String process, int version) {}

    private record Person(String tenant, String name) {}

    private final Map<Name, List<RegistryEntity.Version>> versions = new ConcurrentHashMap<>();
    private final Map<Versioned, Compiled<?>> code = new ConcurrentHashMap<>();
    /** Why the stored text of a version could not be compiled. */
    private final Map<Versioned, String> unreadable = new ConcurrentHashMap<>();
    private final Map<String, Processes> views = new ConcurrentHashMap<>();
    private final Map<Person, Participant> people = new ConcurrentHashMap<>();
    private final Map<String, EventReader> readers = new ConcurrentHashMap<>();

    /** Reads what is deployed and who works here, of every tenant in a store. */
    void load(Store store, Loader loader, List<Language> languages) {
        store.scan(Table.META, TENANTS, Keys.after(TENANTS), Store.Direction.FORWARDS, (key, value) -> {
            String tenant = new String(key, TENANTS.length, key.length - TENANTS.length, StandardCharsets.UTF_8);
            RegistryEntity registry = (RegistryEntity) loader.load(new EntityId.OfRegistry(tenant));
            show(registry);
            registry.processes.forEach((name, list) -> list.forEach(version -> compile(tenant, name, version, languages)));
            return true;
        });
    }

    /** Processes that came as text are compiled again; those made of Java objects wait to be deployed again. */
    private void compile(String tenant, String name, RegistryEntity.Version version, List<Language> languages) {
        if (version.source() == null) {
            return;
        }
        for (Language language : languages) {
            if (language.name().equals(version.language())) {
                try {
                    bind(tenant, name, version.number(), language.compile(name, version.source()));
                } catch (RuntimeException | LinkageError | StackOverflowError e) {
                    // One text that cannot be read must not keep all other cases from going on.
                    String why = e.getMessage() == null ? e.toString() : e.getMessage();
                    unreadable.put(new Versioned(tenant, name, version.number()), why);
                }
                return;
            }
        }
        unreadable.put(
                new Versioned(tenant, name, version.number()), "the language '" + version.language() + "' is not installed");
    }

    /**
     * A version of a process.
     *
     * @param unreadable why its stored text could not be compiled, or null
     */
    record Deployed(String tenant, String process, int version, boolean hasCode, @Nullable String unreadable) {}

    /** Every version of every tenant. */
    List<Deployed> all() {
        return versions.entrySet().stream()
                .flatMap(entry -> entry.getValue().stream().map(version -> {
                    Versioned key = new Versioned(entry.getKey().tenant(), entry.getKey().process(), version.number());
                    boolean bound = code.containsKey(key);
                    return new Deployed(key.tenant(), key.process(), key.version(), bound, bound ? null : unreadable.get(key));
                }))
                .sorted(Comparator.comparing(Deployed::tenant).thenComparing(Deployed::process).thenComparingInt(Deployed::version))
                .toList();
    }

    static byte[] tenantRow(String tenant) {
        byte[] name = tenant.getBytes(StandardCharsets.UTF_8);
        byte[] row = Arrays.copyOf(TENANTS, TENANTS.length + name.length);
        System.arraycopy(name, 0, row, TENANTS.length, name.length);
        return row;
    }

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

    /** The versions of a process, or of the whole if it is a part. */
    List<RegistryEntity.Version> versions(String tenant, String process) {
        return versions.getOrDefault(new Name(tenant, ProcessName.parse(process).whole()), List.of());
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

    /** For languages whose processes have no code here. */
    void read(EventReader reader) {
        readers.put(reader.language(), reader);
    }

    /** What reads the events of a process: its code, else a reader of its language, else null. */
    @Nullable
    Function<In, ProcessEvent> events(String tenant, String process, int version) {
        Compiled<?> compiled = code(tenant, process, version);
        if (compiled != null) {
            return compiled::readEvent;
        }
        List<RegistryEntity.Version> deployed = versions(tenant, process);
        EventReader reader = version > deployed.size() ? null : readers.get(deployed.get(version - 1).language());
        return reader == null ? null : reader::read;
    }

    @Nullable
    Compiled<?> code(String tenant, String process, int version) {
        Compiled<?> deployed = code.get(new Versioned(tenant, process, version));
        if (deployed != null) {
            return deployed;
        }
        ProcessName name = ProcessName.parse(process);
        String part = name.part();
        Compiled<?> whole = part == null ? null : code.get(new Versioned(tenant, name.whole(), version));
        return part == null || whole == null ? null : whole.part(part);
    }

    /** What the cases of one tenant see; one object for all of them. */
    Processes of(String tenant) {
        return views.computeIfAbsent(tenant, this::view);
    }

    private Processes view(String tenant) {
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
