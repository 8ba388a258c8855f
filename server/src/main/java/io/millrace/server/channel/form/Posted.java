package io.millrace.server.channel.form;

import io.millrace.server.channel.Written;
import io.millrace.server.http.Exchange;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a browser sends with a form: texts and files by the names of their fields. */
record Posted(Map<String, List<String>> texts, Map<String, List<Upload>> files) {
    private static final int MOST_PARTS = 2_000;
    private static final int LONGEST_HEAD = 8_192;
    private static final Pattern BOUNDARY = Pattern.compile("boundary=(\"([^\"]{1,70})\"|([^\\s;\"]{1,70}))", Pattern.CASE_INSENSITIVE);
    private static final Pattern NAME = Pattern.compile("[;\\s]name=\"([^\"]*)\"", Pattern.CASE_INSENSITIVE);
    private static final Pattern FILE = Pattern.compile("[;\\s]filename=\"([^\"]*)\"", Pattern.CASE_INSENSITIVE);

    /** A file; its name is checked. */
    record Upload(String name, byte[] content) {}

    static final Posted NOTHING = new Posted(Map.of(), Map.of());

    /** The first text of a field; empty if there is none. */
    String text(String name) {
        List<String> all = texts.getOrDefault(name, List.of());
        return all.isEmpty() ? "" : all.getFirst();
    }

    /** Reads a request of one of the two types that browsers use for forms. */
    static Posted read(String type, byte[] content) {
        String plain = type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return switch (plain) {
            case "application/x-www-form-urlencoded" -> encoded(new String(content, StandardCharsets.UTF_8));
            case "multipart/form-data" -> {
                Matcher boundary = BOUNDARY.matcher(type);
                if (!boundary.find()) {
                    throw Exchange.bad("the form has no boundary between its parts");
                }
                yield parts(content, boundary.group(2) == null ? boundary.group(3) : boundary.group(2));
            }
            default -> throw Exchange.bad("a form is sent as application/x-www-form-urlencoded or multipart/form-data");
        };
    }

    private static Posted encoded(String content) {
        Map<String, List<String>> texts = new LinkedHashMap<>();
        int parts = 0;
        for (String pair : content.split("&")) {
            if (++parts > MOST_PARTS) {
                throw Exchange.bad("the form has more than " + MOST_PARTS + " fields");
            }
            String[] sides = pair.split("=", 2);
            if (sides.length == 2) {
                try {
                    texts.computeIfAbsent(URLDecoder.decode(sides[0], StandardCharsets.UTF_8), name -> new ArrayList<>())
                            .add(URLDecoder.decode(sides[1], StandardCharsets.UTF_8));
                } catch (IllegalArgumentException e) {
                    throw Exchange.bad("the form is not encoded as its type says");
                }
            }
        }
        return new Posted(texts, Map.of());
    }

    private static Posted parts(byte[] content, String boundary) {
        byte[] line = ("--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
        byte[] next = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
        Map<String, List<String>> texts = new LinkedHashMap<>();
        Map<String, List<Upload>> files = new LinkedHashMap<>();
        int at = find(content, line, 0);
        int parts = 0;
        while (at >= 0) {
            at += at == 0 || parts == 0 ? line.length : next.length;
            if (starts(content, at, "--")) {
                return new Posted(texts, files);
            }
            int head = at + 2;
            int body = find(content, "\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1), at);
            int end = body < 0 ? -1 : find(content, next, body + 2);
            if (!starts(content, at, "\r\n") || end < 0 || body - head > LONGEST_HEAD || ++parts > MOST_PARTS) {
                break;
            }
            add(new String(content, head, Math.max(0, body - head), StandardCharsets.UTF_8), content, body + 4, Math.max(body + 4, end), texts, files);
            at = end;
        }
        throw Exchange.bad("the form has parts that are not as its type says");
    }

    private static void add(
            String head, byte[] content, int from, int to, Map<String, List<String>> texts, Map<String, List<Upload>> files) {
        String disposition = Arrays.stream(head.split("\r\n"))
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-disposition:"))
                .findFirst()
                .orElse("");
        Matcher name = NAME.matcher(disposition);
        Matcher file = FILE.matcher(disposition);
        if (!name.find()) {
            throw Exchange.bad("the form has a part without a name");
        }
        byte[] part = Arrays.copyOfRange(content, from, to);
        String field = unquoted(name.group(1));
        if (!file.find()) {
            texts.computeIfAbsent(field, key -> new ArrayList<>()).add(new String(part, StandardCharsets.UTF_8));
        } else if (part.length > 0 || !file.group(1).isEmpty()) {
            // A field in which nothing was chosen comes without a name and without content.
            files.computeIfAbsent(field, key -> new ArrayList<>()).add(new Upload(Written.fileName(unquoted(file.group(1))), part));
        }
    }

    /** Browsers write quotation marks and ends of lines in names so, and nothing else. */
    private static String unquoted(String name) {
        return name.replace("%22", "\"").replace("%0D", "\r").replace("%0A", "\n");
    }

    private static boolean starts(byte[] content, int at, String with) {
        return at + with.length() <= content.length && new String(content, at, with.length(), StandardCharsets.ISO_8859_1).equals(with);
    }

    private static int find(byte[] content, byte[] wanted, int from) {
        for (int at = from; at <= content.length - wanted.length; at++) {
            if (content[at] == wanted[0] && Arrays.equals(content, at, at + wanted.length, wanted, 0, wanted.length)) {
                return at;
            }
        }
        return -1;
    }
}
