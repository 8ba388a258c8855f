package io.millrace.data;

import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A declared type of data (a schema). Immutable.
 *
 * <pre>{@code
 * Shape claim = Shape.fields(
 *         Shape.field("amount", Shape.number()),
 *         Shape.field("items", Shape.listOf(Shape.text())),
 *         Shape.optional("note", Shape.text()));
 * claim.check(data);                      // a list of what is wrong and where, empty if nothing is
 * }</pre>
 */
public sealed interface Shape {

    /** The shapes without parts. Their names in lower case are their stored form. */
    enum Simple implements Shape {
        /** Anything. */
        ANY("anything"),
        /** A text. */
        TEXT("a text"),
        /** A number. */
        NUMBER("a number"),
        /** A number without a fraction. */
        INTEGER("a whole number"),
        /** True or false. */
        TRUTH("true or false"),
        /** The text of an instant. */
        INSTANT("an instant such as 2000-01-31T12:00:00Z"),
        /** The text of a duration. */
        DURATION("a duration such as PT1H30M"),
        /** The text of a date. */
        DATE("a date such as 2000-01-31"),
        /** A number, or the text of a value of XML Schema's double that is none. */
        DOUBLE("a number, or one of the texts NaN, INF and -INF");

        /** The values of XML Schema's double and float that are no numbers. */
        private static final Set<String> NO_NUMBERS = Set.of("NaN", "INF", "-INF");

        private final String expected;

        Simple(String expected) {
            this.expected = expected;
        }

        String expected() {
            return expected;
        }

        /** Whether a text is one of the values of XML Schema's double that are no numbers: NaN, INF and -INF. */
        public static boolean isNoNumber(String text) {
            return NO_NUMBERS.contains(text);
        }
    }

    /** A list of elements of one shape. */
    record ListOf(Shape element) implements Shape {}

    /** Fields of any names whose values have one shape. */
    record MapOf(Shape value) implements Shape {}

    /** Fields of known names; other fields are allowed only if it is open. */
    record FieldsOf(List<Field> fields, boolean open) implements Shape {
        public FieldsOf {
            fields = List.copyOf(fields);
            Set<String> names = new HashSet<>();
            for (Field field : fields) {
                if (!names.add(field.name())) {
                    throw new IllegalArgumentException("The field '" + field.name() + "' is declared twice.");
                }
            }
        }

        /** The same, with other fields allowed. */
        public FieldsOf opened() {
            return new FieldsOf(fields, true);
        }
    }

    /** One of some values. */
    record OneOf(List<Data> values) implements Shape {
        public OneOf {
            values = List.copyOf(values);
            if (values.isEmpty()) {
                throw new IllegalArgumentException("A choice of values has at least one.");
            }
        }
    }

    /** Another shape, or nothing. */
    record OrNothing(Shape shape) implements Shape {}

    /** A field. A required field must be present; an optional field may be absent or have the value nothing. */
    record Field(String name, Shape shape, boolean required) {}

    /** Anything. */
    static Shape any() {
        return Simple.ANY;
    }

    /** A text. */
    static Shape text() {
        return Simple.TEXT;
    }

    /** A number. */
    static Shape number() {
        return Simple.NUMBER;
    }

    /** A number without a fraction, however great. */
    static Shape integer() {
        return Simple.INTEGER;
    }

    /** True or false. */
    static Shape truth() {
        return Simple.TRUTH;
    }

    /** A text that is an instant in ISO form. */
    static Shape instant() {
        return Simple.INSTANT;
    }

    /** A text that is a duration in ISO form. */
    static Shape duration() {
        return Simple.DURATION;
    }

    /** A text that is a date in ISO form. */
    static Shape date() {
        return Simple.DATE;
    }

    /** A number, or one of the texts NaN, INF and -INF: a double or float of XML Schema. */
    static Shape floating() {
        return Simple.DOUBLE;
    }

