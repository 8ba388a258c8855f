package io.millrace.algebra;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All states of a cluster: what remains of each rule, and which events are undecided. Built breadth first, so that without
 * repeating events every edge leads to a greater number; a state is live if all rules can still be satisfied from it.
 *
 * <p>Literals are those of the cluster here: its events are numbered from 0, and at most 62, so that a set is a long.
 */
final class Graph {
    static final int MOST_EVENTS = 62;
    static final int DEAD = -1;

    /** A vector of residues with the undecided events. */
    private record Key(int[] residues, long undecided) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key && undecided == key.undecided && Arrays.equals(residues, key.residues);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(residues) * 31 + Long.hashCode(undecided);
        }
    }

    private final int events;
    private final long repeating;
    private final List<int[]> next = new ArrayList<>();
    private final List<Residue[]> residues = new ArrayList<>();
    private long[] undecided = new long[16];
    private final BitSet live = new BitSet();
    private long[] required = {};
    private long[] refused = {};
    private long[] possible = {};

    private Graph(int events, long repeating) {
        this.events = events;
        this.repeating = repeating;
    }

    /**
     * Explores.
     *
     * @param literals the rule set's literal of each event of the cluster, in the cluster's order
     * @param touches for each event, which rules change by it
     * @param most how many states at most
     * @return null if there are more
     */
    static @Nullable Graph of(int[] literals, long repeating, Residue[] start, int[][] touches, int most) {
        Graph graph = new Graph(literals.length, repeating);
        return graph.explore(literals, start, touches, most) ? graph.settle() : null;
    }

    private boolean explore(int[] literals, Residue[] start, int[][] touches, int most) {
        for (Residue each : start) {
            if (each.isDead()) {
                return true;
            }
        }
        Map<Key, Integer> known = new HashMap<>();
        add(known, start, numbers(start), (1L << events) - 1);
        for (int state = 0; state < next.size(); state++) {
            Residue[] here = residues.get(state);
            int[] row = new int[2 * events];
            Arrays.fill(row, DEAD);
            for (int event = 0; event < events; event++) {
                if ((undecided[state] & 1L << event) == 0) {
                    continue;
                }
                for (int sign = 0; sign < 2; sign++) {
                    long left = sign == 0 && (repeating & 1L << event) != 0 ? undecided[state] : undecided[state] & ~(1L << event);
                    row[2 * event + sign] = step(known, here, literals[event] + sign, touches[event], left);
                }
            }
            next.set(state, row);
            if (next.size() > most) {
                return false;
            }
        }
        return true;
    }

    private int step(Map<Key, Integer> known, Residue[] here, int literal, int[] touched, long left) {
        Residue[] after = here.clone();
        for (int rule : touched) {
            after[rule] = here[rule].after(literal);
            if (after[rule].isDead()) {
                return DEAD;
            }
        }
        int[] numbers = numbers(after);
        Integer found = known.get(new Key(numbers, left));
        return found != null ? found : add(known, after, numbers, left);
    }

    private static int[] numbers(Residue[] residues) {
        int[] numbers = new int[residues.length];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = residues[i].number();
        }
        return numbers;
    }

    private int add(Map<Key, Integer> known, Residue[] state, int[] numbers, long left) {
        int number = next.size();
        known.put(new Key(numbers, left), number);
        next.add(new int[0]);
        residues.add(state);
        if (number == undecided.length) {
            undecided = Arrays.copyOf(undecided, 2 * number);
        }
        undecided[number] = left;
        return number;
    }

    private Graph settle() {
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int state = size() - 1; state >= 0; state--) {
                if (!live.get(state) && (isEnd(state) || leadsToLife(state))) {
                    live.set(state);
                    changed = true;
                }
            }
            changed &= repeating != 0;
        }
        for (int[] row : next) {
            for (int literal = 0; literal < row.length; literal++) {
                row[literal] = row[literal] != DEAD && live.get(row[literal]) ? row[literal] : DEAD;
            }
        }
        literalsAhead();
        return this;
    }

    private boolean leadsToLife(int state) {
        for (int child : next.get(state)) {
            if (child != DEAD && live.get(child)) {
                return true;
            }
        }
        return false;
    }

    private boolean isEnd(int state) {
        return undecided[state] == 0 && Arrays.stream(residues.get(state)).allMatch(Residue::holds);
    }

    /** For each state: which literals every way to the end has, and which some way has. */
    private void literalsAhead() {
        required = new long[size()];
        refused = new long[size()];
        possible = new long[size()];
        long[] impossible = new long[size()];
        Arrays.fill(required, -1);
        Arrays.fill(refused, -1);
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int state = size() - 1; state >= 0; state--) {
                if (live.get(state)) {
                    changed |= ahead(state, impossible);
                }
            }
            changed &= repeating != 0;
        }
        for (int state = 0; state < size(); state++) {
            // A repeating event is always refused at the end; that it is refused from now on is known by what is possible.
            refused[state] = refused[state] & ~repeating | undecided[state] & repeating & ~possible[state];
        }
    }

    private boolean ahead(int state, long[] possibleRefused) {
        long allPositive = undecided[state] == 0 ? 0 : -1;
        long allNegative = allPositive;
        long somePositive = 0;
        long someNegative = 0;
        int[] row = next.get(state);
        for (int literal = 0; literal < row.length; literal++) {
            if (row[literal] == DEAD) {
                continue;
            }
            long bit = 1L << (literal >> 1);
            boolean positive = literal % 2 == 0;
            allPositive &= required[row[literal]] | (positive ? bit : 0);
            allNegative &= refused[row[literal]] | (positive ? 0 : bit);
            somePositive |= possible[row[literal]] | (positive ? bit : 0);
            someNegative |= possibleRefused[row[literal]] | (positive ? 0 : bit);
        }
        boolean changed = allPositive != required[state] || allNegative != refused[state] || somePositive != possible[state];
        required[state] = allPositive;
        refused[state] = allNegative;
        possible[state] = somePositive;
        possibleRefused[state] = someNegative;
        return changed;
    }

    /** How many states were looked at; some of them are dead. */
    int size() {
        return next.size();
    }

    int events() {
        return events;
    }

    boolean hasCycles() {
        return repeating != 0;
    }

    boolean isConsistent() {
        return live.get(0);
    }

    boolean isLive(int state) {
        return state != DEAD && live.get(state);
    }

    /** Where a literal leads, {@link #DEAD} if it leads to no live state. */
    int next(int state, int literal) {
        return next.get(state)[literal];
    }

    long undecided(int state) {
        return undecided[state];
    }

    boolean isUndecided(int state, int event) {
        return (undecided[state] & 1L << event) != 0;
    }

    /** Whether every way to the end has this literal. */
    boolean requires(int state, int literal) {
        return ((literal % 2 == 0 ? required : refused)[state] & 1L << (literal >> 1)) != 0;
    }

    /** Whether no way to the end has this literal. */
    boolean excludes(int state, int literal) {
        long bit = 1L << (literal >> 1);
        if ((repeating & bit) != 0) {
            return literal % 2 == 0 ? (possible[state] & bit) == 0 : false;
        }
        return requires(state, literal ^ 1);
    }

    /** The state with these residues and undecided events, {@link #DEAD} if there is no live one. Only few ask: it looks at all. */
    int find(Residue[] wanted, List<Integer> open, int[] numbers) {
        long left = 0;
        for (int i = 0; i < numbers.length; i++) {
            left |= open.contains(numbers[i]) ? 1L << i : 0;
        }
        for (int state = 0; state < size(); state++) {
            if (undecided[state] == left && live.get(state) && Arrays.equals(numbers(residues.get(state)), numbers(wanted))) {
                return state;
            }
        }
        return DEAD;
    }

    Residue[] residues(int state) {
        return residues.get(state);
    }
}
