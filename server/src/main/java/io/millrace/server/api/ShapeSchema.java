package io.millrace.server.api;

import io.millrace.data.Data;
import io.millrace.data.Shape;
import java.util.List;

/** Declared types of data as JSON Schema, for those who fill in a form without knowing the process. */
public final class ShapeSchema {
    private ShapeSchema() {}

    /** The schema of a shape. */
    public static Data of(Shape shape) {
        return switch (shape) {
            case Shape.Simple simple -> simple(simple);
            case Shape.ListOf list -> Data.fields("type", "array", "items", of(list.element()));
            case Shape.MapOf map -> Data.fields("type", "object", "additionalProperties", of(map.value()));
            case Shape.OneOf choice -> Data.fields("enum", choice.values());
            case Shape.OrNothing other -> Data.fields("anyOf", List.of(of(other.shape()), Data.fields("type", "null")));
            case Shape.FieldsOf fields -> fields(fields);
        };
    }

    private static Data simple(Shape.Simple simple) {
        return switch (simple) {
            case ANY -> Data.fields();
            case TEXT -> Data.fields("type", "string");
            case NUMBER -> Data.fields("type", "number");
            case INTEGER -> Data.fields("type", "integer");
            case TRUTH -> Data.fields("type", "boolean");
            case INSTANT -> Data.fields("type", "string", "format", "date-time");
            case DURATION -> Data.fields("type", "string", "format", "duration");
            case DATE -> Data.fields("type", "string", "format", "date");
            case DOUBLE -> Data.fields("anyOf", List.of(Data.fields("type", "number"), Data.fields("enum", List.of("NaN", "INF", "-INF"))));
        };
    }

    private static Data fields(Shape.FieldsOf shape) {
        Data properties = Data.fields();
        for (Shape.Field field : shape.fields()) {
            // An optional field may also be there with the value null.
            properties = properties.with(field.name(), of(field.required() ? field.shape() : Shape.nullable(field.shape())));
        }
        List<String> required = shape.fields().stream().filter(Shape.Field::required).map(Shape.Field::name).toList();
        Data schema = Data.fields("type", "object", "properties", properties);
        schema = required.isEmpty() ? schema : schema.with("required", required);
        return shape.open() ? schema : schema.with("additionalProperties", false);
    }
}
