package io.millrace.net;

import io.millrace.data.Data;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A function of data: a predicate of a flow, a mapping, a bound. An {@link Evaluator} evaluates it. Immutable. */
public sealed interface Expression {
    /** A value that is known already. */
    record Constant(Data value) implements Expression {}

    /** The value of a variable, or of a path into one. */
    record Variable(String path) implements Expression {}

    /** A function of the variables, from a net built in Java, with a title for people. */
    record Lambda(String title, Function<Data, Data> function) implements Expression {
        /** Without the function, which has no name that stays: a definition's fingerprint is made of this text. */
        @Override
        public String toString() {
            return "Lambda[" + title + "]";
        }
    }

    /** A goal in Prolog text, from a net written as facts. */
    record Goal(String text, @Nullable Place place) implements Expression {}

    /** An XPath or XQuery, from a YAWL file. */
    record XQuery(String text, @Nullable Place place) implements Expression {}

    /** A fixed value, converted by {@link Data#of(Object)}. Null is the value "nothing". */
    static Expression constant(@Nullable Object value) {
        return new Constant(Data.of(value));
    }

    /** The value at a path of names with dots between them, such as {@code order.total}; nothing if the path leads nowhere. */
    static Expression variable(String path) {
        return new Variable(path);
    }

    /**
     * A Java function of all variables. It must depend on them alone, because the engine may call it more than once. If it throws, the
     * engine raises an incident.
     */
    static Expression lambda(Function<Data, Data> function) {
        return new Lambda("a function", function);
    }
}
