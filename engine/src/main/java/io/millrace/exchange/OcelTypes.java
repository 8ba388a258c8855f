package io.millrace.exchange;

import io.millrace.data.Data;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The types of events or objects of a log, each with its attributes. An attribute with values of several types has the narrowest that holds all of them. */
final class OcelTypes {
    /** The types of values that OCEL knows. */
    enum Value {
        STRING,
        TIME,
        INTEGER,
        FLOAT,
        BOOLEAN;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        Value or(Value other) {
            if (this == other) {
                return this;
            }
            boolean numbers = (this == INTEGER || this == FLOAT) && (other == INTEGER || other == FLOAT);
            return numbers ? FLOAT : STRING;
        }

        static Value of(Data data) {
            return switch (data) {
                case Data.Truth truth -> BOOLEAN;
                case Data.Num num -> num.isWhole() ? INTEGER : FLOAT;
                case Data.Nothing nothing -> STRING;
                case Data.Text text -> STRING;
                case Data.Items items -> STRING;
                case Data.Fields fields -> STRING;
            };
        }
    }

    private final Map<String, Map<String, Value>> types = new TreeMap<>();

    void add(String type) {
        types.computeIfAbsent(type, key -> new LinkedHashMap<>());
    }

    void add(String type, String attribute, Value value) {
        types.computeIfAbsent(type, key -> new LinkedHashMap<>()).merge(attribute, value, Value::or);
    }

    /** The declarations as JSON has them. */
    List<Data> declared() {
        return types.entrySet().stream()
                .<Data>map(type -> Data.fields("name", type.getKey(), "attributes", type.getValue().entrySet().stream()
                        .map(each -> Data.fields("name", each.getKey(), "type", each.getValue().word()))
                        .toList()))
                .toList();
    }
}
