package io.millrace.net;

import io.millrace.net.Bag.Token;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Definitions 3 to 17, transcribed: bags of tokens, a Boolean function for each binding, each bullet one condition, and
 * the OR-join by exploring {@code R^partial}. It is meant to be read beside the paper, and to be slow.
 *
 * <p>Where it departs from what is printed, it says so; these are all places:
 *
 * <ol>
 *   <li>Definition 12 is satisfied by c' = ∅, Definition 14 by n = 0: exit and add of a task that was never entered. Here both need an instance.
 *   <li>Definition 17, {@link Reading#REPAIRED}: R^partial is taken of the OR-join's own net alone (Definition 19), so
 *       that a running composite task can complete whatever stands in its net. {@link Reading#PRINTED} explores the whole specification.
 *   <li>{@link Reading#OPTIMISTIC} is not in the paper: as REPAIRED, but other OR-joins are entered like XOR-joins.
 * </ol>
 */
public final class Paper {
    /** Which states an OR-join looks at. */
    public enum Reading {
        PRINTED,
        REPAIRED,
        OPTIMISTIC
    }

    /** Which of the five transitions of Figure 9. */
    public enum Kind {
        ENTER,
        START,
        COMPLETE,
        EXIT,
        ADD
    }

    /** One element of the binding relation. */
    public record Binding(Kind kind, TaskOf task, List<Integer> id, Bag consumed, Bag produced) {
        public Bag applied(Bag state) {
            return state.minus(consumed).plus(produced);
        }
    }

    /** A task and the net that it belongs to; names may clash between nets, which the paper solves by renaming. */
    public record TaskOf(Net net, NetTask task) {
        public String place(String state) {
            return state + ":" + net.name() + "/" + task.name();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof TaskOf of && of.task.name().equals(task.name()) && of.net.name().equals(net.name());
        }

        @Override
        public int hashCode() {
            return 31 * net.name().hashCode() + task.name().hashCode();
        }

        @Override
        public String toString() {
            return net.name() + "/" + task.name();
        }
    }

    /** The exploration of R^partial became too large to say anything. */
    public static final class TooLarge extends RuntimeException {}

    private static final List<String> TASK_STATES = List.of("exec", "mi_a", "mi_e", "mi_c");

    private final Specification specification;
    private final Reading reading;
    private final int limit;
    private final List<TaskOf> tasks = new ArrayList<>();
    private final Map<TaskOf, Set<String>> presets = new HashMap<>();
    private final Map<TaskOf, Set<String>> postsets = new HashMap<>();
    private final Map<List<Object>, Boolean> known = new HashMap<>();
    /** Whether composite tasks are taken for atomic ones: the specification of Definition 19. */
    private final boolean flat;

    public Paper(Specification specification, Reading reading, int limit) {
        this(specification, reading, limit, false);
    }

    private Paper(Specification specification, Reading reading, int limit, boolean flat) {
        this.specification = specification;
        this.reading = reading;
        this.limit = limit;
        this.flat = flat;
        for (Net net : specification.nets()) {
            net.tasks().forEach(task -> tasks.add(new TaskOf(net, task)));
        }
    }

    public List<TaskOf> tasks() {
        return tasks;
    }

    public Bag initial(List<Integer> id) {
        Net root = Objects.requireNonNull(specification.net(specification.root()));
        return Bag.EMPTY.plus(new Token(input(root), id));
    }

    // Definitions 3 and 4

    public static String place(Net net, String condition) {
        return net.name() + "/" + condition;
    }

    private static String input(Net net) {
        return end(net, Condition.Kind.INPUT);
    }

    public static String output(Net net) {
        return end(net, Condition.Kind.OUTPUT);
    }

    private static String end(Net net, Condition.Kind kind) {
        return net.conditions().stream().filter(each -> each.kind() == kind).map(each -> place(net, each.name())).findFirst().orElseThrow();
    }

    private Set<String> preset(TaskOf t) {
        return presets.computeIfAbsent(t, Paper::inputs);
    }

    private Set<String> postset(TaskOf t) {
        return postsets.computeIfAbsent(t, Paper::outputs);
    }

    private static Set<String> inputs(TaskOf t) {
        return t.net().flows().stream()
                .filter(flow -> flow.to().equals(t.task().name()))
                .map(flow -> place(t.net(), t.net().task(flow.from()) == null ? flow.from() : Condition.between(flow.from(), flow.to())))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Set<String> outputs(TaskOf t) {
        return t.net().flows().stream()
                .filter(flow -> flow.from().equals(t.task().name()))
                .map(flow -> place(t.net(), t.net().task(flow.to()) == null ? flow.to() : Condition.between(flow.from(), flow.to())))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private boolean isComposite(TaskOf t) {
        return !flat && t.task().isComposite();
    }

    private Net map(TaskOf t) {
        return Objects.requireNonNull(specification.net(((Decomposition.SubNet) t.task().decomposition()).net()));
    }

    private static int nofi(TaskOf t, int part) {
        Multiplicity m = t.task().multiplicity();
        if (m == null) {
            return part == 3 ? Bound.INFINITY : 1;
        }
        return Objects.requireNonNull((part == 1 ? m.min() : part == 2 ? m.max() : m.threshold()).known());
    }

    private static boolean isDynamic(TaskOf t) {
        return t.task().multiplicity() != null && t.task().multiplicity().creation() == Multiplicity.Creation.DYNAMIC;
    }

    // Definition 5: the locations of the nodes in unfold(rem(t) ∪ {t})

    private Set<String> unfoldedRemoval(TaskOf t) {
        Set<String> places = new HashSet<>();
        unfold(t, places);
        for (String name : t.task().cancels().nodes()) {
            NetTask other = t.net().task(name);
            if (other == null) {
                places.add(place(t.net(), name));
            } else {
                unfold(new TaskOf(t.net(), other), places);
            }
        }
        t.task().cancels().between().forEach(arc -> places.add(place(t.net(), Condition.between(arc.from(), arc.to()))));
        return places;
    }

    private void unfold(TaskOf t, Set<String> places) {
        TASK_STATES.forEach(state -> places.add(t.place(state)));
        if (isComposite(t)) {
            Net net = map(t);
            net.conditions().forEach(condition -> places.add(place(net, condition.name())));
            for (NetTask inner : net.tasks()) {
                TaskOf of = new TaskOf(net, inner);
                places.addAll(preset(of));
                places.addAll(postset(of));
                unfold(of, places);
            }
        }
    }

    // Definition 6

    static List<Integer> child(List<Integer> id, int n) {
        List<Integer> child = new ArrayList<>(id);
        child.add(n);
        return List.copyOf(child);
    }

    static boolean isChild(List<Integer> id, List<Integer> of) {
        return id.size() == of.size() + 1 && isDescendant(id, of);
    }

    /** children*, which contains the identity itself. */
    static boolean isDescendant(List<Integer> id, List<Integer> of) {
        return id.size() >= of.size() && id.subList(0, of.size()).equals(of);
    }

    // Definition 8

    private static Set<List<Integer>> id(Bag s) {
        return s.tokens().stream().map(Token::id).collect(Collectors.toSet());
    }

    private static Bag id(Bag s, String x) {
        return s.only(token -> token.place().equals(x));
    }

    /** q(s) as a set, or nothing if a location is there twice; every use below asks for a set. */
    private static Set<String> q(Bag s) {
        Set<String> places = s.tokens().stream().map(Token::place).collect(Collectors.toSet());
        return places.size() == s.size() ? places : Set.of("more than one");
    }

    // Definitions 9 to 14: the Boolean functions

    private boolean bindingEnter(TaskOf t, List<Integer> i, Bag c, Bag p, Bag s) {
        int n = id(p, t.place("mi_a")).size();
        Set<String> pre = preset(t);
        return c.isWithin(s)
                && pre.containsAll(q(c))
                && p.equals(instances(t, i, n))
                && nofi(t, 1) <= n
                && n <= nofi(t, 2)
                && p.tokens().stream().noneMatch(s::has)
                && id(c).equals(Set.of(i))
                && switch (t.task().join()) {
                    case AND -> q(c).equals(pre);
                    case OR -> !q(c).isEmpty();
                    case XOR -> q(c).size() == 1;
                };
    }

    private static Bag instances(TaskOf t, List<Integer> i, int n) {
        Bag p = Bag.EMPTY;
        for (int k = 1; k <= n; k++) {
            p = p.plus(new Token(t.place("mi_a"), child(i, k))).plus(new Token(t.place("mi_e"), child(i, k)));
        }
        return p;
    }

    private boolean bindingStart(TaskOf t, List<Integer> i, Bag c, Bag p, Bag s) {
        Bag started = Bag.EMPTY.plus(new Token(t.place("exec"), i));
        return c.isWithin(s)
                && c.equals(Bag.EMPTY.plus(new Token(t.place("mi_e"), i)))
                && p.equals(isComposite(t) ? started.plus(new Token(input(map(t)), i)) : started);
    }

    private boolean bindingComplete(TaskOf t, List<Integer> i, Bag c, Bag p, Bag s) {
        Bag executed = Bag.EMPTY.plus(new Token(t.place("exec"), i));
        return c.isWithin(s)
                && c.equals(isComposite(t) ? executed.plus(new Token(output(map(t)), i)) : executed)
                && p.equals(Bag.EMPTY.plus(new Token(t.place("mi_c"), i)));
    }

    private boolean bindingExit(TaskOf t, List<Integer> i, Bag c, Bag p, Bag s) {
        Set<String> post = postset(t);
        Set<List<Integer>> active = id(id(c, t.place("mi_a")));
        Set<List<Integer>> completed = id(id(c, t.place("mi_c")));
        boolean allDone = id(id(s.minus(c), t.place("mi_a"))).stream().noneMatch(each -> isChild(each, i));
        return c.isWithin(s)
                && post.containsAll(q(p))
                && c.tokens().stream().allMatch(token -> isChild(token.id(), i)
                        && (token.place().equals(t.place("mi_a")) || token.place().equals(t.place("mi_c"))))
                && active.equals(completed)
                && (allDone || completed.size() >= nofi(t, 3))
                && id(p).equals(Set.of(i))
                && !c.isEmpty() // not printed; see the first departure
                && switch (t.task().split()) {
                    case AND -> q(p).equals(post);
                    case OR -> !q(p).isEmpty();
                    case XOR -> q(p).size() == 1;
                };
    }

    /** Definition 13: what is consumed beside, given what Definition 12 consumes. */
    private Bag removed(TaskOf t, List<Integer> i, Bag c, Bag s) {
        Set<String> places = unfoldedRemoval(t);
        return s.minus(c).only(token -> isDescendant(token.id(), i) && places.contains(token.place()));
    }

    private boolean bindingAdd(TaskOf t, List<Integer> i, Bag c, Bag p, Bag s) {
        int n = c.size();
        Bag all = Bag.EMPTY;
        for (int k = 1; k <= n; k++) {
            all = all.plus(new Token(t.place("mi_a"), child(i, k)));
        }
        return c.isWithin(s)
                && c.equals(all)
                && id(id(s.minus(c), t.place("mi_a"))).stream().noneMatch(each -> isChild(each, i))
                && n < nofi(t, 2)
                && isDynamic(t)
                && n > 0 // not printed; see the first departure
                && p.equals(c.plus(new Token(t.place("mi_a"), child(i, n + 1))).plus(new Token(t.place("mi_e"), child(i, n + 1))));
    }

    // All candidates, filtered by the Boolean functions

    List<Binding> enters(TaskOf t, Bag s) {
        List<Binding> found = new ArrayList<>();
        for (List<Integer> i : id(s)) {
            List<String> marked = preset(t).stream().filter(place -> s.has(new Token(place, i))).toList();
            for (Set<String> places : subsets(marked)) {
                Bag c = bag(places, i);
                for (int n = nofi(t, 1); n <= nofi(t, 2); n++) {
                    Bag p = instances(t, i, n);
                    if (bindingEnter(t, i, c, p, s)) {
                        found.add(new Binding(Kind.ENTER, t, i, c, p));
                    }
                }
            }
        }
        return found;
    }

    /** All bindings but those of enter. */
    public List<Binding> others(TaskOf t, Bag s) {
        List<Binding> found = new ArrayList<>();
        Set<List<Integer>> parents = new LinkedHashSet<>();
        for (List<Integer> j : id(id(s, t.place("mi_a")))) {
            parents.add(j.subList(0, j.size() - 1));
            Bag entered = Bag.EMPTY.plus(new Token(t.place("mi_e"), j));
            Bag executing = Bag.EMPTY.plus(new Token(t.place("exec"), j));
            Bag completed = Bag.EMPTY.plus(new Token(t.place("mi_c"), j));
            Bag inside = isComposite(t) ? executing.plus(new Token(input(map(t)), j)) : executing;
            Bag done = isComposite(t) ? executing.plus(new Token(output(map(t)), j)) : executing;
            if (bindingStart(t, j, entered, inside, s)) {
                found.add(new Binding(Kind.START, t, j, entered, inside));
            }
            if (bindingComplete(t, j, done, completed, s)) {
                found.add(new Binding(Kind.COMPLETE, t, j, done, completed));
            }
        }
        parents.forEach(i -> exitsAndAdds(t, i, s, found));
        return found;
    }

    private void exitsAndAdds(TaskOf t, List<Integer> i, Bag s, List<Binding> found) {
        Bag completed = id(s, t.place("mi_c")).only(token -> isChild(token.id(), i));
        Bag c = completed;
        for (Token token : completed.tokens()) {
            c = c.plus(new Token(t.place("mi_a"), token.id()));
        }
        for (Set<String> places : subsets(List.copyOf(postset(t)))) {
            Bag p = bag(places, i);
            if (bindingExit(t, i, c, p, s)) {
                found.add(new Binding(Kind.EXIT, t, i, c.plus(removed(t, i, c, s)), p));
            }
        }
        Bag active = id(s, t.place("mi_a")).only(token -> isChild(token.id(), i));
        int next = active.size() + 1;
        Bag more = active.plus(new Token(t.place("mi_a"), child(i, next))).plus(new Token(t.place("mi_e"), child(i, next)));
        if (bindingAdd(t, i, active, more, s)) {
            found.add(new Binding(Kind.ADD, t, i, active, more));
        }
    }

    private static Bag bag(Set<String> places, List<Integer> i) {
        Bag bag = Bag.EMPTY;
        for (String place : places) {
            bag = bag.plus(new Token(place, i));
        }
        return bag;
    }

    private static List<Set<String>> subsets(List<String> places) {
        return IntStream.range(1, 1 << places.size())
                .mapToObj(bits -> IntStream.range(0, places.size())
                        .filter(each -> (bits >> each & 1) == 1)
                        .mapToObj(places::get)
                        .collect(Collectors.<String, Set<String>>toCollection(LinkedHashSet::new)))
                .toList();
    }

    // Definitions 15 and 16

    private List<Bag> partialSuccessors(Bag s, TaskOf waiting) {
        List<Bag> next = new ArrayList<>();
        for (TaskOf t : tasks) {
            others(t, s).forEach(binding -> next.add(binding.applied(s)));
            if (t.task().join() != Junction.OR) {
                enters(t, s).forEach(binding -> next.add(binding.applied(s)));
            } else if (reading == Reading.OPTIMISTIC && !t.equals(waiting)) {
                enters(t, s).stream().filter(binding -> binding.consumed().size() == 1).forEach(binding -> next.add(binding.applied(s)));
            }
        }
        return next;
    }

    // Definition 17

    /** The ways in which a task can be entered, OR-joins by their lookahead. */
    public List<Binding> enabled(TaskOf t, Bag s) {
        List<Binding> enters = enters(t, s);
        return t.task().join() != Junction.OR ? enters : enters.stream().filter(each -> !canBeIncreased(each, s)).toList();
    }

    private boolean canBeIncreased(Binding enter, Bag s) {
        Set<String> places = preset(enter.task());
        Bag now = s.only(token -> token.id().equals(enter.id()) && places.contains(token.place()));
        if (enter.consumed().size() < now.tokens().size()) {
            return true; // s is in R^partial(s), and there all that is marked could be consumed
        }
        if (enter.consumed().size() == places.size()) {
            return false;
        }
        Paper alone = reading == Reading.PRINTED || flat ? this : alone(enter.task().net());
        Bag seen = reading == Reading.PRINTED || flat ? s : alone.ownTokens(s, enter.id());
        return known.computeIfAbsent(List.of(enter.task(), enter.id(), enter.consumed(), seen), key -> alone.explore(enter, seen));
    }

    /** Definition 19: the specification that consists of one net. */
    private Paper alone(Net net) {
        return new Paper(Specification.of(net.name(), net.name(), List.of(net)), reading, limit, true);
    }

    private Bag ownTokens(Bag s, List<Integer> i) {
        Set<String> places = new HashSet<>();
        Set<String> states = new HashSet<>();
        for (TaskOf t : tasks) {
            places.addAll(preset(t));
            places.addAll(postset(t));
            TASK_STATES.forEach(state -> states.add(t.place(state)));
        }
        return s.only(token -> token.id().equals(i) && places.contains(token.place())
                || isChild(token.id(), i) && states.contains(token.place()));
    }

    /** Whether some state of R^partial lets the OR-join consume more than it does now. */
    private boolean explore(Binding enter, Bag start) {
        Set<Bag> seen = new HashSet<>(Set.of(start));
        Deque<Bag> open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            Bag s = open.remove();
            for (Bag next : partialSuccessors(s, enter.task())) {
                if (seen.add(next)) {
                    if (takesMore(enter, next)) {
                        return true;
                    }
                    open.add(next);
                }
            }
            if (seen.size() > limit) {
                throw new TooLarge();
            }
        }
        return false;
    }

    private boolean takesMore(Binding enter, Bag s) {
        for (String place : preset(enter.task())) {
            Bag more = enter.consumed().plus(new Token(place, enter.id()));
            if (bindingEnter(enter.task(), enter.id(), more, enter.produced(), s)) {
                return true;
            }
        }
        return false;
    }
}
