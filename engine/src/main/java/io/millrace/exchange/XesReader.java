package io.millrace.exchange;

import io.millrace.data.Data;
import io.millrace.problem.Argument;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.charset.CharacterCodingException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads logs in XES, with or without gzip, one trace at a time. It accepts what tools write in practice: with or without a namespace,
 * attributes in any order, dates with and without a zone. It refuses document types, so there are no entities to expand or to load. {@link
 * Limits} limits the input.
 */
public final class XesReader {
    private static final int GZIP_FIRST = 0x1F;
    private static final int GZIP_SECOND = 0x8B;

    /**
     * Limits of the input.
     *
     * @param bytes of XML, after unpacking
     * @param events in the whole log
     * @param depth of elements in each other
     * @param traceCharacters of the attributes of one trace and its events, which are in memory together
     */
    public record Limits(long bytes, long events, int depth, long traceCharacters) {
        public static final Limits DEFAULT = new Limits(8L << 30, 50_000_000, 64, 256L << 20);
    }

    /** Receives the content of a log. */
    public interface Listener {
        /** The attributes of the log that stand before its first trace. */
        void log(XesTrace.Attributes attributes);

        /** A trace, when it ends; events outside of traces come last, in a trace of their own. */
        void trace(XesTrace trace);
    }

    private final String name;
    private final Limits limits;
    private final XMLStreamReader xml;
    private final Listener listener;
    private int depth;
    private long events;
    private long characters;

    private XesReader(String name, Limits limits, XMLStreamReader xml, Listener listener) {
        this.name = name;
        this.limits = limits;
        this.xml = xml;
        this.listener = listener;
    }

    /**
     * Reads a log.
     *
     * @param name its name in messages
     * @param in the log, which is read to its end and not closed
     * @param listener receives the content part by part
     * @throws RefusedException if it is not a log, or too large
     * @throws IOException if it cannot be read
     */
    public static void read(String name, InputStream in, Limits limits, Listener listener) throws IOException {
        Argument.given(listener, "listener");
        try {
            Counted counted = new Counted(unpacked(Argument.given(in, "in")), name, limits.bytes());
            XMLStreamReader xml = factory().createXMLStreamReader(XmlEncoding.decoded(counted));
            try {
                new XesReader(name, limits, xml, listener).log();
            } finally {
                xml.close();
            }
        } catch (XMLStreamException e) {
            throw refused(name, e);
        } catch (XmlEncoding.UnknownEncodingException e) {
            throw new RefusedException(Code.LOG_NOT_XML.with(name, message(e)), e);
        } catch (ZipException | EOFException e) {
            throw new RefusedException(Code.LOG_DAMAGED.with(name, message(e)), e);
        }
    }

