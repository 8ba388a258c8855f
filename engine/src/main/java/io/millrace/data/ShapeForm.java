package io.millrace.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The stored form of shapes: a word such as {@code "number"}, or fields that say which parts there are:
 * {@code {"list": S}}, {@code {"map": S}}, {@code {"oneOf": [...]}}, {@code {"nullable": S}},
 * {@code {"fields": {"a": S, ...}, "optional": ["a", ...], "open": true}}, the last two if needed.
 */
final class ShapeForm {
    private ShapeForm() {}

    static String word(Shape.Simple simple) {
        return simple.name().toLowerCase(Locale.ROOT);
    }

    static Data write(Shape shape) {
        return switch (shape) {
            case Shape.Simple simple -> Data.of(word(simple));
            case Shape.ListOf list -> Data.fields("list", write(list.element()));
            case Shape.MapOf map -> Data.fields("map", write(map.value()));
            case Shape.OneOf choice -> Data.fields("oneOf", choice.values());
            case Shape.OrNothing other -> Data.fields("nullable", write(other.shape()));
            case Shape.FieldsOf fields -> write(fields);
        };
    }

    private static Data write(Shape.FieldsOf shape) {
        Map<String, Data> fields = new LinkedHashMap<>();
        List<String> optional = new ArrayList<>();
        for (Shape.Field field : shape.fields()) {
            fields.put(field.name(), write(field.shape()));
            if (!field.required()) {
                optional.add(field.name());
            }
        }
        Data form = Data.fields("fields", fields);
        if (!optional.isEmpty()) {
            form = form.with("optional", optional);
        }
        return shape.open() ? form.with("open", true) : form;
    }

    static Shape read(Data form, Path path) {
        if (form instanceof Data.Text text) {
            for (Shape.Simple simple : Shape.Simple.values()) {
                if (word(simple).equals(text.value())) {
                    return simple;
                }
            }
        }
        if (form.has("list")) {
            return new Shape.ListOf(read(form.at("list"), path.field("list")));
        }
        if (form.has("map")) {
            return new Shape.MapOf(read(form.at("map"), path.field("map")));
        }
        if (form.has("nullable")) {
            return new Shape.OrNothing(read(form.at("nullable"), path.field("nullable")));
        }
        if (form.at("oneOf") instanceof Data.Items values && values.count() > 0) {
            return new Shape.OneOf(values.asList());
        }
        if (form.at("fields") instanceof Data.Fields fields) {
            return readFields(fields, form, path.field("fields"));
        }
        throw Shown.mismatch(path.shown(), "the form of a shape", form);
    }

    private static Shape readFields(Data.Fields fields, Data parts, Path path) {
        List<Data> optional = parts.has("optional") ? parts.at("optional").asList() : List.of();
        List<Shape.Field> all = new ArrayList<>();
        for (int i = 0; i < fields.count(); i++) {
            String name = fields.name(i);
            boolean required = !optional.contains(Data.of(name));
            all.add(new Shape.Field(name, read(fields.value(i), path.field(name)), required));
        }
        return new Shape.FieldsOf(all, parts.has("open") && parts.at("open").truth());
    }
}
