package io.millrace.logic.term;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An immutable table of operators (ISO 6.3.4.4). A name may be a prefix operator and an infix or a postfix operator at
 * the same time, never infix and postfix; whoever adds entries for {@code op/3} checks that before.
 */
public final class Operators {
    /** The highest priority of a term. */
    public static final int MAX_PRIORITY = 1200;

    /** The highest priority of an argument of a compound term or of an element of a list. */
    public static final int ARGUMENT_PRIORITY = 999;

    /** Where an operator stands and whether an argument may have its own priority ({@code y}) or only a lower one ({@code x}). */
    public enum Type {
        /** Infix; both arguments have a lower priority. */
        XFX,
        /** Infix; the right argument may have the same priority, so the operator associates to the right. */
        XFY,
        /** Infix; the left argument may have the same priority, so the operator associates to the left. */
        YFX,
        /** Prefix; the argument has a lower priority. */
        FX,
        /** Prefix; the argument may have the same priority, so the operator can be repeated. */
        FY,
        /** Postfix; the argument has a lower priority. */
        XF,
        /** Postfix; the argument may have the same priority, so the operator can be repeated. */
        YF;

        /** Whether the operator stands before its argument. */
        public boolean prefix() {
            return this == FX || this == FY;
        }

        /** Whether the operator stands behind its argument. */
        public boolean postfix() {
            return this == XF || this == YF;
        }

        /** Whether the operator stands between two arguments. */
        public boolean infix() {
            return !prefix() && !postfix();
        }

        /** The specifier as a program writes it: {@code xfx}. */
        public String specifier() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** One entry of the table. */
    public record Operator(int priority, Type type) {
        /** The highest priority that the argument on the left may have. */
        public int left() {
            return type == Type.YFX || type == Type.YF ? priority : priority - 1;
        }

        /** The highest priority that the argument on the right may have. */
        public int right() {
            return type == Type.XFY || type == Type.FY ? priority : priority - 1;
        }
    }

    /** Sees every entry of a table. */
    public interface Visitor {
        /** Receives one entry. A name that is both a prefix and an infix or postfix operator comes twice. */
        void visit(String name, Operator operator);
    }

    private static final Operators ISO = table();

    private final Map<String, Operator> prefix;
    private final Map<String, Operator> infix;
    private final Map<String, Operator> postfix;

    private Operators(Map<String, Operator> prefix, Map<String, Operator> infix, Map<String, Operator> postfix) {
        this.prefix = prefix;
        this.infix = infix;
        this.postfix = postfix;
    }

    /** The operators of ISO 6.3.4.4 and those that every Prolog in use adds to them. */
    public static Operators iso() {
        return ISO;
    }

    /** This table with one entry more, changed, or (priority 0) less. */
    public Operators with(int priority, Type type, String name) {
        if (type.prefix()) {
            return new Operators(changed(prefix, priority, type, name), infix, postfix);
        }
        return type.infix()
                ? new Operators(prefix, changed(infix, priority, type, name), postfix)
                : new Operators(prefix, infix, changed(postfix, priority, type, name));
    }

    /** The prefix operator of this name, or null. */
    public @Nullable Operator prefix(String name) {
        return prefix.get(name);
    }

    /** The infix operator of this name, or null. */
    public @Nullable Operator infix(String name) {
        return infix.get(name);
    }

    /** The postfix operator of this name, or null. */
    public @Nullable Operator postfix(String name) {
        return postfix.get(name);
    }

    /** How many entries there are. */
    public int size() {
        return prefix.size() + infix.size() + postfix.size();
    }

    /** Whether the name is an operator of any kind. */
    public boolean knows(String name) {
        return prefix.containsKey(name) || infix.containsKey(name) || postfix.containsKey(name);
    }

    /** Every entry, in the order of names: prefix, infix and postfix operators one after the other. */
    public void each(Visitor visitor) {
        new TreeMap<>(prefix).forEach(visitor::visit);
        new TreeMap<>(infix).forEach(visitor::visit);
        new TreeMap<>(postfix).forEach(visitor::visit);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Operators that
                && prefix.equals(that.prefix) && infix.equals(that.infix) && postfix.equals(that.postfix);
    }

    @Override
    public int hashCode() {
        return (prefix.hashCode() * 31 + infix.hashCode()) * 31 + postfix.hashCode();
    }

    private static Map<String, Operator> changed(Map<String, Operator> old, int priority, Type type, String name) {
        Map<String, Operator> changed = new HashMap<>(old);
        if (priority == 0) {
            changed.remove(name);
        } else {
            changed.put(name, new Operator(priority, type));
        }
        return changed;
    }

    private static Operators table() {
        Operators none = new Operators(new HashMap<>(), new HashMap<>(), new HashMap<>());
        none.put(1200, Type.XFX, ":-", "-->");
        none.put(1200, Type.FX, ":-", "?-");
        none.put(1150, Type.FX, "dynamic", "discontiguous", "initialization", "multifile", "meta_predicate", "table");
        none.put(1100, Type.XFY, ";", "|");
        none.put(1050, Type.XFY, "->", "*->");
        none.put(1000, Type.XFY, ",");
        none.put(990, Type.XFX, ":=");
        none.put(900, Type.FY, "\\+");
        none.put(700, Type.XFX, "=", "\\=", "==", "\\==", "@<", "@=<", "@>", "@>=", "=..", "is", "=:=", "=\\=", "<",
                "=<", ">", ">=", "=@=", "\\=@=", "as", ">:<", ":<");
        none.put(600, Type.XFY, ":");
        none.put(500, Type.YFX, "+", "-", "/\\", "\\/", "xor");
        none.put(400, Type.YFX, "*", "/", "//", "rem", "mod", "<<", ">>", "div", "rdiv");
        none.put(200, Type.XFX, "**");
        none.put(200, Type.XFY, "^");
        none.put(200, Type.FY, "-", "+", "\\");
        none.put(1, Type.FX, "$");
        return none;
    }

    /** Fills the table of the language while it is made; afterwards no table changes. */
    private void put(int priority, Type type, String... names) {
        for (String name : names) {
            (type.prefix() ? prefix : infix).put(name, new Operator(priority, type));
        }
    }
}
