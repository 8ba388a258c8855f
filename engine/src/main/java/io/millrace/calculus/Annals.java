package io.millrace.calculus;

import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.event.Projection;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.Store;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads the rows of the index for one question. Every call sees the rows as they are while it reads. */
final class Annals {

    /** An interval with the case of which it speaks. */
    record Found(Subject subject, Interval interval) {}

    /** An event with all that is known of it. */
    record Happened(Subject subject, Said event, int item, Moment moment) {}

    private final Projection.Stored rows;
    private final String tenant;
    /** Cases with something that was told late, once it was asked for. */
    private @Nullable Set<Subject> amended;

    /** The only work items of which facts are seen; null for everything. */
    private final @Nullable Predicate<WorkId> seen;

    Annals(Projection.Stored rows, String tenant) {
        this(rows, tenant, null);
    }

    /** @param seen the only work items of which facts are seen; null for everything */
    Annals(Projection.Stored rows, String tenant, @Nullable Predicate<WorkId> seen) {
        this.rows = rows;
        this.tenant = tenant;
        this.seen = seen;
    }

    /** Whether the one who asks may see a fluent. Languages number their own fluents, too; those are not of a work item. */
    private boolean shows(Subject subject, Interval interval) {
        String name = interval.fluent.name();
        return seen == null || (Fluents.OF_WORK.contains(name) || name.equals(Fluents.DUE)) && shows(subject, interval.item);
    }

    private boolean shows(Subject subject, int item) {
        CaseId caseId = subject.caseId();
        return seen == null || item > 0 && caseId != null && seen.test(new WorkId(caseId, item));
    }

    String tenant() {
        return tenant;
    }

    // Chunks.

    /** Whether there is anything of a case, seen or not: every case has events. */
    boolean knows(Subject subject) {
        boolean[] any = {false};
        Out prefix = Keys.events(subject);
        rows.scan(prefix.toBytes(), prefix.toPrefixEnd(), Store.Direction.FORWARDS, (key, value) -> {
            any[0] = true;
            return false;
        });
        return any[0];
    }

    /** The chunk at the front of a case, or null. */
    @Nullable Chunk front(Subject subject, @Nullable String wanted) {
        byte[] value = rows.get(Keys.front(subject));
        return value == null ? null : Chunk.read(Chunk.Bucket.ALL, value, wanted);
    }

    /**
     * The last chunk of a bucket that begins at or before a moment. Mostly that is the front.
     *
     * @param front of the case, if the bucket is that of all its fluents
     */
    @Nullable Chunk last(Subject subject, Chunk.Bucket bucket, long time, @Nullable String wanted, @Nullable Chunk front) {
        if (bucket.depth() == 0 && (front == null || time < front.start && !front.hasOlder)) {
            return null;
        }
        Chunk reached = front != null && front.start <= time ? front : null;
        if (reached != null && !reached.isFollowed) {
            return reached;
        }
        Chunk[] found = {null};
        older(subject, bucket, time, wanted, chunk -> {
            found[0] = chunk;
            return false;
        });
        Chunk older = found[0];
        return reached != null && (older == null || older.start < reached.start) ? reached : older;
    }

    /** Shows the chunks of a bucket that begin at or before a moment, without the front, the last one first. */
    private void older(Subject subject, Chunk.Bucket bucket, long time, @Nullable String wanted, Predicate<Chunk> visitor) {
        byte[] from = Keys.chunks(subject, bucket).toBytes();
        byte[] to = Keys.chunks(subject, bucket).keyLong(time == Moment.OPEN ? time : time + 1).toBytes();
        rows.scan(from, to, Store.Direction.BACKWARDS, (key, value) -> visitor.test(Chunk.read(bucket, value, wanted)));
    }

    /** What of a case holds at a moment and passes a test. */
    List<Found> at(Subject subject, long time, Wanted wanted) {
        List<Interval> found = new ArrayList<>(2);
        at(subject, Chunk.Bucket.ALL, time, wanted, front(subject, wanted.name()), found);
        amend(subject, time, wanted, found);
        List<Found> all = new ArrayList<>(found.size());
        found.stream().filter(interval -> shows(subject, interval)).forEach(interval -> all.add(new Found(subject, interval)));
        return all;
    }

