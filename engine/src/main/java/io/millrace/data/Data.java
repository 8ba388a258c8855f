package io.millrace.data;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A value of a case: nothing, a truth, an exact number, a text, a list of items, or named fields. Values are immutable and equal when they
 * mean the same: {@code 1.0} equals {@code 1}, and the order of fields does not count, though both the order and the digits after the point
 * are kept. {@code toString} is the JSON.
 *
 * <pre>{@code
 * Data claim = Data.fields("amount", 120, "items", List.of("tent", "boat"));
 * claim.at("amount").asInt();             // 120
 * claim.at("items").at(1).text();         // boat
 * claim.with("paid", true).json();        // {"amount":120,"items":["tent","boat"],"paid":true}
 * }</pre>
 */
public sealed interface Data extends Reading {

    /**
     * The maximum nesting depth of lists and fields in input (JSON or Java objects). Values may contain others up to twice that depth; the
     * constructors check this, so that code over values may recurse.
     */
    int MAX_DEPTH = 512;

    // No constant here holds a value: the initialisers of this interface and of its classes would wait for each other
    // when two threads come first at the same time.

    /** JSON's null. */
    enum Nothing implements Data {
        /** The only one. */
        NOTHING;

        @Override
        public String toString() {
            return json();
        }
    }

    /** True or false. */
    record Truth(boolean value) implements Data {
        private static final Truth TRUE = new Truth(true);
        private static final Truth FALSE = new Truth(false);

        /** True or false. */
        public static Truth of(boolean value) {
            return value ? TRUE : FALSE;
        }

        @Override
        public String toString() {
            return json();
        }
    }

    /**
     * An exact number. It keeps the digits after the point that it was made with, {@code 10.50}, and equals every number of the
     * same value. Invariant: {@code exact} is absent if and only if the number has no digits after the point and fits into a
     * long; if the number is whole and fits into a long, {@code whole} is its value.
     */
    final class Num implements Data, Comparable<Num> {
        private static final int CACHED_FROM = -128;
        private static final Num[] CACHED = new Num[1152];

        static {
            for (int i = 0; i < CACHED.length; i++) {
                CACHED[i] = new Num(CACHED_FROM + i, null);
            }
        }

        private final long whole;
        private final @Nullable BigDecimal exact;

        private Num(long whole, @Nullable BigDecimal exact) {
            this.whole = whole;
            this.exact = exact;
        }

        /** A whole number. */
        public static Num of(long value) {
            long slot = value - CACHED_FROM;
            return slot >= 0 && slot < CACHED.length ? CACHED[(int) slot] : new Num(value, null);
        }

        /** Refuses, as an IllegalArgumentException, numbers beyond the limits of {@link Decimals}. */
        public static Num of(BigDecimal value) {
            BigDecimal canonical = Decimals.canonical(value);
            BigDecimal kept = Decimals.kept(value, canonical);
            if (!Decimals.fitsLong(canonical)) {
                return new Num(0, kept);
            }
            long whole = canonical.longValueExact();
            return kept.scale() > 0 ? new Num(whole, kept) : of(whole);
        }

        /** The number without zeros at the end of its digits after the point. */
        Num shortest() {
            return exact == null ? this : of(exact.stripTrailingZeros());
        }

        /** Whether it has no digits after the point and fits into a long: how it is written. */
        boolean isPlain() {
            return exact == null;
        }

        /** Whether it is whole and fits into a long. */
        public boolean isLong() {
            return exact == null || whole != 0 || exact.signum() == 0;
        }

        /** Whether it has no fraction; {@code 2.00} has none. */
        public boolean isWhole() {
            return isLong() || decimal().stripTrailingZeros().scale() <= 0;
        }

        /** The number if {@link #isLong()}. */
        public long longValue() {
            if (!isLong()) {
                throw Shown.mismatch("a whole number of 64 bits", this);
            }
            return whole;
        }

        /** The number with the digits after the point that it was made with. */
        public BigDecimal decimal() {
            return exact == null ? BigDecimal.valueOf(whole) : exact;
        }

