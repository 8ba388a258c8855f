package io.millrace.verify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The states of a model, found breadth first, so that the way by which a state was found is a shortest one. A state takes
 * its packed words, the number of the state from which it was found, and its share of a hash table: edges are not kept
 * but fired again when they are asked for.
 */
final class StateSpace {
    /** How an exploration came to its end. */
    enum End {
        /** All states are known. */
        COMPLETE,
        /** There are more states than were allowed. */
        LIMIT,
        /** There are infinitely many states. */
        UNBOUNDED,
        /** The watcher had seen enough. */
        STOPPED
    }

    /** Looks at states as they are found. */
    interface Watcher {
        /** A new state; true to stop. */
        boolean found(int state);

        /** Nothing can happen in this state. */
        default void quiet(int state) {}

        /** A place gets more tokens than it ever had, two or more; true to stop. */
        default boolean crowded(int place) {
            return false;
        }

        /** How many states more to look at once there are known to be infinitely many, for what they show. */
        default int beyond() {
            return 0;
        }
    }

    /**
     * A sequence of moves that can be repeated for ever, each time leaving more tokens.
     *
     * @param from the state from which it starts
     * @param moves the moves
     * @param grows a place that gets more
     */
    record Pump(int from, List<Integer> moves, int grows) {}

    private static final int CHUNK = 12;

    /** How much effort it takes to code a move, and to keep a word of a state. */
    private static final long A_MOVE = 20;

    private static final long A_WORD = 4;

    private final Effort effort = Effort.current();
    private final Model model;
    private int limit;
    private final BitSet fired = new BitSet();
    private Packing packing;
    private Coded[] moves = new Coded[0];
    /** The moves to try when a place is marked, and those to try always. */
    private Coded[][] byPlace = new Coded[0][];
    private Coded[] always = new Coded[0];
    private long[][] states = new long[1][];
    private int[][] parents = new int[1][];
    private int[] table = new int[1 << 10];
    private int size;
    private int expanding;
    private @Nullable Pump pump;

    StateSpace(Model model, int limit) {
        this.model = model;
        this.limit = limit;
        this.packing = Packing.of(model.initial());
        code();
    }

    private void code() {
        moves = new Coded[model.moves().size()];
        List<List<Coded>> lists = new ArrayList<>();
        for (int place = 0; place < model.places(); place++) {
            lists.add(new ArrayList<>());
        }
        List<Coded> rest = new ArrayList<>();
        for (int move = 0; move < moves.length; move++) {
            effort.spend(A_MOVE);
            moves[move] = new Coded(move, model.moves().get(move), packing);
            int[] takes = model.moves().get(move).takes();
            int key = takes.length == 0 ? -1 : takes[0];
            for (int i = 2; i < takes.length; i += 2) {
                key = lists.get(takes[i]).size() < lists.get(key).size() ? takes[i] : key;
            }
            (key < 0 ? rest : lists.get(key)).add(moves[move]);
        }
        byPlace = lists.stream().map(list -> list.toArray(new Coded[0])).toArray(Coded[][]::new);
        always = rest.toArray(new Coded[0]);
    }

    int size() {
        return size;
    }

    /** What the states take in memory. */
    long bytes() {
        long chunks = (size + (1L << CHUNK) - 1) >>> CHUNK;
        return (chunks << CHUNK) * ((long) Long.BYTES * packing.length() + Integer.BYTES) + (long) Integer.BYTES * table.length;
    }

    /** The moves that were fired. */
    BitSet fired() {
        return fired;
    }

    /** The state that was looked at last. */
    int expanding() {
        return expanding;
    }

    @Nullable Pump pump() {
        return pump;
    }

    int tokens(int state, int place) {
        return (int) (states[state >>> CHUNK][at(state) + packing.word(place)] >>> packing.shift(place) & packing.most(place));
    }

    int[] tokens(int state) {
        long[] words = new long[packing.length()];
        load(state, words);
        int[] tokens = new int[model.places()];
        packing.unpack(words, tokens);
        return tokens;
    }

    private int at(int state) {
        return (state & (1 << CHUNK) - 1) * packing.length();
    }

    private void load(int state, long[] words) {
        System.arraycopy(states[state >>> CHUNK], at(state), words, 0, words.length);
    }

    /** Looks at no more than so many further states. */
    void atMost(int more) {
        limit = Math.min(limit, size + more);
    }

    /** Looks for all states. */
    End explore(Watcher watcher) {
        long[] from = new long[packing.length()];
        packing.pack(model.initial(), from);
        if (add(from, -1) >= 0 && watcher.found(0)) {
            return End.STOPPED;
        }
        int last = limit;
        for (int state = 0; state < size; state++) {
            expanding = state;
            int result = expand(state, watcher);
            while (result >= 0) {
                if (watcher.crowded(result)) {
                    return End.STOPPED;
                }
                if (pump == null) {
                    pump = pump(state, result);
                    last = pump == null ? last : Math.min(last, size + watcher.beyond());
                }
                if (size >= last && pump != null) {
                    return End.UNBOUNDED;
                }
                widen(result);
                result = expand(state, watcher);
            }
            if (result == STOP) {
                return End.STOPPED;
            }
            if (size > Math.min(last, limit)) {
                return pump == null ? End.LIMIT : End.UNBOUNDED;
            }
        }
        return pump == null ? End.COMPLETE : End.UNBOUNDED;
    }

