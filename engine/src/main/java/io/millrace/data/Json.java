package io.millrace.data;

/** Reads JSON as RFC 8259 defines it, without extensions and without duplicate fields. */
public final class Json {
    private Json() {}

    /** A value that was read from a text, and the offset of the first character after it. */
    public record Read(Data value, int end) {}

    /** Reads a text that contains one value and white space. */
    public static Data read(String text) {
        JsonReader reader = new JsonReader(text, 0);
        Data value = reader.value();
        reader.end();
        return value;
    }

    /** Reads the value that begins at an offset, after white space, in a text that may continue after it. */
    public static Read read(String text, int from) {
        JsonReader reader = new JsonReader(text, from);
        Data value = reader.value();
        return new Read(value, reader.offset());
    }
}
