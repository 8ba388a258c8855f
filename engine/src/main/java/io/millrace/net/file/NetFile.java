package io.millrace.net.file;

import io.millrace.net.NetTask;
import io.millrace.net.Specification;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads and writes nets as YAWL files and as facts. */
public final class NetFile {
    private static final Pattern ENCODING = Pattern.compile("^<\\?xml[^>]*encoding\\s*=\\s*[\"']([A-Za-z0-9._\\-]+)[\"']");

    private NetFile() {}

    /** Whether a text looks like XML, and is read as YAWL. */
    public static boolean isXml(String text) {
        String start = text.startsWith("\uFEFF") ? text.substring(1) : text;
        return start.stripLeading().startsWith("<");
    }

    /**
     * One specification of a file.
     *
     * @param name its name: in a YAWL file the {@code uri}
     * @param text a text that holds this specification alone, at the lines and columns of the file
     */
    public record Part(String name, String text) {}

    /** The specifications of a YAWL file that holds several; one part without a name for any other text. */
    public static List<Part> parts(String text) {
        List<Part> parts = isXml(text) ? YawlParts.of(text) : List.of();
        return parts.isEmpty() ? List.of(new Part("", text)) : parts;
    }

    /** Reads a YAWL specification. The name is that of the file, for messages. */
    public static Reading yawl(String file, String text) {
        return YawlReader.read(file, unmarked(text), true);
    }

    /** Reads a net as facts. If the file names no process, the process has the name of the file without its extension. */
    public static Reading facts(String file, String text) {
        return FactsReader.read(file, unmarked(text), true);
    }

    /**
     * Reads a net that was deployed before, in either form. Mistakes that earlier versions accepted are accepted again, because cases may
     * be running.
     */
    public static Reading stored(String file, String text) {
        return isXml(text) ? YawlReader.read(file, unmarked(text), false) : FactsReader.read(file, unmarked(text), false);
    }

    private static String unmarked(String text) {
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    /** Reads a net in either form. */
    public static Reading read(String file, String text) {
        return isXml(text) ? yawl(file, text) : facts(file, text);
    }

    /** A specification as facts. Throws {@link io.millrace.problem.RefusedException} if it holds Java functions. */
    public static String toFacts(Specification specification) {
        return FactsWriter.write(specification);
    }

    /** A specification as YAWL 4.0. Throws {@link io.millrace.problem.RefusedException} if it holds Java functions. */
    public static String toYawl(Specification specification) {
        return YawlWriter.write(specification);
    }

    /**
     * The text of a file with another join, split or cancellation set of one task, in the notation of the text. In facts only the clauses that
     * say it change, if that is possible; otherwise the whole is written anew.
     *
     * @param specification what the text says
     * @param net the net of the task
     * @param task the task as it is to be
     */
    public static String changed(String file, String text, Specification specification, String net, NetTask task) {
        String edited = isXml(text) ? null : FactsEdit.changed(file, unmarked(text), specification, net, task);
        return edited != null ? edited : rewritten(text, specification.with(net, task));
    }

    /** A specification in the notation of a text. */
    public static String rewritten(String text, Specification specification) {
        return isXml(text) ? toYawl(specification) : toFacts(specification);
    }

    /**
     * The text of a file, by its byte order mark, by the encoding that XML declares, or as UTF-8. Invalid bytes become replacement
     * characters, which the reader then reports with their place.
     */
    public static String text(byte[] bytes) {
        if (bytes.length >= 2 && (bytes[0] == (byte) 0xFE && bytes[1] == (byte) 0xFF || bytes[0] == (byte) 0xFF && bytes[1] == (byte) 0xFE)) {
            return decode(bytes, StandardCharsets.UTF_16);
        }
        Matcher declared = ENCODING.matcher(new String(bytes, 0, Math.min(bytes.length, 200), StandardCharsets.ISO_8859_1));
        try {
            return decode(bytes, declared.find() ? Charset.forName(declared.group(1)) : StandardCharsets.UTF_8);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            return decode(bytes, StandardCharsets.UTF_8);
        }
    }

    private static String decode(byte[] bytes, Charset charset) {
        try {
            return charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPLACE)
                    .onUnmappableCharacter(CodingErrorAction.REPLACE)
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalStateException("a decoder that replaces does not fail", e);
        }
    }
}
