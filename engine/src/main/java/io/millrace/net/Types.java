package io.millrace.net;

import io.millrace.data.Shape;
import java.util.Set;
import java.util.TreeSet;

/** The simple types of XML Schema as shapes; YAWL files and facts use them as types of variables. */
public final class Types {
    /** An instant of XML Schema may leave its time zone out, so it is no more than a text here. */
    private static final Set<String> TEXTS = Set.of(
            "string", "normalizedString", "token", "anyURI", "NCName", "NMTOKEN", "Name", "ID", "IDREF", "QName", "language", "time",
            "gYear", "gYearMonth", "gMonth", "gMonthDay", "gDay", "hexBinary", "base64Binary", "dateTime", "dateTimeStamp", "date",
            "duration", "dayTimeDuration", "yearMonthDuration");

    private static final Set<String> INTEGERS = Set.of(
            "integer", "int", "long", "short", "byte", "nonNegativeInteger", "positiveInteger", "nonPositiveInteger",
            "negativeInteger", "unsignedInt", "unsignedLong", "unsignedShort", "unsignedByte");

    private static final Set<String> NUMBERS = Set.of("decimal");

    /** These have values that are no numbers: NaN, INF and -INF. */
    private static final Set<String> FLOATING = Set.of("double", "float");

    /** Types of values that can be anything. */
    private static final Set<String> ANY = Set.of("anyType", "anySimpleType", "anyAtomicType", "ENTITY", "NOTATION", "IDREFS", "NMTOKENS", "ENTITIES");

    private static final Set<String> KNOWN = known(TEXTS, INTEGERS, NUMBERS, FLOATING, ANY, Set.of("boolean"));

    private Types() {}

    @SafeVarargs
    private static Set<String> known(Set<String>... sets) {
        Set<String> all = new TreeSet<>();
        for (Set<String> each : sets) {
            all.addAll(each);
        }
        return all;
    }

    /** The names of all of them, without a prefix. */
    public static Set<String> known() {
        return Set.copyOf(KNOWN);
    }

    /** Whether XML Schema has the type. A prefix does not matter. */
    public static boolean isKnown(String type) {
        return KNOWN.contains(local(type));
    }

    private static String local(String type) {
        return type.substring(type.indexOf(':') + 1);
    }

    /** The shape of a type's values; a type that is not simple, or not known, may be anything. A prefix does not matter. */
    public static Shape shape(String type) {
        String name = local(type);
        if (TEXTS.contains(name)) {
            return Shape.text();
        }
        if (INTEGERS.contains(name)) {
            return Shape.integer();
        }
        if (NUMBERS.contains(name)) {
            return Shape.number();
        }
        if (FLOATING.contains(name)) {
            return Shape.floating();
        }
        return name.equals("boolean") ? Shape.truth() : Shape.any();
    }
}
