package io.millrace.logic.term;

import org.jspecify.annotations.Nullable;

/** An integer that fits into 64 bits. Every such integer is an {@code Int}, never a {@link Big}. */
public final class Int extends Term {
    private static final int LOW = -512;
    private static final int HIGH = 1023;
    private static final Int[] SMALL = new Int[HIGH - LOW + 1];

    static {
        for (int i = LOW; i <= HIGH; i++) {
            SMALL[i - LOW] = new Int(i);
        }
    }

    final long value;

    private Int(long value) {
        this.value = value;
    }

    /** The integer. */
    public static Int of(long value) {
        return value >= LOW && value <= HIGH ? SMALL[(int) value - LOW] : new Int(value);
    }

    /** The number. */
    public long value() {
        return value;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Int number && value == number.value;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(value * 0x9E3779B97F4A7C15L);
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
