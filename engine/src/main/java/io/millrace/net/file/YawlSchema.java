package io.millrace.net.file;

import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.net.Types;
import io.millrace.net.text.Nearest;
import io.millrace.net.text.Xml;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The data types of a specification as shapes. Of XML Schema it understands what people use to describe data: sequences,
 * choices, extensions, enumerations. Anything else may be anything.
 */
final class YawlSchema {
    static final YawlSchema EMPTY = new YawlSchema();

    /** The types that YAWL brings, which files use without declaring them. */
    private static final Map<String, Shape> BUILT_IN = Map.of(
            "YTimerType",
            Shape.fields(Shape.optional("trigger", Shape.text()), Shape.optional("expiry", Shape.text())).opened(),
            "YStringListType",
            Shape.fields(Shape.optional("item", Shape.listOf(Shape.text()))).opened());

    /** Types of YAWL whose values may be anything. */
    private static final Set<String> OF_YAWL = Set.of("YDocumentType");

    private final Map<String, Xml.Element> types = new LinkedHashMap<>();
    private final Map<String, Xml.Element> elements = new LinkedHashMap<>();
    private final Map<String, Shape> known = new LinkedHashMap<>();

    private YawlSchema() {}

    static YawlSchema of(Xml.Element schema) {
        YawlSchema made = new YawlSchema();
        for (Xml.Element each : schema.elements()) {
            String name = each.attribute("name");
            if (name != null && each.namespace().equals(Yawl.SCHEMA)) {
                (each.local().equals("element") ? made.elements : made.types).put(name, each);
            }
        }
        return made;
    }

    /** The shape of a type by its name, with or without a prefix. */
    Shape shape(String type) {
        return named(type.substring(type.indexOf(':') + 1), Set.of());
    }

    /** What is wrong with the name of a type, or null: XML Schema, YAWL and the file itself are asked. */
    @Nullable String unknown(String type) {
        String name = type.substring(type.indexOf(':') + 1);
        if (types.containsKey(name) || elements.containsKey(name) || BUILT_IN.containsKey(name) || OF_YAWL.contains(name) || Types.isKnown(name)) {
            return null;
        }
        Set<String> all = new TreeSet<>(Types.known());
        all.addAll(types.keySet());
        all.addAll(BUILT_IN.keySet());
        all.addAll(OF_YAWL);
        return "there is no type '" + type + "'" + Nearest.hint(name, all);
    }

    private Shape named(String type, Set<String> inside) {
        Xml.Element definition = types.get(type);
        if (definition == null) {
            Shape builtIn = BUILT_IN.get(type);
            return builtIn == null ? Types.shape(type) : builtIn;
        }
        if (inside.contains(type)) {
            // A type that contains itself: the inner one may be anything.
            return Shape.any();
        }
        Shape done = known.get(type);
        if (done != null) {
            return done;
        }
        Shape shape = defined(definition, with(inside, type));
        if (inside.isEmpty()) {
            known.put(type, shape);
        }
        return shape;
    }

    private Shape defined(Xml.Element definition, Set<String> inside) {
        return switch (definition.local()) {
            case "simpleType" -> simple(definition, inside);
            case "complexType" -> complex(definition, inside);
            default -> Shape.any();
        };
    }

    private Shape simple(Xml.Element type, Set<String> inside) {
        Xml.Element restriction = child(type, "restriction");
        String base = restriction == null ? null : restriction.attribute("base");
        if (restriction == null || base == null) {
            return Shape.text();
        }
        Shape shape = named(base.substring(base.indexOf(':') + 1), inside);
        List<Data> values = new ArrayList<>();
        for (Xml.Element each : restriction.elements()) {
            String value = each.attribute("value");
            if (each.local().equals("enumeration") && value != null) {
                Data read = YawlExpressions.simple(value, shape);
                values.add(read == null ? Data.of(value) : read);
            }
        }
        return values.isEmpty() ? shape : new Shape.OneOf(values);
    }

    private Shape complex(Xml.Element type, Set<String> inside) {
        Map<String, Shape.Field> fields = new LinkedHashMap<>();
        collect(type, false, fields, inside);
        return Shape.fields(fields.values()).opened();
    }

    /** The elements of a group; those of a choice are optional, those that may come twice are lists. */
    private void collect(Xml.Element group, boolean optional, Map<String, Shape.Field> fields, Set<String> inside) {
        for (Xml.Element each : group.elements()) {
            boolean absent = optional || "0".equals(each.attribute("minOccurs"));
            switch (each.local()) {
                case "element" -> field(each, absent, isRepeated(each) || isRepeated(group), fields, inside);
                case "sequence", "all", "complexContent" -> collect(each, absent, fields, inside);
                case "choice" -> collect(each, true, fields, inside);
                case "extension" -> {
                    String base = Objects.requireNonNullElse(each.attribute("base"), "");
                    if (named(base.substring(base.indexOf(':') + 1), inside) instanceof Shape.FieldsOf known) {
                        known.fields().forEach(field -> fields.putIfAbsent(field.name(), field));
                    }
                    collect(each, absent, fields, inside);
                }
                default -> {}
            }
        }
    }

    private void field(
            Xml.Element element, boolean optional, boolean repeated, Map<String, Shape.Field> fields, Set<String> inside) {
        String reference = element.attribute("ref");
        String local = reference == null ? null : reference.substring(reference.indexOf(':') + 1);
        Xml.Element declared = local == null ? element : elements.getOrDefault(local, element);
        String name = Objects.requireNonNullElse(local, Objects.requireNonNullElse(element.attribute("name"), ""));
        if (name.isEmpty()) {
            return;
        }
        Shape one = element(declared, inside);
        Shape shape = repeated ? Shape.listOf(one) : one;
        fields.putIfAbsent(name, new Shape.Field(name, shape, !optional && !repeated));
    }

    private Shape element(Xml.Element element, Set<String> inside) {
        String type = element.attribute("type");
        if (type != null) {
            return named(type.substring(type.indexOf(':') + 1), inside);
        }
        for (Xml.Element each : element.elements()) {
            if (each.local().equals("complexType") || each.local().equals("simpleType")) {
                return defined(each, inside);
            }
        }
        return Shape.any();
    }

    private static boolean isRepeated(Xml.Element element) {
        String max = element.attribute("maxOccurs");
        return max != null && !max.equals("1") && !max.equals("0");
    }

    private static Xml.@Nullable Element child(Xml.Element element, String local) {
        return element.elements().stream().filter(each -> each.local().equals(local)).findFirst().orElse(null);
    }

    private static Set<String> with(Set<String> names, String more) {
        Set<String> all = new java.util.HashSet<>(names);
        all.add(more);
        return all;
    }
}
