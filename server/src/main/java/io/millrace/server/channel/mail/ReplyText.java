package io.millrace.server.channel.mail;

import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.server.channel.Written;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What somebody wrote in a reply: without what they quoted, and as the data that the task wants. */
final class ReplyText {
    /** Stands above the text of each mail; what is above it in a reply is the answer. */
    static final String MARK = "--- Please write your answer above this line ---";

    private static final String HEADER = "(?i)(from|sent|to|cc|subject|date|von|gesendet|an|betreff|datum|de|envoyé|à|objet)\\s*:.*";

    private ReplyText() {}

    /** The text without the mail that it answers and without a signature. */
    static String own(String text) {
        String[] lines = text.replace("\r\n", "\n").replace('\r', '\n').split("\n", -1);
        List<String> own = new ArrayList<>();
        for (int at = 0; at < lines.length; at++) {
            String line = lines[at].replace('\u00a0', ' ').stripTrailing();
            boolean quotedBelow = line.endsWith(":") && isQuoted(lines, at + 1);
            boolean quotedLater = line.matches("(?i)(on|am|le|el|il) .*") && at + 1 < lines.length && lines[at + 1].strip().endsWith(":") && isQuoted(lines, at + 2);
            boolean forwarded = line.matches(HEADER) && at + 1 < lines.length && lines[at + 1].strip().matches(HEADER) && at + 2 < lines.length && lines[at + 2].strip().matches(HEADER);
            if (line.contains(MARK) || quotedBelow || quotedLater || forwarded || line.matches("-{2,} ?(Original Message|Ursprüngliche Nachricht|Message d'origine) ?-{2,}|_{20,}")) {
                break;
            }
            // The usual sign of a signature is two dashes and a blank.
            if (lines[at].equals("-- ")) {
                break;
            }
            if (!line.startsWith(">")) {
                own.add(line);
            }
        }
        return String.join("\n", own).strip();
    }

    /** Whether the next line that says something is quoted, or is our own mark. */
    private static boolean isQuoted(String[] lines, int from) {
        for (int at = from; at < lines.length; at++) {
            if (!lines[at].isBlank()) {
                return lines[at].stripLeading().startsWith(">") || lines[at].contains(MARK);
            }
        }
        return false;
    }


    /** What was wanted and was not written. */
    static final class Misfit extends Exception {
        private static final long serialVersionUID = 1;

        private final List<String> complaints;

        Misfit(List<String> complaints) {
            super(String.join("\n", complaints));
            this.complaints = List.copyOf(complaints);
        }

        /** All of it on one line, without a point at its end. */
        String inOneLine() {
            return complaints.stream().map(complaint -> complaint.replaceFirst("\\.$", "")).collect(Collectors.joining("; "));
        }
    }

    /**
     * The output of the task that a reply stands for.
     *
     * @param files the references of attachments, for the fields that are files
     */
    static Data read(Shape type, String text, List<Data> files) throws Misfit {
        Shape bare = Written.bare(type);
        if (bare instanceof Shape.FieldsOf fields) {
            return fields(fields, text, files);
        }
        if (bare == Shape.Simple.ANY) {
            return files.isEmpty() ? Data.of(text) : Data.fields("text", text, "attachments", files);
        }
        try {
            Data value = Written.read(type, text, "[\n,]");
            if (value.isNothing() && !(type instanceof Shape.OrNothing)) {
                throw new Misfit(List.of("The mail has no answer in it."));
            }
            return value;
        } catch (Written.Misfit e) {
            throw new Misfit(List.of("The answer must be " + e.getMessage() + "."));
        }
    }

