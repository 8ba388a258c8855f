package io.millrace.xquery;

import io.millrace.data.Data;
import io.millrace.net.text.XmlNames;
import java.util.Map;
import net.sf.saxon.s9api.BuildingStreamWriterImpl;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XdmNode;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes data as a document, by the rule of this package. */
final class DataDocument {
    private final XMLStreamWriter out;
    private final Meter meter = Meter.current();

    private DataDocument(XMLStreamWriter out) {
        this.out = out;
    }

    /** A document with a root of this name and one element for each variable. */
    static XdmNode ofVariables(Processor processor, String root, Data data) throws SaxonApiException {
        return of(processor, root, data, true);
    }

    /** A document with a root of this name and its fields in it, a list as elements of one name. */
    static XdmNode ofFields(Processor processor, String root, Data data) throws SaxonApiException {
        return of(processor, root, data, false);
    }

    private static XdmNode of(Processor processor, String root, Data data, boolean variables) throws SaxonApiException {
        try {
            BuildingStreamWriterImpl writer = processor.newDocumentBuilder().newBuildingStreamWriter();
            writer.writeStartDocument();
            DataDocument document = new DataDocument(writer);
            String name = root.isEmpty() ? "data" : root;
            if (variables && data instanceof Data.Fields fields) {
                writer.writeStartElement(encoded(name));
                for (Map.Entry<String, Data> variable : fields.asMap().entrySet()) {
                    document.element(variable.getKey(), variable.getValue());
                }
                writer.writeEndElement();
            } else {
                document.element(name, data);
            }
            writer.writeEndDocument();
            return writer.getDocumentNode();
        } catch (XMLStreamException e) {
            throw new SaxonApiException(e);
        }
    }

    private void element(String name, Data data) throws XMLStreamException {
        out.writeStartElement(encoded(name));
        meter.step(1);
        switch (data) {
            case Data.Nothing nothing -> {}
            case Data.Truth truth -> out.writeCharacters(truth.json());
            case Data.Num number -> out.writeCharacters(number.decimal().toPlainString());
            case Data.Text text -> {
                meter.moves(text.value().length());
                out.writeCharacters(legal(text.value()));
            }
            case Data.Items items -> {
                for (Data each : items.asList()) {
                    element("item", each);
                }
            }
            case Data.Fields fields -> fields(fields);
        }
        out.writeEndElement();
    }

    private void fields(Data.Fields fields) throws XMLStreamException {
        for (Map.Entry<String, Data> field : fields.asMap().entrySet()) {
            if (field.getKey().startsWith("@") && field.getKey().length() > 1) {
                out.writeAttribute(encoded(field.getKey().substring(1)), text(field.getValue()));
            }
        }
        for (Map.Entry<String, Data> field : fields.asMap().entrySet()) {
            String name = field.getKey();
            boolean attribute = name.startsWith("@") && name.length() > 1;
            if (name.equals("#text")) {
                out.writeCharacters(text(field.getValue()));
            } else if (!attribute && field.getValue() instanceof Data.Items items) {
                for (Data each : items.asList()) {
                    element(name, each);
                }
            } else if (!attribute) {
                element(name, field.getValue());
            }
        }
    }

    private static String text(Data data) {
        return data instanceof Data.Text text ? legal(text.value()) : data.isNothing() ? "" : data.json();
    }

    /** XML has no form at all for control characters. */
    private static String legal(String text) {
        StringBuilder legal = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            boolean control = c < ' ' && c != '\t' && c != '\n' && c != '\r';
            legal.appendCodePoint(control || c >= 0xD800 && c <= 0xDFFF || c == 0xFFFE || c == 0xFFFF ? 0xFFFD : c);
        });
        return legal.toString();
    }

    static String encoded(String name) {
        return XmlNames.encoded(name);
    }

    static String decoded(String name) {
        return XmlNames.decoded(name);
    }
}