    private static final int STOP = -3;

    /** Fires all that can happen in a state: {@link Coded#FIRED}, {@link #STOP}, or the place that overflowed. */
    private int expand(int state, Watcher watcher) {
        long[] from = new long[packing.length()];
        long[] to = new long[packing.length()];
        load(state, from);
        boolean quiet = true;
        Candidates candidates = new Candidates(from);
        effort.spend(from.length);
        for (Coded move = candidates.next(); move != null; move = candidates.next()) {
            effort.spend(move.effort());
            int result = move.fire(from, to);
            if (result == Coded.DISABLED) {
                continue;
            }
            if (result != Coded.FIRED) {
                return result;
            }
            quiet = false;
            fired.set(move.number);
            int found = add(to, state);
            if (found >= 0 && watcher.found(found)) {
                return STOP;
            }
        }
        if (quiet) {
            watcher.quiet(state);
        }
        return Coded.FIRED;
    }

    /** The moves that are worth trying in a state. */
    private final class Candidates {
        private final long[] state;
        private int word = -1;
        private long bits;
        private int place = -1;
        private Coded[] list = always;
        private int at;

        Candidates(long[] state) {
            this.state = state;
        }

        @Nullable Coded next() {
            while (at == list.length) {
                while (bits == 0) {
                    if (++word == state.length) {
                        word--;
                        return null;
                    }
                    bits = state[word];
                }
                int owner = packing.owner(word * Long.SIZE + Long.numberOfTrailingZeros(bits));
                bits &= bits - 1;
                if (owner != place) {
                    place = owner;
                    list = byPlace[owner];
                    at = 0;
                }
            }
            return list[at++];
        }
    }

    private void widen(int place) {
        Packing wider = packing.wider(place);
        long[] words = new long[packing.length()];
        long[] repacked = new long[wider.length()];
        int[] tokens = new int[model.places()];
        long[][] fresh = new long[states.length][];
        for (int state = 0; state < size; state++) {
            load(state, words);
            packing.unpack(words, tokens);
            wider.pack(tokens, repacked);
            int chunk = state >>> CHUNK;
            if (fresh[chunk] == null) {
                fresh[chunk] = new long[repacked.length << CHUNK];
            }
            System.arraycopy(repacked, 0, fresh[chunk], (state & (1 << CHUNK) - 1) * repacked.length, repacked.length);
        }
        packing = wider;
        states = fresh;
        code();
        rehash(table.length);
    }

    /** Adds a state: its number if it is new, or -1. */
    private int add(long[] words, int parent) {
        int slot = slot(words);
        if (table[slot] != 0) {
            return -1;
        }
        int chunk = size >>> CHUNK;
        if (chunk == states.length) {
            states = Arrays.copyOf(states, 2 * chunk);
            parents = Arrays.copyOf(parents, 2 * chunk);
        }
        if (states[chunk] == null) {
            states[chunk] = new long[words.length << CHUNK];
        }
        if (parents[chunk] == null) {
            parents[chunk] = new int[1 << CHUNK];
        }
        // Each state takes memory for good.
        effort.spend(A_WORD * words.length);
        System.arraycopy(words, 0, states[chunk], at(size), words.length);
        parents[chunk][size & (1 << CHUNK) - 1] = parent;
        table[slot] = ++size;
        if (size > table.length / 4 * 3) {
            rehash(2 * table.length);
        }
        return size - 1;
    }

    private void rehash(int length) {
        effort.spend((long) size * packing.length());
        table = new int[length];
        long[] words = new long[packing.length()];
        for (int state = 0; state < size; state++) {
            load(state, words);
            table[slot(words)] = state + 1;
        }
    }

    /** Where a state is in the table, or the free slot where it would be. */
    private int slot(long[] words) {
        long hash = 0;
        for (long word : words) {
            hash = (hash ^ word) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 29;
        }
        int slot = (int) (hash >>> 20) & table.length - 1;
        while (table[slot] != 0 && !holds(table[slot] - 1, words)) {
            slot = slot + 1 & table.length - 1;
        }
        return slot;
    }

    private boolean holds(int state, long[] words) {
        long[] chunk = states[state >>> CHUNK];
        int at = at(state);
        for (int i = 0; i < words.length; i++) {
            if (chunk[at + i] != words[i]) {
                return false;
            }
        }
        return true;
    }

