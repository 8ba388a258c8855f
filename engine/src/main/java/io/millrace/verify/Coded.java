package io.millrace.verify;

import io.millrace.net.Marking;
import org.jspecify.annotations.Nullable;

/** A move in terms of packed states. */
final class Coded {
    /** What firing came to, beside the place that overflowed. */
    static final int FIRED = -1;

    static final int DISABLED = -2;

    private static final int LOOKING_AHEAD = 5;

    final int number;
    private final Field[] takes;
    private final Field[] gives;
    private final @Nullable Field idle;
    private final long @Nullable [] keeps;
    private final @Nullable Guard guard;
    private final Field[] inputs;
    private final long[] anyInput;
    private final Field[] watched;

    private record Field(int place, int word, int shift, long mask, long number) {
        long tokens(long[] state) {
            return state[word] >>> shift & mask;
        }
    }

    Coded(int number, Move move, Packing packing) {
        this.number = number;
        this.takes = pairs(move.takes(), packing);
        this.gives = pairs(move.gives(), packing);
        this.idle = move.idle() < 0 ? null : field(move.idle(), 0, packing);
        this.keeps = move.empties().length == 0 ? null : keeps(move.empties(), packing);
        this.guard = move.guard();
        if (guard == null) {
            // An array for each move would take memory that is quadratic in their number.
            anyInput = new long[0];
            inputs = new Field[0];
            watched = new Field[0];
        } else {
            anyInput = new long[packing.length()];
            inputs = new Field[guard.inputs().length];
            for (int i = 0; i < inputs.length; i++) {
                inputs[i] = field(guard.inputs()[i], 1, packing);
                anyInput[inputs[i].word] |= inputs[i].mask << inputs[i].shift;
            }
            watched = new Field[guard.watched().length / 2];
            for (int i = 0; i < watched.length; i++) {
                watched[i] = field(guard.watched()[2 * i + 1], guard.watched()[2 * i], packing);
            }
        }
    }

    private static Field field(int place, long number, Packing packing) {
        return new Field(place, packing.word(place), packing.shift(place), packing.most(place), number);
    }

    private static Field[] pairs(int[] pairs, Packing packing) {
        Field[] fields = new Field[pairs.length / 2];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = field(pairs[2 * i], pairs[2 * i + 1], packing);
        }
        return fields;
    }

    private static long[] keeps(int[] empties, Packing packing) {
        long[] keeps = new long[packing.length()];
        java.util.Arrays.fill(keeps, -1L);
        for (int place : empties) {
            keeps[packing.word(place)] &= ~(packing.most(place) << packing.shift(place));
        }
        return keeps;
    }

    /** How much effort it takes to try it: an OR-join looks ahead. */
    int effort() {
        return 4 + takes.length + gives.length + anyInput.length + LOOKING_AHEAD * watched.length;
    }

    /**
     * Fires if it can.
     *
     * @return {@link #FIRED}, {@link #DISABLED}, or the place in which the tokens no longer fit
     */
    int fire(long[] from, long[] to) {
        for (Field take : takes) {
            if (take.tokens(from) < take.number) {
                return DISABLED;
            }
        }
        if (idle != null && idle.tokens(from) != 0 || guard != null && mustWait(guard, from)) {
            return DISABLED;
        }
        System.arraycopy(from, 0, to, 0, to.length);
        for (Field take : takes) {
            to[take.word] -= take.number << take.shift;
        }
        for (Field input : inputs) {
            if (input.tokens(from) != 0) {
                to[input.word] -= 1L << input.shift;
            }
        }
        if (keeps != null) {
            for (int word = 0; word < keeps.length; word++) {
                to[word] &= keeps[word];
            }
        }
        for (Field give : gives) {
            if (give.tokens(to) + give.number > give.mask) {
                return give.place;
            }
            to[give.word] += give.number << give.shift;
        }
        return FIRED;
    }

    private boolean mustWait(Guard guard, long[] state) {
        long any = 0;
        for (int word = 0; word < anyInput.length; word++) {
            any |= anyInput[word] & state[word];
        }
        if (any == 0) {
            return true;
        }
        Marking marking = guard.marking();
        for (Field field : watched) {
            marking.count((int) field.number, (int) field.tokens(state));
        }
        return guard.mustWait();
    }
}
