package io.millrace.logic.term;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** An integer that does not fit into 64 bits. Made by {@link Numbers#integer(BigInteger)} only, which keeps that so. */
public final class Big extends Term {
    private final BigInteger value;
    private int hash;

    Big(BigInteger value) {
        this.value = value;
    }

    /** The number. */
    public BigInteger value() {
        return value;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Big number && value.equals(number.value);
    }

    @Override
    public int hashCode() {
        // Looked up in the index of clauses at every call; computing it takes as long as reading the number.
        if (hash == 0) {
            hash = value.hashCode();
        }
        return hash;
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
