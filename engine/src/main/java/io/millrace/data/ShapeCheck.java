package io.millrace.data;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** One check of a value against its shape. */
final class ShapeCheck {
    /** A list of a million wrong items is told from its first few. */
    private static final int MAX_MISMATCHES = 50;

    private final List<Mismatch> mismatches = new ArrayList<>();

    List<Mismatch> run(Shape shape, Data data, String root) {
        check(shape, data, Path.root(root));
        return List.copyOf(mismatches);
    }

    private void check(Shape shape, Data data, Path path) {
        if (mismatches.size() >= MAX_MISMATCHES) {
            return;
        }
        switch (shape) {
            case Shape.Simple simple -> {
                if (!fits(simple, data)) {
                    wrong(path, simple.expected(), Shown.of(data));
                }
            }
            case Shape.OrNothing other -> {
                if (!data.isNothing()) {
                    check(other.shape(), data, path);
                }
            }
            case Shape.OneOf choice -> {
                if (!choice.values().contains(data)) {
                    wrong(path, expected(choice), Shown.of(data));
                }
            }
            case Shape.ListOf list -> {
                if (data instanceof Data.Items items) {
                    for (int i = 0; i < items.count(); i++) {
                        check(list.element(), items.element(i), path.item(i));
                    }
                } else {
                    wrong(path, "a list", Shown.of(data));
                }
            }
            case Shape.MapOf map -> {
                if (data instanceof Data.Fields fields) {
                    for (int i = 0; i < fields.count(); i++) {
                        check(map.value(), fields.value(i), path.field(fields.name(i)));
                    }
                } else {
                    wrong(path, "an object with fields", Shown.of(data));
                }
            }
            case Shape.FieldsOf known -> {
                if (data instanceof Data.Fields fields) {
                    fields(known, fields, path);
                } else {
                    wrong(path, "an object with fields", Shown.of(data));
                }
            }
        }
    }

    private void fields(Shape.FieldsOf known, Data.Fields found, Path path) {
        int used = 0;
        for (Shape.Field field : known.fields()) {
            int position = found.find(field.name());
            used += position >= 0 ? 1 : 0;
            Data value = position >= 0 ? found.value(position) : Data.nothing();
            if (field.required() && position < 0) {
                wrong(path.field(field.name()), expected(field.shape()), "no such field");
            } else if (field.required() || !value.isNothing()) {
                check(field.shape(), value, path.field(field.name()));
            }
        }
        if (!known.open() && used < found.count()) {
            strangers(known, found, path);
        }
    }

    private void strangers(Shape.FieldsOf known, Data.Fields found, Path path) {
        Set<String> names = new HashSet<>();
        known.fields().forEach(field -> names.add(field.name()));
        for (int i = 0; i < found.count(); i++) {
            if (!names.contains(found.name(i))) {
                wrong(path.field(found.name(i)), "no such field", Shown.of(found.value(i)));
            }
        }
    }

    private void wrong(Path path, String expected, String found) {
        if (mismatches.size() < MAX_MISMATCHES) {
            mismatches.add(new Mismatch(path.toString(), expected, found));
        }
    }

    static boolean fits(Shape.Simple shape, Data data) {
        return switch (shape) {
            case ANY -> true;
            case TEXT -> data instanceof Data.Text;
            case NUMBER -> data instanceof Data.Num;
            case DOUBLE -> data instanceof Data.Num || data instanceof Data.Text text && Shape.Simple.isNoNumber(text.value());
            case INTEGER -> data instanceof Data.Num num && num.isWhole();
            case TRUTH -> data instanceof Data.Truth;
            case INSTANT -> data instanceof Data.Text text && IsoTexts.read(text.value(), Instant.class) != null;
            case DURATION -> data instanceof Data.Text text && IsoTexts.read(text.value(), Duration.class) != null;
            case DATE -> data instanceof Data.Text text && IsoTexts.read(text.value(), LocalDate.class) != null;
        };
    }

    private static String expected(Shape shape) {
        return switch (shape) {
            case Shape.Simple simple -> simple.expected();
            case Shape.ListOf list -> "a list";
            case Shape.MapOf map -> "an object with fields";
            case Shape.FieldsOf fields -> "an object with fields";
            case Shape.OrNothing other -> expected(other.shape()) + " or nothing";
            case Shape.OneOf choice -> "one of "
                    + choice.values().stream()
                            .limit(10)
                            .map(value -> Shown.shorten(value.json()))
                            .collect(Collectors.joining(", "))
                    + (choice.values().size() > 10 ? ", …" : "");
        };
    }
}
