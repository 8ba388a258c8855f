package io.millrace.calculus;

import io.millrace.data.In;
import io.millrace.data.Out;
import java.util.Set;

/**
 * Where the rows of the index lie. Every key begins with its family and its tenant.
 *
 * <table>
 * <caption>families</caption>
 * <tr><td>CHUNKS</td><td>owner, bucket, start, turn</td><td>a {@link Chunk}; the newest one of a case lies at {@link #front}</td></tr>
 * <tr><td>STRETCHES</td><td>length, start, owner, bucket, turn</td><td>the end: finds the chunks in which a moment lies</td></tr>
 * <tr><td>ENDED</td><td>end, owner</td><td>nothing: the data of ended cases goes on to hold</td></tr>
 * <tr><td>EVENTS</td><td>owner, time, turn</td><td>the events of the turn</td></tr>
 * <tr><td>TIMES</td><td>time, owner, turn</td><td>the {@link #mark marks} of the names of its events: finds turns by their time</td></tr>
 * <tr><td>NAMES</td><td>name and arity of a rare event, time, owner, turn</td><td>nothing: finds the turns with such an event</td></tr>
 * <tr><td>LATE</td><td>owner, fluent, start, turn, place</td><td>the end, of what was told later than a chunk began</td></tr>
 * </table>
 */
final class Keys {
    static final int CHUNKS = 'c';
    static final int STRETCHES = 's';
    static final int ENDED = 'd';
    static final int EVENTS = 'e';
    static final int TIMES = 't';
    static final int NAMES = 'n';
    static final int LATE = 'l';

    /** The length of a stretch that has not ended. */
    static final int ENDLESS = Long.SIZE;

    /**
     * Events that few turns have: they are found by name. All others are so frequent that passing through the turns of their time
     * costs little more than reading them.
     */
    private static final Set<String> RARE = Set.of(
            "cancel", "fail", "suspend", "resume", "migrate", "attribute", "incident", "signal", "withdraw", "escalate", "retry", "deploy",
            "enrol", "leave", "stuck", "troubled", "dropped", "stopped");

    private Keys() {}

    static boolean isRare(String event) {
        return RARE.contains(event);
    }

    /** Two bits for the name and arity of an event. A turn has the marks of all its events, so one that lacks them lacks the event. */
    static long mark(String name, int arity) {
        int hash = (name.hashCode() * 31 + arity) * 0x9E3779B9;
        return 1L << (hash >>> 26) | 1L << (hash >>> 20);
    }
    static Out family(int family, String tenant) {
        return new Out(64).u8(family).keyText(tenant);
    }

    static Out chunks(Subject owner) {
        return owner.key(family(CHUNKS, owner.tenant()));
    }

    static Out chunks(Subject owner, Chunk.Bucket bucket) {
        return bucket(chunks(owner), bucket);
    }

    static byte[] chunk(Subject owner, Chunk.Bucket bucket, long start, long sequence, int part) {
        return chunks(owner, bucket).keyLong(start).int64(sequence).int32(part).toBytes();
    }

    /** Where the newest chunk of all fluents of an owner lies, whenever it began, so that it is read without a search. */
    static byte[] front(Subject owner) {
        return chunks(owner, Chunk.Bucket.ALL).keyLong(Long.MAX_VALUE).toBytes();
    }

    static byte[] stretch(Subject owner, Chunk chunk, int length) {
        Out key = family(STRETCHES, owner.tenant()).u8(length).keyLong(chunk.start);
        return bucket(owner.key(key), chunk.bucket).int64(chunk.sequence).int32(chunk.part).toBytes();
    }

    /** Stretches are gathered by the number of bits of their length, so that at least half of a window can be met. */
    static int length(long start, long end) {
        return end == Moment.OPEN ? ENDLESS : Long.SIZE - Long.numberOfLeadingZeros(end - start);
    }

    static Out bucket(Out key, Chunk.Bucket bucket) {
        return key.u8(bucket.depth()).int32(bucket.bits());
    }

    static Chunk.Bucket readBucket(In in) {
        return new Chunk.Bucket(in.u8(), in.int32());
    }

    static byte[] ended(Subject owner, long time) {
        return owner.key(family(ENDED, owner.tenant()).keyLong(time)).toBytes();
    }

    static Out events(Subject owner) {
        return owner.key(family(EVENTS, owner.tenant()));
    }

    static byte[] turn(Subject owner, long time, long sequence) {
        return events(owner).keyLong(time).int64(sequence).toBytes();
    }

    static Out times(String tenant) {
        return family(TIMES, tenant);
    }

    static byte[] time(Subject owner, long time, long sequence) {
        return owner.key(times(owner.tenant()).keyLong(time)).int64(sequence).toBytes();
    }

    static Out named(String tenant, String name, int arity) {
        return family(NAMES, tenant).keyText(name).u8(arity);
    }

    static byte[] named(Subject owner, Said event, long time, long sequence) {
        return owner.key(named(owner.tenant(), event.name(), event.arity()).keyLong(time)).int64(sequence).toBytes();
    }

    static Out late(Subject owner) {
        return owner.key(family(LATE, owner.tenant()));
    }

    static byte[] late(Subject owner, Interval interval) {
        return late(owner).raw(interval.fluent.write(new Out(32)).varint(interval.item).toBytes())
                .keyLong(interval.start)
                .int64(interval.startSequence)
                .int32(interval.startPlace)
                .toBytes();
    }
}
