package io.millrace.server.http;

import io.millrace.data.Data;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The form of a JSON value: what the OpenAPI document says of it, and what a request is held against before anything is done with it. */
public sealed interface Schema {
    /** What it is, for a reader. */
    String about();

    /** What is wrong with a value, with its place; null if nothing is. */
    @Nullable String mismatch(Data value, String place);

    /** What the OpenAPI document says of it. Named objects are put into a list of their own and referred to. */
    Data describe(Map<String, Data> named);

    /** Any JSON value. */
    record Any(String about) implements Schema {
        @Override
        public @Nullable String mismatch(Data value, String place) {
            return null;
        }

        @Override
        public Data describe(Map<String, Data> named) {
            return said(about, Data.fields());
        }
    }

    /**
     * A text.
     *
     * @param format what JSON Schema calls its format, or null
     * @param words the only texts that it can be; empty for any text
     */
    record Text(String about, @Nullable String format, List<String> words) implements Schema {
        public Text {
            words = List.copyOf(words);
        }

        @Override
        public @Nullable String mismatch(Data value, String place) {
            if (!(value instanceof Data.Text given)) {
                return expected(place, "a text", value);
            }
            return words.isEmpty() || words.contains(given.value())
                    ? null
                    : at(place) + " is '" + Brief.of(given.value()) + "' and must be one of " + String.join(", ", words);
        }

        @Override
        public Data describe(Map<String, Data> named) {
            Data schema = Data.fields("type", "string");
            schema = format == null ? schema : schema.with("format", format);
            return said(about, words.isEmpty() ? schema : schema.with("enum", words));
        }
    }

    /** A number within bounds that may be absent. */
    record Number(String about, boolean whole, @Nullable Long least, @Nullable Long most) implements Schema {
        @Override
        public @Nullable String mismatch(Data value, String place) {
            if (!(value instanceof Data.Num given) || whole && !given.isLong()) {
                return expected(place, whole ? "a whole number" : "a number", value);
            }
            boolean within = (least == null || given.compareTo(Data.Num.of(least)) >= 0) && (most == null || given.compareTo(Data.Num.of(most)) <= 0);
            return within ? null : at(place) + " is " + given.json() + " and must be from " + least + " to " + most;
        }

        @Override
        public Data describe(Map<String, Data> named) {
            Data schema = Data.fields("type", whole ? "integer" : "number");
            schema = least == null ? schema : schema.with("minimum", least);
            return said(about, most == null ? schema : schema.with("maximum", most));
        }
    }

    /** True or false. */
    record Truth(String about) implements Schema {
        @Override
        public @Nullable String mismatch(Data value, String place) {
            return value instanceof Data.Truth ? null : expected(place, "true or false", value);
        }

        @Override
        public Data describe(Map<String, Data> named) {
            return said(about, Data.fields("type", "boolean"));
        }
    }

    /** A list. */
    record Items(String about, Schema each) implements Schema {
        @Override
        public @Nullable String mismatch(Data value, String place) {
            if (!(value instanceof Data.Items given)) {
                return expected(place, "a list", value);
            }
            int number = 0;
            for (Data item : given.asList()) {
                String wrong = each.mismatch(item, place + "/" + number++);
                if (wrong != null) {
                    return wrong;
                }
            }
            return null;
        }

        @Override
        public Data describe(Map<String, Data> named) {
            return said(about, Data.fields("type", "array", "items", each.describe(named)));
        }
    }

    /** An object whose fields have any names. */
    record Names(String about, Schema each) implements Schema {
        @Override
        public @Nullable String mismatch(Data value, String place) {
            if (!(value instanceof Data.Fields given)) {
                return expected(place, "an object", value);
            }
            for (Map.Entry<String, Data> field : given.asMap().entrySet()) {
                String wrong = each.mismatch(field.getValue(), place + "/" + field.getKey());
                if (wrong != null) {
                    return wrong;
                }
            }
            return null;
        }

        @Override
        public Data describe(Map<String, Data> named) {
            return said(about, Data.fields("type", "object", "additionalProperties", each.describe(named)));
        }
    }

