package io.millrace.kernel.entity;

import io.millrace.data.In;
import io.millrace.event.Across;
import io.millrace.id.CaseId;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.EntityKind;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.language.Compiled;
import io.millrace.language.EventReader;
import io.millrace.language.Language;
import io.millrace.language.ProcessEvent;
import io.millrace.language.ProcessName;
import io.millrace.work.Allocation;
import io.millrace.work.Participant;
import io.millrace.work.Pool;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is deployed and who works here, as far as it is committed, for every thread to read; and the code of processes,
 * which is never stored.
 */
public final class Catalogue {
    private static final byte[] TENANTS = "tenant/".getBytes(StandardCharsets.UTF_8);

    private record Name(String tenant, String process) {}

    private record Versioned(String tenant, String process, int version) {}

    private final Map<Name, List<RegistryEntity.Version>> versions = new ConcurrentHashMap<>();
    private final Map<Versioned, Compiled<?>> code = new ConcurrentHashMap<>();
    /** Why the stored text of a version could not be compiled. */
    private final Map<Versioned, String> unreadable = new ConcurrentHashMap<>();
    private final Map<String, Processes> views = new ConcurrentHashMap<>();
    private final Map<String, Staff> staff = new ConcurrentHashMap<>();
    private final Map<String, Pools> pools = new ConcurrentHashMap<>();
    private final Map<String, EventReader> readers = new ConcurrentHashMap<>();
    /** The rules between cases of each tenant. */
    private final Map<String, List<Processes.InForce>> inForce = new ConcurrentHashMap<>();
    /** Whether any process here has rules between cases. */
    private volatile boolean hasAcross;

    private final List<Allocation> strategies;

    public Catalogue() {
        this(List.of());
    }

    /** @param strategies those of the application by which pools assign */
    public Catalogue(List<Allocation> strategies) {
        this.strategies = List.copyOf(strategies);
    }

    /** Reads what is deployed and who works here, of every tenant in a store. */
    public void load(Store store, Keys keys, Loader loader, List<Language> languages) {
        for (String tenant : tenants(store)) {
            RegistryEntity registry = (RegistryEntity) loader.load(new EntityId.OfRegistry(tenant));
            registry.processes.forEach((name, list) -> {
                versions.put(new Name(tenant, name), List.copyOf(list));
                list.forEach(version -> compile(tenant, name, version, languages));
            });
            registry.processes.keySet().forEach(name -> findRuling(tenant, name, loader));
            for (EntityId id : entities(store, keys, tenant, EntityKind.PARTICIPANT)) {
                Participant participant = ((ParticipantEntity) loader.load(id)).participant();
                if (participant != null) {
                    staff(tenant).add(participant);
                }
            }
            for (EntityId id : entities(store, keys, tenant, EntityKind.POOL)) {
                Pool pool = ((PoolEntity) loader.load(id)).definition();
                if (pool != null) {
                    pools(tenant).put(pool);
                }
            }
        }
    }

    /** The tenants that have processes or participants. */
    public static List<String> tenants(Store store) {
        List<String> tenants = new ArrayList<>();
        store.scan(Table.META, TENANTS, Keys.after(TENANTS), Store.Direction.FORWARDS, (key, value) ->
                tenants.add(new String(key, TENANTS.length, key.length - TENANTS.length, StandardCharsets.UTF_8)));
        return tenants;
    }

    /** The entities of a kind of which turns are recorded. */
    public static Set<EntityId> entities(Store store, Keys keys, String tenant, EntityKind<?> kind) {
        Set<EntityId> found = new LinkedHashSet<>();
        for (int shard = 0; shard < keys.shards(); shard++) {
            byte[] from = Keys.entities(shard, tenant, kind).toBytes();
            byte[] end = Keys.after(from);
            // An entity may have millions of turns; of each only the first is looked at.
            for (EntityId id = first(store, from, end); id != null; id = from == null ? null : first(store, from, end)) {
                found.add(id);
                from = Keys.after(keys.entity(id).toBytes());
            }
        }
        return found;
    }

