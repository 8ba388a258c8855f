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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Rules with variables at run time: for each combination of constants that occurred, the remaining rule. This is Equation 9 in its
 * corrected form: an event with constants c keeps the rule for all other constants, and leaves the residual of the rule for c.
 *
 * <p>For each rule there is an entry for a combination of constants, and one for a constant with all that have not been seen, written
 * {@code *}. An entry is removed when nothing remains of it and it cannot be needed again: all its events are decided (an instance never
 * repeats), and no event can add a constant to it. The caller uses a constant for one instance only. When it ends an instance, it records
 * the complements of its {@link #undecided} events, or {@linkplain #forget forgets} the constant.
 *
 * <p>Not safe for use by several threads. The constants of an event are texts, as in {@code b1[7]}.
 */
public final class Instances {
    /** How many entries are decided together at most, if no {@link Outlook} decides; what is beyond them is taken to agree. */
    private static final int MOST_TOGETHER = 200;
    /** Up to how many entries together are asked for all that they demand; of more, only those that an event changes. */
    private static final int MOST_DEMANDING = 60;

    private final RuleSet set;
    /** Whether what is decided is remembered until its constant is forgotten, since somebody may ask for it once more. */
    private final boolean lasting;
    private final Entries entries;
    private long steps;
    /** A way to go on under which all rules hold. Follows from the entries; null while none is known. */
    private @Nullable Map<String, Integer> outlook;
    /** Whether it was looked for in vain since something occurred. */
    private boolean looked;

    /** The initial state of rules, for callers that use a constant for one instance only. */
    public Instances(RuleSet set) {
        this(set, false, new Entries(set.schemas()));
    }

    /** The same for callers that may use a constant again: decided events are kept until {@linkplain #forget forgotten}. */
    public static Instances lasting(RuleSet set) {
        return new Instances(set, true, new Entries(set.schemas()));
    }

    private Instances(RuleSet set, boolean lasting, Entries entries) {
        this.set = set;
        this.lasting = lasting;
        this.entries = entries;
    }

    /** How many combinations of constants are remembered. */
    public int size() {
        return entries.size();
    }

    /** The answer of the safe scheduler to an attempt. */
    public RuleState.Verdict verdict(String literal) {
        Ground event = Ground.of(literal);
        if (isDecided(event)) {
            return RuleState.Verdict.REFUSE;
        }
        List<Instance> touched = touched(event);
        if (touched.stream().allMatch(each -> accepts(each.key(), event)) && isPossible(after(touched, event), without(event), Map.of())) {
            return RuleState.Verdict.ACCEPT;
        }
        // For ever, if even its occurrence at some time is impossible with what is open now.
        boolean never = touched.stream().anyMatch(each -> excludes(each.key(), event))
                || !isPossible(touched, outlook(), Map.of(event.event(), !event.negated()));
        return never ? RuleState.Verdict.REFUSE : RuleState.Verdict.DELAY;
    }

    /** Whether all rules can still be satisfied if this happens now. */
    public boolean isPermitted(String literal) {
        Ground event = Ground.of(literal);
        List<Instance> touched = touched(event);
        return !isDecided(event)
                && touched.stream().allMatch(each -> permits(each.key(), event))
                && isPossible(after(touched, event), without(event), Map.of());
    }

    /** The entries that an event touches, without those of which nothing can be kept any more. */
    private List<Instance> touched(Ground event) {
        return entries.touched(event).stream().filter(each -> !each.isBroken()).toList();
    }

    private List<Instance> after(List<Instance> touched, Ground event) {
        return touched.stream().map(each -> each.with(new Instance.Step(steps + 1, event))).toList();
    }

    private boolean accepts(Instance.Key key, Ground event) {
        World world = key.schema().world();
        if (world != null) {
            return world.at(key.binding(), entries::decided).accepts(event);
        }
        Instance entry = entries.entry(key);
        return entry.isBroken() || !entry.with(new Instance.Step(steps + 1, event)).isBroken();
    }

    private boolean permits(Instance.Key key, Ground event) {
        World world = key.schema().world();
        return world == null || world.at(key.binding(), entries::decided).permits(event);
    }

    private boolean excludes(Instance.Key key, Ground event) {
        World world = key.schema().world();
        return world != null && world.at(key.binding(), entries::decided).excludes(event);
    }

    /** A rule that forbids a literal, for some constants. */
    public static final class Block {
        private final Instance.Key key;

        private Block(Instance.Key key) {
            this.key = key;
        }
    }

    /** A rule that alone forbids a literal now, if there is one. */
    public Optional<Block> block(String literal) {
        Ground event = Ground.of(literal);
        return entries.targets(event).filter(each -> !accepts(each, event)).findFirst().map(Block::new);
    }

    /** Whether this rule still forbids a literal. Much cheaper than {@link #verdict}. */
    public boolean isBlocked(String literal, Block by) {
        Ground event = Ground.of(literal);
        return !isDecided(event) && !accepts(by.key, event);
    }

    /** Whether a rule about a literal and another one, which has just occurred, excludes the first one permanently. */
    public boolean isExcluded(String literal, String occurred) {
        Ground event = Ground.of(literal);
        return isDecided(event) || entries.schemas().stream().anyMatch(schema -> schema.unified(event, Ground.of(occurred)).stream()
                .anyMatch(bound -> excludes(new Instance.Key(schema, schema.filled(bound)), event)));
    }

    /** The rules that forbid a literal now: those that forbid it alone, or else all rules about it. */
    public List<String> against(String literal) {
        Ground event = Ground.of(literal);
        Set<String> names = new LinkedHashSet<>();
        for (Instance each : touched(event)) {
            World world = each.schema().world();
            if (world != null) {
                names.addAll(world.at(each.binding(), entries::decided).against(event));
            } else if (each.with(new Instance.Step(steps + 1, event)).isBroken()) {
                names.add(each.schema().name());
            }
        }
        if (names.isEmpty()) {
            touched(event).forEach(each -> names.add(each.schema().name()));
        }
        return List.copyOf(names);
    }

    /** Literals each of which, if it occurred now, would satisfy one of the rules that forbid this one. */
    public List<String> liftedBy(String literal) {
        Ground event = Ground.of(literal);
        Set<String> lifting = new LinkedHashSet<>();
        for (Instance each : touched(event)) {
            World world = each.schema().world();
            if (world != null && !accepts(each.key(), event)) {
                lifting.addAll(world.at(each.binding(), entries::decided).liftedBy(event));
            }
        }
        return List.copyOf(lifting);
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
        List<Instance> changed = after(entries.touched(event), event);
        Map<String, Integer> before = without(event);
        List<Instance> kept = changed.stream().filter(each -> !each.isBroken()).toList();
        outlook = before == null ? null : Outlook.find(entries, kept, before, Map.of());
        looked = before != null && outlook == null;
        steps++;
        changed.forEach(entries::put);
        List<String> required = required(kept);
        if (!lasting) {
            entries.removeIf(Instance::isForgotten);
        }
        return required;
    }

    /** The state after a literal. */
    public Instances with(String literal) {
        Instances other = new Instances(set, lasting, entries.copy());
        other.steps = steps;
        other.record(literal);
        return other;
    }

    /**
     * Forgets what is satisfied of a constant with which nothing more will happen, such as the id of a case that has ended.
     *
     * @return what is not satisfied; it stays, unless nothing can satisfy it any more
     */
    public List<String> forget(String constant) {
        List<Instance> all = entries.with(constant);
        List<String> left = obligations(all.stream());
        all.stream()
                .filter(each -> (each.isSatisfied() || each.isBroken()) && isOf(each, constant))
                .forEach(each -> entries.remove(each.key()));
        return left;
    }

    /** A constant of the data that happens to be the same as a case is not forgotten with the case. */
    private boolean isOf(Instance entry, String constant) {
        return entry.binding().entrySet().stream()
                .anyMatch(each -> each.getValue().equals(constant) && !entry.schema().isOfData(each.getKey(), set.module().byName()));
    }

    /** Whether a literal itself has occurred, as far as it is remembered. */
    public boolean hasOccurred(String literal) {
        Ground event = Ground.of(literal);
        Instance.Step how = entries.decided(event.event());
        return how != null && how.event().negated() == event.negated();
    }

    /** Whether a stored entry mentions the event of a literal, and the event is not decided. */
    public boolean isRemembered(String literal) {
        Ground event = Ground.of(literal);
        return entries.targets(event).anyMatch(key -> {
            Instance known = entries.get(key);
            return known != null && known.undecided().contains(event.event());
        });
    }

    /** Whether the event of a literal is decided, as far as it is remembered. */
    public boolean isDecided(String literal) {
        return isDecided(Ground.of(literal));
    }

    private boolean isDecided(Ground event) {
        return entries.decided(event.event()) != null;
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
        entries.all().forEach(each -> open.addAll(each.undecided()));
        return open.stream().flatMap(event -> Stream.of(event, "~" + event)).toList();
    }

    /** Literals, with known constants, that occur in every continuation that satisfies all rules. */
    public List<String> required() {
        return required(entries.all().toList());
    }

    /** Whether the scheduler triggers this literal if it is required. */
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

    /** Whether one rule mentions both, for constants that can be the same: then one of them can affect the other. */
    public boolean interferes(String one, String other) {
        return entries.schemas().stream().anyMatch(schema -> !schema.unified(Ground.of(one), Ground.of(other)).isEmpty());
    }

    /** Events with this constant that are remembered and not decided. */
    public List<String> undecided(String constant) {
        Set<String> open = new LinkedHashSet<>();
        for (Instance each : entries.with(constant)) {
            each.undecided().stream().filter(event -> Ground.of(event).constants().contains(constant)).forEach(open::add);
        }
        return List.copyOf(open);
    }

    /** The way to go on that is known; null if none is. */
    private @Nullable Map<String, Integer> outlook() {
        if (outlook == null && !looked) {
            outlook = Outlook.find(entries, entries.all().filter(each -> !each.isBroken()).toList(), Map.of(), Map.of());
            looked = true;
        }
        return outlook;
    }

    /** The way to go on that is known, as far as it speaks of other events. */
    private @Nullable Map<String, Integer> without(Ground event) {
        Map<String, Integer> known = outlook();
        if (known == null || !known.containsKey(event.event())) {
            return known;
        }
        Map<String, Integer> others = new HashMap<>(known);
        others.remove(event.event());
        return others;
    }

    /**
     * Whether there is a way to go on.
     *
     * @param changed entries in place of those with the same constants
     * @param before one for all other entries, if it is known
     * @param fixed events that must happen in it, or must not
     */
    private boolean isPossible(List<Instance> changed, @Nullable Map<String, Integer> before, Map<String, Boolean> fixed) {
        if (changed.stream().anyMatch(Instance::isBroken)) {
            return false;
        }
        if (before != null && Outlook.find(entries, changed, before, fixed) != null) {
            return true;
        }
        return isPossible(entries.together(changed, MOST_TOGETHER), fixed);
    }

    /** The same for a few entries, decided by search. */
    private static boolean isPossible(Collection<Instance> all, Map<String, Boolean> fixed) {
        Map<String, Integer> numbers = new HashMap<>();
        List<Expr> conjuncts = new ArrayList<>();
        for (Instance each : all) {
            List<String> names = each.standing().names();
            conjuncts.add(each.standing().expr().renumbered(event -> number(numbers, names.get(event))));
        }
        fixed.forEach((event, happens) -> conjuncts.add(Expr.literal(2 * number(numbers, event) + (happens ? 0 : 1))));
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

    /** What occurs in every way to go on, of the events that are open in some entries or, if there are few, in those that share events with them. */
    private List<String> required(List<Instance> some) {
        List<Instance> all = entries.together(some, MOST_DEMANDING);
        Set<String> open = new LinkedHashSet<>();
        (all.size() < MOST_DEMANDING ? all : some).forEach(each -> open.addAll(each.open()));
        Set<String> required = new LinkedHashSet<>();
        for (Instance each : some) {
            World world = each.schema().world();
            if (world != null && !each.isBroken()) {
                required.addAll(world.at(each.binding(), entries::decided).required());
            }
        }
        for (String event : open) {
            if (event.contains(Ground.FRESH) || required.contains(event) || required.contains("~" + event)) {
                continue;
            }
            Map<String, Integer> known = outlook();
            // It is enough to look for what the known way to go on does not do.
            boolean happens = known != null && known.containsKey(event);
            if ((known == null || !happens) && !isPossible(some(all, event), known, Map.of(event, true))) {
                required.add("~" + event);
            } else if ((known == null || happens) && !isPossible(some(all, event), known, Map.of(event, false))) {
                required.add(event);
            }
        }
        return List.copyOf(required);
    }

    private static List<Instance> some(List<Instance> all, String event) {
        return all.stream().filter(each -> each.open().contains(event)).toList();
    }

    /** What remains to be satisfied, an expression for each rule and combination of constants; {@code *} is every other constant. */
    public List<String> obligations() {
        return obligations(entries.all());
    }

    private static List<String> obligations(Stream<Instance> some) {
        return some.filter(each -> !each.isSatisfied())
                .map(each -> {
                    List<String> names = each.standing().names();
                    String text = each.standing().expr().text(literal -> (literal % 2 == 0 ? "" : "~") + names.get(literal >> 1));
                    return each.standing().expr().is(Expr.Kind.OR) ? "(" + text + ")" : text;
                })
                .toList();
    }

    /** A constant of a literal. */
    public static String constant(String literal, int position) {
        return Ground.of(literal).constants().get(position);
    }

    /** A literal with another constant. */
    public static String replaced(String literal, int position, String constant) {
        Ground event = Ground.of(literal);
        List<String> constants = new ArrayList<>(event.constants());
        constants.set(position, constant);
        return new Ground(event.name(), constants, event.negated()).toString();
    }

    /** The rules. */
    public RuleSet rules() {
        return set;
    }

    /** Writes the entries, each with what occurred to it. */
    public void write(Out out) {
        out.varint(steps);
        out.varint(size());
        entries.all().forEach(each -> {
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
        });
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
            for (Schema schema : instances.entries.schemas()) {
                if (schema.name().equals(name)) {
                    instances.entries.put(Instance.of(new Instance.Key(schema, binding), history));
                }
            }
        }
        return instances;
    }
}
