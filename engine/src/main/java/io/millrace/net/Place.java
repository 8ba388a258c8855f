package io.millrace.net;

/** Where something stands in the file that it was read from; line and column count from 1. */
public record Place(String file, int line, int column) {
    @Override
    public String toString() {
        return file + ":" + line + ":" + column;
    }
}