    private void at(
            Subject subject, Chunk.Bucket bucket, long time, Wanted wanted, @Nullable Chunk front, List<Interval> found) {
        Chunk chunk = last(subject, bucket, time, wanted.name(), front);
        if (chunk == null) {
            return;
        }
        if (time >= chunk.end && chunk.divided) {
            at(subject, bucket.half(0), time, wanted, null, found);
            at(subject, bucket.half(1), time, wanted, null, found);
        } else {
            add(chunk, time, wanted, found);
        }
    }

    private static void add(Chunk chunk, long time, Wanted wanted, List<Interval> found) {
        if (time < chunk.end || chunk.isLast) {
            for (Interval each : chunk.intervals) {
                if (each.holdsAt(time) && wanted.test(each)) {
                    found.add(each);
                }
            }
        }
    }

    /** What was told late overrides what chunks say that were closed by then. */
    private void amend(Subject subject, long time, Wanted wanted, List<Interval> found) {
        if (amended().isEmpty()) {
            return;
        }
        for (Interval late : late(subject)) {
            if (wanted.test(late)) {
                found.removeIf(each -> each.isSame(late));
                if (late.holdsAt(time)) {
                    found.add(late);
                }
            }
        }
    }

    private List<Interval> late(Subject subject) {
        List<Interval> late = new ArrayList<>(0);
        Out prefix = Keys.late(subject);
        int length = prefix.length();
        rows.scan(prefix.toBytes(), prefix.toPrefixEnd(), Store.Direction.FORWARDS, (key, value) -> {
            In in = new In(key, length, key.length);
            Said fluent = Said.read(in);
            Interval interval = new Interval(fluent, in.varint32(), in.keyLong(), in.int64(), in.int32());
            interval.end = new In(value).keyLong();
            late.add(interval);
            return true;
        });
        return late;
    }

    /** What holds at a moment and passes a test, of all cases. */
    List<Found> at(long time, boolean withEnded, Wanted wanted) {
        List<Found> found = new ArrayList<>();
        Set<Subject> amended = amended();
        byte[] end = Keys.family(Keys.STRETCHES, tenant).toPrefixEnd();
        int prefix = Keys.family(Keys.STRETCHES, tenant).length();
        int[] length = {0};
        while (length[0] <= Keys.ENDLESS) {
            int now = length[0];
            length[0] = Keys.ENDLESS + 1;
            long first = now == Keys.ENDLESS ? Long.MIN_VALUE : longest(time, now);
            byte[] from = Keys.family(Keys.STRETCHES, tenant).u8(now).keyLong(first).toBytes();
            rows.scan(from, end, Store.Direction.FORWARDS, (key, value) -> {
                In in = new In(key, prefix, key.length);
                int met = in.u8();
                long start = in.keyLong();
                if (met > now || start > time) {
                    // Lengths that nothing has are passed over.
                    length[0] = met > now ? met : now + 1;
                    return false;
                }
                In stretch = new In(value);
                boolean isFront = stretch.bool();
                if (time >= stretch.zigzag()) {
                    return true;
                }
                Subject subject = Subject.read(tenant, in);
                if (!amended.contains(subject)) {
                    Chunk chunk = isFront
                            ? front(subject, wanted.name())
                            : read(subject, Keys.readBucket(in), start, in.int64(), in.int32(), wanted);
                    if (chunk != null && time < chunk.end) {
                        List<Interval> holds = new ArrayList<>();
                        add(chunk, time, wanted, holds);
                        holds.stream().filter(interval -> shows(subject, interval)).forEach(interval -> found.add(new Found(subject, interval)));
                    }
                }
                return true;
            });
        }
        amended.forEach(subject -> found.addAll(at(subject, time, wanted)));
        if (withEnded) {
            ended(time).stream().filter(subject -> !amended.contains(subject)).forEach(subject -> found.addAll(at(subject, time, wanted)));
        }
        return found;
    }

    /** The earliest start of a stretch of this length that reaches a moment. */
    private static long longest(long time, int length) {
        long reach = length >= Long.SIZE - 1 ? Long.MAX_VALUE : 1L << length;
        return time < Long.MIN_VALUE + reach ? Long.MIN_VALUE : time - reach;
    }

    private @Nullable Chunk read(Subject subject, Chunk.Bucket bucket, long start, long sequence, int part, Wanted wanted) {
        byte[] value = rows.get(Keys.chunk(subject, bucket, start, sequence, part));
        return value == null ? null : Chunk.read(bucket, value, wanted.name());
    }

