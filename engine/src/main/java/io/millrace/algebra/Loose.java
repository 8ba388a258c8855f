package io.millrace.algebra;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Where a cluster stands that has no compiled state: what remains of each rule. A rule that was broken is left out, so that the
 * others are kept as well as can be.
 */
final class Loose {
    private final Cluster cluster;
    /** In the order of the cluster's rules; null for a broken one. */
    private final @Nullable Residue[] residues;
    /** Whether the rules can be satisfied, once that has been asked. */
    private volatile @Nullable Boolean possible;
    /** Literals that every way to satisfy the rules has which was found so far; never changed, only replaced. Null if none is known. */
    private volatile @Nullable BitSet common;

    private Loose(Cluster cluster, @Nullable Residue[] residues) {
        this.cluster = cluster;
        this.residues = residues;
    }

    static Loose start(Cluster cluster) {
        return new Loose(cluster, cluster.rules().stream().map(GroundRule::start).toArray(Residue[]::new));
    }

    static Loose of(Cluster cluster, Residue[] residues) {
        return new Loose(cluster, residues);
    }

    /** The residues in the order of the rules; none is broken. */
    Residue[] vector() {
        return Arrays.stream(residues).map(Objects::requireNonNull).toArray(Residue[]::new);
    }

    /** Whether the same remains of each rule. */
    boolean isLike(Loose other) {
        for (int i = 0; i < residues.length; i++) {
            Residue mine = residues[i];
            Residue its = other.residues[i];
            if (mine == null || its == null ? mine != its : mine.number() != its.number()) {
                return false;
            }
        }
        return true;
    }

    /** With another state of a rule; null if it was broken. */
    Loose with(GroundRule rule, @Nullable Residue standing) {
        @Nullable Residue[] changed = residues.clone();
        changed[cluster.rules().indexOf(rule)] = standing;
        return new Loose(cluster, changed);
    }

    Loose after(int literal) {
        @Nullable Residue[] after = step(literal);
        for (int i = 0; i < after.length; i++) {
            Residue each = after[i];
            after[i] = each == null || each.isDead() ? null : each;
        }
        Loose next = new Loose(cluster, after);
        return next.isPossible() ? next : next.withoutConflict();
    }

    /** No single rule is broken, but some cannot be kept together: the smallest set of them is given up. */
    private Loose withoutConflict() {
        @Nullable Residue[] kept = residues.clone();
        for (String name : conflict(residues)) {
            for (int i = 0; i < kept.length; i++) {
                if (cluster.rules().get(i).name().equals(name)) {
                    kept[i] = null;
                }
            }
        }
        Loose next = new Loose(cluster, kept);
        return next.isPossible() ? next : next.withoutConflict();
    }

    private @Nullable Residue[] step(int literal) {
        @Nullable Residue[] after = residues.clone();
        for (int i = 0; i < after.length; i++) {
            Residue each = after[i];
            after[i] = each == null ? null : each.after(literal);
        }
        return after;
    }

    private static boolean possible(@Nullable Residue[] residues) {
        try {
            return model(residues, List.of()) != null;
        } catch (Search.GivenUpException e) {
            // Not known to be impossible: the case goes on, and a rule that is broken in the end is reported then.
            return true;
        }
    }

    private static @Nullable Expr model(@Nullable Residue[] residues, List<Expr> more) {
        List<Expr> formulas = new ArrayList<>(more);
        for (Residue each : residues) {
            if (each != null && each.isDead()) {
                return null;
            }
            if (each instanceof Residue.Formula formula) {
                formulas.add(formula.expr());
            }
        }
        return Search.model(formulas);
    }

    boolean isPossible() {
        Boolean known = possible;
        if (known == null) {
            try {
                Expr model = model(residues, List.of());
                known = model != null;
                common = model == null ? null : literals(model);
            } catch (Search.GivenUpException e) {
                known = true;
            }
            possible = known;
        }
        return known;
    }

    /** The literals that a conjunction of literals and sequences names: all others may occur or not. */
    private static BitSet literals(Expr model) {
        BitSet literals = new BitSet();
        for (Expr each : model.operands(Expr.Kind.AND)) {
            if (each.is(Expr.Kind.LITERAL) || each.is(Expr.Kind.PAIR)) {
                literals.set(each.first());
            }
            if (each.is(Expr.Kind.PAIR)) {
                literals.set(each.second());
            }
        }
        return literals;
    }

