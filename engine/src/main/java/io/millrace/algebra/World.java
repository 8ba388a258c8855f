package io.millrace.algebra;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * All that is said of the constants of one rule: the rule itself, and every rule whose variables all stand for constants of events
 * that are spoken of already. It is a rule set without variables, in which the constants are called as the variables of the rule are,
 * so it is compiled once and played as a game like any other; where the constants of an instance stand in it follows from what
 * occurred to them. For several threads.
 */
final class World {
    /** Rules that would bring more events are left out. */
    private static final int MOST_EVENTS = 14;
    /** How many histories a state is remembered after. */
    private static final int MOST_REMEMBERED = 4_096;

    private final RuleSet set;
    private final List<Ground> events;
    private final Map<List<Integer>, RuleState> known = new ConcurrentHashMap<>();

    private World(RuleSet set, List<Ground> events) {
        this.set = set;
        this.events = events;
    }

    /** @param all the rules of the file; those that count or ask for some constant are left out */
    static Optional<World> of(Schema schema, List<Schema> all, RuleModule module) {
        if (!schema.isPlain()) {
            return Optional.empty();
        }
        Map<String, String> own = new TreeMap<>();
        schema.variables().forEach(variable -> own.put(variable, variable));
        Map<Schema, Set<Map<String, String>>> spoken = new LinkedHashMap<>();
        spoken.computeIfAbsent(schema, key -> new LinkedHashSet<>()).add(own);
        Set<String> events = new LinkedHashSet<>(schema.concrete(own));
        boolean more = true;
        while (more) {
            more = false;
            for (Schema each : all) {
                for (Map<String, String> binding : each.isPlain() ? bindings(each, events) : List.<Map<String, String>>of()) {
                    Set<String> wider = new LinkedHashSet<>(events);
                    wider.addAll(each.concrete(binding));
                    if (wider.size() <= MOST_EVENTS && spoken.computeIfAbsent(each, key -> new LinkedHashSet<>()).add(binding)) {
                        events = wider;
                        more = true;
                    }
                }
            }
        }
        List<String> names = events.stream().sorted().toList();
        Map<String, Integer> numbers = new HashMap<>();
        names.forEach(name -> numbers.put(name, numbers.size()));
        List<GroundRule> rules = new ArrayList<>();
        spoken.forEach((each, bindings) -> bindings.forEach(binding -> rules.add(GroundRule.of(
                each.name(), each.rule().assumed(), NormalForm.of(each.rule().form().bound(binding), event -> numbers.get(event.text()))))));
        List<Ground> grounds = names.stream().map(Ground::of).toList();
        List<EventType> types = new ArrayList<>();
        for (Ground each : grounds) {
            EventType type = module.byName().get(each.name());
            if (type == null) {
                throw new IllegalStateException("The event " + each.name() + " was not completed.");
            }
            types.add(type);
        }
        return Optional.of(new World(new RuleSet(module, names, types, rules), grounds));
    }

    /** The bindings under which every variable of a rule is met in one of the events. */
    private static List<Map<String, String>> bindings(Schema schema, Set<String> events) {
        Set<Map<String, String>> partial = new LinkedHashSet<>(Set.of(Map.of()));
        for (String event : events) {
            for (Map<String, String> one : schema.unified(Ground.of(event))) {
                for (Map<String, String> other : List.copyOf(partial)) {
                    if (one.entrySet().stream().allMatch(each -> each.getValue().equals(other.getOrDefault(each.getKey(), each.getValue())))) {
                        Map<String, String> both = new TreeMap<>(other);
                        both.putAll(one);
                        partial.add(both);
                    }
                }
            }
        }
        return partial.stream()
                .filter(each -> each.size() == schema.variables().size() && !each.isEmpty() && !schema.collapses(each))
                .toList();
    }

    /** Where an instance stands in it. */
    final class Standpoint {
        private final Map<String, String> binding;
        private final RuleState state;

        private Standpoint(Map<String, String> binding, RuleState state) {
            this.binding = binding;
            this.state = state;
        }

        /** The number of an event of the instance with a sign; negative if it is not spoken of. */
        private int literal(Ground event) {
            for (int i = 0; i < events.size(); i++) {
                if (events.get(i).name().equals(event.name()) && bound(events.get(i), binding).equals(event.constants())) {
                    return 2 * i + (event.negated() ? 1 : 0);
                }
            }
            return -1;
        }

        /** Whether it may occur now. */
        boolean accepts(Ground event) {
            int literal = literal(event);
            return literal < 0 || state.isDecided(literal) || state.admits(literal);
        }

        boolean permits(Ground event) {
            int literal = literal(event);
            return literal < 0 || state.isDecided(literal) || state.isPermitted(literal);
        }

        /** What occurs however it goes on, for constants that were seen. */
        List<String> required() {
            return IntStream.range(0, 2 * events.size())
                    .filter(state::isRequired)
                    .mapToObj(this::ground)
                    .filter(each -> !each.constants().contains(Ground.FRESH))
                    .map(Ground::toString)
                    .toList();
        }

        private Ground ground(int literal) {
            return new Ground(events.get(literal >> 1).name(), bound(events.get(literal >> 1), binding), literal % 2 == 1);
        }

        boolean excludes(Ground event) {
            int literal = literal(event);
            return literal >= 0 && !state.isDecided(literal) && (state.isNever(literal) || state.isLost(literal));
        }

        /** The rules that do not permit it now; none if they could only not be kept in every case. */
        List<String> against(Ground event) {
            int literal = literal(event);
            return literal < 0 ? List.of() : state.against(literal);
        }

        /** What would lift that, for constants that were seen. */
        List<String> liftedBy(Ground event) {
            int literal = literal(event);
            return literal < 0 ? List.of() : state.liftedBy(literal).stream()
                    .map(this::ground)
                    .filter(each -> !each.constants().contains(Ground.FRESH))
                    .map(Ground::toString)
                    .toList();
        }
    }

    private static List<String> bound(Ground event, Map<String, String> binding) {
        List<String> constants = new ArrayList<>(event.constants().size());
        event.constants().forEach(each -> constants.add(binding.getOrDefault(each, each)));
        return constants;
    }

    /** @param decided what occurred to an event with constants, if it is decided */
    Standpoint at(Map<String, String> binding, Function<String, Instance.@Nullable Step> decided) {
        record Occurred(long number, int literal) {}
        List<Occurred> occurred = new ArrayList<>(events.size());
        for (int i = 0; i < events.size(); i++) {
            Ground event = events.get(i);
            Instance.Step step = decided.apply(new Ground(event.name(), bound(event, binding), false).event());
            if (step != null) {
                occurred.add(new Occurred(step.number(), 2 * i + (step.event().negated() ? 1 : 0)));
            }
        }
        occurred.sort(Comparator.comparingLong(Occurred::number));
        List<Integer> literals = occurred.stream().map(Occurred::literal).toList();
        RuleState state = known.get(literals);
        if (state == null) {
            state = set.start();
            for (int literal : literals) {
                state = state.after(literal);
            }
            if (known.size() < MOST_REMEMBERED) {
                known.put(literals, state);
            }
        }
        return new Standpoint(binding, state);
    }
}
