package io.millrace.algebra;

import io.millrace.data.In;
import io.millrace.data.Out;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The state of a rule set after some literals occurred. Immutable; {@link #after} returns the next state.
 *
 * <p>For a compiled cluster it is the number of a state, and queries use a table. For a larger cluster, and for one with broken rules, it
 * is the residual of each rule, and queries use a search.
 */
public final class RuleState {
    /** The decision about an attempt. */
    public enum Verdict {
        /** It may happen now. */
        ACCEPT,
        /** It may not happen now, but perhaps later. */
        DELAY,
        /** It may never happen. */
        REFUSE
    }

    /** Stands for the state of an automaton whose rule was broken. */
    private static final int BROKEN = Integer.MAX_VALUE;

    private final RuleSet set;
    /** What occurred, in order; of repeating events only that they will not occur again. */
    private final int[] history;
    private final int[] at;
    private final @Nullable Loose[] loose;

    private RuleState(RuleSet set, int[] history, int[] at, @Nullable Loose[] loose) {
        this.set = set;
        this.history = history;
        this.at = at;
        this.loose = loose;
    }

    static RuleState start(RuleSet set) {
        Loose[] loose = new Loose[set.clusters().size()];
        for (int i = 0; i < loose.length; i++) {
            Cluster cluster = set.clusters().get(i);
            Graph graph = cluster.graph();
            if (graph == null || !graph.isConsistent()) {
                loose[i] = Loose.start(cluster);
            }
        }
        return new RuleState(set, new int[0], new int[loose.length], loose);
    }

    /** The rules. */
    public RuleSet rules() {
        return set;
    }

    /** Whether the event of a literal is decided: it occurred, or will not occur. */
    public boolean isDecided(int literal) {
        int cluster = set.clusterOf(literal);
        Graph graph = graph(cluster);
        if (graph != null) {
            return !graph.isUndecided(at[cluster], local(literal) >> 1);
        }
        for (int each : history) {
            if (Expr.event(each) == Expr.event(literal)) {
                return true;
            }
        }
        return false;
    }

    /** Whether this very literal occurred; of a repeating event only its complement is remembered. */
    public boolean hasOccurred(int literal) {
        return Arrays.stream(history).anyMatch(each -> each == literal);
    }

    /** The literals that occurred, in order. */
    public int[] history() {
        return history.clone();
    }

    /** The state after a literal, whether the rules permit it or not. If it breaks a rule, {@link #broken()} names the rule from then on. */
    public RuleState after(int literal) {
        if (isDecided(literal)) {
            throw new IllegalArgumentException("Event '" + set.text(literal & ~1) + "' is decided.");
        }
        int cluster = set.clusterOf(literal);
        int[] told = history;
        if (literal % 2 != 0 || !set.type(literal).repeating()) {
            told = Arrays.copyOf(history, history.length + 1);
            told[history.length] = literal;
        }
        Graph graph = graph(cluster);
        if (graph != null) {
            int next = graph.next(at[cluster], local(literal));
            if (next != Graph.DEAD) {
                int[] moved = at.clone();
                moved[cluster] = next;
                return new RuleState(set, told, moved, loose);
            }
        }
        @Nullable Loose[] changed = loose.clone();
        changed[cluster] = residues(cluster).after(literal);
        return new RuleState(set, told, at, changed);
    }

    private @Nullable Graph graph(int cluster) {
        return loose[cluster] == null ? set.clusters().get(cluster).graph() : null;
    }

    private int local(int literal) {
        return set.clusters().get(set.clusterOf(literal)).local(literal);
    }

    private Loose residues(int cluster) {
        Loose known = loose[cluster];
        Cluster of = set.clusters().get(cluster);
        return known != null ? known : Loose.of(of, Objects.requireNonNull(of.graph()).residues(at[cluster]));
    }

    /** Whether all rules can still be satisfied if this happens now. */
    public boolean isPermitted(int literal) {
        int cluster = set.clusterOf(literal);
        Graph graph = graph(cluster);
        if (isDecided(literal)) {
            return false;
        }
        return graph != null ? graph.next(at[cluster], local(literal)) != Graph.DEAD : residues(cluster).permits(literal);
    }

    /** Whether the scheduler accepts this literal: it can then enforce the rules whatever the agents do. */
    public boolean accepts(int literal) {
        int cluster = set.clusterOf(literal);
        Graph graph = graph(cluster);
        Game game = set.clusters().get(cluster).game();
        if (isDecided(literal)) {
            return false;
        }
        return graph != null && game != null ? game.isSafe(graph.next(at[cluster], local(literal))) : isPermitted(literal);
    }

    /**
     * Whether this literal may occur now: the scheduler {@linkplain #accepts} it, or it can no longer enforce the rules and the literal
     * breaks no rule.
     */
    public boolean admits(int literal) {
        return accepts(literal) || !isSafe(set.clusterOf(literal)) && isPermitted(literal);
    }

    /** Whether this literal occurs in every continuation that satisfies all rules. */
    public boolean isRequired(int literal) {
        int cluster = set.clusterOf(literal);
        Graph graph = graph(cluster);
        if (isDecided(literal)) {
            return false;
        }
        return graph != null ? graph.requires(at[cluster], local(literal)) : residues(cluster).requires(literal);
    }

    /** Whether this literal occurs in no continuation that satisfies all rules. */
    public boolean isNever(int literal) {
        int cluster = set.clusterOf(literal);
        Graph graph = graph(cluster);
        if (isDecided(literal)) {
            return false;
        }
        return graph != null ? graph.excludes(at[cluster], local(literal)) : residues(cluster).requires(Expr.complement(literal));
    }

    /** Whether the scheduler cannot accept this event any more, wherever the case goes, if it is to keep the rules in every case. */
    public boolean isLost(int literal) {
        int cluster = set.clusterOf(literal);
        Game game = set.clusters().get(cluster).game();
        return literal % 2 == 0
                && !isDecided(literal)
                && graph(cluster) != null
                && game != null
                && game.isSafe(at[cluster])
                && !game.isAcceptedAhead(at[cluster], local(literal) >> 1);
    }

    /** Whether the rules do not permit this now, but may do so later. */
    public boolean isDelayed(int literal) {
        return !isDecided(literal) && !isPermitted(literal) && !isNever(literal);
    }

    /** Whether the scheduler must trigger this event now. */
    public boolean mustTrigger(int literal) {
        return literal % 2 == 0 && set.type(literal).control().isTriggerable() && isRequired(literal) && isPermitted(literal);
    }

    /** The answer of the safe scheduler to an attempt. */
    public Verdict verdict(int literal) {
        return accepts(literal) ? Verdict.ACCEPT : isDecided(literal) || isNever(literal) || isLost(literal) ? Verdict.REFUSE : Verdict.DELAY;
    }

    /** Whether the rules can still be satisfied. */
    public boolean isPossible() {
        return set.impossible().isEmpty()
                && IntStream.range(0, at.length).allMatch(each -> graph(each) != null || residues(each).isPossible());
    }

    /**
     * Whether the scheduler can enforce all rules from this state, whatever the agents do; if that is not known, whether they can be
     * satisfied.
     */
    public boolean isSafe() {
        return IntStream.range(0, at.length).allMatch(this::isSafe);
    }

    private boolean isSafe(int cluster) {
        Game game = set.clusters().get(cluster).game();
        return graph(cluster) == null || game == null ? residues(cluster).isPossible() : game.isSafe(at[cluster]);
    }

    /** Whether every rule holds, whatever else happens. */
    public boolean isSatisfied() {
        if (!set.impossible().isEmpty() || !broken().isEmpty()) {
            return false;
        }
        for (int cluster = 0; cluster < at.length; cluster++) {
            if (!residues(cluster).isSatisfied()) {
                return false;
            }
        }
        return true;
    }

    /** The broken rules, which are ignored from then on. */
    public List<String> broken() {
        List<String> broken = new ArrayList<>();
        for (Loose each : loose) {
            if (each != null) {
                broken.addAll(each.broken());
            }
        }
        return broken;
    }

    /** What remains to be satisfied, as one expression. */
    public String obligation() {
        if (!set.impossible().isEmpty()) {
            return "false";
        }
        List<Residue> all = new ArrayList<>();
        for (GroundRule rule : set.rules()) {
            if (!rule.events().isEmpty()) {
                int cluster = set.clusterOf(2 * rule.events().nextSetBit(0));
                all.addAll(residues(cluster).of(rule));
            }
        }
        return GroundRule.text(all, set::text);
    }

    /** The literals that are permitted now. */
    public List<String> permitted() {
        return texts(this::isPermitted);
    }

    /** What the safe scheduler accepts of the whole rule set; empty parts of it may be lost already. */
    public List<String> accepted() {
        return texts(literal -> accepts(literal) && IntStream.range(0, at.length)
                .allMatch(each -> each == set.clusterOf(literal) || isSafe(each)));
    }

    /** The literals that are not permitted yet. */
    public List<String> delayed() {
        return texts(this::isDelayed);
    }

    /** The literals that can never occur. */
    public List<String> never() {
        return texts(this::isNever);
    }

    /** The literals that occur in every continuation. */
    public List<String> required() {
        return texts(this::isRequired);
    }

    /** The events that the scheduler triggers now. */
    public List<String> trigger() {
        return texts(this::mustTrigger);
    }

    private List<String> texts(IntPredicate wanted) {
        return IntStream.range(0, 2 * set.events()).filter(wanted).mapToObj(set::text).toList();
    }

    /** The rules that forbid a literal now: each of them alone, or else a smallest set of them together. */
    public List<String> against(int literal) {
        return isDecided(literal) ? List.of() : residues(set.clusterOf(literal)).against(literal);
    }

    /** Literals each of which, if it occurred now, would make the scheduler accept this one. */
    public List<Integer> liftedBy(int literal) {
        List<Integer> lifting = new ArrayList<>();
        for (int event : set.clusters().get(set.clusterOf(literal)).events()) {
            for (int each = 2 * event; each < 2 * event + 2; each++) {
                if (event != Expr.event(literal) && isPermitted(each) && after(each).accepts(literal)) {
                    lifting.add(each);
                }
            }
        }
        return lifting;
    }

    /** The complements that close everything undecided, in an order that keeps the rules; null if no order does. */
    public int @Nullable [] closing() {
        List<Integer> order = new ArrayList<>();
        for (int cluster = 0; cluster < at.length; cluster++) {
            List<Integer> part = residues(cluster).closing(open(cluster));
            if (part == null) {
                return null;
            }
            order.addAll(part);
        }
        return order.stream().mapToInt(Integer::intValue).toArray();
    }

    private List<Integer> open(int cluster) {
        return Arrays.stream(set.clusters().get(cluster).events()).filter(event -> !isDecided(2 * event)).boxed().toList();
    }

    /** Two states of the same rules are equal if the same has occurred, in whatever order, and the same remains of each rule. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RuleState state
                && set == state.set
                && occurred().equals(state.occurred())
                && IntStream.range(0, at.length).allMatch(each -> isAlike(each, state));
    }

    private boolean isAlike(int cluster, RuleState other) {
        Loose mine = loose[cluster];
        Loose its = other.loose[cluster];
        return mine == null || its == null ? mine == its && at[cluster] == other.at[cluster] : mine.isLike(its);
    }

    private BitSet occurred() {
        BitSet all = new BitSet();
        Arrays.stream(history).forEach(all::set);
        return all;
    }

    @Override
    public int hashCode() {
        int[] known = IntStream.range(0, at.length).map(each -> loose[each] == null ? at[each] : -1).toArray();
        return 31 * occurred().hashCode() + Arrays.hashCode(known);
    }

    /** Writes what {@link #read} needs to find this state again: what occurred, by name, and where automata stand. */
    public void write(Out out) {
        out.varint(history.length);
        for (int literal : history) {
            out.text(set.text(literal));
        }
        List<GroundRule> automata = set.rules().stream().filter(rule -> !rule.isFormula()).toList();
        out.varint(automata.size());
        for (GroundRule rule : automata) {
            List<Residue> standing = residues(set.clusterOf(2 * rule.events().nextSetBit(0))).of(rule);
            out.text(rule.name());
            out.varint(standing.isEmpty() ? BROKEN : standing.getFirst().number());
        }
    }

    /** The state that was written. Residuation is folded over what occurred; automata are put where they stood. */
    public static RuleState read(RuleSet set, In in) {
        RuleState state = set.start();
        long count = in.varint();
        for (long i = 0; i < count; i++) {
            state = state.after(set.literal(in.text()));
        }
        long automata = in.varint();
        for (long i = 0; i < automata; i++) {
            String name = in.text();
            int number = (int) in.varint();
            for (GroundRule rule : set.rules()) {
                if (rule.name().equals(name) && rule.start() instanceof Residue.Automaton automaton) {
                    state = state.placed(rule, number == BROKEN ? null : automaton.dfa().at(number));
                }
            }
        }
        return state.tightened();
    }

    private RuleState placed(GroundRule rule, @Nullable Residue standing) {
        int cluster = set.clusterOf(2 * rule.events().nextSetBit(0));
        @Nullable Loose[] changed = loose.clone();
        changed[cluster] = residues(cluster).with(rule, standing);
        return new RuleState(set, history, at, changed);
    }

    /** With the numbers of compiled states, where what remains of the rules is one of them. */
    private RuleState tightened() {
        @Nullable Loose[] changed = loose.clone();
        int[] found = at.clone();
        for (int cluster = 0; cluster < found.length; cluster++) {
            Loose known = loose[cluster];
            Graph graph = set.clusters().get(cluster).graph();
            if (known != null && graph != null && known.broken().isEmpty()) {
                int state = graph.find(known.vector(), open(cluster), set.clusters().get(cluster).events());
                if (state != Graph.DEAD) {
                    found[cluster] = state;
                    changed[cluster] = null;
                }
            }
        }
        return new RuleState(set, history, found, changed);
    }
}
