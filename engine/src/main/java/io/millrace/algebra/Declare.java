package io.millrace.algebra;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The DECLARE templates as automata. Letters are {@link Dfa#FIRST the first event}, {@link Dfa#SECOND the second} and all others;
 * each table has a word for a state, with the next state for each letter, and starts with the first word. {@code x} is a dead state,
 * which is added at the end. Behind it, {@code 1} stands for each state that accepts.
 */
enum Declare {
    EXISTENCE(1, true),
    ABSENCE(1, true),
    EXACTLY(1, true),
    INIT(1, "1xx 111", "01"),
    END(1, "100 100", "01"),
    CHOICE(2, "110 111", "01"),
    EXCLUSIVE_CHOICE(2, "120 1x1 x22", "011"),
    RESPONDED_EXISTENCE(2, "120 121 222", "101"),
    CO_EXISTENCE(2, "120 131 322 333", "1001"),
    RESPONSE(2, "100 101", "10"),
    ALTERNATE_RESPONSE(2, "100 x01", "10"),
    CHAIN_RESPONSE(2, "100 x0x", "10"),
    PRECEDENCE(2, "1x0 111", "11"),
    ALTERNATE_PRECEDENCE(2, "1x0 101", "11"),
    CHAIN_PRECEDENCE(2, "1x0 100", "11"),
    SUCCESSION(2, "1x0 121 122", "101"),
    ALTERNATE_SUCCESSION(2, "1x0 x01", "10"),
    CHAIN_SUCCESSION(2, "1x0 x0x", "10"),
    NOT_CO_EXISTENCE(2, "120 1x1 x22", "111"),
    NOT_RESPONDED_EXISTENCE(2, "120 1x1 x22", "111"),
    NOT_SUCCESSION(2, "100 1x1", "11"),
    NOT_RESPONSE(2, "100 1x1", "11"),
    NOT_PRECEDENCE(2, "100 1x1", "11"),
    NOT_CHAIN_SUCCESSION(2, "100 1x0", "11"),
    NOT_CHAIN_RESPONSE(2, "100 1x0", "11"),
    NOT_CHAIN_PRECEDENCE(2, "100 1x0", "11");

    /** More occurrences than this are a mistake, and the automaton has a state for each. */
    static final int MOST_COUNTED = 1_000;

    private static final Map<String, Declare> BY_NAME = new TreeMap<>();

    static {
        for (Declare each : values()) {
            BY_NAME.put(each.name().toLowerCase(Locale.ROOT), each);
        }
    }

    private final int events;
    private final boolean counts;
    private final String table;
    private final String accepting;

    Declare(int events, boolean counts) {
        this.events = events;
        this.counts = counts;
        table = "";
        accepting = "";
    }

    Declare(int events, String table, String accepting) {
        this.events = events;
        counts = false;
        this.table = table;
        this.accepting = accepting;
    }

    static Optional<Declare> named(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    /** How many events, or sets of events, it is about. */
    int events() {
        return events;
    }

    /** Whether a number of occurrences belongs to it. */
    boolean counts() {
        return counts;
    }

    Dfa over(String text, int count, BitSet first, BitSet second) {
        int[][] rows = counts ? counting(count) : rows();
        String accepted = counts ? accepted(count) : accepting;
        int dead = rows.length;
        int[][] complete = new int[dead + 1][];
        boolean[] accepts = new boolean[dead + 1];
        for (int state = 0; state < dead; state++) {
            complete[state] = Arrays.stream(rows[state]).map(next -> next < 0 ? dead : next).toArray();
            accepts[state] = accepted.charAt(state) == '1';
        }
        complete[dead] = new int[] {dead, dead, dead};
        return new Dfa(text, complete, accepts, first, second);
    }

    private int[][] rows() {
        return Arrays.stream(table.split(" "))
                .map(word -> word.chars().map(next -> next == 'x' ? -1 : next - '0').toArray())
                .toArray(int[][]::new);
    }

    /** Counts up to the number; what comes then is the same state, or dead if there may be no more. */
    private int[][] counting(int count) {
        int last = this == ABSENCE ? count - 1 : count;
        int[][] rows = new int[last + 1][];
        for (int state = 0; state <= last; state++) {
            rows[state] = new int[] {state < last ? state + 1 : this == EXISTENCE ? last : -1, state, state};
        }
        return rows;
    }

    private String accepted(int count) {
        return this == ABSENCE ? "1".repeat(count) : "0".repeat(count) + "1";
    }
}
