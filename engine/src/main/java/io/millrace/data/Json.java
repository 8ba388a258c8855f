package io.millrace.data;

/** Reading JSON as RFC 8259 has it: nothing more is accepted, and a field may not be given twice. */
public final class Json {
    private Json() {}

    /** A value that was read from a text, and the offset of the first character after it. */
    public record Read(Data value, int end) {}

    /** The value of a text that holds one and nothing else but space. */
    public static Data read(String text) {
        JsonReader reader = new JsonReader(text, 0);
        Data value = reader.value();
        reader.end();
        return value;
    }

    /** The value that begins at an offset, space before it skipped, in a text that may go on after it. */
    public static Read read(String text, int from) {
        JsonReader reader = new JsonReader(text, from);
        Data value = reader.value();
        return new Read(value, reader.offset());
    }
}
