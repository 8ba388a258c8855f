package io.millrace.algebra;

import io.millrace.algebra.Expr.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds holes in the order of events: a rule {@code ~e | X} says that e needs X, but if nothing says that X comes first, the
 * scheduler may trigger e before it.
 */
final class Lint {
    private static final int MOST_RULES = 150;

    private Lint() {}

    static List<String> of(RuleSet set, Search.Effort effort) {
        List<String> warnings = new ArrayList<>();
        for (GroundRule rule : set.rules()) {
            if (!rule.assumed() && rule.isFormula() && rule.expr().is(Kind.OR)) {
                Cluster cluster = set.clusters().get(set.clusterOf(2 * rule.events().nextSetBit(0)));
                if (cluster.rules().size() <= MOST_RULES && cluster.rules().stream().allMatch(GroundRule::isFormula)) {
                    holes(set, cluster, rule, warnings, effort);
                }
            }
        }
        return warnings;
    }

    private static void holes(RuleSet set, Cluster cluster, GroundRule rule, List<String> warnings, Search.Effort effort) {
        for (Expr alternative : rule.expr().parts()) {
            boolean negative = alternative.is(Kind.LITERAL) && alternative.first() % 2 != 0;
            int event = negative ? Expr.complement(alternative.first()) : -1;
            if (!negative || !set.type(event).control().isTriggerable()) {
                continue;
            }
            Set<Integer> needed = new TreeSet<>();
            rule.expr().parts().stream().filter(each -> !each.equals(alternative)).forEach(each -> single(each, needed));
            for (int literal : needed) {
                List<Expr> all = new ArrayList<>(cluster.rules().stream().map(GroundRule::expr).toList());
                all.add(Expr.pair(event, literal));
                if (isPossible(all, effort)) {
                    warnings.add("Rule '" + rule.name() + "' lets " + set.text(event) + " be triggered before " + set.text(literal)
                            + ". Write " + set.text(literal) + " . " + set.text(event) + " if it has to come first.");
                }
            }
        }
    }

    private static boolean isPossible(List<Expr> all, Search.Effort effort) {
        try {
            return Search.satisfiable(all, effort);
        } catch (Search.GivenUpException e) {
            // A warning that cannot be decided is none.
            return false;
        }
    }

    /** Literals that a positive alternative mentions without an order. */
    private static void single(Expr expr, Set<Integer> found) {
        if (expr.is(Kind.AND)) {
            expr.parts().forEach(part -> single(part, found));
        } else if (expr.is(Kind.LITERAL)) {
            found.add(expr.first());
        }
    }
}
