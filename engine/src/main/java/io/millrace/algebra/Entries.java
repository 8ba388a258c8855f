package io.millrace.algebra;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of rules with variables: for each rule an entry for a combination of constants, and one for a constant with all
 * that have not been seen. They are found by their constants, and by the events that are open in them.
 *
 * <p>A satisfied entry for several constants is not kept if all that it knows stands in the entries for fewer of them: it is put
 * together again when an event asks for it.
 */
final class Entries {
    /** Up to how many variables the entries of a rule are looked up, and not looked through. */
    private static final int MOST_LOOKED_UP = 4;

    private record Place(Schema schema, String variable, String constant) {}

    private final List<Schema> schemas;
    private final Map<Schema, Map<Map<String, String>, Instance>> bySchema = new LinkedHashMap<>();
    private final Map<Place, Set<Map<String, String>>> byConstant = new HashMap<>();
    private final Map<String, Set<Instance>> byEvent = new HashMap<>();
    /** What occurred to each event that is decided, and how many entries know it. */
    private final Map<String, Known> decided = new HashMap<>();

    private record Known(Instance.Step step, int entries) {}

    Entries(List<Schema> schemas) {
        this.schemas = schemas;
        for (Schema schema : schemas) {
            bySchema.put(schema, new LinkedHashMap<>());
            if (schema.variables().isEmpty()) {
                put(Instance.of(new Instance.Key(schema, Map.of()), List.of()));
            }
        }
    }

    Entries copy() {
        Entries copy = new Entries(schemas);
        all().forEach(copy::put);
        return copy;
    }

    List<Schema> schemas() {
        return schemas;
    }

    int size() {
        return bySchema.values().stream().mapToInt(Map::size).sum();
    }

    Stream<Instance> all() {
        return bySchema.values().stream().flatMap(each -> each.values().stream());
    }

    @Nullable Instance get(Instance.Key key) {
        return of(key.schema()).get(key.binding());
    }

    private Map<Map<String, String>, Instance> of(Schema schema) {
        Map<Map<String, String>, Instance> found = bySchema.get(schema);
        if (found == null) {
            throw new IllegalArgumentException("There is no rule '" + schema.name() + "' here.");
        }
        return found;
    }

    /** The entries that mention an event in what remains of them. */
    Set<Instance> open(String event) {
        return byEvent.getOrDefault(event, Set.of());
    }

    /** Keeps an entry in place of the one with the same constants. */
    void put(Instance entry) {
        remove(entry.key());
        if (entry.isSatisfied() && entry.schema().isDerivable(entry.binding())) {
            return;
        }
        of(entry.schema()).put(entry.binding(), entry);
        entry.binding().forEach((variable, constant) -> byConstant
                .computeIfAbsent(new Place(entry.schema(), variable, constant), place -> new LinkedHashSet<>())
                .add(entry.binding()));
        entry.open().forEach(event -> byEvent.computeIfAbsent(event, key -> new LinkedHashSet<>()).add(entry));
        for (Instance.Step step : entry.history()) {
            decided.compute(step.event().event(), (event, known) -> new Known(step, known == null ? 1 : known.entries() + 1));
        }
    }

    void remove(Instance.Key key) {
        Instance old = of(key.schema()).remove(key.binding());
        if (old != null) {
            key.binding().forEach((variable, constant) -> drop(byConstant, new Place(key.schema(), variable, constant), key.binding()));
            old.open().forEach(event -> drop(byEvent, event, old));
            for (Instance.Step step : old.history()) {
                decided.computeIfPresent(step.event().event(), (event, known) ->
                        known.entries() == 1 ? null : new Known(known.step(), known.entries() - 1));
            }
        }
    }

    /** What occurred to an event, as far as it is remembered; null if it is not decided. */
    Instance.@Nullable Step decided(String event) {
        Known known = decided.get(event);
        return known == null ? null : known.step();
    }

    private static <K, V> void drop(Map<K, Set<V>> index, K key, V value) {
        Set<V> values = index.get(key);
        if (values != null) {
            values.remove(value);
            if (values.isEmpty()) {
                index.remove(key);
            }
        }
    }

    void removeIf(Predicate<Instance> unneeded) {
        all().filter(unneeded).toList().forEach(each -> remove(each.key()));
    }