    /**
     * An object. A field that it does not have is a mistake, as is one of another form.
     *
     * @param name under which the document lists it, or null if it is described where it is used
     */
    record Fields(@Nullable String name, String about, List<Field> fields) implements Schema {
        public Fields {
            fields = List.copyOf(fields);
        }

        /** The same object under another name and with more fields, which come first. */
        public Fields with(String other, String words, Field... more) {
            List<Field> all = new ArrayList<>(Arrays.asList(more));
            all.addAll(fields);
            return new Fields(other, words, all);
        }

        @Override
        public @Nullable String mismatch(Data value, String place) {
            if (!(value instanceof Data.Fields given)) {
                return expected(place, "an object", value);
            }
            for (Field field : fields) {
                Data found = given.at(field.name());
                if (field.required() && found.isNothing()) {
                    return at(place) + " has no field '" + field.name() + "' (" + field.schema().about() + ")";
                }
                String wrong = found.isNothing() ? null : field.schema().mismatch(found, place + "/" + field.name());
                if (wrong != null) {
                    return wrong;
                }
            }
            for (String found : given.asMap().keySet()) {
                if (fields.stream().noneMatch(field -> field.name().equals(found))) {
                    return at(place) + " has a field '" + Brief.of(found) + "', which is not known here; known are "
                            + String.join(", ", fields.stream().map(Field::name).toList());
                }
            }
            return null;
        }

        @Override
        public Data describe(Map<String, Data> named) {
            if (name == null) {
                return described(named);
            }
            if (!named.containsKey(name)) {
                // An object may have objects of its own kind in it.
                named.put(name, Data.nothing());
                named.put(name, described(named));
            }
            return Data.fields("$ref", "#/components/schemas/" + name);
        }

        private Data described(Map<String, Data> named) {
            Data properties = Data.fields();
            for (Field field : fields) {
                properties = properties.with(field.name(), field.schema().describe(named));
            }
            List<String> required = fields.stream().filter(Field::required).map(Field::name).toList();
            Data schema = Data.fields("type", "object", "properties", properties);
            return said(about, required.isEmpty() ? schema : schema.with("required", required)).with("additionalProperties", false);
        }
    }

    /** A field of an object. */
    record Field(String name, Schema schema, boolean required) {}

    static Schema any(String about) {
        return new Any(about);
    }

    static Schema text(String about) {
        return new Text(about, null, List.of());
    }

    static Schema instant(String about) {
        return new Text(about, "date-time", List.of());
    }

    static Schema duration(String about) {
        return new Text(about, "duration", List.of());
    }

    static Schema word(String about, List<String> words) {
        return new Text(about, null, words);
    }

    static Schema whole(String about) {
        return new Number(about, true, null, null);
    }

    static Schema whole(String about, long least, long most) {
        return new Number(about, true, least, most);
    }

    static Schema number(String about) {
        return new Number(about, false, null, null);
    }

    static Schema truth(String about) {
        return new Truth(about);
    }

    static Schema list(String about, Schema each) {
        return new Items(about, each);
    }

    static Schema names(String about, Schema each) {
        return new Names(about, each);
    }

    static Fields object(@Nullable String name, String about, Field... fields) {
        return new Fields(name, about, Arrays.asList(fields));
    }

    /** A field that is always there. */
    static Field must(String name, Schema schema) {
        return new Field(name, schema, true);
    }

    /** A field that may be absent. */
    static Field may(String name, Schema schema) {
        return new Field(name, schema, false);
    }

    /** A page of a list. */
    static Fields page(String name, Schema each) {
        return object(
                name,
                "one page of a list",
                must("items", list("what this page holds, in order", each)),
                may("cursor", text("where the next page begins; absent on the last page")),
                may("count", whole("how many there are on all pages, if that was asked for")));
    }

    private static String expected(String place, String wanted, Data found) {
        return at(place) + " must be " + wanted + " and is " + Brief.of(found.json());
    }

    private static String at(String place) {
        return place.isEmpty() ? "the body" : "'" + place + "'";
    }

    private static Data said(String about, Data schema) {
        return about.isEmpty() ? schema : schema.with("description", about);
    }
}