    /** Cases with something that was told late. */
    private Set<Subject> amended() {
        Set<Subject> known = amended;
        if (known == null) {
            known = new LinkedHashSet<>(0);
            skip(Keys.family(Keys.LATE, tenant), in -> Subject.read(tenant, in), known);
            amended = known;
        }
        return known;
    }

    private Set<Subject> ended(long time) {
        Set<Subject> subjects = new LinkedHashSet<>();
        Out prefix = Keys.family(Keys.ENDED, tenant);
        int length = prefix.length();
        byte[] to = time == Moment.OPEN ? prefix.toPrefixEnd() : Keys.family(Keys.ENDED, tenant).keyLong(time + 1).toBytes();
        rows.scan(prefix.toBytes(), to, Store.Direction.FORWARDS, (key, value) -> {
            In in = new In(key, length, key.length);
            in.keyLong();
            subjects.add(Subject.read(tenant, in));
            return true;
        });
        return subjects;
    }

    // Intervals.

    /** All that ever held of a case and passes a test, each time that it held. */
    List<Found> intervals(Subject subject, Wanted wanted) {
        List<Interval> found = new ArrayList<>();
        Out prefix = Keys.chunks(subject);
        int length = prefix.length();
        rows.scan(prefix.toBytes(), prefix.toPrefixEnd(), Store.Direction.FORWARDS, (key, value) -> {
            In in = new In(key, length, key.length);
            Chunk chunk = Chunk.read(Keys.readBucket(in), value, wanted.name());
            for (Interval each : chunk.intervals) {
                // What is open in a chunk that has a successor is there, too.
                if ((!each.isOpen() || chunk.isOpen() || chunk.isLast) && wanted.test(each)) {
                    found.add(each);
                }
            }
            return true;
        });
        for (Interval late : late(subject)) {
            if (wanted.test(late)) {
                found.removeIf(each -> each.isSame(late));
                found.add(late);
            }
        }
        return found.stream()
                .filter(interval -> shows(subject, interval))
                .sorted(Comparator.comparingLong(interval -> interval.start))
                .map(interval -> new Found(subject, interval))
                .toList();
    }

    /** What the event of a moment began or ended. */
    List<Found> changes(Subject subject, Moment moment, Wanted wanted) {
        List<Found> found = new ArrayList<>();
        changes(subject, Chunk.Bucket.ALL, moment, wanted, found);
        return found;
    }

    private void changes(Subject subject, Chunk.Bucket bucket, Moment moment, Wanted wanted, List<Found> found) {
        boolean[] divided = {false};
        Predicate<Chunk> look = chunk -> {
            divided[0] |= chunk.divided && chunk.end <= moment.recorded();
            for (Interval each : chunk.intervals) {
                if (each.isChangedBy(moment) && wanted.test(each) && shows(subject, each) && found.stream().noneMatch(other -> other.interval().isSame(each))) {
                    found.add(new Found(subject, each));
                }
            }
            return chunk.start >= moment.recorded();
        };
        Chunk front = bucket.depth() == 0 ? front(subject, wanted.name()) : null;
        boolean goesOn = front == null || front.start > moment.recorded() || look.test(front) || front.isFollowed;
        if (goesOn) {
            older(subject, bucket, moment.recorded(), wanted.name(), look);
        }
        if (divided[0]) {
            changes(subject, bucket.half(0), moment, wanted, found);
            changes(subject, bucket.half(1), moment, wanted, found);
        }
    }

    /** The subjects after one, in the order of keys: a page of all that have a history. */
    List<Subject> subjects(@Nullable Subject after, int most) {
        Set<Subject> subjects = new LinkedHashSet<>();
        Out from = after == null ? Keys.family(Keys.EVENTS, tenant) : Keys.events(after);
        skip(from.toBytes(), after != null, Keys.family(Keys.EVENTS, tenant), in -> Subject.read(tenant, in), subjects, most);
        return List.copyOf(subjects);
    }

    /** Reads a part of keys and goes on behind all keys with the same part. */
    private <T> void skip(Out prefix, Function<In, T> reader, Set<T> into) {
        skip(prefix.toBytes(), false, prefix, reader, into, Integer.MAX_VALUE);
    }