    /** The entries in which a variable of their rule stands for a constant. */
    List<Instance> with(String constant) {
        List<Instance> found = new ArrayList<>();
        for (Schema schema : schemas) {
            Set<Map<String, String>> bindings = new LinkedHashSet<>();
            schema.variables().forEach(variable -> bindings.addAll(at(schema, variable, constant)));
            Map<Map<String, String>, Instance> all = of(schema);
            for (Map<String, String> binding : bindings) {
                Instance each = all.get(binding);
                if (each != null) {
                    found.add(each);
                }
            }
        }
        return found;
    }

    private Set<Map<String, String>> at(Schema schema, String variable, String constant) {
        return byConstant.getOrDefault(new Place(schema, variable, constant), Set.of());
    }

    /** The entries that an event touches, as they are without it; those for constants that it brings are made. */
    List<Instance> touched(Ground event) {
        return targets(event).map(this::entry).toList();
    }

    /** Which these are, found one after the other. */
    Stream<Instance.Key> targets(Ground event) {
        return schemas.stream().flatMap(schema -> schema.unified(event).stream()
                .flatMap(bound -> targets(schema, bound))
                .distinct()
                .filter(binding -> !schema.collapses(binding))
                .map(binding -> new Instance.Key(schema, binding)));
    }

    private Stream<Map<String, String>> targets(Schema schema, Map<String, String> bound) {
        Map<String, String> general = schema.filled(bound);
        return general.size() == bound.size()
                ? Stream.of(general)
                : Stream.concat(Stream.of(general), agreeing(schema, bound).map(other -> {
                    Map<String, String> both = new TreeMap<>(other);
                    both.putAll(bound);
                    return both;
                }));
    }

    /** The bindings that have the same constants as this one, or {@code *}. */
    private Stream<Map<String, String>> agreeing(Schema schema, Map<String, String> bound) {
        if (bound.isEmpty()) {
            return List.copyOf(of(schema).keySet()).stream();
        }
        Map.Entry<String, String> first = bound.entrySet().iterator().next();
        return Stream.concat(
                        at(schema, first.getKey(), first.getValue()).stream(), at(schema, first.getKey(), Ground.FRESH).stream())
                .filter(other -> bound.entrySet().stream().allMatch(each ->
                        each.getValue().equals(other.get(each.getKey())) || Ground.FRESH.equals(other.get(each.getKey()))));
    }

    /** The entry of a binding; one that is new knows what happened to its constants before they met. */
    Instance entry(Instance.Key key) {
        Instance known = get(key);
        if (known != null) {
            return known;
        }
        Map<Long, Instance.Step> history = new TreeMap<>();
        for (Instance each : moreGeneral(key)) {
            each.history().forEach(step -> history.put(step.number(), step));
        }
        return Instance.of(key, List.copyOf(history.values()));
    }

    /** The entries with {@code *} in place of some of the constants. */
    private Set<Instance> moreGeneral(Instance.Key key) {
        Map<Map<String, String>, Instance> all = of(key.schema());
        List<String> variables = List.copyOf(key.binding().keySet());
        Set<Instance> found = new LinkedHashSet<>();
        if (variables.size() > MOST_LOOKED_UP) {
            for (Instance each : all.values()) {
                boolean agrees = each.binding().entrySet().stream().allMatch(one ->
                        one.getValue().equals(Ground.FRESH) || one.getValue().equals(key.binding().get(one.getKey())));
                if (agrees) {
                    found.add(each);
                }
            }
            return found;
        }
        for (int open = 0; open < 1 << variables.size(); open++) {
            Map<String, String> general = new TreeMap<>(key.binding());
            for (int i = 0; i < variables.size(); i++) {
                if ((open >> i & 1) == 1) {
                    general.put(variables.get(i), Ground.FRESH);
                }
            }
            Instance known = all.get(general);
            if (known != null) {
                found.add(known);
            }
        }
        return found;
    }

    /** These entries in place of those with the same constants, and all that share undecided events with them, directly or through others. */
    List<Instance> together(List<Instance> some, int most) {
        Map<Instance.Key, Instance> found = new LinkedHashMap<>();
        List<String> open = new ArrayList<>();
        Set<String> seen = new LinkedHashSet<>();
        for (Instance each : some) {
            found.put(each.key(), each);
            each.open().stream().filter(seen::add).forEach(open::add);
        }
        for (int i = 0; i < open.size() && found.size() < most; i++) {
            for (Instance each : open(open.get(i))) {
                if (found.putIfAbsent(each.key(), each) == null) {
                    each.open().stream().filter(seen::add).forEach(open::add);
                }
            }
        }
        return List.copyOf(found.values());
    }
}
