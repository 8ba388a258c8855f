package io.millrace.calculus;

import io.millrace.data.Form;
import io.millrace.data.In;
import io.millrace.data.Out;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that held of a case, or of a part of its fluents, in a stretch of time: the intervals that were open when it began and those that
 * began in it. When it has become long, the next one begins with what is open; when too much of that is open, it is divided into two
 * buckets by the hash of fluents. So a chunk is small whatever the case, one row tells what held at a moment, and a turn writes as
 * much in a case of a hundred thousand open work items as in one of ten.
 */
final class Chunk {
    /** How many closed intervals a chunk gathers, beside as many as are open. */
    private static final int GATHERED = 24;
    /** With more open intervals than this a bucket is divided. */
    private static final int CROWD = 24;
    /** No bucket is divided more often. */
    static final int DEEPEST = 28;

    private static final Form<Reader> FORM = Form.first("a chunk of history", Chunk::readFirst);

    private static final int ENDED = 1;
    private static final int DIVIDED = 2;
    private static final int LAST = 4;
    private static final int FRONT = 8;
    private static final int OLDER = 16;
    private static final int FOLLOWED = 32;

    private interface Reader {
        Chunk read(Bucket bucket, In in, @Nullable String wanted);
    }

    /** The part of a case's fluents whose hashes end in these bits. */
    record Bucket(int depth, int bits) {
        static final Bucket ALL = new Bucket(0, 0);

        Bucket half(int bit) {
            return new Bucket(depth + 1, bits | bit << depth);
        }

        boolean has(int hash) {
            return (hash & (1 << depth) - 1) == bits;
        }
    }

    final Bucket bucket;
    final long start;
    final long sequence;
    /** Which chunk of its bucket it is of those that began in the same turn. */
    final int part;

    long end = Moment.OPEN;
    /** Whether it was divided at its end. */
    boolean divided;
    /** Whether the case ended with it, so that what is open in it goes on to hold. */
    boolean isLast;
    /** Whether it lies at {@link Keys#front}. */
    boolean isFront;
    /** Whether the front lay elsewhere before: there are older chunks. */
    boolean hasOlder;
    /** Whether its owner came back after its end: there are newer chunks, none of which is the front. */
    boolean isFollowed;

    final List<Interval> intervals = new ArrayList<>();
    int open;
    /** Whether the row by which it is found while it is open is there. */
    boolean isListed;

    Chunk(Bucket bucket, long start, long sequence, int part) {
        this.bucket = bucket;
        this.start = start;
        this.sequence = sequence;
        this.part = part;
    }

    boolean isOpen() {
        return end == Moment.OPEN;
    }

    void add(Interval interval) {
        intervals.add(interval);
        open += interval.isOpen() ? 1 : 0;
    }

    /** The interval of a fluent that is open, or null. */
    @Nullable Interval find(Said fluent, int item) {
        for (int i = intervals.size() - 1; i >= 0; i--) {
            Interval each = intervals.get(i);
            if (each.isOpen() && each.is(fluent, item)) {
                return each;
            }
        }
        return null;
    }

    boolean isFull() {
        return intervals.size() >= GATHERED + 2 * open;
    }

    boolean isCrowded() {
        return open > CROWD && bucket.depth() < DEEPEST;
    }

    byte[] key(Subject owner) {
        return isFront ? Keys.front(owner) : Keys.chunk(owner, bucket, start, sequence, part);
    }

    /** What the row says by which it is found: whether it lies at the front, and when it ends. */
    byte[] stretch() {
        return new Out(10).bool(isFront).zigzag(end).toBytes();
    }

    byte[] written() {
        Out out = FORM.begin(new Out(64 + 40 * intervals.size()));
        out.u8((isOpen() ? 0 : ENDED)
                | (divided ? DIVIDED : 0)
                | (isLast ? LAST : 0)
                | (isFront ? FRONT : 0)
                | (hasOlder ? OLDER : 0)
                | (isFollowed ? FOLLOWED : 0));
        out.zigzag(start).varint(sequence).varint(part);
        if (!isOpen()) {
            out.varint(end - start);
        }
        out.varint(intervals.size());
        for (Interval interval : intervals) {
            out.raw(interval.written());
        }
        return out.toBytes();
    }

    /** @param wanted the name of the only fluents to be read, or null for all */
    static Chunk read(Bucket bucket, byte[] value, @Nullable String wanted) {
        In in = new In(value);
        return FORM.reader(in).read(bucket, in, wanted);
    }

    private static Chunk readFirst(Bucket bucket, In in, @Nullable String wanted) {
        int flags = in.u8();
        Chunk chunk = new Chunk(bucket, in.zigzag(), in.varint(), in.varint32());
        chunk.isListed = (flags & ENDED) == 0;
        chunk.divided = (flags & DIVIDED) != 0;
        chunk.isLast = (flags & LAST) != 0;
        chunk.isFront = (flags & FRONT) != 0;
        chunk.hasOlder = (flags & OLDER) != 0;
        chunk.isFollowed = (flags & FOLLOWED) != 0;
        chunk.end = chunk.isListed ? Moment.OPEN : chunk.start + in.varint();
        int count = in.count();
        for (int i = 0; i < count; i++) {
            Interval interval = Interval.read(in, wanted);
            if (interval != null) {
                chunk.add(interval);
            }
        }
        return chunk;
    }
}
