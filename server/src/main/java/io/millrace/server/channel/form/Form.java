package io.millrace.server.channel.form;

import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.server.channel.Written;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A form that is made from a type: one control for each value, a group for each record, rows for a list of records. A field has the path
 * of its value as its name ({@code items.2.price}), so that what comes back is read by the same walk over the type that wrote the page.
 */
final class Form {
    private static final int DEEPEST = 3;
    private static final int ROWS = 3;
    private static final int MOST_ROWS = 200;
    private static final int FEW = 6;
    private static final String WHOLE = "answer";
    /** The name of the button that asks for more rows of a list. */
    static final String MORE = "millrace-more";

    private final Shape type;
    private final FormSettings settings;
    private final Data before;
    private final Posted posted;
    private final boolean isPosted;
    private final Map<String, String> wrong = new LinkedHashMap<>();
    /** Whether something is being written that may be left out as a whole: what it needs, it needs only if it is there. */
    private boolean optional;

    /**
     * @param before the input of the work: its fields are what the fields of the same name begin with
     * @param posted what was sent, or null for a form that is shown for the first time
     */
    Form(Shape type, FormSettings settings, Data before, @Nullable Posted posted) {
        this.type = type;
        this.settings = settings;
        this.before = before;
        this.posted = posted == null ? Posted.NOTHING : posted;
        this.isPosted = posted != null;
    }

    /** What is wrong, by the names of the fields. */
    Map<String, String> wrong() {
        return wrong;
    }

    void complain(String path, String what) {
        wrong.putIfAbsent(path, what);
    }

    private enum Kind {
        FILE,
        FILES,
        GROUP,
        ROWS,
        ONE
    }

    private static Kind kind(Shape shape, int depth) {
        Shape bare = Written.bare(shape);
        if (Written.isFile(bare)) {
            return Kind.FILE;
        }
        if (Written.isFiles(bare)) {
            return Kind.FILES;
        }
        if (bare instanceof Shape.FieldsOf && depth < DEEPEST) {
            return Kind.GROUP;
        }
        return bare instanceof Shape.ListOf list && Written.bare(list.element()) instanceof Shape.FieldsOf && depth < DEEPEST ? Kind.ROWS : Kind.ONE;
    }

