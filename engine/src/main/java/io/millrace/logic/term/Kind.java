package io.millrace.logic.term;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The kinds of terms that the type-checking predicates ask for. */
public enum Kind {
    /** An unbound variable. */
    VAR("var"),
    /** Anything but an unbound variable. */
    NONVAR("nonvar"),
    /** An atom, the empty list among them. */
    ATOM("atom"),
    /** An integer or a float. */
    NUMBER("number"),
    /** An integer of any length. */
    INTEGER("integer"),
    /** A float. */
    FLOAT("float"),
    /** Neither a variable nor a compound term. */
    ATOMIC("atomic"),
    /** A term with arguments, lists with elements among them. */
    COMPOUND("compound"),
    /** An atom or a compound term. */
    CALLABLE("callable"),
    /** A string, which is not an atom and not a list of characters. */
    STRING("string"),
    /** A proper list, which ends in {@code []}; the empty list among them. */
    IS_LIST("is_list"),
    /** A term without unbound variables. */
    GROUND("ground");

    private static final Map<String, Kind> BY_NAME = new HashMap<>();

    static {
        for (Kind kind : values()) {
            BY_NAME.put(kind.predicate, kind);
        }
    }

    /** The name of the predicate, which has one argument. */
    public final String predicate;

    Kind(String predicate) {
        this.predicate = predicate;
    }

    /** The kind that the predicate of this name checks, or null. */
    public static @Nullable Kind named(String predicate) {
        return BY_NAME.get(predicate);
    }

    /** Whether a term, or the value of a bound variable, is of this kind. */
    public boolean holds(Term term) {
        Term t = Var.deref(term);
        return switch (this) {
            case VAR -> t instanceof Var;
            case NONVAR -> !(t instanceof Var);
            case ATOM -> t instanceof Atom;
            case NUMBER -> number(t);
            case INTEGER -> t instanceof Int || t instanceof Big;
            case FLOAT -> t instanceof Real;
            case ATOMIC -> !(t instanceof Var) && !(t instanceof Struct);
            case COMPOUND -> t instanceof Struct;
            case CALLABLE -> t instanceof Atom || t instanceof Struct;
            case STRING -> t instanceof Str;
            case IS_LIST -> Lists.end(t).equals(Atom.NIL);
            case GROUND -> Terms.ground(t);
        };
    }

    /** Whether a term is an integer or a float. A variable is not, even if it is bound to a number. */
    public static boolean number(Term t) {
        return t instanceof Int || t instanceof Real || t instanceof Big;
    }
}
