package io.millrace.logic.term;

/**
 * Counts what a run uses: steps, and bytes of memory. Every operation whose work or whose result grows with its input
 * announces itself here before it begins, so that a limit stops it while it has done nothing.
 *
 * <p>A step is a roughly constant amount of work, that of one call. Steps come in portions; when a portion is used up, or
 * as much was allocated as may be, the machine checks the limits and grants the next one. The clock has no part in it: the
 * same run ends at the same step everywhere. {@link Cost} says what operations on long numbers take.
 */
public final class Meter {
    /** A copied cell: a compound with its arguments, or a list cell with its element. */
    private static final long CELL_BYTES = 48;

    /** What a text takes besides its characters. */
    private static final long TEXT_BYTES = 64;

    private static final int BYTES_PER_CHARACTER = 2;
    private static final int CHARACTERS_PER_STEP = 32;
    private static final int BYTES_PER_STEP = 64;

    /** The largest number of steps that one operation may announce; far above every limit that can be reached. */
    static final long MOST_STEPS = 1L << 60;

    /** No text is longer than this, whatever the limits are: Java has none that is much longer. */
    private static final long MOST_CHARACTERS = 1L << 29;

    /** What is left of the portion; decremented in place by the hot loops, which call {@link #empty} below zero. */
    public long fuel;

    /** How many bytes may be allocated before the machine measures again what it holds. */
    public long room;

    /** What was allocated since the registers were written back: a measurement may not find it from there. */
    public long fresh;

    private final long mostBytes;
    private final Runnable check;

    /** @param mostBytes the limit on memory: nothing that is larger by itself comes into being */
    public Meter(long mostBytes, Runnable check) {
        this.mostBytes = mostBytes;
        this.check = check;
    }

    /** Work that leaves nothing behind. */
    public void work(long steps) {
        fuel -= Math.min(steps, MOST_STEPS);
        if (fuel < 0) {
            check.run();
        }
    }

    /** New compound terms. */
    public void cells(long count) {
        take(count * CELL_BYTES, count);
    }

    /** A new text of so many UTF-16 units. */
    public void text(long length) {
        if (length > MOST_CHARACTERS) {
            throw Errors.resource("memory");
        }
        take(TEXT_BYTES + length * BYTES_PER_CHARACTER, length / CHARACTERS_PER_STEP);
    }

    /** A text at the end of another. */
    public void text(StringBuilder before, long length) {
        if (before.length() + length > MOST_CHARACTERS) {
            throw Errors.resource("memory");
        }
        text(length);
    }

    /** Looking at each character of a text, or of part of one. */
    public void scan(long length) {
        work(length / CHARACTERS_PER_STEP);
    }

    /** Any other new object. */
    public void bytes(long count) {
        take(count, count / BYTES_PER_STEP);
    }

    /**
     * Checks the limits and grants the next portion; for loops that count {@link #fuel} down themselves. Throws {@link Stop} at a limit.
     */
    public void empty() {
        check.run();
    }

    /** Steps and memory together. */
    public void take(long bytes, long steps) {
        if (bytes > mostBytes) {
            throw Stop.limit(Stop.Reason.MEMORY, mostBytes);
        }
        room -= bytes;
        fresh += bytes;
        fuel -= steps;
        if (fuel < 0 || room < 0) {
            check.run();
        }
    }

    /** Whether two atomic terms are the same. Comparing long texts and numbers is work. */
    public boolean equal(Term a, Term b) {
        if (a instanceof Atom x) {
            if (!x.equalHash(b)) {
                return false;
            }
            scan(x.name().length());
        } else if (a instanceof Str x) {
            if (!(b instanceof Str y) || x.value().length() != y.value().length()) {
                return false;
            }
            scan(x.value().length());
        } else if (a instanceof Big x && b instanceof Big) {
            work(Cost.linear(Cost.words(x.value())));
        }
        return a.equals(b);
    }

    /** About how many bytes a text takes. */
    public static long textBytes(String text) {
        return TEXT_BYTES + (long) text.length() * BYTES_PER_CHARACTER;
    }
}
