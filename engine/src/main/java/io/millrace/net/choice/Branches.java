package io.millrace.net.choice;

import io.millrace.net.Expression;
import io.millrace.net.Flow;
import io.millrace.net.NetGraph;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The branches of an OR-split that can be taken together. Branches whose predicates have nothing in common are in different
 * groups; one option of each group is taken, independently of the others. If all of them are empty, the default is taken; if
 * there is none, that does not happen (a case that comes there stops with an incident).
 *
 * <p>A branch without a predicate is always taken, as in a running case, unless no branch of the split says more than
 * {@code true()}, which editors write where nobody did: then the net is a drawing without data, and each branch is free.
 *
 * @param groups for each group of branches the sets of them that can be taken
 * @param otherwise the branch that is taken when no other is, or -1
 */
public record Branches(List<List<BitSet>> groups, int otherwise) {
    /** So many values of all variables of a group are tried; in a larger group each branch is free. */
    private static final int MOST_TRIED = 1 << 14;

    /** The branches of a task, by their position among its outputs. */
    public static Branches of(NetGraph graph, int task) {
        List<Flow> flows = new ArrayList<>();
        for (int position = 0; position < graph.post(task).length; position++) {
            flows.add(graph.flow(task, position));
        }
        int otherwise = -1;
        boolean silent = true;
        List<Formula> formulas = new ArrayList<>();
        for (int i = 0; i < flows.size(); i++) {
            Expression predicate = flows.get(i).predicate();
            boolean isDefault = flows.get(i).isDefault();
            otherwise = otherwise < 0 && isDefault ? i : otherwise;
            Formula formula = predicate == null ? new Formula.Known(!isDefault) : Predicates.formula(predicate, graph.net());
            silent &= predicate == null || formula.equals(new Formula.Known(true));
            formulas.add(formula);
        }
        if (silent) {
            formulas.replaceAll(formula -> new Formula.Fact(new Object()));
        }
        return new Branches(groups(formulas), silent ? -1 : otherwise);
    }

    /** Whether each of so many branches is taken for some data. */
    public boolean takes(int branches) {
        BitSet taken = new BitSet();
        groups.forEach(group -> group.forEach(taken::or));
        boolean none = groups.stream().allMatch(group -> group.stream().anyMatch(BitSet::isEmpty));
        if (none && otherwise >= 0) {
            taken.set(otherwise);
        }
        return taken.cardinality() == branches;
    }

    /** How many sets of branches there are, the empty one included, at most. */
    public BigInteger count() {
        return groups.stream().map(group -> BigInteger.valueOf(group.size())).reduce(BigInteger.ONE, BigInteger::multiply);
    }

    /** All sets of branches; only where {@link #count} is small. */
    public List<BitSet> sets() {
        List<BitSet> sets = new ArrayList<>(List.of(new BitSet()));
        for (List<BitSet> group : groups) {
            List<BitSet> more = new ArrayList<>();
            for (BitSet set : sets) {
                for (BitSet option : group) {
                    BitSet both = (BitSet) set.clone();
                    both.or(option);
                    more.add(both);
                }
            }
            sets = more;
        }
        Set<BitSet> distinct = new LinkedHashSet<>();
        for (BitSet set : sets) {
            if (set.isEmpty() && otherwise >= 0) {
                set.set(otherwise);
            }
            if (!set.isEmpty()) {
                distinct.add(set);
            }
        }
        return List.copyOf(distinct);
    }

    /**
     * Some of the sets of branches, where there are too many to try all: as few branches as can be, one or two groups more, and as many as
     * can be.
     *
     * @param most about how many sets
     */
    public List<BitSet> someSets(int most) {
        List<BitSet> fewest = groups.stream().map(group -> group.stream().min(Comparator.comparingInt(BitSet::cardinality)).orElseThrow()).toList();
        Set<BitSet> some = new LinkedHashSet<>();
        add(fewest, some);
        for (int one = 0; one < groups.size() && some.size() < most; one++) {
            for (BitSet option : groups.get(one)) {
                add(with(fewest, one, option), some);
            }
        }
        add(groups.stream().map(group -> group.stream().max(Comparator.comparingInt(BitSet::cardinality)).orElseThrow()).toList(), some);
        for (int one = 0; one < groups.size(); one++) {
            for (int other = one + 1; other < groups.size() && some.size() < most; other++) {
                add(with(with(fewest, one, groups.get(one).getLast()), other, groups.get(other).getLast()), some);
                add(with(with(fewest, one, groups.get(one).getFirst()), other, groups.get(other).getFirst()), some);
            }
        }
        return List.copyOf(some);
    }

    private static List<BitSet> with(List<BitSet> options, int at, BitSet option) {
        List<BitSet> changed = new ArrayList<>(options);
        changed.set(at, option);
        return changed;
    }

    private void add(List<BitSet> options, Set<BitSet> all) {
        BitSet set = new BitSet();
        options.forEach(set::or);
        if (set.isEmpty() && otherwise >= 0) {
            set.set(otherwise);
        }
        if (!set.isEmpty()) {
            all.add(set);
        }
    }

