package io.millrace.net;

import io.millrace.shared.SharedData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Nets with known verdicts beside the project, as far as control flow goes. The real reader is not needed, and so not trusted, here. */
final class Corpus {
    private static final String VERDICTS = "corpora/nets/orjoin/verdicts/";

    private Corpus() {}

    private static Path file(String name) {
        return SharedData.besideTheProject().file(VERDICTS + name);
    }

    /** A row of the table of verdicts, by column. */
    record Row(Map<String, String> cells) {
        String at(String column) {
            return cells.getOrDefault(column, "");
        }

        boolean has(String column) {
            return !at(column).equals("0");
        }
    }

    static List<Row> rows() {
        try {
            List<String> lines = Files.readAllLines(file("verdicts.tsv"));
            String[] head = lines.getFirst().split("\t");
            List<Row> rows = new ArrayList<>();
            for (String line : lines.subList(1, lines.size())) {
                String[] cells = line.split("\t");
                Map<String, String> row = new HashMap<>();
                for (int i = 0; i < cells.length; i++) {
                    row.put(head[i], cells[i]);
                }
                rows.add(new Row(row));
            }
            return rows;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static List<Net> nets(String file) {
        try {
            Element root = DocumentBuilderFactory.newInstance().newDocumentBuilder()
                    .parse(file(file).toFile()).getDocumentElement();
            return children(root, "decomposition").stream()
                    .filter(each -> each.getAttribute("xsi:type").equals("NetFactsType"))
                    .map(Corpus::net)
                    .toList();
        } catch (IOException | SAXException | ParserConfigurationException failure) {
            throw new IllegalStateException(file, failure);
        }
    }

    private static Net net(Element net) {
        List<Condition> conditions = new ArrayList<>();
        List<NetTask> tasks = new ArrayList<>();
        List<Flow> flows = new ArrayList<>();
        Element elements = children(net, "processControlElements").getFirst();
        for (Element node : children(elements, "*")) {
            String id = node.getAttribute("id");
            switch (node.getTagName()) {
                case "inputCondition" -> conditions.add(Condition.input(id));
                case "outputCondition" -> conditions.add(Condition.output(id));
                case "condition" -> conditions.add(Condition.inner(id));
                default -> tasks.add(task(node, id));
            }
            children(node, "nextElementRef").forEach(next -> flows.add(Flow.of(id, next.getAttribute("id"))));
        }
        String name = net.getAttribute("id");
        return new Net(name, name, conditions, tasks, flows, List.of(), false, null);
    }

    private static NetTask task(Element node, String id) {
        List<String> nodes = children(node, "removesTokens").stream().map(each -> each.getAttribute("id")).toList();
        List<Cancellation.Arc> arcs = children(node, "removesTokensFromFlow").stream()
                .map(each -> new Cancellation.Arc(
                        children(each, "flowSource").getFirst().getAttribute("id"),
                        children(each, "flowDestination").getFirst().getAttribute("id")))
                .toList();
        NetTask task = NetTask.named(id).join(junction(node, "join")).split(junction(node, "split")).cancels(new Cancellation(nodes, arcs));
        if (children(node, "minimum").isEmpty()) {
            return task;
        }
        boolean dynamic = children(node, "creationMode").getFirst().getAttribute("code").equals("dynamic");
        return task.multiple(Multiplicity.of(number(node, "minimum"), number(node, "maximum"), number(node, "threshold"),
                dynamic ? Multiplicity.Creation.DYNAMIC : Multiplicity.Creation.STATIC));
    }

    private static Junction junction(Element node, String which) {
        return Junction.valueOf(children(node, which).getFirst().getAttribute("code").toUpperCase(Locale.ROOT));
    }

    private static int number(Element node, String which) {
        return Integer.parseInt(children(node, which).getFirst().getTextContent());
    }

    private static List<Element> children(Element parent, String name) {
        NodeList list = parent.getElementsByTagName(name);
        List<Element> found = new ArrayList<>();
        for (int i = 0; i < list.getLength(); i++) {
            if (list.item(i) instanceof Element element && (!name.equals("*") || parent.isSameNode(element.getParentNode()))) {
                found.add(element);
            }
        }
        return found;
    }
}
