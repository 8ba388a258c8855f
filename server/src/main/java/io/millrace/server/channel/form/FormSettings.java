package io.millrace.server.channel.form;

import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.server.channel.Template;
import io.millrace.server.config.Section;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a form says beyond the types of its task. Immutable.
 *
 * @param title above the form, or null for the name of the task
 * @param text below the title, or null
 * @param fields by their names
 */
public record FormSettings(@Nullable Template title, @Nullable Template text, Map<String, Hint> fields) {
    /** What follows from the task alone. */
    public static final FormSettings USUAL = new FormSettings(null, null, Map.of());

    private static final Shape FILE = Shape.fields(
            Shape.field("file", Shape.text()), Shape.field("name", Shape.text()), Shape.field("bytes", Shape.integer()));

    public FormSettings {
        fields = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /**
     * What a form says of a field.
     *
     * @param label in front of it, or null for its name
     * @param hint below it, or null
     * @param type of its values, for a task that says nothing of its types
     */
    public record Hint(@Nullable String label, @Nullable String hint, @Nullable Shape type, boolean required) {}

    /** Reads a channel of the kind {@code form}. */
    public static FormSettings of(Section section) {
        Map<String, Hint> fields = new LinkedHashMap<>();
        section.named("fields").forEach((name, field) -> {
            Shape type = field.optional("type").map(word -> type(field, word)).orElse(null);
            fields.put(
                    name,
                    new Hint(field.optional("label").orElse(null), field.optional("hint").orElse(null), type, field.truth("required", true)));
        });
        return new FormSettings(template(section, "title"), template(section, "text"), fields);
    }

    private static @Nullable Template template(Section section, String name) {
        try {
            return section.optional(name).map(Template::parse).orElse(null);
        } catch (IllegalArgumentException e) {
            throw section.complaint(name, String.valueOf(e.getMessage()));
        }
    }

    private static Shape type(Section field, String word) {
        return switch (word) {
            case "text" -> Shape.text();
            case "number" -> Shape.number();
            case "integer" -> Shape.integer();
            case "truth" -> Shape.truth();
            case "date" -> Shape.date();
            case "instant" -> Shape.instant();
            case "duration" -> Shape.duration();
            case "file" -> FILE;
            case "files" -> Shape.listOf(FILE);
            case "choice" -> {
                List<String> options = field.list("options");
                if (options.isEmpty()) {
                    throw field.complaint("options", "must list what can be chosen");
                }
                yield new Shape.OneOf(options.stream().map(Data::of).toList());
            }
            default ->
                throw field.complaint("type", "must be one of text, number, integer, truth, date, instant, duration, choice, file and files");
        };
    }

    /** The type of the answer: that of the task, or what the fields say if the task says nothing. */
    public Shape answer(Shape task) {
        if (task != Shape.Simple.ANY || fields.values().stream().allMatch(field -> field.type() == null)) {
            return task;
        }
        List<Shape.Field> all = new ArrayList<>();
        fields.forEach((name, field) -> {
            Shape type = field.type();
            all.add(new Shape.Field(name, type == null ? Shape.text() : type, field.required()));
        });
        return Shape.fields(all);
    }

    String label(String path, String name) {
        Hint hint = fields.get(path);
        return hint == null || hint.label() == null ? io.millrace.server.channel.Written.label(name) : hint.label();
    }

    @Nullable String hint(String path) {
        Hint hint = fields.get(path);
        return hint == null ? null : hint.hint();
    }
}
