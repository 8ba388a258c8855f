package io.millrace.algebra;

import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Rules with variables at run time: for each combination of constants that occurred, what remains of the rule. Equation 9 in its
 * corrected form: an event with constants c leaves the rule for all others, and what remains of it for c.
 *
 * <p>For each rule there is an entry for a combination of constants, and one for a constant with all that have not been seen, written
 * {@code *}. An entry is forgotten when nothing remains of it and nothing can ask for it again: all its events are decided, for an
 * instance never repeats, and no event can add a constant to it. The caller uses a constant for one instance only. When it ends an
 * instance, it records the complements of its {@link #undecided} events, or {@linkplain #forget forgets} the constant.
 *
 * <p>Not for several threads. The constants of an event are texts, as in {@code b1[7]}.
 */
public final class Instances {
    /** How many entries are decided together at most. */
    private static final int MOST_TOGETHER = 200;
    /** Up to how many variables the entries of a rule are looked up, and not looked through. */
    private static final int MOST_LOOKED_UP = 4;

    private final RuleSet set;
    /** Whether what is decided is remembered until its constant is forgotten, since somebody may ask for it once more. */
    private final boolean lasting;
    private final List<Schema> schemas = new ArrayList<>();
    /** For each rule, by its binding. */
    private final List<Map<Map<String, String>, Instance>> entries = new ArrayList<>();
    private long steps;
    /** Follows from the entries; null while nobody has asked. */
    private @Nullable Map<String, Boolean> decided;

    public Instances(RuleSet set) {
        this(set, false);
    }

    /** The same for callers who may use a constant again: what is decided is remembered until they {@linkplain #forget forget} it. */
    public static Instances lasting(RuleSet set) {
        return new Instances(set, true);
    }

    private Instances(RuleSet set, boolean lasting) {
        this.set = set;
        this.lasting = lasting;
        for (RuleModule.Rule rule : set.module().rules()) {
            if (rule.constraint().isEmpty()) {
                Schema schema = new Schema(rule);
                schemas.add(schema);
                entries.add(new LinkedHashMap<>());
                if (schema.variables().isEmpty()) {
                    entries.getLast().put(Map.of(), Instance.of(schema, Map.of(), List.of()));
                }
            }
        }
    }

    /** How many combinations of constants are remembered. */
    public int size() {
        return entries.stream().mapToInt(Map::size).sum();
    }

    /** Whether all rules can still be satisfied if this happens now, now or later, or never. */
    public RuleState.Verdict verdict(String literal) {
        Ground event = Ground.of(literal);
        if (isDecided(event)) {
            return RuleState.Verdict.REFUSE;
        }
        if (possible(together(after(event)), List.of())) {
            return RuleState.Verdict.ACCEPT;
        }
        // For ever, if even its occurrence at some time is impossible with what is open now.
        List<Instance> now = together(before(event));
        return possible(now, List.of(event)) ? RuleState.Verdict.DELAY : RuleState.Verdict.REFUSE;
    }

    /** A rule that forbids a literal by itself, for some constants. */
    public static final class Block {
        private final int rule;
        private final Map<String, String> binding;

        private Block(int rule, Map<String, String> binding) {
            this.rule = rule;
            this.binding = binding;
        }
    }

    /** What forbids a literal now by itself, if there is such a rule. */
    public Optional<Block> block(String literal) {
        return after(Ground.of(literal)).stream()
                .filter(each -> !possible(List.of(each), List.of()))
                .findFirst()
                .map(each -> new Block(schemas.indexOf(each.schema()), each.binding()));
    }

    /** Whether this still forbids a literal. It is much less to look at than all that a {@link #verdict} rests on. */
    public boolean isBlocked(String literal, Block by) {
        Instance now = entry(schemas.get(by.rule), entries.get(by.rule), by.binding);
        return !isDecided(literal)
                && !possible(List.of(now.with(new Instance.Step(steps + 1, Ground.of(literal)))), List.of());
    }

    /** The rules that forbid a literal now, by themselves. */
    public List<String> against(String literal) {
        Ground event = Ground.of(literal);
        Set<String> names = new LinkedHashSet<>();
        for (Instance each : after(event)) {
            if (!possible(List.of(each), List.of())) {
                names.add(each.schema().name());
            }
        }
        if (names.isEmpty()) {
            after(event).forEach(each -> names.add(each.schema().name()));
        }
        return List.copyOf(names);
    }

    /**
     * Records that a literal occurred.
     *
     * @return the literals, with constants, that are required from now on and were decided by this: those to trigger, and
     *     complements to record
     */
    public List<String> record(String literal) {
        Ground event = Ground.of(literal);
        if (isDecided(event)) {
            throw new IllegalArgumentException("Event '" + event.event() + "' is decided.");
        }
        List<Instance> changed = after(event);
        steps++;
        for (Instance each : changed) {
            Map<Map<String, String>, Instance> all = entries.get(schemas.indexOf(each.schema()));
            all.put(each.binding(), each);
        }
        if (decided != null) {
            decided.put(event.event(), !event.negated());
        }
        List<String> required = required(together(changed));
        if (!lasting) {
            entries.forEach(all -> all.values().removeIf(Instance::isForgotten));
            decided = null;
        }
        return required;
    }

    /** What would be if a literal occurred. */
    public Instances with(String literal) {
        Instances other = new Instances(set, lasting);
        other.schemas.clear();
        other.schemas.addAll(schemas);
        other.entries.clear();
        entries.forEach(all -> other.entries.add(new LinkedHashMap<>(all)));
        other.steps = steps;
        other.record(literal);
        return other;
    }

    /**
     * Forgets what is satisfied of a constant with which nothing more will happen, such as the id of a case that has ended.
     *
     * @return what is not satisfied, and stays
     */
    public List<String> forget(String constant) {
        for (Map<Map<String, String>, Instance> all : entries) {
            decided = null;
            all.values().removeIf(each -> isOf(each, constant) && each.standing().expr().is(Expr.Kind.TRUE));
        }
        return obligations(entry -> entry.binding().containsValue(constant));
    }

    /** A constant of the data that happens to be the same as a case is not forgotten with the case. */
    private boolean isOf(Instance entry, String constant) {
        return entry.binding().entrySet().stream()
                .anyMatch(each -> each.getValue().equals(constant) && !entry.schema().isOfData(each.getKey(), set.module().byName()));
    }

    /** Whether a literal itself has occurred, as far as it is remembered. */
    public boolean hasOccurred(String literal) {
        Ground event = Ground.of(literal);
        Boolean how = decided().get(event.event());
        return how != null && how == !event.negated();
    }

    /** Which events have occurred, and which never will, as far as it is remembered. */
    private Map<String, Boolean> decided() {
        Map<String, Boolean> known = decided;
        if (known == null) {
            known = new HashMap<>();
            for (Map<Map<String, String>, Instance> all : entries) {
                for (Instance each : all.values()) {
                    for (Instance.Step step : each.history()) {
                        known.put(step.event().event(), !step.event().negated());
                    }
                }
            }
            decided = known;
        }
        return known;
    }

    /** Whether something that was seen speaks of the event of a literal, and it is not decided. */
    public boolean isRemembered(String literal) {
        String event = Ground.of(literal).event();
        return entries.stream().flatMap(all -> all.values().stream()).anyMatch(each -> each.undecided().contains(event));
    }

    /** Whether the event of a literal is decided, as far as it is remembered. */
    public boolean isDecided(String literal) {
        return isDecided(Ground.of(literal));
    }

    private boolean isDecided(Ground event) {
        return decided().containsKey(event.event());
    }

    /**
     * The literals to ask about: both of every event that is remembered and not decided, and of every event with parameters for
     * constants that have not been seen, written {@code *}.
     */
    public List<String> literals() {
        Set<String> open = new TreeSet<>();
        for (EventType type : set.module().events()) {
            if (type.parameters().isEmpty() && !isDecided(new Ground(type.name(), List.of(), false))) {
                open.add(type.name());
            } else if (!type.parameters().isEmpty()) {
                open.add(new Ground(type.name(), Collections.nCopies(type.parameters().size(), Ground.FRESH), false).event());
            }
        }
        for (Map<Map<String, String>, Instance> all : entries) {
            all.values().forEach(each -> open.addAll(each.undecided()));
        }
        return open.stream().flatMap(event -> Stream.of(event, "~" + event)).toList();
    }

    /** Literals, with constants that were seen, which occur however it goes on if all rules are kept. */
    public List<String> required() {
        return required(entries.stream().flatMap(all -> all.values().stream()).toList());
    }

    /** Whether the scheduler asks an agent for this literal if it is required. */
    public boolean isTriggerable(String literal) {
        Ground event = Ground.of(literal);
        EventType type = set.module().byName().get(event.name());
        return !event.negated() && type != null && type.control().isTriggerable();
    }

    /**
     * Checks that a literal is one of these rules.
     *
     * @throws RefusedException if they do not mention its event with as many parameters
     */
    public String known(String literal) {
        Ground event = Ground.of(literal);
        EventType type = set.module().byName().get(event.name());
        if (type == null || type.parameters().size() != event.constants().size()) {
            throw new RefusedException(Code.NOT_A_RULE_EVENT.with(literal));
        }
        return event.toString();
    }

    /** Whether one rule speaks of both, for constants that can be the same: then what one of them does matters to the other. */
    public boolean interferes(String one, String other) {
        for (Schema schema : schemas) {
            for (Map<String, String> mine : schema.unified(Ground.of(one))) {
                for (Map<String, String> its : schema.unified(Ground.of(other))) {
                    if (mine.entrySet().stream().allMatch(each -> each.getValue().equals(its.getOrDefault(each.getKey(), each.getValue())))) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** Events with this constant that are remembered and not decided. */
    public List<String> undecided(String constant) {
        Set<String> open = new LinkedHashSet<>();
        for (Map<Map<String, String>, Instance> all : entries) {
            for (Instance each : all.values()) {
                if (each.binding().containsValue(constant)) {
                    each.undecided().stream().filter(event -> Ground.of(event).constants().contains(constant)).forEach(open::add);
                }
            }
        }
        return List.copyOf(open);
    }

    /** The entries that an event touches, as they are without it; those for constants that it brings are made. */
    private List<Instance> before(Ground event) {
        List<Instance> touched = new ArrayList<>();
        for (int i = 0; i < schemas.size(); i++) {
            for (Map<String, String> binding : targets(schemas.get(i), entries.get(i), event)) {
                touched.add(entry(schemas.get(i), entries.get(i), binding));
            }
        }
        return touched;
    }

    private List<Instance> after(Ground event) {
        return before(event).stream().map(each -> each.with(new Instance.Step(steps + 1, event))).toList();
    }

    private static Set<Map<String, String>> targets(Schema schema, Map<Map<String, String>, Instance> all, Ground event) {
        Set<Map<String, String>> targets = new LinkedHashSet<>();
        for (Map<String, String> bound : schema.unified(event)) {
            Map<String, String> general = new TreeMap<>(bound);
            schema.variables().forEach(variable -> general.putIfAbsent(variable, Ground.FRESH));
            targets.add(general);
            if (general.size() > bound.size()) {
                for (Map<String, String> other : all.keySet()) {
                    boolean agrees = bound.entrySet().stream().allMatch(each ->
                            each.getValue().equals(other.get(each.getKey())) || Ground.FRESH.equals(other.get(each.getKey())));
                    if (agrees) {
                        Map<String, String> both = new TreeMap<>(other);
                        both.putAll(bound);
                        targets.add(both);
                    }
                }
            }
        }
        targets.removeIf(schema::collapses);
        return targets;
    }

    /** The entry of a binding; one that is new knows what happened to its constants before they met. */
    private static Instance entry(Schema schema, Map<Map<String, String>, Instance> all, Map<String, String> binding) {
        Instance known = all.get(binding);
        if (known != null) {
            return known;
        }
        Map<Long, Instance.Step> history = new TreeMap<>();
        for (Instance each : more(all, binding)) {
            each.history().forEach(step -> history.put(step.number(), step));
        }
        return Instance.of(schema, binding, List.copyOf(history.values()));
    }

    /** The entries that are more general than a binding: those with {@code *} in place of some of its constants. */
    private static List<Instance> more(Map<Map<String, String>, Instance> all, Map<String, String> binding) {
        List<String> variables = List.copyOf(binding.keySet());
        if (variables.size() > MOST_LOOKED_UP) {
            return all.values().stream()
                    .filter(each -> each.binding().entrySet().stream().allMatch(one ->
                            one.getValue().equals(Ground.FRESH) || one.getValue().equals(binding.get(one.getKey()))))
                    .toList();
        }
        Set<Instance> found = new LinkedHashSet<>();
        for (int open = 0; open < 1 << variables.size(); open++) {
            Map<String, String> general = new TreeMap<>(binding);
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
        return List.copyOf(found);
    }

    /** These entries, and those that share undecided events with them, directly or through others. */
    private List<Instance> together(List<Instance> some) {
        Map<List<Object>, Instance> found = new LinkedHashMap<>();
        Set<String> open = new LinkedHashSet<>();
        for (Instance each : some) {
            found.put(List.of(each.schema(), each.binding()), each);
            open.addAll(each.open());
        }
        boolean more = true;
        while (more && found.size() < MOST_TOGETHER) {
            more = false;
            for (Map<Map<String, String>, Instance> all : entries) {
                for (Instance each : all.values()) {
                    List<Object> key = List.of(each.schema(), each.binding());
                    if (!found.containsKey(key) && each.open().stream().anyMatch(open::contains)) {
                        found.put(key, each);
                        more |= open.addAll(each.open());
                    }
                }
            }
        }
        return List.copyOf(found.values());
    }

    private static boolean possible(Collection<Instance> all, List<Ground> more) {
        Map<String, Integer> numbers = new HashMap<>();
        List<Expr> conjuncts = new ArrayList<>();
        for (Instance each : all) {
            List<String> names = each.standing().names();
            conjuncts.add(each.standing().expr().renumbered(event -> number(numbers, names.get(event))));
        }
        for (Ground each : more) {
            conjuncts.add(Expr.literal(2 * number(numbers, each.event()) + (each.negated() ? 1 : 0)));
        }
        try {
            return Search.satisfiable(conjuncts);
        } catch (Search.GivenUpException e) {
            return true;
        }
    }

    private static int number(Map<String, Integer> numbers, String event) {
        Integer known = numbers.get(event);
        if (known == null) {
            known = numbers.size();
            numbers.put(event, known);
        }
        return known;
    }

    private List<String> required(List<Instance> all) {
        Set<String> open = new LinkedHashSet<>();
        all.forEach(each -> open.addAll(each.open()));
        List<String> required = new ArrayList<>();
        for (String event : open) {
            Ground literal = Ground.of(event);
            if (literal.constants().contains(Ground.FRESH) || event.contains(Ground.FRESH)) {
                continue;
            }
            if (!possible(all, List.of(literal.not()))) {
                required.add(literal.toString());
            } else if (!possible(all, List.of(literal))) {
                required.add(literal.not().toString());
            }
        }
        return required;
    }

    /** What remains to be satisfied, an expression for each rule and combination of constants; {@code *} is every other constant. */
    public List<String> obligations() {
        return obligations(entry -> true);
    }

    private List<String> obligations(Predicate<Instance> wanted) {
        List<String> texts = new ArrayList<>();
        for (Map<Map<String, String>, Instance> all : entries) {
            for (Instance each : all.values()) {
                if (wanted.test(each) && !each.standing().expr().is(Expr.Kind.TRUE)) {
                    List<String> names = each.standing().names();
                    String text = each.standing().expr().text(literal -> (literal % 2 == 0 ? "" : "~") + names.get(literal >> 1));
                    texts.add(each.standing().expr().is(Expr.Kind.OR) ? "(" + text + ")" : text);
                }
            }
        }
        return texts;
    }

    public RuleSet rules() {
        return set;
    }

    /** Writes the entries, each with what occurred to it. */
    public void write(Out out) {
        out.varint(steps);
        out.varint(size());
        for (Map<Map<String, String>, Instance> all : entries) {
            for (Instance each : all.values()) {
                out.text(each.schema().name());
                out.varint(each.binding().size());
                each.binding().forEach((variable, constant) -> {
                    out.text(variable);
                    out.text(constant);
                });
                out.varint(each.history().size());
                for (Instance.Step step : each.history()) {
                    out.varint(step.number());
                    out.text(step.event().toString());
                }
            }
        }
    }

    /** What was written, for the same rules. Entries of rules that are gone are left out. */
    public static Instances read(RuleSet set, In in) {
        return read(new Instances(set), in);
    }

    /** The same of {@link #lasting} ones. */
    public static Instances readLasting(RuleSet set, In in) {
        return read(lasting(set), in);
    }

    private static Instances read(Instances instances, In in) {
        instances.steps = in.varint();
        for (long i = in.varint(); i > 0; i--) {
            String name = in.text();
            Map<String, String> binding = new TreeMap<>();
            for (long j = in.varint(); j > 0; j--) {
                binding.put(in.text(), in.text());
            }
            List<Instance.Step> history = new ArrayList<>();
            for (long j = in.varint(); j > 0; j--) {
                history.add(new Instance.Step(in.varint(), Ground.of(in.text())));
            }
            history.sort(Comparator.comparingLong(Instance.Step::number));
            for (int k = 0; k < instances.schemas.size(); k++) {
                Schema schema = instances.schemas.get(k);
                if (schema.name().equals(name)) {
                    instances.entries.get(k).put(binding, Instance.of(schema, binding, history));
                }
            }
        }
        return instances;
    }
}
