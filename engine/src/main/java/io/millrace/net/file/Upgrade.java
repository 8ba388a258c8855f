package io.millrace.net.file;

import io.millrace.net.text.Xml;
import io.millrace.net.text.XmlNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes a file of any age one of schema 4.0, so that nothing behind it knows of older ones.
 *
 * <p>Beta files have a {@code rootNet}, name variables by an attribute, and (Beta 2 and 3) call the root of all data
 * {@code data}, where later files use the name of the net or of the decomposition. Names that are no names of XML, such as those with
 * a space, are written in paths as the data's document has them.
 */
final class Upgrade {
    static final String VERSION = "4.0";
    private static final Set<String> VARIABLES = Set.of("inputParam", "outputParam", "localVariable", "enablementParam");
    /** A path that starts at the root, not in the middle of another path. */
    private static final Pattern DATA = Pattern.compile("(?<![\\w\\])*.\\-/])/data(?![\\w.\\-])");

    private final boolean simpleRoot;
    /** Names that are no names of XML, by how they stand in a path; longer ones first. */
    private final Map<Pattern, String> odd = new LinkedHashMap<>();

    private Upgrade(String version) {
        this.simpleRoot = version.equals("Beta 2") || version.equals("Beta 3");
    }

    /** The version that a file says it has; the oldest files say nothing. */
    static String version(Xml.Element set) {
        return Objects.requireNonNullElse(set.attribute("version"), "Beta 2");
    }

    static Xml.Element of(Xml.Element set) {
        Upgrade upgrade = new Upgrade(version(set));
        List<Xml> content = new ArrayList<>();
        for (Xml each : set.content()) {
            content.add(each instanceof Xml.Element element && element.is("specification") ? upgrade.specification(element) : each);
        }
        return SchemaOrder.of(set.content(content)
                .with("version", VERSION)
                .with("xsi:schemaLocation", Yawl.NAMESPACE + " " + Yawl.NAMESPACE + "/YAWL_Schema4.0.xsd"));
    }

    private Xml.Element specification(Xml.Element specification) {
        odd(specification);
        List<Xml> content = new ArrayList<>();
        if (!specification.has("metaData")) {
            content.add(Xml.Element.of("metaData"));
        }
        for (Xml each : specification.content()) {
            if (each instanceof Xml.Element element && (element.is("rootNet") || element.is("decomposition"))) {
                Xml.Element named = element.is("rootNet")
                        ? element.named("decomposition").with("isRootNet", "true").with("xsi:type", "NetFactsType")
                        : element;
                content.add(decomposition(named));
            } else {
                content.add(each);
            }
        }
        return specification.content(content);
    }

    /** Old editors let people call nets, tasks and variables as they liked, and wrote those names into paths. */
    private void odd(Xml.Element specification) {
        Set<String> names = new TreeSet<>(Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));
        for (Xml.Element each : specification.elements()) {
            names.add(Objects.requireNonNullElse(each.attribute("id"), ""));
            for (Xml.Element variable : each.elements()) {
                if (VARIABLES.contains(variable.name())) {
                    names.add(Objects.requireNonNullElse(variable.attribute("name"), ""));
                    names.add(Objects.requireNonNullElse(variable.textOf("name"), ""));
                }
            }
        }
        odd.clear();
        for (String name : names) {
            if (!name.isBlank() && !XmlNames.encoded(name).equals(name)) {
                odd.put(Pattern.compile("(?<=[/<])" + Pattern.quote(name) + "(?![\\w.\\-])"), Matcher.quoteReplacement(XmlNames.encoded(name)));
            }
        }
    }

    private Xml.Element decomposition(Xml.Element decomposition) {
        String id = Objects.requireNonNullElse(decomposition.attribute("id"), "");
        List<Xml> content = new ArrayList<>();
        int index = 0;
        for (Xml each : decomposition.content()) {
            if (each instanceof Xml.Element variable && VARIABLES.contains(variable.name())) {
                content.add(variable(variable, index++));
            } else if ((simpleRoot || !odd.isEmpty()) && each instanceof Xml.Element control && control.is("processControlElements")) {
                content.add(rooted(control, id, null));
            } else {
                content.add(each);
            }
        }
        return decomposition.content(content);
    }

    private static Xml.Element variable(Xml.Element variable, int index) {
        List<Xml> content = new ArrayList<>();
        if (!variable.has("index")) {
            content.add(Xml.Element.of("index", Integer.toString(index)));
        }
        String name = variable.attribute("name");
        if (name != null && !variable.has("name")) {
            content.add(Xml.Element.of("name", name));
        }
        for (Xml each : variable.content()) {
            if (each instanceof Xml.Element type && type.is("type") && type.text().contains(":")) {
                String text = type.text().strip();
                content.add(type.content(List.of(new Xml.Text(text.substring(text.indexOf(':') + 1)))));
                if (!variable.has("namespace")) {
                    content.add(Xml.Element.of("namespace", Yawl.SCHEMA));
                }
            } else {
                content.add(each);
            }
        }
        boolean byAttribute = name != null && !variable.has("name");
        return (byAttribute ? variable.without("name") : variable).content(content);
    }

    /** Replaces the root {@code /data} by the net's name, and in what comes back from a task by its decomposition's. */
    private Xml.Element rooted(Xml.Element element, String net, @Nullable String task) {
        String decomposition = task;
        Xml.Element target = element.first("decomposesTo");
        if (element.is("task") && target != null) {
            decomposition = target.attribute("id");
        }
        boolean back = element.is("completedMappings") || element.is("miDataOutput");
        String root = back && decomposition != null ? decomposition : net;
        List<Xml> content = new ArrayList<>();
        for (Xml each : element.content()) {
            content.add(each instanceof Xml.Element inner ? rooted(inner, root, decomposition) : each);
        }
        Xml.Element changed = element.content(content);
        if (element.attribute("m:language") != null) {
            return changed;
        }
        String query = element.attribute("query");
        if (query != null) {
            changed = changed.with("query", rooted(query, root));
        }
        return element.is("predicate") ? changed.content(List.of(new Xml.Text(rooted(element.text(), root)))) : changed;
    }

    private String rooted(String query, String root) {
        String named = query;
        for (Map.Entry<Pattern, String> name : odd.entrySet()) {
            named = name.getKey().matcher(named).replaceAll(name.getValue());
        }
        return simpleRoot ? DATA.matcher(named).replaceAll(Matcher.quoteReplacement("/" + XmlNames.encoded(root))) : named;
    }
}
