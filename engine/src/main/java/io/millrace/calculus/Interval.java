package io.millrace.calculus;

import io.millrace.data.In;
import io.millrace.data.Out;
import org.jspecify.annotations.Nullable;

/**
 * A fluent of one case while it held without a break: from its first moment on, and before its last one. It knows which events began
 * and ended it.
 */
final class Interval {
    private static final int CLOSED = 1;
    private static final int OF_WORK = 2;
    private static final int LATE = 4;

    final Said fluent;
    /** The number of the work item of which it speaks, or 0. */
    final int item;

    final long start;
    final long startSequence;
    final int startPlace;
    /** {@link Moment#OPEN} while it holds. */
    long end = Moment.OPEN;

    long endSequence;
    int endPlace;
    /** Whether it began before the chunk in which it was first written. */
    boolean late;

    private byte @Nullable [] written;

    Interval(Said fluent, int item, long start, long startSequence, int startPlace) {
        this.fluent = fluent;
        this.item = item;
        this.start = start;
        this.startSequence = startSequence;
        this.startPlace = startPlace;
    }

    boolean isOpen() {
        return end == Moment.OPEN;
    }

    boolean is(Said other, int ofItem) {
        return item == ofItem && fluent.equals(other);
    }

    boolean holdsAt(long time) {
        return start <= time && time < end;
    }

    /** Whether an event began or ended it. */
    boolean isChangedBy(Moment moment) {
        return startSequence == moment.sequence() && startPlace == moment.place()
                || !isOpen() && endSequence == moment.sequence() && endPlace == moment.place();
    }

    /** Whether it is the same stretch, in whichever chunk. */
    boolean isSame(Interval other) {
        return startSequence == other.startSequence && startPlace == other.startPlace && is(other.fluent, other.item);
    }

    void close(long time, Moment moment) {
        end = time;
        endSequence = moment.sequence();
        endPlace = moment.place();
        written = null;
    }

    /** The same in the next chunk, where it may end. */
    Interval copy() {
        Interval copy = new Interval(fluent, item, start, startSequence, startPlace);
        copy.late = late;
        return copy;
    }

    /** What it is written as. Kept, since a chunk is written anew with every turn. */
    byte[] written() {
        if (written == null) {
            Out out = new Out(48);
            out.u8((isOpen() ? 0 : CLOSED) | (item == 0 ? 0 : OF_WORK) | (late ? LATE : 0));
            fluent.write(out);
            if (item != 0) {
                out.varint(item);
            }
            out.zigzag(start).varint(startSequence).varint(startPlace);
            if (!isOpen()) {
                out.zigzag(end - start).varint(endSequence).varint(endPlace);
            }
            byte[] body = out.toBytes();
            written = new Out(body.length + 2).bytes(body).toBytes();
        }
        return written;
    }

    /**
     * Reads an interval.
     *
     * @param wanted the name that its fluent must have, or null for any
     * @return null if it has another name; then nothing else of it is looked at
     */
    static @Nullable Interval read(In all, @Nullable String wanted) {
        In in = all.part(all.count());
        int flags = in.u8();
        String name = in.name();
        if (wanted != null && !name.equals(wanted)) {
            return null;
        }
        Said fluent = Said.read(name, in);
        int item = (flags & OF_WORK) == 0 ? 0 : in.varint32();
        Interval interval = new Interval(fluent, item, in.zigzag(), in.varint(), in.varint32());
        interval.late = (flags & LATE) != 0;
        if ((flags & CLOSED) != 0) {
            interval.end = interval.start + in.zigzag();
            interval.endSequence = in.varint();
            interval.endPlace = in.varint32();
        }
        return interval;
    }

    /** Which half of a bucket it belongs to when that has become too large. The same on every machine. */
    int hash() {
        byte[] bytes = fluent.write(new Out(32)).varint(item).toBytes();
        int hash = 0x811C9DC5;
        for (byte each : bytes) {
            hash = (hash ^ each) * 0x01000193;
        }
        return hash ^ hash >>> 15;
    }
}