    private static String below(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    // Reading.

    /** What was sent, with the files still to be stored; look at {@link #wrong} before using it. */
    Data read(Files files) {
        if (kind(type, 0) == Kind.GROUP && Written.bare(type) instanceof Shape.FieldsOf fields) {
            return group(fields, "", 0, files);
        }
        Data value = value(type, WHOLE, 0, type != Shape.Simple.ANY, files);
        return value.isNothing() ? Data.fields() : value;
    }

    /** Gives references to uploads. */
    interface Files {
        Data reference(Posted.Upload upload);
    }

    private Data group(Shape.FieldsOf fields, String path, int depth, Files files) {
        Data all = Data.fields();
        for (Shape.Field field : fields.fields()) {
            boolean needed = field.required() && !(field.shape() instanceof Shape.OrNothing);
            Data value = value(field.shape(), below(path, field.name()), depth + 1, needed, files);
            if (!value.isNothing()) {
                all = all.with(field.name(), value);
            } else if (field.required()) {
                all = all.with(field.name(), Data.nothing());
            }
        }
        return all;
    }

    private Data value(Shape shape, String path, int depth, boolean needed, Files files) {
        Shape bare = Written.bare(shape);
        Data value =
                switch (kind(shape, depth)) {
                    case FILE -> uploads(path, files).stream().findFirst().orElseGet(Data::nothing);
                    case FILES -> {
                        List<Data> all = uploads(path, files);
                        yield all.isEmpty() ? Data.nothing() : Data.of(all);
                    }
                    case GROUP -> needed || isTouched(path) ? group((Shape.FieldsOf) bare, path, depth, files) : Data.nothing();
                    case ROWS -> {
                        Data all = rows((Shape.ListOf) bare, path, depth, files);
                        yield all.isNothing() && needed ? Data.items() : all;
                    }
                    case ONE -> one(shape, path);
                };
        if (bare instanceof Shape.ListOf && value.isNothing() && needed && kind(shape, depth) == Kind.ONE) {
            return Data.items();
        }
        if (needed && value.isNothing() && !wrong.containsKey(path)) {
            complain(path, "This is needed.");
        }
        return value;
    }

    private List<Data> uploads(String path, Files files) {
        return posted.files().getOrDefault(path, List.of()).stream().map(files::reference).toList();
    }

    private Data one(Shape shape, String path) {
        try {
            return Written.read(shape, posted.text(path), "\n");
        } catch (Written.Misfit e) {
            complain(path, "This must be " + e.getMessage() + ".");
            return Data.nothing();
        }
    }

    private Data rows(Shape.ListOf list, String path, int depth, Files files) {
        Data all = Data.items();
        for (int row : given(path)) {
            String at = below(path, Integer.toString(row));
            if (isTouched(at)) {
                all = all.plus(group((Shape.FieldsOf) Written.bare(list.element()), at, depth + 1, files));
            }
        }
        return all.equals(Data.items()) ? Data.nothing() : all;
    }

    private boolean isTouched(String path) {
        boolean text = posted.texts().entrySet().stream()
                .anyMatch(field -> field.getKey().startsWith(path + ".") && field.getValue().stream().anyMatch(value -> !value.isBlank()));
        return text || posted.files().keySet().stream().anyMatch(name -> name.startsWith(path + "."));
    }

    /** The numbers of the rows that were sent. */
    private Set<Integer> given(String path) {
        Set<Integer> rows = new TreeSet<>();
        for (String name : Stream.concat(posted.texts().keySet().stream(), posted.files().keySet().stream()).toList()) {
            String rest = name.startsWith(path + ".") ? name.substring(path.length() + 1) : "";
            if (rest.matches("\\d{1,3}\\..*") && Integer.parseInt(rest.substring(0, rest.indexOf('.'))) < MOST_ROWS) {
                rows.add(Integer.parseInt(rest.substring(0, rest.indexOf('.'))));
            }
        }
        return rows;
    }

    // Writing.

    /** The controls. */
    void write(Html page) {
        if (!wrong.isEmpty()) {
            page.raw("<div class=\"summary\" role=\"alert\">\n<p>Nothing was sent yet. Please correct:</p>\n<ul>\n");
            wrong.forEach((path, what) -> page.raw("<li><a href=\"#" + Html.safe(path) + "\">").raw(Html.safe(title(path)) + "</a>: " + Html.safe(what) + "</li>\n"));
            page.raw("</ul>\n</div>\n");
        }
        if (kind(type, 0) == Kind.GROUP && Written.bare(type) instanceof Shape.FieldsOf fields) {
            fields(page, fields, "", before, 0);
        } else {
            control(page, type, WHOLE, settings.label(WHOLE, WHOLE), Data.nothing(), 0, type != Shape.Simple.ANY);
        }
    }

    private String title(String path) {
        return settings.label(path, path.substring(path.lastIndexOf('.') + 1));
    }

    private void fields(Html page, Shape.FieldsOf fields, String path, Data values, int depth) {
        for (Shape.Field field : fields.fields()) {
            String at = below(path, field.name());
            Data value = values instanceof Data.Fields ? values.at(field.name()) : Data.nothing();
            boolean needed = field.required() && !(field.shape() instanceof Shape.OrNothing);
            control(page, field.shape(), at, settings.label(at, field.name()), value, depth + 1, needed);
        }
    }

    private void control(Html page, Shape shape, String path, String label, Data value, int depth, boolean needed) {
        Shape bare = Written.bare(shape);
        switch (kind(shape, depth)) {
            case FILE -> upload(page, path, label, needed, false);
            case FILES -> upload(page, path, label, needed, true);
            case GROUP -> {
                page.raw("<fieldset id=\"" + Html.safe(path) + "\">\n").element("legend", label(label, needed));
                notes(page, path);
                boolean outside = optional;
                optional |= !needed;
                fields(page, (Shape.FieldsOf) bare, path, value, depth);
                optional = outside;
                page.raw("</fieldset>\n");
            }
            case ROWS -> rows(page, (Shape.ListOf) bare, path, label, value, depth);
            case ONE -> {
                if (bare instanceof Shape.OneOf choice && choice.values().size() <= FEW) {
                    choices(page, choice.values().stream().map(Written::shown).toList(), path, label, value, needed);
                } else if (bare == Shape.Simple.TRUTH) {
                    choices(page, List.of("yes", "no"), path, label, value, needed);
                } else {
                    box(page, bare, path, label, value, needed);
                }
            }
        }
    }

    private String label(String label, boolean needed) {
        return needed || optional ? label : label + " (optional)";
    }

    private String given(String path, Data value) {
        return isPosted ? posted.text(path) : Written.shown(value);
    }

    /** Opens a field with its label; what explains it and what is wrong follow, and the control refers to both. */
    private void open(Html page, String path, String label, boolean needed) {
        page.raw("<div class=\"field\">\n<label for=\"" + Html.safe(path) + "\">" + Html.safe(label(label, needed)) + "</label>\n");
        notes(page, path);
    }

    private void notes(Html page, String path) {
        String hint = settings.hint(path);
        if (hint != null) {
            page.raw("<span class=\"hint\" id=\"" + Html.safe(path) + "-hint\">" + Html.safe(hint) + "</span>\n");
        }
        if (wrong.containsKey(path)) {
            page.raw("<span class=\"wrong\" id=\"" + Html.safe(path) + "-wrong\">" + Html.safe(wrong.get(path)) + "</span>\n");
        }
    }

    private String described(String path) {
        List<String> ids = new ArrayList<>();
        if (settings.hint(path) != null) {
            ids.add(path + "-hint");
        }
        if (wrong.containsKey(path)) {
            ids.add(path + "-wrong");
        }
        return (ids.isEmpty() ? "" : " aria-describedby=\"" + Html.safe(String.join(" ", ids)) + "\"") + (wrong.containsKey(path) ? " aria-invalid=\"true\"" : "");
    }

    private String named(String path, boolean needed) {
        String safe = Html.safe(path);
        return " id=\"" + safe + "\" name=\"" + safe + "\"" + (needed && !optional ? " required" : "") + described(path);
    }

    private void box(Html page, Shape bare, String path, String label, Data value, boolean needed) {
        open(page, path, bare == Shape.Simple.INSTANT ? label + " (UTC)" : label, needed && !(bare instanceof Shape.ListOf));
        String given = given(path, value);
        boolean must = needed && !(bare instanceof Shape.ListOf);
        switch (bare) {
            case Shape.Simple simple ->
                page.raw(
                        switch (simple) {
                            case TEXT, ANY -> "<textarea rows=\"" + (simple == Shape.Simple.ANY ? 5 : 2) + "\"" + named(path, must) + ">\n" + Html.safe(given) + "</textarea>\n";
                            case INTEGER -> input("text\" inputmode=\"numeric", path, given, must);
                            case NUMBER, DOUBLE -> input("text\" inputmode=\"decimal", path, given, must);
                            case DATE -> input("date", path, given, must);
                            case INSTANT -> input("datetime-local", path, given.replaceFirst(":\\d\\d(\\.\\d+)?Z$|Z$", ""), must);
                            case DURATION, TRUTH -> input("text", path, given, must);
                        });
            case Shape.OneOf choice -> {
                page.raw("<select" + named(path, must) + ">\n<option value=\"\"></option>\n");
                for (Data option : choice.values()) {
                    String shown = Written.shown(option);
                    page.raw("<option" + (shown.equals(given) ? " selected" : "") + ">" + Html.safe(shown) + "</option>\n");
                }
                page.raw("</select>\n");
            }
            case Shape.ListOf list -> {
                page.raw("<span class=\"hint\">" + (Written.isPlain(list.element()) ? "One on each line" : "As JSON") + "</span>\n");
                page.raw("<textarea rows=\"4\"" + named(path, false) + ">\n" + Html.safe(given) + "</textarea>\n");
            }
            case Shape.MapOf map -> json(page, path, given, must);
            case Shape.FieldsOf fields -> json(page, path, given, must);
            case Shape.OrNothing other -> throw new AssertionError(other);
        }
        page.raw("</div>\n");
    }

    private void json(Html page, String path, String given, boolean needed) {
        page.raw("<span class=\"hint\">As JSON</span>\n<textarea rows=\"4\"" + named(path, needed) + ">\n" + Html.safe(given) + "</textarea>\n");
    }

    private String input(String kind, String path, String given, boolean needed) {
        return "<input type=\"" + kind + "\" value=\"" + Html.safe(given) + "\"" + named(path, needed) + ">\n";
    }

    private void choices(Html page, List<String> options, String path, String label, Data value, boolean needed) {
        page.raw("<fieldset id=\"" + Html.safe(path) + "\"" + described(path) + ">\n").element("legend", label(label, needed));
        notes(page, path);
        String given = given(path, value);
        for (String option : options) {
            page.raw("<label class=\"choice\"><input type=\"radio\" name=\"" + Html.safe(path) + "\" value=\"" + Html.safe(option) + "\""
                    + (option.equals(given) ? " checked" : "") + (needed && !optional ? " required" : "") + ">" + Html.safe(option) + "</label>\n");
        }
        page.raw("</fieldset>\n");
    }

    private void upload(Html page, String path, String label, boolean needed, boolean several) {
        open(page, path, label, needed);
        page.raw("<input type=\"file\"" + (several ? " multiple" : "") + named(path, needed) + ">\n</div>\n");
    }

    private void rows(Html page, Shape.ListOf list, String path, String label, Data value, int depth) {
        int known = value instanceof Data.Items items ? items.asList().size() : 0;
        int rows = isPosted ? given(path).stream().max(Integer::compare).orElse(-1) + 1 : known;
        rows = Math.min(MOST_ROWS, Math.max(ROWS, rows + (posted.text(MORE).equals(path) ? ROWS : isPosted ? 0 : 1)));
        page.raw("<fieldset id=\"" + Html.safe(path) + "\">\n").element("legend", label);
        page.raw("<span class=\"hint\">Rows that are left empty do not count.</span>\n");
        notes(page, path);
        boolean outside = optional;
        optional = true;
        for (int row = 0; row < rows; row++) {
            Data given = value instanceof Data.Items items && row < known ? items.asList().get(row) : Data.nothing();
            page.raw("<fieldset>\n").element("legend", label + " " + (row + 1));
            for (Shape.Field field : ((Shape.FieldsOf) Written.bare(list.element())).fields()) {
                String at = below(below(path, Integer.toString(row)), field.name());
                Data part = given instanceof Data.Fields ? given.at(field.name()) : Data.nothing();
                control(page, field.shape(), at, settings.label(path + "." + field.name(), field.name()), part, depth + 2, field.required());
            }
            page.raw("</fieldset>\n");
        }
        optional = outside;
        page.raw("<button class=\"more\" formnovalidate name=\"" + MORE + "\" value=\"" + Html.safe(path) + "\">More rows</button>\n</fieldset>\n");
    }
}
