package io.millrace.language;

import io.millrace.data.Shape;
import java.util.List;

/**
 * The properties of a process for the kernel. Immutable.
 *
 * @param name the process's name
 * @param input declared type of the data a case starts with
 * @param uniqueKey whether at most one running case may have a given business key
 * @param attributes names of the data by which cases can be searched
 */
public record Contract(String name, Shape input, boolean uniqueKey, List<String> attributes) {
    public Contract {
        if (name.isBlank()) {
            throw new IllegalArgumentException("A process needs a name");
        }
        attributes = List.copyOf(attributes);
    }

    /** A contract without declared input, unique key and attributes. */
    public static Contract named(String name) {
        return new Contract(name, Shape.any(), false, List.of());
    }
}
