package io.millrace.algebra;

import java.util.Arrays;
import java.util.BitSet;

/**
 * A small automaton over three letters: the events of its first set, those of its second set, and every other event. A complement
 * is no letter: that something will not happen changes what can be reached, which {@link Graph} sees, and not the state.
 */
final class Dfa {
    /** What happened is one of the first set. */
    static final int FIRST = 0;

    static final int SECOND = 1;
    static final int OTHER = 2;
    static final int LETTERS = 3;

    private final String text;
    private final int[] next;
    private final boolean[] accepting;
    private final BitSet first;
    private final BitSet second;
    private final BitSet dead = new BitSet();
    private final BitSet sure = new BitSet();
    private final Residue.Automaton[] residues;

    /**
     * @param text how the rule is written
     * @param next the next state for each state and letter
     * @param first events of the first set, by number
     */
    Dfa(String text, int[][] next, boolean[] accepting, BitSet first, BitSet second) {
        this.text = text;
        this.next = Arrays.stream(next).flatMapToInt(Arrays::stream).toArray();
        this.accepting = accepting.clone();
        this.first = (BitSet) first.clone();
        this.second = (BitSet) second.clone();
        for (int state = 0; state < accepting.length; state++) {
            BitSet reached = reached(state);
            dead.set(state, reached.stream().noneMatch(each -> accepting[each]));
            sure.set(state, reached.stream().allMatch(each -> accepting[each]));
        }
        residues = new Residue.Automaton[accepting.length];
        for (int state = 0; state < accepting.length; state++) {
            residues[state] = new Residue.Automaton(this, state);
        }
    }

    private BitSet reached(int from) {
        BitSet reached = new BitSet();
        reached.set(from);
        for (int before = 0; before != reached.cardinality(); ) {
            before = reached.cardinality();
            for (int state = reached.nextSetBit(0); state >= 0; state = reached.nextSetBit(state + 1)) {
                for (int letter = 0; letter < LETTERS; letter++) {
                    reached.set(next[state * LETTERS + letter]);
                }
            }
        }
        return reached;
    }

    /** The same automaton, accepting what this one does not. */
    Dfa not() {
        boolean[] opposite = new boolean[accepting.length];
        int[][] rows = new int[accepting.length][];
        for (int state = 0; state < opposite.length; state++) {
            opposite[state] = !accepting[state];
            rows[state] = Arrays.copyOfRange(next, state * LETTERS, (state + 1) * LETTERS);
        }
        return new Dfa("not " + text, rows, opposite, first, second);
    }

    Residue.Automaton start() {
        return residues[0];
    }

    Residue.Automaton at(int state) {
        return residues[state];
    }

    Residue.Automaton step(Residue.Automaton from, int literal) {
        if (literal % 2 != 0) {
            return from;
        }
        int event = Expr.event(literal);
        int letter = first.get(event) ? FIRST : second.get(event) ? SECOND : OTHER;
        return residues[next[from.number() * LETTERS + letter]];
    }

    boolean isDead(int state) {
        return dead.get(state);
    }

    boolean isSure(int state) {
        return sure.get(state);
    }

    boolean accepts(int state) {
        return accepting[state];
    }

    /** Whether an event outside of both sets changes anything. */
    boolean seesOthers() {
        for (int state = 0; state < accepting.length; state++) {
            if (next[state * LETTERS + OTHER] != state) {
                return true;
            }
        }
        return false;
    }

    BitSet events() {
        BitSet events = (BitSet) first.clone();
        events.or(second);
        return events;
    }

    String text() {
        return text;
    }
}
