package io.millrace.verify.file;

import io.millrace.net.text.Xml;
import io.millrace.net.text.Xml.Element;
import io.millrace.net.text.XmlPrinter;
import io.millrace.verify.PlainNet;
import io.millrace.verify.PlainNet.Arc;
import io.millrace.verify.PlainNet.Transition;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes PNML: one net with one page. Names may hold what ids may not, so ids are made here ({@code p1}, {@code t1}, {@code a1}) and
 * names are names.
 */
final class PnmlWriter {
    private final List<Xml> content = new ArrayList<>();
    private int arcs;

    private PnmlWriter() {}

    static String write(PlainNet net) {
        PnmlWriter writer = new PnmlWriter();
        writer.nodes(net);
        Element page = Element.of("page").with("id", "page1").content(writer.content);
        Element written = Element.of("net").with("id", "net1").with("type", Pnml.TYPE).content(List.of(label("name", net.name()), page));
        return XmlPrinter.print(Element.of("pnml").with("xmlns", Pnml.NAMESPACE).content(List.of(written)));
    }

    private void nodes(PlainNet net) {
        for (int place = 0; place < net.places().size(); place++) {
            List<Xml> labels = new ArrayList<>(List.of(label("name", net.places().get(place))));
            if (net.initial().get(place) > 0) {
                labels.add(label("initialMarking", Integer.toString(net.initial().get(place))));
            }
            content.add(Element.of("place").with("id", place(place)).content(labels));
        }
        int number = 0;
        for (Transition transition : net.transitions()) {
            content.add(Element.of("transition").with("id", "t" + ++number).content(List.of(label("name", transition.name()))));
        }
        number = 0;
        for (Transition transition : net.transitions()) {
            String id = "t" + ++number;
            transition.consumes().forEach(arc -> arc(place(arc.place()), id, arc));
            transition.produces().forEach(arc -> arc(id, place(arc.place()), arc));
        }
    }

    private void arc(String from, String to, Arc arc) {
        Element element = Element.of("arc").with("id", "a" + ++arcs).with("source", from).with("target", to);
        content.add(arc.weight() == 1 ? element : element.content(List.of(label("inscription", Integer.toString(arc.weight())))));
    }

    private static String place(int number) {
        return "p" + (number + 1);
    }

    private static Element label(String name, String text) {
        return Element.of(name, Element.of("text", text));
    }
}
