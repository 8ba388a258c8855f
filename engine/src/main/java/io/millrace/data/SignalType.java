package io.millrace.data;

import io.millrace.problem.Argument;

/**
 * The name of a signal with the Java type of its content. Sender and process use the same constant, so that the compiler checks both.
 * Immutable.
 *
 * <pre>{@code
 * static final SignalType<Paid> PAID = SignalType.of("paid", Paid.class);
 *
 * signal(PAID).keyFrom("number").result("payment")      // in the process
 * mill.signal(PAID, "A-7", new Paid(...))               // in the application
 * }</pre>
 *
 * @param name the name of the signal
 * @param content the type of its content, which {@link Data#of} can convert
 */
public record SignalType<T>(String name, Class<T> content) {
    public SignalType {
        Argument.named(name, "name");
        Argument.given(content, "content");
    }

    /** A signal with this name and content. */
    public static <T> SignalType<T> of(String name, Class<T> content) {
        return new SignalType<>(name, content);
    }

    /** The content of the signal as data. */
    public Data data(T content) {
        return Data.of(Argument.given(content, "content"));
    }
}
