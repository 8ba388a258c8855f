package io.millrace.verify.file;

import io.millrace.logic.read.Source;
import io.millrace.net.NetLayout.Spot;
import io.millrace.net.NetLayout;
import io.millrace.net.Condition;
import io.millrace.net.text.BadFile;
import io.millrace.net.text.Notes;
import io.millrace.net.text.Vocabulary;
import io.millrace.net.text.Xml;
import io.millrace.net.text.XmlParser;
import io.millrace.problem.Code;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads place/transition nets in PNML (ISO/IEC 15909-2). Pages only arrange a net, so their contents are read as one; a reference
 * node stands for the node that it leads to. Positions are kept for pictures; other graphics, tool-specific parts and elements that the standard does not know are passed over.
 */
final class Pnml {
    /** The namespace of the standard; files in the wild have an older one, one of their tool's, or none. */
    static final String NAMESPACE = "http://www.pnml.org/version-2009/grammar/pnml";

    static final String TYPE = "http://www.pnml.org/version-2009/grammar/ptnet";

    private static final Vocabulary VOCABULARY = new Vocabulary(
            uri -> uri.isEmpty() || uri.equals(NAMESPACE) || uri.toLowerCase(Locale.ROOT).matches(".*(pnml|pntd).*"), Map.of());
    /** P/T nets by their various names, and the core model, under which process mining tools write the same. */
    private static final Pattern PLACE_TRANSITION = Pattern.compile("(?i)(.*[/#])?(pt-?net\\w?|pnmlcoremodel)|p/t[ -]?net");

    private static final Pattern NUMBER = Pattern.compile("\\+?[0-9]+");

    private final Notes notes;
    private final Set<String> ids = new HashSet<>();
    private final Map<String, Xml.Element> places = new LinkedHashMap<>();
    private final Map<String, Xml.Element> transitions = new LinkedHashMap<>();
    private final Map<String, Xml.Element> references = new LinkedHashMap<>();
    private final List<Xml.Element> arcs = new ArrayList<>();
    private final Map<String, Integer> placeNumbers = new HashMap<>();
    private final Map<String, PlainNetBuilder.Open> open = new HashMap<>();
    private final PlainNetBuilder builder = new PlainNetBuilder();
    private int pages;

    private Pnml(Notes notes) {
        this.notes = notes;
    }

    static PlainReading read(String fileName, String text) {
        Source source = Source.of(fileName, text);
        Notes notes = new Notes(source, Code.PNML);
        try {
            Xml.Element net = only(XmlParser.parse(source, VOCABULARY), notes);
            Pnml pnml = new Pnml(notes);
            if (net != null) {
                pnml.net(net);
            }
            return net == null || !notes.problems().isEmpty()
                    ? PlainReading.wrong(notes.problems())
                    : PlainReading.of(pnml.builder.build(nameOf(net, PlainNetFile.stem(fileName))), pnml.layout());
        } catch (BadFile e) {
            return PlainReading.wrong(List.of(e.problem()));
        }
    }

    /** The net of a file, or null if there is not one that can be read. */
    private static Xml.@Nullable Element only(Xml.Element root, Notes notes) {
        if (!root.is("pnml") && !root.is("PNML")) {
            notes.wrong(Code.NOT_PNML, root.place(), "it begins with '" + root.name() + "', not with 'pnml'");
            return null;
        }
        List<Xml.Element> nets = root.all("net");
        if (nets.size() != 1) {
            notes.wrong(
                    Code.NOT_PNML,
                    nets.isEmpty() ? root.place() : nets.get(1).place(),
                    nets.isEmpty() ? "there is no 'net' in it" : "it holds " + nets.size() + " nets, and one is asked for");
            return null;
        }
        Xml.Element net = nets.getFirst();
        String type = net.attribute("type");
        if (type != null && !PLACE_TRANSITION.matcher(type.strip()).matches()) {
            notes.wrong(Code.NOT_PNML, net.place(), "its net has the type '" + type + "', and only place/transition nets (" + TYPE + ") are read");
            return null;
        }
        return net;
    }

