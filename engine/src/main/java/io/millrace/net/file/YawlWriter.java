package io.millrace.net.file;

import io.millrace.net.Condition;
import io.millrace.net.End;
import io.millrace.net.Flow;
import io.millrace.net.Net;
import io.millrace.net.OrJoin;
import io.millrace.net.Specification;
import io.millrace.net.NetTask;
import io.millrace.net.text.Xml;
import io.millrace.net.text.XmlPrinter;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes specifications as YAWL 4.0. One that was read from a YAWL file carries that file: its tree is read once more, and
 * where the model still says what the tree says, the tree is written as it is. Only what was changed is made from the model,
 * and even then whatever the model does not cover stays where it was.
 */
final class YawlWriter {
    /** What the model covers of a task or condition, and therefore says anew when it changed. */
    private static final Set<String> OF_NODE = Set.of(
            "name", "flowsInto", "join", "split", "removesTokens", "removesTokensFromFlow", "startingMappings",
            "completedMappings", "timer", "resourcing", "decomposesTo", "minimum", "maximum", "threshold", "creationMode",
            "miDataInput", "miDataOutput");

    private static final Set<String> OF_NET =
            Set.of("name", "inputParam", "outputParam", "localVariable", "processControlElements");

    private final Specification specification;
    private final @Nullable Specification before;
    private final YawlElements elements = new YawlElements();
    private final Map<String, Xml.Element> decompositions = new LinkedHashMap<>();

    private YawlWriter(Specification specification, @Nullable Specification before) {
        this.specification = specification;
        this.before = before;
    }

    static String write(Specification specification) {
        Kept kept = specification.attachment() instanceof Kept found ? found : null;
        Specification before = kept == null ? null : YawlReader.again(kept);
        YawlWriter writer = new YawlWriter(specification, before);
        Xml.Element set = writer.set(kept == null ? Xml.Element.of("specificationSet") : kept.set());
        if (!writer.elements.unwritable.isEmpty()) {
            throw new RefusedException(
                    Code.NOT_WRITABLE.with(specification.name(), "YAWL", String.join("; ", writer.elements.unwritable)));
        }
        return XmlPrinter.print(declared(set));
    }

    private static Xml.Element declared(Xml.Element set) {
        List<Xml.Attribute> attributes = new ArrayList<>();
        attributes.add(new Xml.Attribute("xmlns", Yawl.NAMESPACE));
        attributes.add(new Xml.Attribute("xmlns:xsi", Yawl.INSTANCE));
        if (usesOurs(set)) {
            attributes.add(new Xml.Attribute("xmlns:m", Yawl.MILLRACE));
        }
        Set<String> taken = Set.of("xmlns", "xmlns:xsi", "xmlns:m");
        set.attributes().stream().filter(each -> !taken.contains(each.name())).forEach(attributes::add);
        return set.attributes(attributes);
    }

    private static boolean usesOurs(Xml.Element element) {
        return element.namespace().equals(Yawl.MILLRACE)
                || element.attributes().stream().anyMatch(each -> each.name().startsWith("m:"))
                || element.elements().stream().anyMatch(YawlWriter::usesOurs);
    }

    private Xml.Element set(Xml.Element kept) {
        Xml.Element raw = kept.first("specification");
        Xml.Element written = specification(raw == null ? Xml.Element.of("specification") : raw);
        List<Xml> content = new ArrayList<>();
        for (Xml each : kept.content()) {
            content.add(each.equals(raw) ? written : each);
        }
        if (raw == null) {
            content.add(written);
        }
        return Upgrade.of(kept.with("version", Upgrade.VERSION).content(content));
    }

    private Xml.Element specification(Xml.Element raw) {
        Map<String, Xml.Element> known = new LinkedHashMap<>();
        List<Xml> others = new ArrayList<>();
        for (Xml each : raw.content()) {
            if (each instanceof Xml.Element element && element.is("decomposition")) {
                String id = element.attribute("id");
                known.put(id == null ? "" : id, element);
            } else {
                others.add(each);
            }
        }
        Set<String> written = new HashSet<>();
        for (Xml.Element each : known.values()) {
            String id = each.attribute("id");
            Net net = id == null ? null : specification.net(id);
            if (net != null) {
                decompositions.put(net.name(), net(each, net));
                written.add(net.name());
            } else if (!YawlReader.isNet(each)) {
                decompositions.put(id == null ? "" : id, each);
            }
        }
        for (Net net : specification.nets()) {
            if (!written.contains(net.name())) {
                decompositions.put(net.name(), net(Xml.Element.of("decomposition"), net));
            }
        }
        others.addAll(decompositions.values());
        Xml.Element element = raw.with("uri", specification.name()).content(others);
        element = option(element, "m:orJoin", specification.orJoin(), OrJoin.PAPER);
        return option(element, "m:end", specification.end(), End.QUIET);
    }

    private static Xml.Element option(Xml.Element element, String attribute, Enum<?> value, Enum<?> usual) {
        return value == usual ? element.without(attribute) : element.with(attribute, value.name().toLowerCase(Locale.ROOT));
    }

    private Xml.Element net(Xml.Element raw, Net net) {
        Net old = before == null ? null : before.net(net.name());
        Xml.Element element = net.equals(old) ? raw : changed(raw, net, old);
        element = element.with("id", net.name());
        boolean root = net.name().equals(specification.root());
        element = root ? element.with("isRootNet", "true") : element.without("isRootNet");
        element = element.with("xsi:type", "NetFactsType");
        return net.implicitTermination() ? element.with("m:termination", "implicit") : element.without("m:termination");
    }

