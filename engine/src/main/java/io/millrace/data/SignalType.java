package io.millrace.data;

import io.millrace.problem.Argument;

/**
 * The name of a signal with the Java type of what it brings. One constant serves both sides, so that the compiler checks them:
 *
 * <pre>{@code
 * static final SignalType<Paid> PAID = SignalType.of("paid", Paid.class);
 *
 * signal(PAID).keyFrom("number").result("payment")      // in the process
 * mill.signal(PAID, "A-7", new Paid(...))               // in the application
 * }</pre>
 *
 * @param name the name of the signal
 * @param content the type of what it brings, which {@link Data#of} can convert
 */
public record SignalType<T>(String name, Class<T> content) {
    public SignalType {
        Argument.named(name, "name");
        Argument.given(content, "content");
    }

    /** A signal of this name that brings this. */
    public static <T> SignalType<T> of(String name, Class<T> content) {
        return new SignalType<>(name, content);
    }

    /** What the signal brings, as data. */
    public Data data(T content) {
        return Data.of(Argument.given(content, "content"));
    }
}
