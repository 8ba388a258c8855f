package io.millrace.logic.library;

import io.millrace.logic.term.Meter;

/**
 * Looks for a part of a text in a time that grows with the two lengths and not with their product: after a mismatch, the
 * part moves on by as much as its own repetitions allow (Knuth, Morris and Pratt).
 */
final class TextSearch {
    /** A shorter part is found by looking at every place: its product with the text is no more than that. */
    private static final int SHORT = 16;

    private final String part;
    private final Meter meter;
    /** For each length, how long the longest proper end of that beginning is that is a beginning itself. */
    private final int[] borders;

    TextSearch(String part, Meter meter) {
        this.part = part;
        this.meter = meter;
        this.borders = part.length() <= SHORT ? new int[0] : borders(part, meter);
    }

    private static int[] borders(String part, Meter meter) {
        meter.bytes((long) Integer.BYTES * part.length());
        meter.scan(part.length());
        int[] borders = new int[part.length() + 1];
        borders[0] = -1;
        int border = -1;
        for (int i = 0; i < part.length(); i++) {
            while (border >= 0 && part.charAt(border) != part.charAt(i)) {
                border = borders[border];
            }
            borders[i + 1] = ++border;
        }
        return borders;
    }

    /** Where the part begins first from {@code from} on; -1 if it does not occur. */
    int in(String text, int from) {
        int found = borders.length == 0 ? text.indexOf(part, from) : walk(text, from);
        int end = found < 0 ? text.length() : found + part.length();
        // A text is in memory already and a walk over it is short: to announce it afterwards is early enough.
        meter.scan(Math.max(0, end - from) * (borders.length == 0 ? 1L : 4L));
        return found;
    }

    private int walk(String text, int from) {
        int matched = 0;
        for (int i = from; i < text.length(); i++) {
            while (matched >= 0 && (matched == part.length() || part.charAt(matched) != text.charAt(i))) {
                matched = borders[matched];
            }
            if (++matched == part.length()) {
                return i - matched + 1;
            }
        }
        return -1;
    }
}
