package io.millrace.net.text;

/** Writes a tree as text: what is of the file's own vocabulary indented, everything else as it was. */
public final class XmlPrinter {
    private static final String STEP = "  ";

    private final StringBuilder out = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");

    private XmlPrinter() {}

    /**
     * A whole XML document: the declaration, the element, and a line break at the end. Control characters that XML does not allow become
     * U+FFFD.
     */
    public static String print(Xml.Element root) {
        XmlPrinter printer = new XmlPrinter();
        printer.structure(root, "");
        return printer.out.append('\n').toString();
    }

    private void structure(Xml.Element element, String indent) {
        boolean structure = element.isOwn()
                && element.content().stream().anyMatch(Xml.Element.class::isInstance)
                && element.content().stream().noneMatch(Xml.Text.class::isInstance);
        if (!structure) {
            verbatim(element);
            return;
        }
        open(element);
        for (Xml each : element.content()) {
            out.append('\n').append(indent).append(STEP);
            switch (each) {
                case Xml.Element inner -> structure(inner, indent + STEP);
                case Xml.Aside aside -> out.append(aside.text());
                case Xml.Text text -> throw new IllegalStateException("no text stands between the elements of a structure");
            }
        }
        out.append('\n').append(indent).append("</").append(element.name()).append('>');
    }

    private void verbatim(Xml.Element element) {
        open(element);
        if (element.content().isEmpty()) {
            return;
        }
        for (Xml each : element.content()) {
            switch (each) {
                case Xml.Element inner -> verbatim(inner);
                case Xml.Aside aside -> out.append(aside.text());
                case Xml.Text text -> escape(text.characters(), false);
            }
        }
        out.append("</").append(element.name()).append('>');
    }

    private void open(Xml.Element element) {
        out.append('<').append(element.name());
        for (Xml.Attribute attribute : element.attributes()) {
            out.append(' ').append(attribute.name()).append("=\"");
            escape(attribute.value(), true);
            out.append('"');
        }
        out.append(element.content().isEmpty() ? "/>" : ">");
    }

    private void escape(String text, boolean attribute) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '\r' -> out.append("&#13;");
                case '"' -> out.append(attribute ? "&quot;" : "\"");
                case '\n' -> out.append(attribute ? "&#10;" : "\n");
                case '\t' -> out.append(attribute ? "&#9;" : "\t");
                default -> {
                    // A control character has no form in XML 1.0 at all.
                    out.append(c < ' ' || c == '\uFFFE' || c == '\uFFFF' ? '\uFFFD' : c);
                }
            }
        }
    }
}