    private Xml.Element changed(Xml.Element raw, Net net, @Nullable Net old) {
        List<Xml> content = new ArrayList<>();
        boolean sameVariables = old != null && old.variables().equals(net.variables());
        Xml.Element oldControl = raw.first("processControlElements");
        for (Xml each : raw.content()) {
            boolean covered = each instanceof Xml.Element element && element.isOwn() && OF_NET.contains(element.name());
            boolean variable = covered && !((Xml.Element) each).is("name") && !((Xml.Element) each).is("processControlElements");
            if (!covered || variable && sameVariables) {
                content.add(each);
            }
        }
        if (!net.title().equals(net.name())) {
            content.add(Xml.Element.of("name", net.title()));
        }
        if (!sameVariables) {
            for (int i = 0; i < net.variables().size(); i++) {
                content.addAll(elements.variable(net.variables().get(i), i));
            }
        }
        content.add(control(oldControl == null ? Xml.Element.of("processControlElements") : oldControl, net, old));
        return raw.content(content);
    }

    private Xml.Element control(Xml.Element raw, Net net, @Nullable Net old) {
        Map<String, List<Flow>> flows = byStart(net);
        Map<String, List<Flow>> oldFlows = old == null ? Map.of() : byStart(old);
        Map<String, Xml.Element> nodes = new LinkedHashMap<>();
        for (Xml.Element each : raw.elements()) {
            String id = each.attribute("id");
            if (id != null) {
                nodes.put(id, each);
            }
        }
        // New nodes come after the old ones, as long as that leaves the tasks in their order, which means something.
        boolean reordered = old == null || !inOrder(old, net);
        Map<String, Xml> made = new LinkedHashMap<>();
        if (!reordered) {
            nodes.keySet().stream()
                    .filter(name -> net.task(name) != null || net.condition(name) != null)
                    .forEach(name -> made.put(name, Xml.Element.of("later")));
        }
        for (Condition each : net.conditions()) {
            List<Flow> mine = flows.getOrDefault(each.name(), List.of());
            boolean same = old != null
                    && each.equals(old.condition(each.name()))
                    && mine.equals(oldFlows.getOrDefault(each.name(), List.of()));
            Xml.Element node = nodes.get(each.name());
            made.put(each.name(), same && node != null ? node : together(node, elements.condition(each, mine)));
        }
        for (NetTask each : net.tasks()) {
            List<Flow> mine = flows.getOrDefault(each.name(), List.of());
            boolean same = old != null
                    && each.equals(old.task(each.name()))
                    && mine.equals(oldFlows.getOrDefault(each.name(), List.of()));
            Xml.Element node = nodes.get(each.name());
            made.put(each.name(), same && node != null ? node : task(node, each, mine));
        }
        return raw.content(List.copyOf(made.values()));
    }

    private static boolean inOrder(Net old, Net net) {
        List<String> names = old.tasks().stream().map(NetTask::name).filter(name -> net.task(name) != null).toList();
        return net.tasks().stream().map(NetTask::name).limit(names.size()).toList().equals(names);
    }

    private static Map<String, List<Flow>> byStart(Net net) {
        Map<String, List<Flow>> flows = new LinkedHashMap<>();
        for (Flow flow : net.flows()) {
            flows.computeIfAbsent(flow.from(), start -> new ArrayList<>()).add(flow);
        }
        return flows;
    }

    private Xml.Element task(Xml.@Nullable Element raw, NetTask task, List<Flow> flows) {
        String root = task.decomposition().root();
        Xml.Element decomposition = elements.decomposition(task.decomposition());
        String id = decomposition == null ? root : decomposed(root, decomposition);
        return together(raw, elements.task(task, id.isEmpty() ? null : id, flows));
    }

    /** Adds a decomposition if it is not there; work that differs and has one name gets several ids. */
    private String decomposed(String root, Xml.Element made) {
        String id = root;
        for (int number = 2; ; number++) {
            Xml.Element wanted = id.equals(root) ? made : made.with("id", id).with("m:root", root);
            Xml.Element there = decompositions.get(id);
            if (there != null && there.place() != null && !YawlReader.isNet(there)) {
                there = kept(there, wanted);
                decompositions.put(id, there);
                return id;
            }
            if (there == null && specification.net(id) == null) {
                decompositions.put(id, wanted);
                return id;
            }
            if (wanted.equals(there)) {
                return id;
            }
            id = root + "_" + number;
        }
    }

    /** The decomposition that a file has, while it still says what the model says. */
    private Xml.Element kept(Xml.Element there, Xml.Element made) {
        Specification known = before;
        boolean used = known != null
                && known.nets().stream()
                        .flatMap(net -> net.tasks().stream())
                        .map(NetTask::decomposition)
                        .anyMatch(each -> made.equals(elements.decomposition(each)));
        return used ? there : made;
    }

    /** What was made from the model, and beside it what the model does not cover. */
    private static Xml.Element together(Xml.@Nullable Element raw, Xml.Element made) {
        if (raw == null) {
            return made;
        }
        List<Xml> content = new ArrayList<>(made.content());
        for (Xml each : raw.content()) {
            boolean covered = each instanceof Xml.Element element
                    && (element.namespace().equals(Yawl.MILLRACE) || element.isOwn() && OF_NODE.contains(element.name()));
            if (!covered) {
                content.add(each);
            }
        }
        return made.content(content);
    }
}
