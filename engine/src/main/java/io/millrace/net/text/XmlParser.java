package io.millrace.net.text;

import io.millrace.logic.read.Source;
import io.millrace.net.Place;
import io.millrace.problem.Code;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Parses a text into a tree. Document types are refused where they begin, so there are no entities to expand or fetch; a
 * text that nests too deeply is refused, too, so that whoever walks the tree may recurse.
 */
public final class XmlParser {
    private static final int MAX_DEPTH = 90;

    /** An element whose end has not come yet. */
    private static final class Open {
        final String name;
        final String namespace;
        final List<Xml.Attribute> attributes;
        final List<Xml> content = new ArrayList<>();
        final Place place;

        Open(String name, String namespace, List<Xml.Attribute> attributes, Place place) {
            this.name = name;
            this.namespace = namespace;
            this.attributes = attributes;
            this.place = place;
        }
    }

    private final Source source;
    private final Vocabulary vocabulary;
    private final Deque<Open> open = new ArrayDeque<>();
    private Xml.@Nullable Element root;
    private int cursor;

    private XmlParser(Source source, Vocabulary vocabulary) {
        this.source = source;
        this.vocabulary = vocabulary;
    }

    /**
     * The root element of a text, whose lines must end in one character each: the parser counts characters after it made them so.
     * Throws {@link BadFile}.
     */
    public static Xml.Element parse(Source source, Vocabulary vocabulary) {
        return new XmlParser(source, vocabulary).parse();
    }

