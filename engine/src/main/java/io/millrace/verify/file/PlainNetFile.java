package io.millrace.verify.file;

import io.millrace.net.file.NetFile;
import io.millrace.verify.PlainNet;
import java.util.Locale;
import java.util.regex.Pattern;

/** Reads and writes plain nets in the file formats of other tools. */
public final class PlainNetFile {
    /** What begins a net in PNML, however it is prefixed, behind whatever may stand before it. */
    private static final Pattern PNML = Pattern.compile("<(?:[\\w.-]+:)?(?:pnml|PNML)[\\s/>]");

    private PlainNetFile() {}

    /** Whether a file contains a plain net, by its name or else by the beginning of its text. */
    public static boolean isPlain(String fileName, String text) {
        String name = fileName.toLowerCase(Locale.ROOT);
        if (name.endsWith(".pnml") || name.endsWith(".lola") || name.endsWith(".llnet")) {
            return true;
        }
        return NetFile.isXml(text) ? rootIsPnml(text) : Lola.begins(text);
    }

    /** Reads a net in PNML or in LoLA's text form, whichever it is. The name is that of the file: for messages, and for a net without one. */
    public static PlainReading read(String fileName, String text) {
        String read = (text.startsWith("\uFEFF") ? text.substring(1) : text).replace("\r\n", "\n").replace('\r', '\n');
        return NetFile.isXml(read) ? Pnml.read(fileName, read) : Lola.read(fileName, read);
    }

    /** A net in PNML. */
    public static String toPnml(PlainNet net) {
        return PnmlWriter.write(net);
    }

    /** What a file is called without folder and ending. */
    static String stem(String fileName) {
        String name = fileName.substring(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1);
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }

    private static boolean rootIsPnml(String text) {
        int at = text.indexOf('<');
        while (at >= 0 && at + 1 < text.length()) {
            String closing = text.startsWith("<!--", at) ? "-->" : text.startsWith("<?", at) ? "?>" : text.startsWith("<!", at) ? ">" : "";
            if (closing.isEmpty()) {
                return PNML.matcher(text).region(at, text.length()).lookingAt();
            }
            int end = text.indexOf(closing, at);
            at = end < 0 ? -1 : text.indexOf('<', end);
        }
        return false;
    }
}
