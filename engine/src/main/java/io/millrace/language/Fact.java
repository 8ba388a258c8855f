package io.millrace.language;

import io.millrace.data.Data;
import java.util.List;
import java.util.Locale;

/**
 * A fact of a language about its case, for questions to the history: an event that happened, or a fluent that holds. A compound argument is
 * written as {@code io.millrace.fact} writes terms.
 *
 * @param isWhole whether its arguments include the case; otherwise the case is added as the last argument
 * @param number distinguishes equal facts, such as two flows at one place; 0 if there is only one
 */
public record Fact(String name, List<Data> arguments, boolean isWhole, int number) {
    /** The name of what says which value a variable of the case has; the case comes before its arguments. */
    public static final String DATA = "data";

    public Fact {
        arguments = List.copyOf(arguments);
    }

    /** A fact to which the case is added as the last argument. */
    public static Fact of(String name, Object... arguments) {
        return new Fact(name, List.of(arguments).stream().map(Data::of).toList(), false, 0);
    }

    /** The same about the thing of a number. */
    public Fact numbered(int of) {
        return new Fact(name, arguments, isWhole, of);
    }

    /** A variable of the case has a value. */
    public static Fact data(String name, Data value) {
        return new Fact(DATA, List.of(Data.of(name), value), false, 0);
    }

    /** An event by its kind, {@code InstanceMade} as {@code instance_made}, with what it says as one argument. */
    static Fact of(ProcessEvent event) {
        return of(name(event.kind()), event.detail());
    }

    /** The words of a kind in the way names of facts are written. */
    public static String name(String kind) {
        StringBuilder name = new StringBuilder(kind.length() + 4);
        for (int i = 0; i < kind.length(); i++) {
            char c = kind.charAt(i);
            if (Character.isUpperCase(c) && i > 0) {
                name.append('_');
            }
            name.append(c);
        }
        return name.toString().toLowerCase(Locale.ROOT);
    }
}