        @Override
        public int compareTo(Num other) {
            return isLong() && other.isLong()
                    ? Long.compare(whole, other.whole)
                    : decimal().compareTo(other.decimal());
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Num that && compareTo(that) == 0;
        }

        @Override
        public int hashCode() {
            return isLong() ? Long.hashCode(whole) : decimal().stripTrailingZeros().hashCode();
        }

        @Override
        public String toString() {
            return json();
        }
    }

    /** A text; any Java string. */
    record Text(String value) implements Data {
        private static final Text EMPTY = new Text("");

        public Text {
            Objects.requireNonNull(value, "A text is not null.");
        }

        /** A text. */
        public static Text of(String value) {
            return value.isEmpty() ? EMPTY : new Text(value);
        }

        @Override
        public String toString() {
            return json();
        }
    }

    /** A list. */
    final class Items implements Data {
        static final Items EMPTY = new Items();

        private final Data[] elements;
        private final int depth;

        /** Takes the array as its own. */
        Items(Data... elements) {
            this.elements = elements;
            this.depth = Depths.above(elements, 0);
        }

        /** A list of these elements. */
        public Items(Collection<? extends Data> elements) {
            this(List.copyOf(elements).toArray(new Data[0]));
        }

        /** How many there are. */
        public int count() {
            return elements.length;
        }

        Data element(int index) {
            return elements[index];
        }

        int depth() {
            return depth;
        }

        @Override
        public List<Data> asList() {
            return Collections.unmodifiableList(Arrays.asList(elements));
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other || (other instanceof Items that && Arrays.equals(elements, that.elements));
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(elements);
        }

        @Override
        public String toString() {
            return json();
        }
    }

    /** Named values in the order in which they were given. */
    final class Fields implements Data {
        static final Fields EMPTY = new Fields(new Object[0], null);
        private static final int SMALL = 8;

        /** As {@link Slots} lays them out. */
        private final Object[] slots;

        /** Positions in the order of their names, where there are too many to try one by one. */
        private final int @Nullable [] sorted;

        private final int depth;

        private Fields(Object[] slots, int @Nullable [] sorted) {
            this.slots = slots;
            this.sorted = sorted;
            this.depth = Depths.above(slots, slots.length / 2);
        }

        /** Fields with the names and values of a map, in its order. */
        public static Fields of(Map<String, ? extends Data> map) {
            Object[] slots = new Object[2 * map.size()];
            int i = 0;
            for (Map.Entry<String, ? extends Data> entry : map.entrySet()) {
                slots[i] = Objects.requireNonNull(entry.getKey(), "A field has a name.");
                slots[map.size() + i++] = Objects.requireNonNull(entry.getValue(), "A field has a value.");
            }
            return adopt(slots);
        }

        /** Takes the array, names first, as its own; the names are known to differ. */
        static Fields adopt(Object[] slots) {
            return slots.length == 0 ? EMPTY : new Fields(slots, slots.length > 2 * SMALL ? Slots.sorted(slots) : null);
        }

        /** As {@link #adopt}, or null if two names are the same. */
        static @Nullable Fields adoptChecked(Object[] slots) {
            Fields fields = adopt(slots);
            return Slots.differ(slots, fields.sorted) ? fields : null;
        }

        /** These fields, or none for nothing. */
        private static Fields from(Data data) {
            return data.isNothing() ? EMPTY : data instanceof Fields fields ? fields : of(data.asMap());
        }

        /** How many there are. */
        public int count() {
            return slots.length / 2;
        }

        /** The name of the field at a position, counted from 0. */
        public String name(int position) {
            return (String) slots[Objects.checkIndex(position, count())];
        }

        /** The value of the field at a position, counted from 0. */
        public Data value(int position) {
            return (Data) slots[count() + Objects.checkIndex(position, count())];
        }

        int find(String name) {
            return Slots.find(slots, sorted, name);
        }

        int depth() {
            return depth;
        }

