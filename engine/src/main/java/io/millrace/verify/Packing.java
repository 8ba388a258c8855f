package io.millrace.verify;

import java.util.Arrays;

/**
 * How the tokens of a model's places lie in the words of a packed state: a field of bits for each place, none across two
 * words. Most places never hold more than one token, so all begin with one bit, and a place that overflows gets more.
 */
final class Packing {
    private final int[] widths;
    private final int[] words;
    private final int[] shifts;
    private final int length;
    /** The place to which a bit of a state belongs. */
    private final int[] owners;

    private Packing(int[] widths) {
        this.widths = widths;
        this.words = new int[widths.length];
        this.shifts = new int[widths.length];
        int word = 0;
        int bit = 0;
        for (int place = 0; place < widths.length; place++) {
            if (bit + widths[place] > Long.SIZE) {
                word++;
                bit = 0;
            }
            words[place] = word;
            shifts[place] = bit;
            bit += widths[place];
        }
        this.length = word + 1;
        this.owners = new int[length * Long.SIZE];
        for (int place = 0; place < widths.length; place++) {
            int first = words[place] * Long.SIZE + shifts[place];
            Arrays.fill(owners, first, first + widths[place], place);
        }
    }

    /** One bit for each place, or as many as its tokens at the start need. */
    static Packing of(int[] initial) {
        int[] widths = new int[initial.length];
        for (int place = 0; place < widths.length; place++) {
            widths[place] = 1;
            while (initial[place] >= 1L << widths[place]) {
                widths[place] *= 2;
            }
        }
        return new Packing(widths);
    }

    /** The same with twice the bits for one place. */
    Packing wider(int place) {
        int[] wider = widths.clone();
        wider[place] *= 2;
        return new Packing(wider);
    }

    /** How many words a state has. */
    int length() {
        return length;
    }

    int word(int place) {
        return words[place];
    }

    int shift(int place) {
        return shifts[place];
    }

    /** The most tokens that fit a place. */
    long most(int place) {
        return (1L << widths[place]) - 1;
    }

    int owner(int bit) {
        return owners[bit];
    }

    int tokens(long[] state, int place) {
        return (int) (state[words[place]] >>> shifts[place] & most(place));
    }

    void pack(int[] tokens, long[] state) {
        Arrays.fill(state, 0);
        for (int place = 0; place < tokens.length; place++) {
            state[words[place]] |= (long) tokens[place] << shifts[place];
        }
    }

    void unpack(long[] state, int[] tokens) {
        for (int place = 0; place < tokens.length; place++) {
            tokens[place] = tokens(state, place);
        }
    }
}
