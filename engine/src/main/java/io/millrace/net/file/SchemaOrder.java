package io.millrace.net.file;

import io.millrace.net.text.Xml;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The order that schema 4.0 asks of the children of an element. What the schema does not know comes last, as it stood. */
final class SchemaOrder {
    private static final List<String> NODE = List.of("name", "documentation", "flowsInto");
    private static final List<String> VARIABLE = List.of(
            "index", "documentation", "name", "type", "namespace", "isUntyped", "element", "initialValue", "defaultValue",
            "mandatory", "isCutThroughParam", "logPredicate");

    private static final Map<String, List<String>> ORDERS = Map.ofEntries(
            Map.entry("specificationSet", List.of("specification", "layout")),
            Map.entry("specification", List.of("name", "documentation", "metaData", "schema", "decomposition", "importedNet")),
            Map.entry("metaData", List.of(
                    "title", "creator", "subject", "description", "contributor", "coverage", "validFrom", "validUntil", "created",
                    "version", "status", "persistent", "identifier")),
            Map.entry("decomposition", List.of(
                    "name", "documentation", "inputParam", "outputParam", "logPredicate", "localVariable",
                    "processControlElements", "externalDataGateway", "enablementParam", "yawlService", "codelet",
                    "externalInteraction")),
            Map.entry("inputParam", VARIABLE),
            Map.entry("outputParam", VARIABLE),
            Map.entry("localVariable", VARIABLE),
            Map.entry("enablementParam", VARIABLE),
            Map.entry("inputCondition", NODE),
            Map.entry("condition", NODE),
            Map.entry("outputCondition", NODE),
            Map.entry("flowsInto", List.of("nextElementRef", "predicate", "isDefaultFlow", "documentation")),
            Map.entry("task", List.of(
                    "name", "documentation", "flowsInto", "join", "split", "defaultConfiguration", "configuration",
                    "removesTokens", "removesTokensFromFlow", "startingMappings", "completedMappings", "enablementMappings",
                    "timer", "resourcing", "customForm", "decomposesTo", "minimum", "maximum", "threshold", "creationMode",
                    "miDataInput", "miDataOutput")),
            Map.entry("removesTokensFromFlow", List.of("flowSource", "flowDestination")),
            Map.entry("mapping", List.of("expression", "mapsTo")),
            Map.entry("timer", List.of("netparam", "trigger", "expiry", "duration", "durationparams", "workdays")),
            Map.entry("resourcing", List.of("offer", "allocate", "start", "secondary", "privileges")),
            Map.entry("offer", List.of("distributionSet", "familiarParticipant")),
            Map.entry("distributionSet", List.of("initialSet", "filters", "constraints")),
            Map.entry("initialSet", List.of("participant", "role", "param")),
            Map.entry("miDataInput", List.of("expression", "splittingExpression", "formalInputParam")),
            Map.entry("miDataOutput", List.of("formalOutputExpression", "outputJoiningExpression", "resultAppliedToLocalVariable")));

    /** An element with the comments before it, which move with it. */
    private record Group(int rank, List<Xml> parts) {}

    private SchemaOrder() {}

    /** The element and everything in it that is YAWL's, in order. Layout has no order and is left alone. */
    static Xml.Element of(Xml.Element element) {
        if (!element.isOwn() || element.name().equals("layout")) {
            return element;
        }
        List<Xml> content = new ArrayList<>();
        for (Xml each : element.content()) {
            content.add(each instanceof Xml.Element inner ? of(inner) : each);
        }
        List<String> order = ORDERS.get(element.name());
        if (element.name().equals("processControlElements")) {
            return element.content(sorted(content, SchemaOrder::rankInNet));
        }
        return order == null ? element.content(content) : element.content(sorted(content, child -> rank(order, child)));
    }

    private interface Rank {
        int of(Xml.Element element);
    }

    private static int rankInNet(Xml.Element node) {
        return node.is("inputCondition") ? 0 : node.is("outputCondition") ? 2 : 1;
    }

    private static int rank(List<String> order, Xml.Element child) {
        // The schema of data types is XML Schema's own element, under whatever prefix.
        boolean known = child.isOwn() || child.namespace().equals(Yawl.SCHEMA);
        int rank = known ? order.indexOf(child.local()) : -1;
        return rank < 0 ? order.size() : rank;
    }

    private static List<Xml> sorted(List<Xml> content, Rank rank) {
        if (content.stream().anyMatch(Xml.Text.class::isInstance)) {
            return content;
        }
        List<Group> groups = new ArrayList<>();
        List<Xml> parts = new ArrayList<>();
        for (Xml each : content) {
            parts.add(each);
            if (each instanceof Xml.Element element) {
                groups.add(new Group(rank.of(element), parts));
                parts = new ArrayList<>();
            }
        }
        groups.sort(Comparator.comparingInt(Group::rank));
        List<Xml> sorted = new ArrayList<>();
        groups.forEach(group -> sorted.addAll(group.parts()));
        sorted.addAll(parts);
        return sorted;
    }
}
