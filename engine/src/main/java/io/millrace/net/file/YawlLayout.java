package io.millrace.net.file;

import io.millrace.net.Condition;
import io.millrace.net.NetLayout;
import io.millrace.net.NetLayout.Spot;
import io.millrace.net.text.Xml;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the part of a YAWL file in which its editor keeps where everything is. Whatever cannot be read there is as if it were not there. */
final class YawlLayout {
    private YawlLayout() {}

    static @Nullable NetLayout of(Xml.Element set, String net) {
        Xml.Element layout = set.first("layout");
        Xml.Element own = set.first("specification");
        String uri = own == null ? null : own.attribute("uri");
        List<Xml.Element> drawings = layout == null ? List.of() : layout.all("specification");
        // A file of several specifications has a drawing for each; in others the name may be an old one.
        boolean several = drawings.size() > 1;
        for (Xml.Element specification : drawings) {
            if (several && uri != null && !uri.equals(specification.attribute("id"))) {
                continue;
            }
            for (Xml.Element drawn : specification.all("net")) {
                if (net.equals(drawn.attribute("id"))) {
                    return read(drawn);
                }
            }
        }
        return null;
    }

    private static NetLayout read(Xml.Element drawn) {
        Map<String, Spot> nodes = new HashMap<>();
        Map<String, List<Spot>> bends = new HashMap<>();
        for (Xml.Element element : drawn.elements()) {
            String id = element.attribute("id");
            Xml.Element vertex = element.is("container") ? element.first("vertex") : element.is("vertex") ? element : null;
            Spot middle = vertex == null ? null : middle(vertex);
            if (id != null && middle != null) {
                nodes.put(id, middle);
            }
            String from = element.attribute("source");
            String to = element.attribute("target");
            if (element.is("flow") && from != null && to != null) {
                bends.put(Condition.between(from, to), bends(element));
            }
        }
        return new NetLayout(nodes, bends);
    }

    private static @Nullable Spot middle(Xml.Element vertex) {
        Xml.Element attributes = vertex.first("attributes");
        Xml.Element bounds = attributes == null ? null : attributes.first("bounds");
        Double x = bounds == null ? null : number(bounds, "x");
        Double y = bounds == null ? null : number(bounds, "y");
        Double width = bounds == null ? null : number(bounds, "w");
        Double height = bounds == null ? null : number(bounds, "h");
        return x == null || y == null || width == null || height == null ? null : new Spot(x + width / 2, y + height / 2);
    }

    /** The points of a line without its ends, which are at the borders of the editor's symbols. */
    private static List<Spot> bends(Xml.Element flow) {
        List<Spot> spots = new ArrayList<>();
        Xml.Element attributes = flow.first("attributes");
        Xml.Element points = attributes == null ? null : attributes.first("points");
        for (Xml.Element value : points == null ? List.<Xml.Element>of() : points.all("value")) {
            Double x = number(value, "x");
            Double y = number(value, "y");
            if (x != null && y != null) {
                spots.add(new Spot(x, y));
            }
        }
        return spots.size() < 3 ? List.of() : List.copyOf(spots.subList(1, spots.size() - 1));
    }

    /** The editor writes numbers as its user's country does, with a comma or a point. */
    private static @Nullable Double number(Xml.Element element, String attribute) {
        String text = element.attribute(attribute);
        try {
            return text == null ? null : Double.valueOf(text.replace(',', '.'));
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