    private static List<List<BitSet>> groups(List<Formula> formulas) {
        List<List<BitSet>> groups = new ArrayList<>();
        BitSet open = new BitSet();
        open.set(0, formulas.size());
        while (!open.isEmpty()) {
            BitSet group = new BitSet();
            Set<Object> variables = new HashSet<>();
            group.set(open.nextSetBit(0));
            boolean grown = true;
            while (grown) {
                open.andNot(group);
                group.stream().forEach(i -> formulas.get(i).variables(variables));
                grown = false;
                for (int i = open.nextSetBit(0); i >= 0; i = open.nextSetBit(i + 1)) {
                    Set<Object> own = new HashSet<>();
                    formulas.get(i).variables(own);
                    if (own.stream().anyMatch(variables::contains)) {
                        group.set(i);
                        grown = true;
                    }
                }
            }
            addOptions(formulas, group, variables, groups);
        }
        return groups;
    }

    private static void addOptions(List<Formula> formulas, BitSet group, Set<Object> variables, List<List<BitSet>> groups) {
        Set<BitSet> options = new LinkedHashSet<>();
        if (new Trial(formulas, group, variables).run(options)) {
            groups.add(List.copyOf(options));
            return;
        }
        group.stream().forEach(i -> {
            BitSet one = new BitSet();
            one.set(i);
            groups.add(List.of(new BitSet(), one));
        });
    }

    /** What a value can be as far as comparisons tell: missing, not a number, another one than all constants, or so large. */
    private record Point(boolean missing, @Nullable BigDecimal number, @Nullable String text) {
        static final Point MISSING = new Point(true, null, null);
        static final Point ANOTHER = new Point(false, null, null);
    }

    /** All values of the variables of a group, one after the other. */
    private static final class Trial {
        private final List<Formula> formulas;
        private final BitSet group;
        private final List<Object> variables;
        private final Map<Object, List<Point>> points = new HashMap<>();
        private final Map<Object, Point> values = new HashMap<>();

        Trial(List<Formula> formulas, BitSet group, Set<Object> variables) {
            this.formulas = formulas;
            this.group = group;
            this.variables = new ArrayList<>(variables);
        }

        boolean run(Set<BitSet> options) {
            Map<Formula.Variable, Set<Formula.Constant>> constants = new HashMap<>();
            group.stream().forEach(i -> constants(formulas.get(i), constants));
            long tried = 1;
            for (Object variable : variables) {
                List<Point> can = variable instanceof Formula.Variable value
                        ? points(value, constants.getOrDefault(value, Set.of()))
                        // A fact holds at the first point and does not at the second.
                        : List.of(Point.ANOTHER, Point.MISSING);
                points.put(variable, can);
                tried = Math.min(tried * can.size(), Long.MAX_VALUE / 64);
            }
            if (tried > MOST_TRIED) {
                return false;
            }
            next(0, options);
            return true;
        }

        private void next(int variable, Set<BitSet> options) {
            if (variable == variables.size()) {
                BitSet option = new BitSet();
                group.stream().filter(i -> holds(formulas.get(i))).forEach(option::set);
                options.add(option);
                return;
            }
            for (Point point : points.getOrDefault(variables.get(variable), List.of())) {
                values.put(variables.get(variable), point);
                next(variable + 1, options);
            }
        }

        private static void constants(Formula formula, Map<Formula.Variable, Set<Formula.Constant>> all) {
            switch (formula) {
                case Formula.Fact fact -> {}
                case Formula.Known known -> {}
                case Formula.Compares compares ->
                    all.computeIfAbsent(Formula.Variable.of(compares), any -> new LinkedHashSet<>()).add(compares.with());
                case Formula.Not not -> constants(not.formula(), all);
                case Formula.Joined joined -> joined.formulas().forEach(each -> constants(each, all));
            }
        }

        private static List<Point> points(Formula.Variable variable, Set<Formula.Constant> constants) {
            List<Point> points = new ArrayList<>(List.of(Point.MISSING, Point.ANOTHER));
            if (!variable.numeric()) {
                constants.forEach(each -> points.add(new Point(false, null, each.text())));
                return points;
            }
            TreeSet<BigDecimal> numbers = new TreeSet<>();
            constants.forEach(each -> numbers.add(each.number() == null ? BigDecimal.ZERO : each.number()));
            points.add(new Point(false, numbers.getFirst().subtract(BigDecimal.ONE), null));
            BigDecimal before = null;
            for (BigDecimal number : numbers) {
                if (before != null) {
                    points.add(new Point(false, before.add(number).divide(BigDecimal.TWO), null));
                }
                points.add(new Point(false, number, null));
                before = number;
            }
            points.add(new Point(false, numbers.getLast().add(BigDecimal.ONE), null));
            return points;
        }

        private boolean holds(Formula formula) {
            return switch (formula) {
                case Formula.Known known -> known.holds();
                case Formula.Fact fact -> Point.ANOTHER.equals(values.get(fact.key()));
                case Formula.Not not -> !holds(not.formula());
                case Formula.Joined joined ->
                    joined.all() ? joined.formulas().stream().allMatch(this::holds) : joined.formulas().stream().anyMatch(this::holds);
                case Formula.Compares compares -> holds(compares);
            };
        }

        private boolean holds(Formula.Compares compares) {
            Point point = values.getOrDefault(Formula.Variable.of(compares), Point.MISSING);
            if (point.missing()) {
                return false;
            }
            BigDecimal number = compares.with().number();
            if (number != null) {
                // Another value is no number, and differs from each.
                return point.number() == null ? compares.relation() == Formula.Relation.OTHER : compares.relation().holds(point.number().compareTo(number));
            }
            return compares.relation().holds(compares.with().text().equals(point.text()) ? 0 : 1);
        }
    }
}
