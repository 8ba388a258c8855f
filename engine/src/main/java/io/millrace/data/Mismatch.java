package io.millrace.data;

/**
 * One place where a value is not what its shape declares.
 *
 * @param path where, such as {@code claim.items[2].amount}; empty for the whole value
 * @param expected what the shape requires there, such as {@code a number}
 * @param found what is there, such as {@code the text "many"}
 */
public record Mismatch(String path, String expected, String found) {
    @Override
    public String toString() {
        return (path.isEmpty() ? "" : "at '" + path + "' ") + expected + " was expected, found " + found;
    }
}