    private void net(Xml.Element net) {
        collect(net);
        names(places).forEach((id, name) -> {
            int number = builder.place(name);
            placeNumbers.put(id, number);
            mark(number, places.get(id));
        });
        names(transitions).forEach((id, name) -> open.put(id, builder.transition(name)));
        references.keySet().forEach(id -> resolve(id, true));
        arcs.forEach(this::arc);
    }

    /** Where the file has its nodes; null if it has them on several pages, which have each their own origin, or nowhere. */
    private @Nullable NetLayout layout() {
        Map<String, Spot> nodes = new HashMap<>();
        Map<String, List<Spot>> bends = new HashMap<>();
        places.forEach((id, element) -> put(nodes, drawn(id), positions(element)));
        transitions.forEach((id, element) -> put(nodes, drawn(id), positions(element)));
        for (Xml.Element arc : arcs) {
            String from = arc.attribute("source");
            String to = arc.attribute("target");
            if (from != null && to != null) {
                bends.put(Condition.between(drawn(from.strip()), drawn(to.strip())), positions(arc));
            }
        }
        return pages > 1 || nodes.size() < places.size() + transitions.size() ? null : new NetLayout(nodes, bends);
    }

    private static void put(Map<String, Spot> nodes, String node, List<Spot> positions) {
        if (!positions.isEmpty()) {
            nodes.put(node, positions.getFirst());
        }
    }

    /** The node of a picture. */
    private String drawn(String id) {
        String target = resolve(id, false);
        Integer place = placeNumbers.get(target == null ? id : target);
        int transition = new ArrayList<>(transitions.keySet()).indexOf(target == null ? id : target);
        return place != null ? PlainPicture.place(place) : PlainPicture.transition(transition);
    }

    private static List<Spot> positions(Xml.Element element) {
        List<Spot> positions = new ArrayList<>();
        Xml.Element graphics = element.first("graphics");
        for (Xml.Element each : graphics == null ? List.<Xml.Element>of() : graphics.all("position")) {
            try {
                String x = Objects.requireNonNullElse(each.attribute("x"), "");
                String y = Objects.requireNonNullElse(each.attribute("y"), "");
                positions.add(new Spot(Double.parseDouble(x), Double.parseDouble(y)));
            } catch (NumberFormatException e) {
                // A drawing that cannot be read is as if it were not there.
                return List.of();
            }
        }
        return positions;
    }

    private void collect(Xml.Element container) {
        for (Xml.Element each : container.elements()) {
            switch (each.isOwn() ? each.name() : "") {
                case "page" -> {
                    pages++;
                    collect(each);
                }
                case "place" -> node(each, places);
                case "transition" -> node(each, transitions);
                case "referencePlace", "referenceTransition" -> node(each, references);
                case "arc" -> arcs.add(each);
                default -> {}
            }
        }
    }

    private void node(Xml.Element element, Map<String, Xml.Element> kind) {
        String id = attribute(element, "id");
        if (id == null) {
            return;
        }
        if (!ids.add(id)) {
            notes.wrong(element, "the id '" + id + "' is here a second time");
        } else {
            kind.put(id, element);
        }
    }

    /**
     * What the nodes of one kind are called, by id: their names where each has one of its own, since people know those; the id
     * where there is no name or another has it, too; and all by their ids if that would call two the same.
     */
    private static Map<String, String> names(Map<String, Xml.Element> nodes) {
        Map<String, Integer> uses = new HashMap<>();
        nodes.values().forEach(node -> uses.merge(nameOf(node, ""), 1, Integer::sum));
        Map<String, String> names = new LinkedHashMap<>();
        nodes.forEach((id, node) -> {
            String name = nameOf(node, "");
            names.put(id, name.isEmpty() || uses.getOrDefault(name, 0) > 1 ? id : name);
        });
        if (new HashSet<>(names.values()).size() < names.size()) {
            names.replaceAll((id, name) -> id);
        }
        return names;
    }

    private static String nameOf(Xml.Element element, String otherwise) {
        return Objects.requireNonNullElse(label(element, "name"), otherwise);
    }

