package io.millrace.net;

/** A place in a file; line and column count from 1. Immutable. */
public record Place(String file, int line, int column) {
    @Override
    public String toString() {
        return file + ":" + line + ":" + column;
    }
}
