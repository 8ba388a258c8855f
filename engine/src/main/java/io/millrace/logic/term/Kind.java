package io.millrace.logic.term;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The kinds of terms that the type-checking predicates ask for. */
public enum Kind {
    VAR("var"),
    NONVAR("nonvar"),
    ATOM("atom"),
    NUMBER("number"),
    INTEGER("integer"),
    FLOAT("float"),
    ATOMIC("atomic"),
    COMPOUND("compound"),
    CALLABLE("callable"),
    STRING("string"),
    IS_LIST("is_list"),
    GROUND("ground");

    private static final Map<String, Kind> BY_NAME = new HashMap<>();

    static {
        for (Kind kind : values()) {
            BY_NAME.put(kind.predicate, kind);
        }
    }

    public final String predicate;

    Kind(String predicate) {
        this.predicate = predicate;
    }

    public static @Nullable Kind named(String predicate) {
        return BY_NAME.get(predicate);
    }

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

    public static boolean number(Term t) {
        return t instanceof Int || t instanceof Real || t instanceof Big;
    }
}