    private static InputStream unpacked(InputStream in) throws IOException {
        PushbackInputStream beginning = new PushbackInputStream(in, 2);
        byte[] first = beginning.readNBytes(2);
        beginning.unread(first);
        boolean packed = first.length == 2 && (first[0] & 0xFF) == GZIP_FIRST && (first[1] & 0xFF) == GZIP_SECOND;
        return packed ? new GZIPInputStream(beginning, 1 << 16) : beginning;
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

    private static RuntimeException refused(String name, XMLStreamException e) throws IOException {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof RefusedException refused) {
                return refused;
            }
            if (cause instanceof CharacterCodingException) {
                return new RefusedException(Code.LOG_NOT_XML.with(place(name, e), "there are bytes that are not of its encoding"), e);
            }
            if (cause instanceof IOException io) {
                throw io;
            }
        }
        String told = message(e);
        // The message begins with the place, which is told in our own way.
        int message = told.indexOf("Message: ");
        String why = (message < 0 ? told : told.substring(message + "Message: ".length())).lines().findFirst().orElse("").strip();
        why = why.endsWith(".") ? why.substring(0, why.length() - 1) : why;
        boolean entity = why.contains("entity \"") || why.contains("DOCTYPE");
        return new RefusedException(
                entity ? Code.LOG_ENTITIES.with(place(name, e)) : Code.LOG_NOT_XML.with(place(name, e), why.isEmpty() ? "it ends too early" : why), e);
    }

    private static String place(String name, XMLStreamException e) {
        return e.getLocation() == null ? name : place(name, e.getLocation());
    }

    private static String message(Throwable e) {
        return Objects.requireNonNullElse(e.getMessage(), "it ends too early");
    }

    private static String place(String name, Location location) {
        return name + ":" + location.getLineNumber() + ":" + location.getColumnNumber();
    }

    private String place() {
        return place(name, xml.getLocation());
    }

    /** Bytes up to a limit. */
    private static final class Counted extends InputStream {
        private final InputStream in;
        private final String name;
        private final long most;
        private long count;

        Counted(InputStream in, String name, long most) {
            this.in = in;
            this.name = name;
            this.most = most;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            try {
                int read = in.read(bytes, offset, length);
                count += Math.max(0, read);
                if (count > most) {
                    throw new RefusedException(Code.LOG_TOO_LARGE.with(name, most + " bytes of XML"));
                }
                return read;
            } catch (ZipException | EOFException e) {
                // The parser would take it for the end of the document.
                throw new RefusedException(Code.LOG_DAMAGED.with(name, message(e)), e);
            }
        }
    }

    // Elements.

    private void log() throws XMLStreamException {
        List<XesTrace.Attributes> loose = new ArrayList<>();
        if (!next() || !xml.getLocalName().equals("log")) {
            throw new RefusedException(Code.LOG_NOT_XES.with(place(), depth == 0 ? "there is no element" : "the root element is '" + xml.getLocalName() + "'"));
        }
        Map<String, Data> own = new LinkedHashMap<>();
        Map<String, Instant> ownDates = new LinkedHashMap<>();
        boolean told = false;
        while (next()) {
            switch (xml.getLocalName()) {
                case "trace" -> {
                    if (!told) {
                        listener.log(new XesTrace.Attributes(own, ownDates));
                        told = true;
                    }
                    listener.trace(trace());
                    characters = loose.isEmpty() ? 0 : characters;
                }
                case "event" -> loose.add(event());
                case "extension", "global", "classifier" -> skip();
                default -> attribute(own, ownDates);
            }
        }
        while (xml.hasNext()) {
            step();
        }
        if (!told) {
            listener.log(new XesTrace.Attributes(own, ownDates));
        }
        if (!loose.isEmpty()) {
            listener.trace(new XesTrace(XesTrace.Attributes.NONE, loose));
        }
    }

    private XesTrace trace() throws XMLStreamException {
        Map<String, Data> own = new LinkedHashMap<>();
        Map<String, Instant> ownDates = new LinkedHashMap<>(2);
        List<XesTrace.Attributes> inside = new ArrayList<>();
        while (next()) {
            if (xml.getLocalName().equals("event")) {
                inside.add(event());
            } else {
                attribute(own, ownDates);
            }
        }
        return new XesTrace(new XesTrace.Attributes(own, ownDates), inside);
    }

    private XesTrace.Attributes event() throws XMLStreamException {
        if (++events > limits.events()) {
            throw new RefusedException(Code.LOG_TOO_LARGE.with(place(), limits.events() + " events"));
        }
        Map<String, Data> values = new LinkedHashMap<>();
        Map<String, Instant> dates = new LinkedHashMap<>(2);
        while (next()) {
            attribute(values, dates);
        }
        return new XesTrace.Attributes(values, dates);
    }

    /** Goes to the next element inside of the one that is open, or past its end. */
    private boolean next() throws XMLStreamException {
        while (xml.hasNext()) {
            int event = step();
            if (event == XMLStreamConstants.START_ELEMENT) {
                return true;
            }
            if (event == XMLStreamConstants.END_ELEMENT) {
                return false;
            }
        }
        return false;
    }

    private int step() throws XMLStreamException {
        int event;
        try {
            event = xml.next();
        } catch (RefusedException e) {
            throw e;
        } catch (RuntimeException e) {
            // The JDK's parser answers some texts with an exception of its own bookkeeping instead of a place.
            throw new RefusedException(Code.LOG_NOT_XML.with(place(), "the parser cannot make sense of it"), e);
        }
        switch (event) {
            case XMLStreamConstants.DTD, XMLStreamConstants.ENTITY_REFERENCE -> throw new RefusedException(Code.LOG_ENTITIES.with(place()));
            case XMLStreamConstants.END_ELEMENT -> depth--;
            case XMLStreamConstants.START_ELEMENT -> {
                if (++depth > limits.depth()) {
                    throw new RefusedException(Code.LOG_TOO_LARGE.with(place(), limits.depth() + " elements in each other"));
                }
            }
            default -> {}
        }
        return event;
    }

    private void skip() throws XMLStreamException {
        int outside = depth - 1;
        while (depth > outside && xml.hasNext()) {
            step();
        }
    }

    private void attribute(Map<String, Data> into, Map<String, Instant> datesInto) throws XMLStreamException {
        String type = xml.getLocalName();
        String key = xml.getAttributeValue(null, "key");
        String value = Objects.requireNonNullElse(xml.getAttributeValue(null, "value"), "");
        if (key == null) {
            throw new RefusedException(Code.LOG_NOT_XES.with(place(), "the element '" + type + "' has no key"));
        }
        characters += key.length() + value.length();
        if (characters > limits.traceCharacters()) {
            throw new RefusedException(Code.LOG_TOO_LARGE.with(place(), limits.traceCharacters() + " characters in one trace"));
        }
        switch (type) {
            case "date" -> {
                datesInto.put(key, date(key, value));
                skip();
            }
            case "list", "container" -> into.put(key, list());
            default -> {
                into.put(key, simple(type, key, value));
                // Attributes of attributes are not kept.
                skip();
            }
        }
    }

    private Data simple(String type, String key, String value) {
        Data read = switch (type) {
            case "string", "id" -> Data.of(value);
            case "int" -> XesValues.number(value);
            case "float" -> XesValues.real(value);
            case "boolean" -> XesValues.truth(value);
            default -> throw new RefusedException(Code.LOG_NOT_XES.with(place(), "there is an element '" + type + "'"));
        };
        if (read == null) {
            throw wrong(type, key, value);
        }
        return read;
    }

    private Instant date(String key, String value) {
        Instant instant = XesValues.instant(value);
        if (instant == null) {
            throw wrong("date", key, value);
        }
        return instant;
    }

    private RefusedException wrong(String type, String key, String value) {
        return new RefusedException(Code.LOG_VALUE.with(place(), key, type, value.length() > 60 ? value.substring(0, 60) + "…" : value));
    }

    /** The values of a list, in an element of their own or, as older logs have it, among the attributes of the list. */
    private Data list() throws XMLStreamException {
        List<Map.Entry<String, Data>> elements = new ArrayList<>();
        while (next()) {
            if (xml.getLocalName().equals("values")) {
                while (next()) {
                    element(elements);
                }
            } else {
                element(elements);
            }
        }
        boolean differ = elements.stream().map(Map.Entry::getKey).distinct().count() == elements.size();
        boolean items = elements.stream().allMatch(each -> each.getKey().equals(Xes.ITEM));
        if (elements.isEmpty() || items || !differ) {
            return Data.of(elements.stream().map(Map.Entry::getValue).toList());
        }
        Map<String, Data> fields = new LinkedHashMap<>();
        elements.forEach(each -> fields.put(XmlText.original(each.getKey()), each.getValue()));
        return Data.of(fields);
    }

    private void element(List<Map.Entry<String, Data>> elements) throws XMLStreamException {
        Map<String, Data> one = new LinkedHashMap<>(2);
        Map<String, Instant> oneDate = new LinkedHashMap<>(2);
        attribute(one, oneDate);
        one.forEach((key, value) -> elements.add(Map.entry(key, value)));
        oneDate.forEach((key, value) -> elements.add(Map.entry(key, Data.of(Xes.time(value)))));
    }

    /** The name under which a variable was exported; others have their own. */
    public static String variable(String key) {
        return XmlText.original(key);
    }
}
