package io.millrace.algebra;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Proves what can be proved of a rule set before it runs, cluster by cluster. */
final class Check {
    private static final int MOST_SEARCHED = 150;

    /** How much all questions may look at together that are searched for. */
    private static final long MOST_EFFORT = 60_000_000;

    private static final List<Control> TRIED =
            List.of(Control.FLEXIBLE, Control.TRIGGERABLE, Control.UNRELIABLE, Control.INEVITABLE, Control.GUARANTEED);

    private final RuleSet set;
    private final TreeSet<String> dead = new TreeSet<>();
    private final TreeSet<String> mandatory = new TreeSet<>();
    private final List<String> redundant = new ArrayList<>();
    private final TreeSet<String> neverAccepted = new TreeSet<>();
    private final List<String> warnings = new ArrayList<>();
    private List<String> conflict = new ArrayList<>();
    private List<String> losingPlay = List.of();
    private List<String> changes = List.of();
    private @Nullable Boolean consistent = true;
    private @Nullable Boolean enforceable = true;
    private long states = 1;
    private final Search.Effort effort = new Search.Effort(MOST_EFFORT);

    Check(RuleSet set) {
        this.set = set;
    }

    RuleReport report() {
        if (!set.impossible().isEmpty()) {
            consistent = false;
            conflict = List.of(set.impossible().getFirst());
        } else {
            set.clusters().forEach(this::consistency);
        }
        if (Boolean.FALSE.equals(consistent)) {
            enforceable = false;
            states = 0;
        } else {
            set.clusters().forEach(this::events);
            set.clusters().forEach(this::enforceability);
            set.clusters().forEach(this::redundancy);
            for (GroundRule rule : set.rules()) {
                if (rule.events().isEmpty() && !rule.assumed()) {
                    redundant.add(rule.name());
                }
            }
            List<String> order = List.copyOf(set.ruleNames());
            redundant.sort(Comparator.comparingInt(order::indexOf));
            warnings.addAll(Lint.of(set, effort));
        }
        if (!Boolean.TRUE.equals(enforceable)) {
            neverAccepted.clear();
        }
        return new RuleReport(consistent, enforceable, conflict, List.copyOf(dead), List.copyOf(mandatory), redundant,
                List.copyOf(neverAccepted), losingPlay, changes, states, warnings);
    }

    private void consistency(Cluster cluster) {
        try {
            if (!cluster.isConsistent(effort) && conflict.isEmpty()) {
                consistent = false;
                conflict = cluster.conflict(cluster.rules(), effort).stream().map(GroundRule::name).toList();
            }
        } catch (Search.GivenUpException e) {
            undecided(cluster, "whether the rules can be satisfied together");
            consistent = Boolean.FALSE.equals(consistent) ? consistent : null;
        }
    }

    private void undecided(Cluster cluster, String what) {
        warnings.add("It is not decided " + what + ": " + cluster.rules().size() + " rules share " + cluster.events().length
                + " events, which have too many states.");
    }

    private void events(Cluster cluster) {
        RuleState start = set.start();
        if (isHuge(cluster)) {
            states = 0;
            undecided(cluster, "which events are dead, and which rules are redundant");
            return;
        }
        Graph graph = cluster.graph();
        try {
            for (int event : cluster.events()) {
                if (graph == null ? !cluster.satisfiableWith(2 * event, effort) : start.isNever(2 * event)) {
                    dead.add(set.text(2 * event));
                }
                if (graph == null ? !cluster.satisfiableWith(2 * event + 1, effort) : start.isRequired(2 * event)) {
                    mandatory.add(set.text(2 * event));
                }
            }
        } catch (Search.GivenUpException e) {
            undecided(cluster, "of every event whether it is dead");
        }
        states = graph == null ? 0 : Math.multiplyExact(Math.min(states, Integer.MAX_VALUE), Quotient.minimal(graph));
    }

    private void enforceability(Cluster cluster) {
        Game game = cluster.game();
        if (game == null) {
            if (cluster.rules().stream().anyMatch(rule -> !rule.assumed())) {
                undecided(cluster, "whether the rules can be enforced");
                enforceable = Boolean.FALSE.equals(enforceable) ? enforceable : null;
            }
            return;
        }
        if (game.isEnforceable()) {
            BitSet never = game.neverAccepted();
            never.stream().forEach(event -> neverAccepted.add(set.text(cluster.global(2 * event))));
            return;
        }
        if (losingPlay.isEmpty()) {
            losingPlay = game.losingPlay().stream().map(move -> set.text(cluster.global(move))).toList();
            changes = changes(cluster);
        }
        enforceable = false;
    }

    /** Attributes of single events with which the game is won. */
    private List<String> changes(Cluster cluster) {
        List<String> found = new ArrayList<>();
        Control[] controls = cluster.controls();
        for (int event = 0; event < controls.length; event++) {
            Control now = controls[event];
            for (Control other : TRIED) {
                controls[event] = other;
                if (other != now && cluster.game(controls).isEnforceable()) {
                    found.add("make " + set.text(cluster.global(2 * event)) + " " + other.word());
                }
            }
            controls[event] = now;
        }
        return found;
    }

    /** Whether a search for each event and each rule would take too long. */
    private static boolean isHuge(Cluster cluster) {
        return cluster.graph() == null && cluster.rules().size() > MOST_SEARCHED;
    }

    private void redundancy(Cluster cluster) {
        if (isHuge(cluster)) {
            return;
        }
        for (GroundRule rule : cluster.rules()) {
            if (rule.assumed()) {
                continue;
            }
            List<GroundRule> others = new ArrayList<>(cluster.rules());
            others.set(others.indexOf(rule), rule.not());
            try {
                if (!cluster.satisfiable(others, effort)) {
                    redundant.add(rule.name());
                }
            } catch (Search.GivenUpException e) {
                undecided(cluster, "whether rule '" + rule.name() + "' follows from the others");
                if (effort.isSpent()) {
                    return;
                }
            }
        }
    }
}
