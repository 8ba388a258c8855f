package io.millrace.algebra;

import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Compiled rules. Immutable, safe for use by several threads, and shared by all their cases. Rules with variables are compiled and proved
 * for one constant of each variable; {@link Instances} handles the constants that occur.
 *
 * <p>Events are numbered in the order of their names. A literal is {@code 2n} for event {@code n} and {@code 2n+1} for its
 * complement; {@link #literal} and {@link #text} translate.
 */
public final class RuleSet {
    private final List<String> names;
    private final List<EventType> types;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<GroundRule> rules;
    private final List<Cluster> clusters = new ArrayList<>();
    private final int[] clusterOf;
    private final RuleModule module;
    private final List<String> impossible;
    /** The rules as {@link Instances} needs them; null while nobody has asked. */
    private volatile @Nullable List<Schema> schemas;

    RuleSet(RuleModule module, List<String> names, List<EventType> types, List<GroundRule> rules) {
        this.module = module;
        this.names = List.copyOf(names);
        this.types = List.copyOf(types);
        this.rules = List.copyOf(rules);
        impossible = rules.stream().filter(rule -> rule.start().isDead()).map(GroundRule::name).toList();
        for (int i = 0; i < names.size(); i++) {
            numbers.put(names.get(i), i);
        }
        clusterOf = new int[names.size()];
        for (int[] events : Cluster.split(names.size(), rules)) {
            for (int event : events) {
                clusterOf[event] = clusters.size();
            }
            clusters.add(cluster(events));
        }
    }

    private Cluster cluster(int[] events) {
        Set<Integer> inside = new TreeSet<>();
        Control[] controls = new Control[events.length];
        long repeating = 0;
        for (int i = 0; i < events.length; i++) {
            inside.add(events[i]);
            controls[i] = types.get(events[i]).control();
            repeating |= types.get(events[i]).repeating() ? 1L << i : 0;
        }
        List<GroundRule> own = rules.stream().filter(rule -> inside.contains(rule.events().nextSetBit(0))).toList();
        return new Cluster(events, own, controls, repeating);
    }

    /**
     * Compiles.
     *
     * @throws RefusedException if the module has problems, an expression is too large, or a rule with variables is unsafe
     */
    public static RuleSet of(RuleModule module) {
        module.orRefuse();
        RuleSet set = new Compiler(module).compile();
        List<Problem> unsafe = Safety.problems(module);
        if (!unsafe.isEmpty()) {
            throw new RefusedException(unsafe.getFirst());
        }
        return set;
    }

    /** Numbers the events and turns every rule into normal form. */
    private static final class Compiler {
        private final RuleModule module;
        private final Map<String, EventType> typeOf = new LinkedHashMap<>();

        Compiler(RuleModule module) {
            this.module = module;
        }

        RuleSet compile() {
            List<Form> forms = new ArrayList<>();
            for (RuleModule.Rule rule : module.rules()) {
                Form form = Generic.of(rule.form(), module.byName());
                forms.add(form);
                form.events().forEach(event -> typeOf.put(event.text(), type(event.name())));
            }
            Set<EventType> mentioned = new HashSet<>(typeOf.values());
            for (EventType type : module.events()) {
                if (!mentioned.contains(type)) {
                    typeOf.put(type.toString(), type);
                }
            }
            List<String> names = new ArrayList<>(new TreeSet<>(typeOf.keySet()));
            Map<String, Integer> numbers = new HashMap<>();
            names.forEach(name -> numbers.put(name, numbers.size()));
            List<GroundRule> rules = new ArrayList<>();
            for (int i = 0; i < forms.size(); i++) {
                rules.add(rule(module.rules().get(i), forms.get(i), names, event -> numbers.get(event.text())));
            }
            // A rule about no event at all is a truth; if it is false, it stands with the others to be seen.
            return new RuleSet(module, names, names.stream().map(typeOf::get).toList(), rules);
        }

        private EventType type(String name) {
            EventType type = module.byName().get(name);
            if (type == null) {
                throw new IllegalStateException("The event " + name + " was not completed.");
            }
            return type;
        }

        private GroundRule rule(RuleModule.Rule rule, Form form, List<String> names, ToIntFunction<Form.Event> numbers) {
            if (rule.constraint().isPresent()) {
                RuleModule.Constraint constraint = rule.constraint().get();
                Dfa dfa = constraint.template().over(
                        constraint.text(), constraint.count(), set(constraint.first(), numbers), set(constraint.second(), numbers));
                BitSet events = dfa.events();
                if (dfa.seesOthers()) {
                    for (int event = 0; event < names.size(); event++) {
                        events.set(event, events.get(event) || type(names.get(event).replaceFirst("\\[.*", "")).parameters().isEmpty());
                    }
                }
                return new GroundRule(rule.name(), rule.assumed(), dfa.start(), events);
            }
            try {
                return GroundRule.of(rule.name(), rule.assumed(), NormalForm.of(form, numbers));
            } catch (NormalForm.TooLargeException e) {
                throw new RefusedException(Wrong.problem(rule.source(), rule.offset(), Code.RULES_TOO_LARGE,
                        "rule '" + rule.name() + "' has " + e.getMessage() + " in normal form"));
            }
        }

        private static BitSet set(List<String> names, ToIntFunction<Form.Event> numbers) {
            BitSet set = new BitSet();
            names.forEach(name -> set.set(numbers.applyAsInt(new Form.Event(name, List.of()))));
            return set;
        }
    }

    /** The module from which the rules were compiled. */
    public RuleModule module() {
        return module;
    }

    /** How many events there are; their literals are the numbers below twice as many. */
    public int events() {
        return names.size();
    }

    /** The event of a literal. */
    public EventType type(int literal) {
        return types.get(Expr.event(literal));
    }

    /** The literal as it is written, {@code c_buy} or {@code ~c_buy}. */
    public String text(int literal) {
        return (literal % 2 == 0 ? "" : "~") + names.get(Expr.event(literal));
    }

    /**
     * The number of a literal.
     *
     * @throws RefusedException if these rules have no such event
     */
    public int literal(String text) {
        String event = text.startsWith("~") || text.startsWith("¬") ? text.substring(1) : text;
        Integer number = numbers.get(event);
        if (number == null) {
            throw new RefusedException(Code.NOT_A_RULE_EVENT.with(text));
        }
        return 2 * number + (event.length() == text.length() ? 0 : 1);
    }

    /** Whether the rules have an event with this name. */
    public boolean has(String event) {
        return numbers.containsKey(event);
    }

    /** The names of the rules, in the order of the files. */
    public Set<String> ruleNames() {
        Set<String> all = new LinkedHashSet<>();
        rules.forEach(rule -> all.add(rule.name()));
        return all;
    }

    /** The names of the rules that the scheduler enforces, in the order of the files. */
    public Set<String> keptNames() {
        Set<String> all = new LinkedHashSet<>();
        rules.stream().filter(rule -> !rule.assumed()).forEach(rule -> all.add(rule.name()));
        return all;
    }

    /** The events that the rules of one name mention, as literals. */
    public List<Integer> literalsOf(String name) {
        BitSet events = new BitSet();
        rules.stream().filter(rule -> rule.name().equals(name)).forEach(rule -> events.or(rule.events()));
        return events.stream().mapToObj(event -> 2 * event).toList();
    }

    /** The rules of one name alone, over the same events with the same numbers. */
    public RuleSet only(String name) {
        return new RuleSet(module, names, types, rules.stream().filter(rule -> rule.name().equals(name)).toList());
    }

    /** The initial state: no event has happened, and no event is decided. */
    public RuleState start() {
        return RuleState.start(this);
    }

    /** Proves the properties of the rules before they run. */
    public RuleReport check() {
        return new Check(this).report();
    }

    /** Whether all queries use a table of states. */
    public boolean isCompiled() {
        return clusters.stream().allMatch(cluster -> cluster.graph() != null);
    }

    List<GroundRule> rules() {
        return rules;
    }

    /** The rules with their variables. */
    List<Schema> schemas() {
        List<Schema> known = schemas;
        if (known == null) {
            known = module.rules().stream().filter(rule -> rule.constraint().isEmpty()).map(Schema::new).toList();
            for (Schema each : known) {
                each.among(known, module);
            }
            schemas = known;
        }
        return known;
    }

    /** Rules that are false by themselves. */
    List<String> impossible() {
        return impossible;
    }

    List<Cluster> clusters() {
        return clusters;
    }

    int clusterOf(int literal) {
        return clusterOf[Expr.event(literal)];
    }

    /** All rules as one cluster, for tables of the whole. */
    Cluster whole() {
        int[] all = IntStream.range(0, names.size()).toArray();
        return clusters.size() == 1 ? clusters.getFirst() : cluster(all);
    }
}
