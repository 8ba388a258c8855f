package io.millrace.xquery;

import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.net.EvaluationException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.sf.saxon.s9api.Axis;
import net.sf.saxon.s9api.XdmAtomicValue;
import net.sf.saxon.s9api.XdmItem;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.s9api.XdmNodeKind;
import net.sf.saxon.s9api.XdmValue;

/** Reads what an expression gave as data of a shape, by the rule of this package; too much of it is refused. */
final class ReadValue {
    private static final int MOST_NODES = 200_000;
    private static final int DEEPEST = 500;

    private int nodes;
    private int depth;

    /** The value of a whole result: an element stands for what it contains. */
    Data value(XdmValue result, Shape shape) {
        if (result.size() == 0) {
            return shape instanceof Shape.ListOf ? Data.items() : Data.nothing();
        }
        if (result.size() == 1) {
            return item(result.itemAt(0), shape);
        }
        List<XdmNode> elements = new ArrayList<>();
        for (XdmItem item : result) {
            if (item instanceof XdmNode node && node.getNodeKind() == XdmNodeKind.ELEMENT) {
                elements.add(node);
            }
        }
        if (elements.size() == result.size() && !(shape instanceof Shape.ListOf)) {
            return fields(elements, Map.of(), shape);
        }
        Shape each = shape instanceof Shape.ListOf list ? list.element() : Shape.any();
        List<Data> items = new ArrayList<>();
        result.forEach(item -> items.add(item(item, each)));
        return Data.of(items);
    }

    Data item(XdmItem item, Shape shape) {
        return switch (item) {
            case XdmNode node when node.getNodeKind() == XdmNodeKind.ELEMENT -> element(node, shape);
            case XdmNode node when node.getNodeKind() == XdmNodeKind.DOCUMENT -> {
                XdmNode root = root(node);
                yield root == null ? simple(node.getStringValue(), shape) : element(root, shape);
            }
            case XdmNode node -> simple(node.getStringValue(), shape);
            case XdmAtomicValue atomic -> atomic(atomic, shape);
            default -> throw new EvaluationException("The result is neither an element nor a simple value");
        };
    }

    static @org.jspecify.annotations.Nullable XdmNode root(XdmNode document) {
        for (XdmNode child : document.children()) {
            if (child.getNodeKind() == XdmNodeKind.ELEMENT) {
                return child;
            }
        }
        return null;
    }

    private static Data atomic(XdmAtomicValue value, Shape shape) {
        if (shape.equals(Shape.any())) {
            Object java = value.getValue();
            if (java instanceof Boolean || java instanceof Number number && Double.isFinite(number.doubleValue())) {
                return Data.of(java);
            }
        }
        return simple(value.getStringValue(), shape);
    }

    private Data element(XdmNode element, Shape shape) {
        if (++nodes > MOST_NODES || ++depth > DEEPEST) {
            throw new EvaluationException("The result is larger than " + MOST_NODES + " elements or deeper than " + DEEPEST);
        }
        List<XdmNode> children = new ArrayList<>();
        for (XdmNode child : element.children()) {
            if (child.getNodeKind() == XdmNodeKind.ELEMENT) {
                children.add(child);
            }
        }
        Map<String, Data> attributes = new LinkedHashMap<>();
        element.axisIterator(Axis.ATTRIBUTE)
                .forEachRemaining(each -> attributes.put("@" + DataDocument.decoded(local(each)), Data.of(each.getStringValue())));
        Data read;
        if (children.isEmpty() && attributes.isEmpty()) {
            read = leaf(element.getStringValue(), shape);
        } else {
            String text = children.isEmpty() ? element.getStringValue() : "";
            if (!text.isBlank()) {
                attributes.put("#text", Data.of(text));
            }
            read = fields(children, attributes, shape);
        }
        depth--;
        return read;
    }

    private static String local(XdmNode node) {
        return node.getNodeName().getLocalName();
    }