    /** The states from which one of these can be reached; only after a complete exploration. */
    BitSet reaching(BitSet goals) {
        BitSet reaching = (BitSet) goals.clone();
        long[] from = new long[packing.length()];
        long[] to = new long[packing.length()];
        boolean changed = !goals.isEmpty();
        while (changed) {
            changed = false;
            for (int state = reaching.previousClearBit(size - 1); state >= 0; state = reaching.previousClearBit(state - 1)) {
                effort.spend(from.length);
                load(state, from);
                if (leadsInto(reaching, from, to)) {
                    reaching.set(state);
                    changed = true;
                }
            }
        }
        return reaching;
    }

    private boolean leadsInto(BitSet set, long[] from, long[] to) {
        Candidates candidates = new Candidates(from);
        for (Coded move = candidates.next(); move != null; move = candidates.next()) {
            effort.spend(move.effort());
            if (move.fire(from, to) == Coded.FIRED && set.get(table[slot(to)] - 1)) {
                return true;
            }
        }
        return false;
    }

    /** The moves that can happen in a state. */
    BitSet enabled(int state) {
        BitSet enabled = new BitSet();
        long[] from = new long[packing.length()];
        long[] to = new long[packing.length()];
        load(state, from);
        for (Coded move : moves) {
            if (move.fire(from, to) != Coded.DISABLED) {
                enabled.set(move.number);
            }
        }
        return enabled;
    }

    /** The numbers of the states that can be reached from one, itself among them; only after a complete exploration. */
    BitSet reachable(int state) {
        BitSet reachable = new BitSet();
        reachable.set(state);
        int[] open = {state};
        int length = 1;
        long[] from = new long[packing.length()];
        long[] to = new long[packing.length()];
        while (length > 0) {
            load(open[--length], from);
            Candidates candidates = new Candidates(from);
            for (Coded move = candidates.next(); move != null; move = candidates.next()) {
                effort.spend(move.effort());
                if (move.fire(from, to) == Coded.FIRED) {
                    int next = table[slot(to)] - 1;
                    if (!reachable.get(next)) {
                        reachable.set(next);
                        open = length == open.length ? Arrays.copyOf(open, 2 * length) : open;
                        open[length++] = next;
                    }
                }
            }
        }
        return reachable;
    }

    /** The state from which a state was found; -1 for the first. */
    int parent(int state) {
        return parents[state >>> CHUNK][state & (1 << CHUNK) - 1];
    }

    /** A shortest sequence of moves that leads to a state. */
    List<Integer> path(int state) {
        return path(0, state);
    }

    /** The moves by which a state was found, from one of those on the way. */
    private List<Integer> path(int ancestor, int state) {
        List<Integer> path = new ArrayList<>();
        long[] from = new long[packing.length()];
        long[] to = new long[packing.length()];
        for (int at = state; at != ancestor; at = parent(at)) {
            load(parent(at), from);
            effort.spend(moves.length);
            for (Coded move : moves) {
                if (move.fire(from, to) == Coded.FIRED && holds(at, to)) {
                    path.add(move.number);
                    break;
                }
            }
        }
        return path.reversed();
    }

    /**
     * Whether the way to a state that overflows a place can be repeated for ever: an earlier state is smaller everywhere, and what
     * happened in between neither asked an OR-join nor emptied the place that grew.
     */
    private @Nullable Pump pump(int state, int place) {
        int[] before = tokens(state);
        for (Coded coded : moves) {
            int[] after = after(before, model.moves().get(coded.number));
            if (after == null || after[place] <= packing.most(place)) {
                continue;
            }
            for (int ancestor = state; ancestor >= 0; ancestor = parent(ancestor)) {
                int[] earlier = tokens(ancestor);
                if (isNoLess(after, earlier) && after[place] > earlier[place]) {
                    List<Integer> sequence = new ArrayList<>(path(ancestor, state));
                    sequence.add(coded.number);
                    if (repeats(sequence, place, earlier, after)) {
                        return new Pump(ancestor, sequence, place);
                    }
                }
            }
        }
        return null;
    }

    private boolean repeats(List<Integer> sequence, int place, int[] earlier, int[] after) {
        for (int number : sequence) {
            Move move = model.moves().get(number);
            boolean idles = move.idle() < 0 || earlier[move.idle()] == after[move.idle()];
            if (!idles || move.guard() != null || Arrays.stream(move.empties()).anyMatch(each -> each == place)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isNoLess(int[] tokens, int[] than) {
        for (int place = 0; place < tokens.length; place++) {
            if (tokens[place] < than[place]) {
                return false;
            }
        }
        return true;
    }

    /** The tokens after a move without a guard, or null if it cannot happen. */
    static int @Nullable [] after(int[] tokens, Move move) {
        if (move.guard() != null || move.idle() >= 0 && tokens[move.idle()] > 0) {
            return null;
        }
        int[] after = tokens.clone();
        for (int i = 0; i < move.takes().length; i += 2) {
            after[move.takes()[i]] -= move.takes()[i + 1];
            if (after[move.takes()[i]] < 0) {
                return null;
            }
        }
        for (int place : move.empties()) {
            after[place] = 0;
        }
        for (int i = 0; i < move.gives().length; i += 2) {
            after[move.gives()[i]] += move.gives()[i + 1];
        }
        return after;
    }
}