    /** A list whose elements have one shape. */
    static Shape listOf(Shape element) {
        return new ListOf(element);
    }

    /** Fields of any names whose values have one shape. */
    static Shape mapOf(Shape value) {
        return new MapOf(value);
    }

    /** These fields and no others. */
    static FieldsOf fields(Field... fields) {
        return fields(Arrays.asList(fields));
    }

    /** These fields and no others. */
    static FieldsOf fields(Collection<Field> fields) {
        return new FieldsOf(List.copyOf(fields), false);
    }

    /** A required field. */
    static Field field(String name, Shape shape) {
        return new Field(name, shape, true);
    }

    /** An optional field. */
    static Field optional(String name, Shape shape) {
        return new Field(name, shape, false);
    }

    /** One of these values. */
    static Shape oneOf(Object... values) {
        return new OneOf(Arrays.stream(values).map(Data::of).toList());
    }

    /** This shape, or nothing. */
    static Shape nullable(Shape shape) {
        return shape instanceof OrNothing ? shape : new OrNothing(shape);
    }

    /**
     * The shape of values that convert to a Java type. The shape of a record, or of an interface that names fields, is open: it allows
     * other fields. Components that are Optional or annotated as nullable are optional. If a type contains itself, the inner one may be
     * anything.
     */
    static Shape of(Type type) {
        return ShapeOfType.derive(type);
    }

    /** The shape of a field in fields of this shape; any, if it declares no such field. */
    default Shape under(String name) {
        return this instanceof FieldsOf known
                ? known.fields().stream()
                        .filter(field -> field.name().equals(name))
                        .map(Field::shape)
                        .findFirst()
                        .orElseGet(Shape::any)
                : any();
    }

    /** The mismatches of a value, in the order of its parts; empty if it fits. Stops after a few dozen mismatches. */
    default List<Mismatch> check(Data data) {
        return check("", data);
    }

    /** As {@link #check(Data)}, with paths that begin with a name: {@code claim.items[2]}. */
    default List<Mismatch> check(String root, Data data) {
        // Most shapes say nothing, and most values fit.
        return this instanceof Simple simple && ShapeCheck.fits(simple, data)
                ? List.of()
                : new ShapeCheck().run(this, data, root);
    }

    /** The refusal of a value that does not fit; {@code what} begins the sentence, such as {@code The input of 'trip'}. */
    default Optional<Problem> problem(String what, Data data) {
        List<Mismatch> mismatches = check(data);
        if (mismatches.isEmpty()) {
            return Optional.empty();
        }
        int shown = Math.min(3, mismatches.size());
        String why = mismatches.stream().limit(shown).map(Mismatch::toString).collect(Collectors.joining("; "));
        return Optional.of(Code.DATA_TYPE.with(what, why + (shown < mismatches.size() ? "; and more" : "")));
    }

    /** The shape in one line: <code>{amount: number, items: list of text, note?: text}</code>. */
    default String describe() {
        return switch (this) {
            case Simple simple -> ShapeForm.word(simple);
            case ListOf list -> "list of " + list.element().describe();
            case MapOf map -> "map of " + map.value().describe();
            case OneOf choice -> choice.values().stream().map(Data::json).collect(Collectors.joining(" | "));
            case OrNothing other -> other.shape().describe() + " or nothing";
            case FieldsOf fields -> {
                String known = fields.fields().stream()
                        .map(field -> field.name() + (field.required() ? ": " : "?: ")
                                + field.shape().describe())
                        .collect(Collectors.joining(", "));
                yield "{" + known + (!fields.open() ? "" : known.isEmpty() ? "…" : ", …") + "}";
            }
        };
    }

    /** The form in which a shape is stored, as a value. */
    default Data toData() {
        return ShapeForm.write(this);
    }

    /** The shape of a stored form; anything else is a {@link DataException}. */
    static Shape fromData(Data data) {
        return ShapeForm.read(data, Path.root("shape"));
    }
}
