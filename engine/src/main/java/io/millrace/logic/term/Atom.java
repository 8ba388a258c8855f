package io.millrace.logic.term;

import org.jspecify.annotations.Nullable;

/**
 * An atom.
 *
 * <p>Two atoms with one name are equal but need not be the same object: there is no global table of atoms, which could only grow. Comparing
 * is still cheap, because atoms cache their hash and a program shares the atoms that it mentions. Immutable.
 */
public final class Atom extends Term {
    /** The empty list. */
    public static final Atom NIL = new Atom("[]");
    /** {@code true}. */
    public static final Atom TRUE = new Atom("true");
    /** {@code false}. */
    public static final Atom FALSE = new Atom("false");
    /** {@code {}}. */
    public static final Atom BRACES = new Atom("{}");
    /** {@code -}. */
    public static final Atom MINUS = new Atom("-");
    /** The empty name. */
    public static final Atom EMPTY = new Atom("");

    private static final Atom[] CHARACTERS = new Atom[128];

    static {
        for (int i = 0; i < CHARACTERS.length; i++) {
            CHARACTERS[i] = new Atom(String.valueOf((char) i));
        }
    }

    private final String name;
    private final int hash;

    private Atom(String name) {
        this.name = name;
        this.hash = name.hashCode();
    }

    /** The atom with this name. */
    public static Atom of(String name) {
        if (name.length() == 1 && name.charAt(0) < CHARACTERS.length) {
            return CHARACTERS[name.charAt(0)];
        }
        return name.equals("[]") ? NIL : new Atom(name);
    }

    /** The atom whose name is this one character. */
    public static Atom ofCodePoint(int codePoint) {
        return codePoint >= 0 && codePoint < CHARACTERS.length
                ? CHARACTERS[codePoint]
                : new Atom(Character.toString(codePoint));
    }

    /** The text of the atom. */
    public String name() {
        return name;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || other instanceof Atom atom && hash == atom.hash && name.equals(atom.name);
    }

    /** Whether the other term can be the same atom, as far as a look at the hashes tells. */
    boolean equalHash(Term other) {
        return other instanceof Atom atom && hash == atom.hash;
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return Shown.of(this);
    }
}
