package io.millrace.server;

import io.millrace.data.Data;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** As much of JSON Schema as the document uses, written without looking at how the server describes its forms. */
final class JsonSchema {
    private final Data document;

    JsonSchema(Data document) {
        this.document = document;
    }

    /** What of a value does not fit a schema; empty if it fits. */
    List<String> faults(Data schema, Data value) {
        List<String> faults = new ArrayList<>();
        check(schema, value, "$", faults);
        return faults;
    }

    private void check(Data given, Data value, String place, List<String> faults) {
        Data schema = resolved(given);
        Data words = schema.at("enum");
        if (!words.isNothing() && !words.asList(Data.class).contains(value)) {
            faults.add(place + " is " + value + ", not one of " + words);
        }
        switch (schema.at("type").isNothing() ? "" : schema.at("type").text()) {
            case "" -> {}
            case "string" -> text(schema, value, place, faults);
            case "integer" -> expect(value instanceof Data.Num number && number.isWhole(), value, place, "integer", faults);
            case "number" -> expect(value instanceof Data.Num, value, place, "number", faults);
            case "boolean" -> expect(value instanceof Data.Truth, value, place, "boolean", faults);
            case "array" -> {
                expect(value instanceof Data.Items, value, place, "array", faults);
                int number = 0;
                for (Data item : value instanceof Data.Items items ? items.asList() : List.<Data>of()) {
                    check(schema.at("items"), item, place + "[" + number++ + "]", faults);
                }
            }
            case "object" -> {
                expect(value instanceof Data.Fields, value, place, "object", faults);
                object(schema, value, place, faults);
            }
            default -> faults.add(place + ": the document has a type that is none");
        }
    }

    private Data resolved(Data schema) {
        Data reference = schema.at("$ref");
        if (reference.isNothing()) {
            return schema;
        }
        Data found = document;
        for (String part : reference.text().substring(2).split("/")) {
            found = found.at(part);
        }
        if (found.isNothing()) {
            throw new AssertionError("The document refers to nothing: " + reference);
        }
        return found;
    }

    private static void text(Data schema, Data value, String place, List<String> faults) {
        if (!(value instanceof Data.Text text)) {
            faults.add(place + " is " + value + ", not a string");
            return;
        }
        try {
            switch (schema.at("format").isNothing() ? "" : schema.at("format").text()) {
                case "date-time" -> Instant.parse(text.value());
                case "duration" -> Duration.parse(text.value());
                default -> {}
            }
        } catch (java.time.format.DateTimeParseException e) {
            faults.add(place + " is " + value + ", not a " + schema.at("format"));
        }
    }

    private void object(Data schema, Data value, String place, List<String> faults) {
        Data properties = schema.at("properties");
        Map<String, Data> fields = value instanceof Data.Fields object ? object.asMap() : Map.of();
        for (String required : schema.at("required").asList(String.class)) {
            if (!fields.containsKey(required)) {
                faults.add(place + " has no " + required);
            }
        }
        fields.forEach((name, each) -> {
            Data known = properties.isNothing() ? Data.nothing() : ((Data.Fields) properties).asMap().getOrDefault(name, Data.nothing());
            Data others = schema.at("additionalProperties");
            if (!known.isNothing()) {
                check(known, each, place + "." + name, faults);
            } else if (others.equals(Data.of(false))) {
                faults.add(place + " has a field that the document does not know: " + name);
            } else if (others instanceof Data.Fields) {
                check(others, each, place + "." + name, faults);
            }
        });
    }

    private static void expect(boolean fits, Data value, String place, String type, List<String> faults) {
        if (!fits) {
            faults.add(place + " is " + value + ", not " + type);
        }
    }
}
