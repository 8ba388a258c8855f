package io.millrace.logic.term;

import org.jspecify.annotations.Nullable;

/** A floating-point number. */
public final class Real extends Term {
    final double value;

    private Real(double value) {
        this.value = value;
    }

    /** The number. */
    public static Real of(double value) {
        return new Real(value);
    }

    /** The number. */
    public double value() {
        return value;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Real number && Double.compare(value, number.value) == 0;
    }

    @Override
    public int hashCode() {
        return Double.hashCode(value);
    }

    @Override
    public String toString() {
        return Shown.of(this);
    }
}