    /** The text of a label, without the space around it; null if there is none. */
    private static @Nullable String label(Xml.Element element, String name) {
        Xml.Element label = element.first(name);
        return label == null ? null : label.textOf("text");
    }

    private void mark(int place, Xml.@Nullable Element element) {
        if (element != null && !builder.mark(place, number(element, "initialMarking", 0))) {
            notes.wrong(element, "these are more tokens than can be counted");
        }
    }

    /** The number in a label; a label that holds none is told, and counts as if it were not there. */
    private int number(Xml.Element element, String name, int otherwise) {
        Xml.Element label = element.first(name);
        if (label == null) {
            return otherwise;
        }
        String text = label.textOf("text");
        if (text == null || !NUMBER.matcher(text).matches()) {
            notes.wrong(label, "this '" + name + "' of '" + element.attribute("id") + "' is not a number" + (text == null ? "" : ": '" + text + "'"));
            return otherwise;
        }
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            notes.wrong(label, "the number " + text + " is too large");
            return otherwise;
        }
    }

    private void arc(Xml.Element arc) {
        Xml.Element type = arc.first("type");
        String kind = type == null ? label(arc, "arctype") : type.attribute("value") == null ? type.textOf("text") : type.attribute("value");
        if (kind != null && !kind.equals("normal")) {
            notes.wrong(arc, "an arc of the type '" + kind + "' is not one of a place/transition net");
            return;
        }
        String from = attribute(arc, "source");
        String to = attribute(arc, "target");
        String source = from == null ? null : end(arc, from);
        String target = to == null ? null : end(arc, to);
        if (source == null || target == null) {
            return;
        }
        int weight = number(arc, "inscription", 1);
        if (weight < 1) {
            notes.wrong(arc, "an arc of no tokens joins nothing");
            return;
        }
        Integer taken = placeNumbers.get(source);
        Integer given = placeNumbers.get(target);
        PlainNetBuilder.Open taker = open.get(target);
        PlainNetBuilder.Open giver = open.get(source);
        boolean counted = true;
        if (taken != null && taker != null) {
            counted = PlainNetBuilder.arc(taker.consumes, taken, weight);
        } else if (given != null && giver != null) {
            counted = PlainNetBuilder.arc(giver.produces, given, weight);
        } else {
            notes.wrong(arc, "an arc leads from '" + from + "' to '" + to + "', and does not join a place and a transition");
        }
        if (!counted) {
            notes.wrong(arc, "the arcs from '" + from + "' to '" + to + "' weigh more than can be counted");
        }
    }

    /** The node at an end of an arc; null, and told, if there is none. */
    private @Nullable String end(Xml.Element arc, String id) {
        if (!ids.contains(id)) {
            notes.wrong(arc, "there is no place or transition '" + id + "'");
            return null;
        }
        return resolve(id, false);
    }

    /** The node that a reference leads to in the end; null, and told if asked for, if there is none of its kind. */
    private @Nullable String resolve(String id, boolean tell) {
        Xml.Element first = references.get(id);
        if (first == null) {
            return id;
        }
        Set<String> passed = new HashSet<>();
        String at = id;
        for (Xml.Element reference = first; reference != null; reference = references.get(at)) {
            String ref = reference.attribute("ref");
            boolean circle = !passed.add(at);
            if (circle || ref == null || !ids.contains(ref)) {
                if (tell) {
                    notes.wrong(reference, "the reference '" + id + "' leads " + (circle ? "in a circle" : "nowhere"));
                }
                return null;
            }
            at = ref;
        }
        boolean fits = (first.is("referencePlace") ? places : transitions).containsKey(at);
        if (!fits && tell) {
            notes.wrong(first, "the reference '" + id + "' leads to '" + at + "', which is not of its kind");
        }
        return fits ? at : null;
    }

    private @Nullable String attribute(Xml.Element element, String name) {
        String value = element.attribute(name);
        if (value == null || value.isBlank()) {
            notes.wrong(element, "this '" + element.name() + "' has no " + name);
            return null;
        }
        return value.strip();
    }
}