    private <T> void skip(
            byte[] start, boolean behind, Out family, Function<In, T> reader, Set<T> into, int most) {
        byte[] from = behind ? new Out(start.length).raw(start).toPrefixEnd() : start;
        byte[] end = family.toPrefixEnd();
        int length = family.length();
        while (from != null && into.size() < most) {
            byte[][] next = {null};
            rows.scan(from, end, Store.Direction.FORWARDS, (key, value) -> {
                In in = new In(key, length, key.length);
                into.add(reader.apply(in));
                next[0] = new Out(key.length).raw(Arrays.copyOf(key, key.length - in.remaining())).toPrefixEnd();
                return false;
            });
            from = next[0];
        }
    }

    // Events.

    /** The events of a case with a name between two moments, both included. */
    List<Happened> events(Subject subject, @Nullable String name, long from, long to) {
        List<Happened> found = new ArrayList<>();
        int length = Keys.events(subject).length();
        byte[] begin = Keys.events(subject).keyLong(from).toBytes();
        byte[] end = to == Moment.OPEN ? Keys.events(subject).toPrefixEnd() : Keys.events(subject).keyLong(to + 1).toBytes();
        rows.scan(begin, end, Store.Direction.FORWARDS, (key, value) -> {
            In in = new In(key, length, key.length);
            add(subject, in.keyLong(), in.int64(), value, name, found);
            return true;
        });
        return found;
    }

    private void add(
            Subject subject, long time, long sequence, byte[] value, @Nullable String name, List<Happened> found) {
        Turns.Turn turn = Turns.read(value);
        for (Turns.Told told : turn.events()) {
            if ((name == null || told.event().name().equals(name)) && shows(subject, told.item())) {
                Moment moment = new Moment(time, turn.recorded(), sequence, told.place());
                found.add(new Happened(subject, told.event(), told.item(), moment));
            }
        }
    }

    /** Where in the events of one name, or of all, to go on. */
    static final class Cursor {
        /** Null for all. */
        private final @Nullable String name;

        private final int arity;
        /** What the turns are marked with that are looked for. */
        private final long marks;
        /** The length of what keys begin with before the time. */
        private final int prefix;

        private byte @Nullable [] from;
        private final byte[] to;

        private Cursor(@Nullable String name, int arity, Supplier<Out> prefix, long marks, long from, long to) {
            this.name = name;
            this.arity = arity;
            this.marks = marks;
            this.prefix = prefix.get().length();
            this.from = prefix.get().keyLong(from).toBytes();
            this.to = to == Moment.OPEN ? prefix.get().toPrefixEnd() : prefix.get().keyLong(to + 1).toBytes();
        }

        boolean isAtEnd() {
            return from == null;
        }

        private boolean wants(Happened event) {
            return name == null || event.event().arity() == arity;
        }
    }

    Cursor cursor(String name, int arity, long from, long to) {
        return Keys.isRare(name)
                ? new Cursor(name, arity, () -> Keys.named(tenant, name, arity), 0, from, to)
                : new Cursor(name, arity, () -> Keys.times(tenant), Keys.mark(name, arity), from, to);
    }

    Cursor cursor(long from, long to) {
        return new Cursor(null, 0, () -> Keys.times(tenant), 0, from, to);
    }

    /** The next events of a cursor by time, at most those of so many turns. There may be none before its end. */
    List<Happened> next(Cursor cursor, int most) {
        record Turn(Subject subject, long time, long sequence) {}
        List<Turn> turns = new ArrayList<>();
        byte[] from = cursor.from;
        if (from == null) {
            return List.of();
        }
        cursor.from = null;
        rows.scan(from, cursor.to, Store.Direction.FORWARDS, (key, value) -> {
            if (turns.size() == most) {
                cursor.from = key;
                return false;
            }
            if (cursor.marks == 0 || (new In(value).int64() & cursor.marks) == cursor.marks) {
                In in = new In(key, cursor.prefix, key.length);
                long time = in.keyLong();
                turns.add(new Turn(Subject.read(tenant, in), time, in.int64()));
            }
            return true;
        });
        List<Happened> found = new ArrayList<>();
        for (Turn turn : turns) {
            byte[] value = rows.get(Keys.turn(turn.subject(), turn.time(), turn.sequence()));
            if (value != null) {
                List<Happened> all = new ArrayList<>();
                add(turn.subject(), turn.time(), turn.sequence(), value, cursor.name, all);
                all.stream().filter(cursor::wants).forEach(found::add);
            }
        }
        return found;
    }
}