    private Xml.Element parse() {
        try {
            XMLStreamReader reader = factory().createXMLStreamReader(new StringReader(source.text()));
            while (reader.hasNext()) {
                step(reader, reader.next());
            }
            reader.close();
            return Objects.requireNonNull(root);
        } catch (XMLStreamException e) {
            throw malformed(e);
        } catch (RuntimeException e) {
            if (e instanceof BadFile) {
                throw e;
            }
            // The JDK's parser answers some texts with an exception of its own bookkeeping instead of a place.
            throw BadFile.at(source, 0, Code.NOT_XML, "the parser cannot make sense of it");
        }
    }

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        factory.setXMLResolver((id, system, base, namespace) -> {
            throw new XMLStreamException("nothing is fetched");
        });
        return factory;
    }

    private void step(XMLStreamReader reader, int event) {
        switch (event) {
            case XMLStreamConstants.START_ELEMENT -> begin(reader, nextTag());
            case XMLStreamConstants.END_ELEMENT -> end();
            case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> characters(reader.getText());
            case XMLStreamConstants.COMMENT -> add(new Xml.Aside("<!--" + reader.getText() + "-->"));
            case XMLStreamConstants.PROCESSING_INSTRUCTION -> add(instruction(reader));
            case XMLStreamConstants.DTD ->
                throw BadFile.at(source, Math.max(0, source.text().indexOf("<!DOCTYPE")), Code.XML_ENTITIES);
            case XMLStreamConstants.ENTITY_REFERENCE ->
                throw BadFile.at(source, reader.getLocation().getCharacterOffset(), Code.XML_ENTITIES);
            default -> {}
        }
    }

    private static Xml.Aside instruction(XMLStreamReader reader) {
        String data = reader.getPIData();
        return new Xml.Aside("<?" + reader.getPITarget() + (data == null || data.isEmpty() ? "" : " " + data) + "?>");
    }

    /**
     * Where the next start tag begins. The parser itself only says roughly where a tag ends. In a well-formed text a
     * {@code <} outside of comments, instructions and character sections is always the beginning of a tag.
     */
    private int nextTag() {
        String text = source.text();
        while (true) {
            int at = text.indexOf('<', cursor);
            if (at < 0) {
                return Math.max(0, text.length() - 1);
            }
            String closing = text.startsWith("<!--", at)
                    ? "-->"
                    : text.startsWith("<![CDATA[", at) ? "]]>" : text.startsWith("<?", at) ? "?>" : text.startsWith("</", at) ? ">" : "";
            int end = text.indexOf(closing, at);
            cursor = closing.isEmpty() || end < 0 ? at + 1 : end + closing.length();
            if (closing.isEmpty()) {
                return at;
            }
        }
    }

    private void begin(XMLStreamReader reader, int start) {
        if (open.size() >= MAX_DEPTH) {
            throw BadFile.at(source, start, Code.NOT_XML, "elements nest deeper than " + MAX_DEPTH);
        }
        String namespace = Objects.requireNonNullElse(reader.getNamespaceURI(), "");
        Open parent = open.peek();
        boolean ours = vocabulary.own().test(namespace);
        // Inside of something foreign an element without a prefix would change its meaning.
        boolean atHome = parent == null || parent.namespace.equals(Xml.OWN);
        List<Xml.Attribute> attributes = new ArrayList<>();
        for (int i = 0; i < reader.getNamespaceCount(); i++) {
            String prefix = reader.getNamespacePrefix(i);
            String uri = Objects.requireNonNullElse(reader.getNamespaceURI(i), "");
            boolean implied = prefix == null || vocabulary.prefixes().containsKey(uri);
            if (!(ours && atHome && implied)) {
                attributes.add(new Xml.Attribute(prefix == null ? "xmlns" : "xmlns:" + prefix(uri, prefix), uri));
            }
        }
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            String prefix = prefix(reader.getAttributeNamespace(i), reader.getAttributePrefix(i));
            attributes.add(new Xml.Attribute(qualified(prefix, reader.getAttributeLocalName(i)), reader.getAttributeValue(i)));
        }
        Place place = new Place(source.name(), source.line(start), source.column(start));
        open.push(ours && atHome
                ? new Open(reader.getLocalName(), Xml.OWN, attributes, place)
                : new Open(
                        qualified(prefix(namespace, reader.getPrefix()), reader.getLocalName()), namespace, attributes, place));
    }

    /**
     * Whatever prefix a file chose for the namespaces that its reader looks for, in the tree it is the usual one; and where
     * the usual one stands for something else, it makes room.
     */
    private @Nullable String prefix(@Nullable String namespace, @Nullable String written) {
        String usual = namespace == null ? null : vocabulary.prefixes().get(namespace);
        if (usual != null) {
            return usual;
        }
        return written != null && vocabulary.prefixes().containsValue(written) ? written + "_" : written;
    }

    private static String qualified(@Nullable String prefix, String local) {
        return prefix == null || prefix.isEmpty() ? local : prefix + ":" + local;
    }

    private void end() {
        Open ended = open.pop();
        boolean structure = ended.namespace.equals(Xml.OWN) && ended.content.stream().anyMatch(Xml.Element.class::isInstance);
        if (structure) {
            // Space between the elements of the vocabulary means nothing; it is made anew when the file is written.
            ended.content.removeIf(each -> each instanceof Xml.Text text && text.characters().isBlank());
        }
        Xml.Element element = new Xml.Element(ended.name, ended.namespace, ended.attributes, ended.content, ended.place);
        if (open.isEmpty()) {
            root = element;
        } else {
            open.element().content.add(element);
        }
    }

    /** The parser cuts long texts into pieces; in the tree they are one again. */
    private void characters(String characters) {
        Open inside = open.peek();
        if (inside == null) {
            return;
        }
        int last = inside.content.size() - 1;
        if (last >= 0 && inside.content.get(last) instanceof Xml.Text before) {
            inside.content.set(last, new Xml.Text(before.characters() + characters));
        } else {
            inside.content.add(new Xml.Text(characters));
        }
    }

    private void add(Xml.Aside aside) {
        Open inside = open.peek();
        if (inside != null) {
            inside.content.add(aside);
        }
    }

    private BadFile malformed(XMLStreamException e) {
        String told = Objects.requireNonNullElse(e.getMessage(), "");
        // The message begins with the place, which is told in our own way.
        int message = told.indexOf("Message: ");
        String why = (message < 0 ? told : told.substring(message + "Message: ".length())).lines().findFirst().orElse("").strip();
        why = why.endsWith(".") ? why.substring(0, why.length() - 1) : why;
        int offset = e.getLocation() == null ? 0 : e.getLocation().getCharacterOffset();
        boolean entity = why.contains("entity") && source.text().contains("<!DOCTYPE");
        return entity
                ? BadFile.at(source, offset, Code.XML_ENTITIES)
                : BadFile.at(source, offset, Code.NOT_XML, why.isEmpty() ? "it ends too early" : why);
    }
}