    private Data fields(List<XdmNode> children, Map<String, Data> attributes, Shape shape) {
        if (shape instanceof Shape.OrNothing other) {
            return fields(children, attributes, other.shape());
        }
        boolean items = shape instanceof Shape.ListOf
                || shape.equals(Shape.any()) && attributes.isEmpty() && children.stream().allMatch(child -> local(child).equals("item"));
        if (items) {
            Shape each = shape instanceof Shape.ListOf list ? list.element() : Shape.any();
            List<Data> all = new ArrayList<>();
            children.forEach(child -> all.add(element(child, each)));
            return Data.of(all);
        }
        Map<String, List<XdmNode>> byName = new LinkedHashMap<>();
        children.forEach(child -> byName.computeIfAbsent(DataDocument.decoded(local(child)), name -> new ArrayList<>()).add(child));
        Map<String, Data> fields = new LinkedHashMap<>(attributes);
        byName.forEach((name, same) -> {
            Shape declared = shape instanceof Shape.MapOf map ? map.value() : shape.under(name);
            boolean list = declared instanceof Shape.ListOf || same.size() > 1;
            Shape each = declared instanceof Shape.ListOf of ? of.element() : declared;
            List<Data> values = new ArrayList<>();
            same.forEach(child -> values.add(element(child, each)));
            fields.put(name, list ? Data.of(values) : values.getFirst());
        });
        return Data.of(fields);
    }

    private static Data leaf(String text, Shape shape) {
        return switch (shape) {
            case Shape.FieldsOf fields when text.isBlank() ->
                fields.fields().stream().anyMatch(Shape.Field::required) ? Data.nothing() : Data.fields();
            case Shape.MapOf map when text.isBlank() -> Data.fields();
            case Shape.ListOf list when text.isBlank() -> Data.items();
            default -> text.isEmpty() && shape.equals(Shape.any()) ? Data.nothing() : simple(text, shape);
        };
    }

    /** A text as a value of a simple shape; a text that is none is an error of the expression, not lost. */
    private static Data simple(String text, Shape shape) {
        String trimmed = text.strip();
        return switch (shape) {
            case Shape.Simple simple -> switch (simple) {
                case ANY, TEXT -> Data.of(text);
                case INSTANT, DURATION, DATE -> trimmed.isEmpty() ? Data.nothing() : Data.of(trimmed);
                case TRUTH -> switch (trimmed) {
                    case "true", "1" -> Data.of(true);
                    case "false", "0" -> Data.of(false);
                    case "" -> Data.nothing();
                    default -> throw wrong(text, shape);
                };
                case INTEGER, NUMBER -> trimmed.isEmpty() ? Data.nothing() : number(trimmed, shape);
                case DOUBLE -> trimmed.isEmpty()
                        ? Data.nothing()
                        : Shape.Simple.isNoNumber(trimmed) ? Data.of(trimmed) : number(trimmed, shape);
            };
            case Shape.OneOf choice -> trimmed.isEmpty()
                    ? Data.nothing()
                    : choice.values().stream()
                            .filter(value -> (value instanceof Data.Text known ? known.value() : value.json()).equals(trimmed))
                            .findFirst()
                            .orElseThrow(() -> wrong(text, shape));
            case Shape.OrNothing other -> trimmed.isEmpty() ? Data.nothing() : simple(text, other.shape());
            case Shape.ListOf list -> Data.items(simple(text, list.element()));
            case Shape.MapOf map -> throw wrong(text, shape);
            case Shape.FieldsOf fields -> throw wrong(text, shape);
        };
    }

    private static Data number(String text, Shape shape) {
        try {
            BigDecimal number = text.length() > 1_000 ? null : new BigDecimal(text);
            if (number != null && (!shape.equals(Shape.integer()) || number.stripTrailingZeros().scale() <= 0)) {
                return Data.of(number);
            }
        } catch (NumberFormatException e) {
            throw wrong(text, shape);
        }
        throw wrong(text, shape);
    }

    private static EvaluationException wrong(String text, Shape shape) {
        String shown = text.length() > 60 ? text.substring(0, 60) + "…" : text;
        return new EvaluationException("'" + shown + "' is not " + shape.describe());
    }
}