    private static @Nullable EntityId first(Store store, byte[] from, byte @Nullable [] end) {
        EntityId[] found = {null};
        store.scan(Table.EVENTS, from, end, Store.Direction.FORWARDS, (key, value) -> {
            found[0] = Keys.readEntity(new In(key));
            return false;
        });
        return found[0];
    }

    /** Processes that came as text are compiled again; those made of Java objects wait to be deployed again. */
    private void compile(String tenant, String name, RegistryEntity.Version version, List<Language> languages) {
        if (version.source() == null) {
            return;
        }
        for (Language language : languages) {
            if (language.name().equals(version.language())) {
                try {
                    bind(tenant, name, version.number(), language.restore(name, version.source()));
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
    public record Deployed(String tenant, String process, int version, boolean hasCode, @Nullable String unreadable) {}

    /** Every version of every tenant. */
    public List<Deployed> all() {
        return versions.entrySet().stream()
                .flatMap(entry -> entry.getValue().stream().map(version -> {
                    Versioned key = new Versioned(entry.getKey().tenant(), entry.getKey().process(), version.number());
                    boolean bound = code.containsKey(key);
                    return new Deployed(key.tenant(), key.process(), key.version(), bound, bound ? null : unreadable.get(key));
                }))
                .sorted(Comparator.comparing(Deployed::tenant).thenComparing(Deployed::process).thenComparingInt(Deployed::version))
                .toList();
    }

    /** The agents that processes bring along and that are in no pool, by tenant: the processes were deployed before there were pools. */
    public Map<String, List<Pool>> strayAgents() {
        Map<String, List<Pool>> stray = new LinkedHashMap<>();
        versions.forEach((name, list) -> {
            Compiled<?> newest = code.get(new Versioned(name.tenant(), name.process(), newest(list)));
            Pool agents = newest == null ? null : newest.agents();
            if (agents != null && pools(name.tenant()).named(agents.name()) == null) {
                stray.computeIfAbsent(name.tenant(), tenant -> new ArrayList<>()).add(agents);
            }
        });
        return stray;
    }

    public static byte[] tenantRow(String tenant) {
        byte[] name = tenant.getBytes(StandardCharsets.UTF_8);
        byte[] row = Arrays.copyOf(TENANTS, TENANTS.length + name.length);
        System.arraycopy(name, 0, row, TENANTS.length, name.length);
        return row;
    }

    /** Takes over what a turn has recorded. Called in the order of commits. */
    public void changed(EntityId entity, Event event) {
        String tenant = entity.tenant();
        if (entity instanceof EntityId.OfPool pool) {
            pools(tenant).changed(pool.name(), event);
            return;
        }
        switch (event) {
            case Event.ProcessDeployed e ->
                versions.merge(
                        new Name(tenant, e.name()),
                        List.of(new RegistryEntity.Version(e.version(), e.language(), e.fingerprint(), e.source())),
                        Catalogue::longer);
            case Event.ParticipantAdded e -> staff(tenant).add(e.participant());
            case Event.ParticipantRemoved e -> staff(tenant).remove(e.name());
            case Event other -> {}
        }
    }

    private static <T> List<T> longer(List<T> list, List<T> more) {
        List<T> longer = new ArrayList<>(list);
        longer.addAll(more);
        return List.copyOf(longer);
    }

    /** The pools of a tenant. */
    public Pools pools(String tenant) {
        return pools.computeIfAbsent(tenant, name -> new Pools(strategies));
    }

    /** Who works for a tenant. */
    public Staff staff(String tenant) {
        return staff.computeIfAbsent(tenant, name -> new Staff());
    }

    public void bind(String tenant, String process, int version, Compiled<?> compiled) {
        code.put(new Versioned(tenant, process, version), compiled);
        hasAcross |= compiled instanceof Across;
    }

    /** Takes over what a turn of cases has recorded, if that may put rules between cases in force. Called in the order of commits. */
    public void changed(String tenant, List<TurnRecord.Entry> entries) {
        if (!hasAcross) {
            return;
        }
        for (TurnRecord.Entry entry : entries) {
            CaseId id = entry.caseId();
            switch (entry.event()) {
                case Event.CaseStarted e when id != null -> ruling(tenant, id, e.process(), e.version());
                case Event.CaseMigrated e when id != null -> {
                    for (Processes.InForce each : inForce.getOrDefault(tenant, List.of())) {
                        if (each.rules().equals(id)) {
                            ruling(tenant, id, each.process(), e.version());
                        }
                    }
                }
                case Event.Ending e when id != null -> without(tenant, id);
                case Event other -> {}
            }
        }
    }

    private void ruling(String tenant, CaseId id, String process, int version) {
        if (code(tenant, process, version) instanceof Across across) {
            without(tenant, id);
            inForce.merge(tenant, List.of(new Processes.InForce(id, process, across)), Catalogue::longer);
        }
    }

    private void without(String tenant, CaseId id) {
        inForce.computeIfPresent(tenant, (name, all) -> all.stream().filter(each -> !each.rules().equals(id)).toList());
    }

    /** The case of rules between cases, if it runs: its key is the name of its process. */
    private void findRuling(String tenant, String process, Loader loader) {
        if (code(tenant, process, newest(versions(tenant, process))) instanceof Across) {
            long holder = ((KeyEntity) loader.load(new EntityId.OfKey(tenant, process, process))).holder();
            CaseState member = holder == 0 ? null : ((CaseEntity) loader.load(new EntityId.OfCase(tenant, holder))).member(CaseId.root(holder));
            if (member != null && member.status.isOpen()) {
                ruling(tenant, member.id, process, member.version);
            }
        }
    }

    /** Versions are deployed in rising order; a process that declares its version may leave numbers out. */
    static int newest(List<RegistryEntity.Version> versions) {
        return versions.isEmpty() ? 0 : versions.getLast().number();
    }

    /** The versions of a process, or of the whole if it is an inner one. */
    public List<RegistryEntity.Version> versions(String tenant, String process) {
        return versions.getOrDefault(new Name(tenant, ProcessName.parse(process).whole()), List.of());
    }

    public List<String> names(String tenant) {
        return versions.keySet().stream()
                .filter(name -> name.tenant().equals(tenant))
                .map(Name::process)
                .sorted()
                .toList();
    }

    /** For languages whose processes have no code here. */
    public void read(EventReader reader) {
        readers.put(reader.language(), reader);
    }

    /** What reads the events of a process: its code, else a reader of its language, else null. */
    @Nullable
    public Function<In, ProcessEvent> events(String tenant, String process, int version) {
        Compiled<?> compiled = code(tenant, process, version);
        if (compiled != null) {
            return compiled::readEvent;
        }
        for (RegistryEntity.Version deployed : versions(tenant, process)) {
            EventReader reader = deployed.number() == version ? readers.get(deployed.language()) : null;
            if (reader != null) {
                return reader::read;
            }
        }
        return null;
    }

    @Nullable
    public Compiled<?> code(String tenant, String process, int version) {
        Compiled<?> deployed = code.get(new Versioned(tenant, process, version));
        if (deployed != null) {
            return deployed;
        }
        ProcessName name = ProcessName.parse(process);
        String inner = name.inner();
        Compiled<?> whole = inner == null ? null : code.get(new Versioned(tenant, name.whole(), version));
        return inner == null || whole == null ? null : whole.inner(inner);
    }

    /** What the cases of one tenant see; one object for all of them. */
    public Processes of(String tenant) {
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
                return Catalogue.newest(versions(tenant, process));
            }

            @Override
            public boolean isDeployed(String process, int version) {
                return versions(tenant, process).stream().anyMatch(each -> each.number() == version);
            }

            @Override
            public List<InForce> inForce() {
                return inForce.getOrDefault(tenant, List.of());
            }
        };
    }
}
