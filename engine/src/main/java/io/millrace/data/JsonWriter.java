package io.millrace.data;

/** Writes JSON. Deterministic: fields in their order, numbers with the digits that they have. */
final class JsonWriter {
    private static final String HEX = "0123456789abcdef";

    private final StringBuilder out = new StringBuilder();
    private final boolean indented;

    private JsonWriter(boolean indented) {
        this.indented = indented;
    }

    static String compact(Data data) {
        JsonWriter writer = new JsonWriter(false);
        writer.write(data, 0);
        return writer.out.toString();
    }

    static String pretty(Data data) {
        JsonWriter writer = new JsonWriter(true);
        writer.write(data, 0);
        return writer.out.toString();
    }

    private void write(Data data, int level) {
        switch (data) {
            case Data.Nothing nothing -> out.append("null");
            case Data.Truth truth -> out.append(truth.value());
            case Data.Num num -> {
                if (num.isPlain()) {
                    out.append(num.longValue());
                } else {
                    out.append(Decimals.text(num.decimal()));
                }
            }
            case Data.Text text -> quote(text.value());
            case Data.Items items -> {
                out.append('[');
                for (int i = 0; i < items.count(); i++) {
                    next(i, level + 1);
                    write(items.element(i), level + 1);
                }
                close(']', items.count(), level);
            }
            case Data.Fields fields -> {
                out.append('{');
                for (int i = 0; i < fields.count(); i++) {
                    next(i, level + 1);
                    quote(fields.name(i));
                    out.append(indented ? ": " : ":");
                    write(fields.value(i), level + 1);
                }
                close('}', fields.count(), level);
            }
        }
    }

    private void next(int index, int level) {
        if (index > 0) {
            out.append(',');
        }
        if (indented) {
            line(level);
        }
    }

    private void close(char bracket, int count, int level) {
        if (indented && count > 0) {
            line(level);
        }
        out.append(bracket);
    }

    private void line(int level) {
        out.append('\n').repeat("  ", level);
    }

    private void quote(String text) {
        out.append('"');
        int done = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c != '"' && c != '\\' && c < 0x7F) {
                continue;
            }
            if (c > 0x9F && !Character.isSurrogate(c) && c != '\u2028' && c != '\u2029') {
                continue;
            }
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
                continue;
            }
            out.append(text, done, i);
            done = i + 1;
            escape(c);
        }
        out.append(text, done, text.length()).append('"');
    }

    /** Half a surrogate pair is escaped too: it has no form in UTF-8, and would be lost on the way out. */
    private void escape(char c) {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            default -> out.append("\\u")
                    .append(HEX.charAt(c >> 12))
                    .append(HEX.charAt((c >> 8) & 15))
                    .append(HEX.charAt((c >> 4) & 15))
                    .append(HEX.charAt(c & 15));
        }
    }
}
