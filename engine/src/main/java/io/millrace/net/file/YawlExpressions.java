package io.millrace.net.file;

import io.millrace.data.Data;
import io.millrace.data.DataException;
import io.millrace.data.Shape;
import io.millrace.net.Bound;
import io.millrace.net.Expression;
import io.millrace.net.text.Notes;
import io.millrace.net.text.Xml;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Expressions in YAWL files: XPath and XQuery; under {@code m:language} also goals, variables and JSON. */
final class YawlExpressions {
    private YawlExpressions() {}

    static Expression of(Xml.Element element, String text, Notes notes) {
        String language = element.attribute("m:language");
        return switch (language == null ? "xquery" : language) {
            case "xquery" -> new Expression.XQuery(text, element.place());
            case "prolog" -> new Expression.Goal(text, element.place());
            case "variable" -> new Expression.Variable(text);
            case "json" -> json(element, text, notes);
            default -> {
                notes.wrong(element, "'" + language + "' is no language of expressions; there are xquery, prolog, variable and json");
                yield new Expression.XQuery(text, element.place());
            }
        };
    }

    private static Expression json(Xml.Element element, String text, Notes notes) {
        try {
            return new Expression.Constant(Data.parse(text));
        } catch (DataException e) {
            notes.wrong(element, "this is not JSON: " + text.strip());
            return new Expression.Constant(Data.nothing());
        }
    }

    /** The expression in the attribute {@code query} of an element. */
    static Expression query(Xml.Element element, Notes notes) {
        String query = element.attribute("query");
        if (query == null) {
            notes.wrong(element, "this '" + element.name() + "' has no query");
            return new Expression.XQuery("()", element.place());
        }
        return of(element, query, notes);
    }

    static Bound bound(Xml.Element task, String name, Notes notes) {
        Xml.Element element = task.first(name);
        if (element == null) {
            notes.wrong(task, "the multiple instance task '" + task.attribute("id") + "' has no " + name);
            return Bound.infinite();
        }
        String text = element.text().strip();
        if (element.attribute("m:language") == null && text.matches("\\d{1,18}")) {
            return Bound.of((int) Math.min(Long.parseLong(text), Bound.INFINITY));
        }
        return new Bound.Computed(of(element, text, notes));
    }

    /** The element that an expression is written to, as the value of {@code query}. */
    static Xml.Element query(String name, Expression expression, List<String> unwritable) {
        return marked(Xml.Element.of(name).with("query", text(expression, unwritable)), expression);
    }

    /** The element that an expression is written to, as its text. */
    static Xml.Element element(String name, Expression expression, List<String> unwritable) {
        return marked(Xml.Element.of(name, text(expression, unwritable)), expression);
    }

    private static Xml.Element marked(Xml.Element element, Expression expression) {
        return switch (expression) {
            case Expression.XQuery query -> element;
            case Expression.Goal goal -> element.with("m:language", "prolog");
            case Expression.Variable variable -> element.with("m:language", "variable");
            case Expression.Constant constant -> element.with("m:language", "json");
            case Expression.Lambda lambda -> element;
        };
    }

    private static String text(Expression expression, List<String> unwritable) {
        return switch (expression) {
            case Expression.XQuery query -> query.text();
            case Expression.Goal goal -> goal.text();
            case Expression.Variable variable -> variable.path();
            case Expression.Constant constant -> constant.value().json();
            case Expression.Lambda lambda -> {
                unwritable.add("'" + lambda.title() + "' is a Java function");
                yield "()";
            }
        };
    }

    /** The value of a text as one of a simple shape, by XML Schema's lexical rules; null if it is none. */
    static @Nullable Data simple(String text, Shape shape) {
        return switch (shape) {
            case Shape.Simple simple -> switch (simple) {
                case ANY, TEXT, INSTANT, DURATION, DATE -> Data.of(text);
                case TRUTH -> switch (text) {
                    case "true", "1" -> Data.of(true);
                    case "false", "0" -> Data.of(false);
                    default -> null;
                };
                case INTEGER, NUMBER -> number(text, simple == Shape.Simple.INTEGER);
                case DOUBLE -> Shape.Simple.isNoNumber(text) ? Data.of(text) : number(text, false);
            };
            case Shape.OneOf choice -> choice.values().stream()
                    .filter(value -> lexical(value).equals(text))
                    .findFirst()
                    .orElse(null);
            case Shape.OrNothing other -> text.isEmpty() ? Data.nothing() : simple(text, other.shape());
            case Shape.ListOf list -> null;
            case Shape.MapOf map -> null;
            case Shape.FieldsOf fields -> null;
        };
    }

    private static String lexical(Data value) {
        return value instanceof Data.Text text ? text.value() : value.json();
    }

    private static @Nullable Data number(String text, boolean whole) {
        try {
            BigDecimal number = text.length() > 1_000 ? null : new BigDecimal(text);
            return number == null || whole && number.stripTrailingZeros().scale() > 0 ? null : Data.of(number);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** The mappings of a task in one direction. */
    static List<io.millrace.net.Mapping> mappings(Xml.Element task, String name, Notes notes) {
        List<io.millrace.net.Mapping> mappings = new ArrayList<>();
        for (Xml.Element set : task.all(name)) {
            for (Xml.Element mapping : set.all("mapping")) {
                Xml.Element expression = mapping.first("expression");
                String to = mapping.textOf("mapsTo");
                if (expression == null || to == null) {
                    notes.wrong(mapping, "this mapping lacks its " + (expression == null ? "expression" : "mapsTo"));
                } else {
                    mappings.add(new io.millrace.net.Mapping(query(expression, notes), to));
                }
            }
        }
        return mappings;
    }
}
