package io.millrace.net;

import io.millrace.data.Shape;

/** The simple types of XML Schema, by which YAWL files and facts name the types of variables, as shapes. */
public final class Types {
    private Types() {}

    /** The shape of a type's values; a type that is not simple, or not known, may be anything. A prefix does not matter. */
    public static Shape shape(String type) {
        return switch (type.substring(type.indexOf(':') + 1)) {
            case "string", "normalizedString", "token", "anyURI", "NCName", "NMTOKEN", "Name", "ID", "IDREF", "QName",
                    "language", "time", "gYear", "gYearMonth", "gMonth", "gMonthDay", "gDay", "hexBinary", "base64Binary",
                    // An instant of XML Schema may leave its time zone out, so it is no more than a text here.
                    "dateTime", "dateTimeStamp", "date", "duration", "dayTimeDuration", "yearMonthDuration" -> Shape.text();
            case "boolean" -> Shape.truth();
            case "integer", "int", "long", "short", "byte", "nonNegativeInteger", "positiveInteger", "nonPositiveInteger",
                    "negativeInteger", "unsignedInt", "unsignedLong", "unsignedShort", "unsignedByte" -> Shape.integer();
            case "decimal", "double", "float" -> Shape.number();
            default -> Shape.any();
        };
    }
}