    boolean permits(int literal) {
        return possible(step(literal));
    }

    /** A literal that one way to satisfy the rules does without is not required; otherwise a way without it is searched for. */
    boolean requires(int literal) {
        if (!isPossible()) {
            return false;
        }
        BitSet before = common;
        if (before != null && !before.get(literal)) {
            return false;
        }
        try {
            Expr without = model(residues, List.of(Expr.literal(Expr.complement(literal))));
            if (without != null && before != null) {
                BitSet less = (BitSet) before.clone();
                less.and(literals(without));
                common = less;
            }
            return without == null;
        } catch (Search.GivenUpException e) {
            return false;
        }
    }

    boolean isSatisfied() {
        for (Residue each : residues) {
            if (each instanceof Residue.Automaton automaton && !automaton.isSure()) {
                return false;
            }
            if (each instanceof Residue.Formula formula
                    && !formula.isSure()
                    && canFail(formula)) {
                return false;
            }
        }
        return true;
    }

    private static boolean canFail(Residue.Formula formula) {
        try {
            return Search.satisfiable(List.of(Simplifier.not(formula.expr())));
        } catch (Search.GivenUpException e) {
            // Not known to hold whatever happens.
            return true;
        }
    }

    List<String> broken() {
        List<String> broken = new ArrayList<>();
        for (int i = 0; i < residues.length; i++) {
            if (residues[i] == null) {
                broken.add(cluster.rules().get(i).name());
            }
        }
        return broken;
    }

    /** What remains of a rule, if it is not broken. */
    List<Residue> of(GroundRule rule) {
        Residue standing = residues[cluster.rules().indexOf(rule)];
        return standing == null ? List.of() : List.of(standing);
    }

    List<String> against(int literal) {
        return conflict(step(literal));
    }

    private List<String> conflict(@Nullable Residue[] vector) {
        List<String> alone = new ArrayList<>();
        for (int i = 0; i < vector.length; i++) {
            Residue each = vector[i];
            if (each != null && each.isDead()) {
                alone.add(cluster.rules().get(i).name());
            }
        }
        if (!alone.isEmpty() || possible(vector)) {
            return alone;
        }
        @Nullable Residue[] kept = vector.clone();
        for (int i = 0; i < kept.length; i++) {
            Residue each = kept[i];
            kept[i] = null;
            if (possible(kept)) {
                kept[i] = each;
            }
        }
        for (int i = 0; i < kept.length; i++) {
            if (kept[i] != null) {
                alone.add(cluster.rules().get(i).name());
            }
        }
        return alone;
    }

    /** The complements of these events in an order after which every rule holds; null if there is none, or none was found. */
    @Nullable List<Integer> closing(List<Integer> open) {
        List<Expr> all = new ArrayList<>();
        for (Residue each : residues) {
            // Complements do not move an automaton.
            if (each instanceof Residue.Automaton automaton && !automaton.holds()) {
                return null;
            }
            if (each instanceof Residue.Formula formula) {
                all.add(formula.expr());
            }
        }
        open.forEach(event -> all.add(Expr.literal(2 * event + 1)));
        try {
            Expr model = Search.model(all);
            return model == null ? null : ordered(open, model);
        } catch (Search.GivenUpException e) {
            return null;
        }
    }

    /** The complements of these events, the lowest first as far as sequences of a conjunction let it. */
    private static List<Integer> ordered(List<Integer> open, Expr model) {
        Map<Integer, Set<Integer>> earlier = new HashMap<>();
        for (Expr each : model.operands(Expr.Kind.AND)) {
            if (each.is(Expr.Kind.PAIR)) {
                earlier.computeIfAbsent(each.second(), key -> new HashSet<>()).add(each.first());
            }
        }
        List<Integer> order = new ArrayList<>();
        Set<Integer> left = new TreeSet<>();
        open.forEach(event -> left.add(2 * event + 1));
        while (!left.isEmpty()) {
            int next = left.stream()
                    .filter(literal -> Collections.disjoint(earlier.getOrDefault(literal, Set.of()), left))
                    .findFirst()
                    .orElseThrow();
            left.remove(next);
            order.add(next);
        }
        return order;
    }
}
