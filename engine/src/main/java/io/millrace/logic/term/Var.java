package io.millrace.logic.term;

import org.jspecify.annotations.Nullable;

/**
 * A logic variable: unbound, or bound to another term until the machine undoes the binding.
 *
 * <p>The serial number is its age. A machine numbers the variables it makes upwards, so that a variable whose number is
 * not below the mark of the newest choice point needs no entry on the trail. Variables made outside a machine are
 * older than all of those, and those at which goals wait are older still.
 */
public sealed class Var extends Term permits Watched {
    private static final long OUTSIDE = Long.MIN_VALUE / 2;

    @Nullable Term ref;
    long serial;

    /** A variable made outside any machine; all of these have the same age. */
    public Var() {
        this.serial = OUTSIDE;
    }

    Var(long serial) {
        this.serial = serial;
    }

    /** A variable made outside any machine, with its place among those of one text. */
    public static Var numbered(long number) {
        return new Var(OUTSIDE + number);
    }

    /** Whether the variable is bound, perhaps to another variable. */
    public boolean bound() {
        return ref != null;
    }

    /** The age, for the standard order: smaller is older. */
    public long serial() {
        return serial;
    }

    /** A name that differs from that of any other variable of the same machine. */
    public String name() {
        return serial < 0 ? "_" + (serial - OUTSIDE) : "_G" + serial;
    }

    @Override
    public String toString() {
        Term value = deref();
        return value instanceof Var free ? free.name() : value.toString();
    }

    /** The value at the end of a chain of bindings, or the unbound variable there. Any other term is returned as it is. */
    public static Term deref(Term term) {
        Term at = term;
        while (at instanceof Var variable) {
            Term next = variable.ref;
            if (next == null) {
                return variable;
            }
            at = next;
        }
        return at;
    }
}
