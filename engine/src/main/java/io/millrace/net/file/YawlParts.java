package io.millrace.net.file;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The specifications of one YAWL file, each as a text of its own: the others are blanks in it, so that lines and columns stay. Works on
 * the tags alone; a text that is not well-formed has whatever parts can be seen, and its reader says what is wrong.
 */
final class YawlParts {
    private static final Pattern SPECIFICATION = Pattern.compile("<(?:[\\w.\\-]+:)?specification(?=[\\s/>])");
    private static final Pattern URI = Pattern.compile("\\suri\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)')");

    /** Where a specification begins and ends. */
    private record Range(int from, int to) {}

    private final String text;
    private int cursor;

    private YawlParts(String text) {
        this.text = text;
    }

    /** A part for each specification; none if there are not several. */
    static List<NetFile.Part> of(String text) {
        List<Range> ranges = new YawlParts(text).ranges();
        return ranges.size() < 2
                ? List.of()
                : ranges.stream().map(kept -> new NetFile.Part(uri(text, kept), alone(text, ranges, kept))).toList();
    }

    private static String uri(String text, Range specification) {
        int end = new YawlParts(text).tagEnd(specification.from());
        Matcher uri = URI.matcher(text.substring(specification.from(), end < 0 ? specification.to() : end));
        return !uri.find() ? "" : (uri.group(1) != null ? uri.group(1) : uri.group(2)).replace("&amp;", "&");
    }

    private static String alone(String text, List<Range> ranges, Range kept) {
        StringBuilder alone = new StringBuilder(text);
        for (Range each : ranges) {
            for (int at = each.from(); !each.equals(kept) && at < each.to(); at++) {
                if (text.charAt(at) != '\n' && text.charAt(at) != '\r') {
                    alone.setCharAt(at, ' ');
                }
            }
        }
        return alone.toString();
    }

    private List<Range> ranges() {
        List<Range> ranges = new ArrayList<>();
        int depth = 0;
        int from = -1;
        for (int at = next(); at >= 0; at = next()) {
            boolean closes = text.startsWith("</", at);
            boolean empty = !closes && text.charAt(cursor - 2) == '/';
            if (depth == 1 && !closes && SPECIFICATION.matcher(text).region(at, text.length()).lookingAt()) {
                from = at;
            }
            depth += closes ? -1 : empty ? 0 : 1;
            if (depth == 1 && from >= 0) {
                ranges.add(new Range(from, cursor));
                from = -1;
            }
        }
        return ranges;
    }

    /** Where the next tag begins, with the cursor behind its end; -1 if there is none. */
    private int next() {
        while (true) {
            int at = text.indexOf('<', cursor);
            String closing = at < 0 ? "" : closing(at);
            int end = at < 0 ? -1 : closing.isEmpty() ? tagEnd(at) : text.indexOf(closing, at);
            if (at < 0 || end < 0) {
                cursor = text.length();
                return -1;
            }
            cursor = end + Math.max(1, closing.length());
            if (closing.isEmpty()) {
                return at;
            }
        }
    }

    private String closing(int at) {
        return text.startsWith("<!--", at)
                ? "-->"
                : text.startsWith("<![CDATA[", at) ? "]]>" : text.startsWith("<?", at) ? "?>" : text.startsWith("<!", at) ? ">" : "";
    }

    /** A value of an attribute may hold what ends a tag. */
    private int tagEnd(int at) {
        char quote = 0;
        for (int i = at; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (c == '>') {
                return i;
            }
        }
        return -1;
    }
}
