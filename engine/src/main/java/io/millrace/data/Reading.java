package io.millrace.data;

import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Methods that read a value: its parts, and the value as a Java type. A missing part reads as nothing; reading a value as a wrong type
 * throws a {@link DataException} that shows the value.
 */
public sealed interface Reading permits Data {

    /** Whether it is nothing: JSON's null, or an absent field. */
    default boolean isNothing() {
        return this instanceof Data.Nothing;
    }

    /** The field of this name; nothing if there is none, or if this is nothing or not fields at all. */
    default Data at(String name) {
        int position = this instanceof Data.Fields fields ? fields.find(name) : -1;
        return position >= 0 ? ((Data.Fields) this).value(position) : Data.nothing();
    }

    /** The item at this index, counted from 0; nothing if there is none, or if this is not a list. */
    default Data at(int index) {
        return this instanceof Data.Items items && index >= 0 && index < items.count() ? items.element(index) : Data.nothing();
    }

    /** Whether there is a field of this name, also if its value is nothing. */
    default boolean has(String name) {
        return this instanceof Data.Fields fields && fields.find(name) >= 0;
    }

    /** The text; anything else is a {@link DataException}. */
    default String text() {
        if (this instanceof Data.Text text) {
            return text.value();
        }
        throw Shown.mismatch("a text", self());
    }

    /** The exact number with its scale; anything else is a {@link DataException}. */
    default BigDecimal number() {
        return num("a number").decimal();
    }

    /** The number if it is whole and has 64 bits; anything else is a {@link DataException}. */
    default long asLong() {
        Data.Num num = num("a whole number");
        if (num.isLong()) {
            return num.longValue();
        }
        throw Shown.mismatch("a whole number of 64 bits", self());
    }

    /** The number if it is whole and has 32 bits; anything else is a {@link DataException}. */
    default int asInt() {
        Data.Num num = num("a whole number");
        if (num.isLong() && num.longValue() == (int) num.longValue()) {
            return (int) num.longValue();
        }
        throw Shown.mismatch("a whole number of 32 bits", self());
    }

    /** The double nearest to the number; anything else is a {@link DataException}. */
    default double asDouble() {
        return num("a number").decimal().doubleValue();
    }

    private Data.Num num(String wanted) {
        if (this instanceof Data.Num num) {
            return num;
        }
        throw Shown.mismatch(wanted, self());
    }

    /** True or false; anything else is a {@link DataException}. */
    default boolean truth() {
        if (this instanceof Data.Truth truth) {
            return truth.value();
        }
        throw Shown.mismatch("true or false", self());
    }

    /** The items of a list, unmodifiable. */
    default List<Data> asList() {
        throw Shown.mismatch("a list", self());
    }

    /** The items of a list, each as a Java object; see {@link #as(Class)}. Unmodifiable; nothing counts as an empty list. */
    default <T> List<T> asList(Class<T> type) {
        return isNothing() ? List.of() : asList().stream().map(item -> item.as(type)).toList();
    }

    /** The fields in their order, unmodifiable. */
    default Map<String, Data> asMap() {
        throw Shown.mismatch("an object with fields", self());
    }

    /**
     * This value as a Java object: primitives and their boxes, String, char, BigDecimal, BigInteger, the types of {@code java.time} that
     * have an ISO text, UUID, enums by name, arrays, records by their components, Data itself, and interfaces whose methods without
     * parameters name fields. Throws a {@link DataException} for nothing, except if the type is Data or Optional.
     */
    default <T> T as(Class<T> type) {
        return ToJava.required(self(), type);
    }

    /**
     * As {@link #as(Class)}, and for types with arguments too: List, Collection, Iterable, Set, Map and Optional of any of
     * these. Nothing becomes null, unless the type is primitive.
     */
    default @Nullable Object as(Type type) {
        return ToJava.convert(self(), type);
    }

    /** As {@link #as(Class)}, or empty for nothing. */
    default <T> Optional<T> maybe(Class<T> type) {
        return isNothing() ? Optional.empty() : Optional.of(as(type));
    }

    private Data self() {
        return (Data) this;
    }
}