    private static Data fields(Shape.FieldsOf type, String text, List<Data> files) throws Misfit {
        List<Shape.Field> written = type.fields().stream().filter(field -> !Written.isFile(field.shape()) && !Written.isFiles(field.shape())).toList();
        Map<String, String> texts = written.size() == 1 ? alone(written.getFirst(), text) : lines(written, text);
        List<String> complaints = new ArrayList<>();
        List<Data> left = new ArrayList<>(files);
        Data all = Data.fields();
        for (Shape.Field field : type.fields()) {
            Data value = Data.nothing();
            if (Written.isFile(field.shape())) {
                value = left.isEmpty() ? value : left.removeFirst();
            } else if (Written.isFiles(field.shape())) {
                value = left.isEmpty() ? value : Data.of(List.copyOf(left));
                left.clear();
            } else {
                try {
                    value = Written.read(field.shape(), texts.getOrDefault(field.name(), ""), "[\n,]");
                } catch (Written.Misfit e) {
                    complaints.add("'" + field.name() + "' must be " + e.getMessage() + ".");
                    continue;
                }
            }
            if (!value.isNothing()) {
                all = all.with(field.name(), value);
            } else if (field.required() && field.shape() instanceof Shape.OrNothing) {
                all = all.with(field.name(), value);
            } else if (field.required()) {
                complaints.add("'" + field.name() + "' is missing" + (Written.isFile(field.shape()) ? ": attach a file." : "."));
            }
        }
        if (!complaints.isEmpty()) {
            throw new Misfit(complaints);
        }
        return type.open() && !left.isEmpty() ? all.with("attachments", left) : all;
    }

    /** The whole text is the value of the only field, with or without its name. */
    private static Map<String, String> alone(Shape.Field field, String text) {
        String plain = text.strip();
        String begin = field.name().toLowerCase(Locale.ROOT) + ":";
        return Map.of(field.name(), plain.toLowerCase(Locale.ROOT).startsWith(begin) ? plain.substring(begin.length()) : plain);
    }

    /** Lines of {@code name: value}; a line without the name of a field belongs to the field above it. */
    private static Map<String, String> lines(List<Shape.Field> fields, String text) {
        Map<String, String> texts = new LinkedHashMap<>();
        String last = null;
        for (String line : text.split("\n")) {
            int colon = line.indexOf(':');
            String name = colon < 0 ? "" : line.substring(0, colon).strip();
            String known = fields.stream().map(Shape.Field::name).filter(each -> each.equalsIgnoreCase(name)).findFirst().orElse(null);
            if (known != null) {
                texts.put(known, line.substring(colon + 1).strip());
                last = known;
            } else if (last != null) {
                texts.merge(last, line, (above, more) -> above + "\n" + more);
            }
        }
        return texts;
    }

    /** Tells people how to answer. */
    static String instructions(Shape type) {
        Shape bare = Written.bare(type);
        if (!(bare instanceof Shape.FieldsOf fields)) {
            return "Answer with " + described(type) + ".";
        }
        List<Shape.Field> written = fields.fields().stream().filter(field -> !Written.isFile(field.shape()) && !Written.isFiles(field.shape())).toList();
        StringBuilder all = new StringBuilder();
        if (written.size() == 1) {
            all.append("Answer with ").append(described(written.getFirst().shape())).append('.');
        } else {
            all.append("Answer with these lines:\n");
            written.forEach(field -> all.append(field.name()).append(": (").append(described(field.shape())).append(field.required() ? ")\n" : ", optional)\n"));
        }
        fields.fields().stream()
                .filter(field -> !written.contains(field))
                .forEach(field -> all.append("\nAttach ").append(Written.isFile(field.shape()) ? "a file" : "files").append(" as ").append(field.name()).append('.'));
        return all.toString().strip();
    }

    private static String described(Shape shape) {
        Shape bare = Written.bare(shape);
        if (bare == Shape.Simple.TRUTH) {
            return "yes or no";
        }
        if (bare instanceof Shape.OneOf choice) {
            return String.join(" | ", choice.values().stream().map(Written::shown).toList());
        }
        if (bare == Shape.Simple.ANY) {
            return "a text";
        }
        return bare instanceof Shape.ListOf list && Written.isPlain(list.element()) ? "several, with commas between them" : bare.describe();
    }
}
