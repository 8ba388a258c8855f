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

    private interface Reader {
        void read(Chunk into, In in, @Nullable String wanted);
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

    boolean isFull() {
        return intervals.size() >= GATHERED + 2 * open;
    }

    boolean isCrowded() {
        return open > CROWD && bucket.depth() < DEEPEST;
    }

    byte[] written() {
        Out out = FORM.begin(new Out(64 + 40 * intervals.size()));
        out.bool(isOpen()).bool(divided).bool(isLast);
        if (!isOpen()) {
            out.zigzag(end);
        }
        out.varint(intervals.size());
        intervals.forEach(interval -> out.raw(interval.written()));
        return out.toBytes();
    }

    /** @param wanted the name of the only fluents to be read, or null for all */
    static Chunk read(Bucket bucket, long start, long sequence, int part, byte[] value, @Nullable String wanted) {
        Chunk chunk = new Chunk(bucket, start, sequence, part);
        In in = new In(value);
        FORM.reader(in).read(chunk, in, wanted);
        return chunk;
    }

    private void readFirst(In in, @Nullable String wanted) {
        isListed = in.bool();
        divided = in.bool();
        isLast = in.bool();
        end = isListed ? Moment.OPEN : in.zigzag();
        int count = in.count();
        for (int i = 0; i < count; i++) {
            Interval interval = Interval.read(in, wanted);
            if (interval != null) {
                add(interval);
            }
        }
    }
}
