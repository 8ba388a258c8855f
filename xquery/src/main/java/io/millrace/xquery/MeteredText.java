package io.millrace.xquery;

import java.util.function.IntPredicate;
import net.sf.saxon.str.UnicodeString;
import net.sf.saxon.z.IntIterator;

/** A text that counts how often one of its characters is looked at. Parts of it are plain texts again. */
final class MeteredText extends UnicodeString {
    private final UnicodeString text;
    private final Meter meter;

    MeteredText(UnicodeString text, Meter meter) {
        this.text = text;
        this.meter = meter;
    }

    @Override
    public UnicodeString tidy() {
        return this;
    }

    @Override
    public UnicodeString economize() {
        return this;
    }

    @Override
    public long length() {
        return text.length();
    }

    @Override
    public int getWidth() {
        return text.getWidth();
    }

    @Override
    public long indexOf(int codePoint, long from) {
        return text.indexOf(codePoint, looked(from));
    }

    @Override
    public long indexWhere(IntPredicate predicate, long from) {
        return text.indexWhere(predicate, looked(from));
    }

    /** A search may look at everything that follows. */
    private long looked(long from) {
        meter.moves(Math.max(0, text.length() - from));
        return from;
    }

    @Override
    public IntIterator codePoints() {
        looked(0);
        return text.codePoints();
    }

    @Override
    public int codePointAt(long index) {
        meter.step(1);
        return text.codePointAt(index);
    }

    @Override
    public UnicodeString substring(long start, long end) {
        looked(text.length() - (end - start));
        return text.substring(start, end);
    }

    @Override
    public boolean equals(Object other) {
        return text.equals(other instanceof MeteredText counted ? counted.text : other);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