        private Fields put(String name, Data value) {
            int position = find(name);
            return position >= 0
                    ? new Fields(Slots.replaced(slots, position, value), sorted)
                    : adopt(Slots.extended(slots, Objects.requireNonNull(name, "A field has a name."), value));
        }

        private Fields remove(String name) {
            int position = find(name);
            return position < 0 ? this : adopt(Slots.shortened(slots, position));
        }

        private Fields over(Map<String, Data> others) {
            if (others.isEmpty()) {
                return this;
            }
            Map<String, Data> all = new LinkedHashMap<>(asMap());
            all.putAll(others);
            return of(all);
        }

        @Override
        public Map<String, Data> asMap() {
            return new FieldsMap(this);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other || (other instanceof Fields that && Slots.same(slots, that.slots, that.sorted));
        }

        @Override
        public int hashCode() {
            return Slots.hash(slots);
        }

        @Override
        public String toString() {
            return json();
        }
    }

    /** The value of a Java object; the conversions are listed at {@link #as(Class)}. Text is not read as JSON. */
    static Data of(@Nullable Object value) {
        return FromJava.convert(value);
    }

    /** JSON's null; also what an absent field reads as. */
    static Data nothing() {
        return Nothing.NOTHING;
    }

    /** No fields. */
    static Fields fields() {
        return Fields.EMPTY;
    }

    /** Fields from names and values in turn: {@code fields("a", 1, "b", "x")}. */
    static Fields fields(String name, @Nullable Object value, @Nullable Object... more) {
        return FromJava.fields(name, value, more);
    }

    /** A list of values; {@link #of} converts each. */
    static Items items(@Nullable Object... values) {
        return FromJava.items(values);
    }

    /** Reads JSON; a text that is not JSON is a {@link DataException} that shows the place. */
    static Data parse(String json) {
        return Json.read(json);
    }

    /** Reads the binary form. */
    static Data fromBytes(byte[] bytes) {
        In in = new In(bytes);
        Data data = in.data();
        in.end();
        return data;
    }

    /** These fields with one set: in its old place if it exists, otherwise at the end. Nothing counts as no fields. */
    default Data with(String name, @Nullable Object value) {
        return Fields.from(this).put(name, of(value));
    }

    /** These fields without one. Nothing counts as no fields. */
    default Data without(String name) {
        return Fields.from(this).remove(name);
    }

    /** These fields, overwritten by those of the other, not recursively. Nothing counts as no fields. */
    default Data merge(Data other) {
        return Fields.from(this).over(Fields.from(other).asMap());
    }

    /** This list with one more item. Nothing counts as an empty list. */
    default Data plus(@Nullable Object item) {
        List<Data> all = new ArrayList<>(isNothing() ? List.of() : asList());
        all.add(of(item));
        return new Items(all);
    }

    /** JSON without spaces; fields in their order, numbers with the digits after the point that they were made with. */
    default String json() {
        return JsonWriter.compact(this);
    }

    /** JSON for people: indented by two spaces, one field or item a line. */
    default String pretty() {
        return JsonWriter.pretty(this);
    }

    /**
     * The same value with every number in its shortest form, {@code 1.5} for {@code 1.50}. Hashes and fingerprints use it, so that equal
     * numbers have equal hashes.
     */
    default Data normal() {
        return switch (this) {
            case Num number -> number.shortest();
            case Items items -> new Items(items.asList().stream().map(Data::normal).toList());
            case Fields fields -> {
                Map<String, Data> all = LinkedHashMap.newLinkedHashMap(fields.count());
                fields.asMap().forEach((name, value) -> all.put(name, value.normal()));
                yield Fields.of(all);
            }
            case Nothing nothing -> this;
            case Truth truth -> this;
            case Text text -> this;
        };
    }

    /** The number of bytes of the binary form, computed without creating it; {@link SizeLimit} checks it. */
    default int size() {
        return Sizes.of(this);
    }

    /** The binary form. */
    default byte[] toBytes() {
        return new Out(256).data(this).toBytes();
    }
}
