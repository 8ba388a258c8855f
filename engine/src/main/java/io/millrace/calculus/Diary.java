package io.millrace.calculus;

import io.millrace.data.Data;
import io.millrace.data.Out;
import io.millrace.event.Projection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the index remembers of one case while that is in the heap: the chunks that are open, with the intervals that have not ended; and
 * what is not in rows yet. What it makes of events does not depend on how often it is written down.
 */
final class Diary implements Projection.Memory {
    private static final byte[] NOTHING = {};

    private final Subject owner;
    private final Map<Chunk.Bucket, Chunk> open = new LinkedHashMap<>(2);
    /** Chunks that have changed since they were written. */
    private final Set<Chunk> changed = new LinkedHashSet<>(2);
    /** Turns that are not written, in the order in which they were told. */
    private final List<Page> turns = new ArrayList<>(1);
    /** Intervals that were told late and are not written as such. */
    private final Set<Interval> late = new LinkedHashSet<>(0);

    /** How many intervals are open with a first argument, by the names that were asked for. */
    private final Map<String, Map<Data, Integer>> counted = new HashMap<>(0);

    /** The chunk at the front, open or not; null while there is none. */
    private @Nullable Chunk front;

    private @Nullable Data name;
    /** When it has ended, if that is not written: a participant may leave and come back several times. */
    private final List<Long> ends = new ArrayList<>(0);

    /** What happened in one turn at one time. */
    private record Page(long time, long sequence, long recorded, List<Turns.Told> events) {
        boolean isOf(Moment moment) {
            return time == moment.time() && sequence == moment.sequence();
        }
    }

    private Diary(Subject owner) {
        this.owner = owner;
    }

    /** The diary of a case of which nothing was told yet. */
    static Diary begun(Subject owner) {
        return new Diary(owner);
    }

    /** The diary of a case as its rows say, with the chunks that are open; null if there are no rows of it. */
    static @Nullable Diary recalled(Subject owner, Projection.Stored rows) {
        Annals annals = new Annals(rows, owner.tenant());
        Diary diary = new Diary(owner);
        diary.front = annals.front(owner, null);
        if (diary.front == null && !annals.knows(owner)) {
            return null;
        }
        diary.recall(Chunk.Bucket.ALL, annals);
        return diary;
    }

    private void recall(Chunk.Bucket bucket, Annals annals) {
        Chunk last = annals.last(owner, bucket, Moment.OPEN - 1, null, bucket.depth() == 0 ? front : null);
        if (last != null && last.isOpen()) {
            open.put(bucket, last);
        } else if (last != null && last.divided) {
            recall(bucket.half(0), annals);
            recall(bucket.half(1), annals);
        }
    }

    /** What the case is called in its facts, or null if it goes by its number. */
    void name(@Nullable Data called) {
        name = called;
    }

    private Said named(Said said) {
        Data called = name;
        Said bounded = said.bounded();
        return called == null || said.at() == Said.NOWHERE
                ? bounded
                : new Said(said.name(), bounded.arguments(called), Said.NOWHERE);
    }

    void happened(Moment moment, Said given, int item) {
        Said event = named(given);
        page(moment).events().add(new Turns.Told(moment.place(), item, event));
    }

    private Page page(Moment moment) {
        for (int i = turns.size() - 1; i >= 0 && turns.get(i).sequence() == moment.sequence(); i--) {
            if (turns.get(i).isOf(moment)) {
                return turns.get(i);
            }
        }
        Page page = new Page(moment.time(), moment.sequence(), moment.recorded(), new ArrayList<>(4));
        turns.add(page);
        return page;
    }

    void initiates(Moment moment, Said given, int item) {
        Said fluent = named(given);
        Interval interval = new Interval(fluent, item, moment.time(), moment.sequence(), moment.place());
        Chunk chunk = chunkOf(interval, moment);
        if (chunk.find(fluent, item) != null) {
            return;
        }
        if (moment.time() < chunk.start) {
            interval.late = true;
            late.add(interval);
        }
        chunk.add(interval);
        count(fluent, 1);
        changed(chunk, moment);
    }

    void terminates(Moment moment, Said given, int item) {
        Said fluent = named(given);
        Chunk chunk = find(new Interval(fluent, item, 0, 0, 0));
        Interval interval = chunk == null ? null : chunk.find(fluent, item);
        if (chunk != null && interval != null) {
            close(chunk, interval, moment);
            changed(chunk, moment);
        }
    }

    private void close(Chunk chunk, Interval interval, Moment moment) {
        interval.close(Math.max(interval.start, moment.time()), moment);
        chunk.open--;
        count(interval.fluent, -1);
        if (interval.late || interval.end < chunk.start) {
            late.add(interval);
        }
    }

    /** The case has ended: nothing holds any more but its data. */
    void ended(Moment moment) {
        for (Chunk chunk : List.copyOf(open.values())) {
            for (Interval each : chunk.intervals) {
                if (each.isOpen() && !Fluents.LASTING.contains(each.fluent.name())) {
                    close(chunk, each, moment);
                }
            }
            chunk.end = Math.max(chunk.start, moment.recorded());
            chunk.isLast = true;
            changed.add(chunk);
        }
        open.clear();
        ends.add(moment.recorded());
    }

    boolean holds(Said fluent) {
        Chunk chunk = find(new Interval(fluent, 0, 0, 0, 0));
        return chunk != null && chunk.find(fluent, 0) != null;
    }

    /**
     * The first arguments of the fluents of a name that hold. They are counted when they are first asked for, and from then on with
     * every change, since a pool of a thousand agents asks with every assignment.
     */
    Set<Data> firstArguments(String name) {
        return counted.computeIfAbsent(name, asked -> {
            Map<Data, Integer> counts = new LinkedHashMap<>();
            open.values().forEach(chunk -> chunk.intervals.stream()
                    .filter(each -> each.isOpen() && each.fluent.name().equals(asked))
                    .forEach(each -> counts.merge(each.fluent.rest().getFirst(), 1, Integer::sum)));
            return counts;
        }).keySet();
    }

    private void count(Said fluent, int by) {
        Map<Data, Integer> counts = counted.get(fluent.name());
        if (counts != null) {
            counts.merge(fluent.rest().getFirst(), by, (a, b) -> a + b == 0 ? null : a + b);
        }
    }

    /** Of all fluents with a name only these hold. */
    void keepOnly(Moment moment, String name, Set<Said> fluents) {
        keepOnly(moment, name, null, fluents);
    }

    /**
     * Of the fluents with a name and a first argument only these hold.
     *
     * @param first their first argument, or null for any
     */
    void keepOnly(Moment moment, String name, @Nullable Data first, Set<Said> fluents) {
        Set<Said> was = new LinkedHashSet<>();
        open.values().forEach(chunk -> chunk.intervals.stream()
                .filter(each -> each.isOpen()
                        && each.fluent.name().equals(name)
                        && (first == null || each.fluent.rest().getFirst().equals(first)))
                .forEach(each -> was.add(each.fluent)));
        was.stream().filter(each -> !fluents.contains(each)).forEach(each -> terminates(moment, each, 0));
        fluents.stream().filter(each -> !was.contains(each)).forEach(each -> initiates(moment, each, 0));
    }

    private Chunk chunkOf(Interval interval, Moment moment) {
        Chunk chunk = open.isEmpty() ? begin(Chunk.Bucket.ALL, moment, 0) : find(interval);
        if (chunk == null) {
            throw new IllegalStateException("no bucket for " + interval.fluent);
        }
        return chunk;
    }

    private @Nullable Chunk find(Interval interval) {
        Chunk chunk = open.get(Chunk.Bucket.ALL);
        if (chunk != null || open.isEmpty()) {
            return chunk;
        }
        int hash = interval.hash();
        Chunk.Bucket bucket = Chunk.Bucket.ALL;
        while (chunk == null && bucket.depth() < Chunk.DEEPEST) {
            bucket = bucket.half(hash >>> bucket.depth() & 1);
            chunk = open.get(bucket);
        }
        return chunk;
    }

    private Chunk begin(Chunk.Bucket bucket, Moment moment) {
        return begin(bucket, moment, 0);
    }

    private Chunk begin(Chunk.Bucket bucket, Moment moment, int part) {
        Chunk chunk = new Chunk(bucket, moment.recorded(), moment.sequence(), part);
        if (bucket.depth() == 0) {
            lead(chunk);
        }
        open.put(bucket, chunk);
        changed.add(chunk);
        return chunk;
    }

    /** A chunk of all fluents takes the front, unless its owner has ended once: then the front stays with the first life. */
    private void lead(Chunk chunk) {
        Chunk before = front;
        if (before == null) {
            chunk.isFront = true;
            front = chunk;
        } else if (before.isLast || before.divided) {
            before.isFollowed = true;
            changed.add(before);
        } else if (!before.isFollowed) {
            before.isFront = false;
            changed.add(before);
            chunk.isFront = true;
            chunk.hasOlder = true;
            front = chunk;
        }
    }

    private void changed(Chunk chunk, Moment moment) {
        changed.add(chunk);
        if (chunk.isCrowded()) {
            end(chunk, moment);
            chunk.divided = true;
            carry(chunk, begin(chunk.bucket.half(0), moment), begin(chunk.bucket.half(1), moment));
        } else if (chunk.isFull()) {
            end(chunk, moment);
            int part = chunk.sequence == moment.sequence() ? chunk.part + 1 : 0;
            carry(chunk, begin(chunk.bucket, moment, part), null);
        }
    }

    private void end(Chunk chunk, Moment moment) {
        open.remove(chunk.bucket);
        chunk.end = Math.max(chunk.start, moment.recorded());
    }

    private static void carry(Chunk from, Chunk to, @Nullable Chunk other) {
        for (Interval each : from.intervals) {
            if (each.isOpen()) {
                Interval carried = each.copy();
                (other != null && other.bucket.has(each.hash()) ? other : to).add(carried);
            }
        }
    }

    @Override
    public void write(Projection.Rows rows) {
        for (Page page : turns) {
            write(page, rows);
        }
        turns.clear();
        for (Chunk chunk : changed) {
            rows.put(chunk.key(owner), chunk.written());
            list(chunk, rows);
        }
        changed.clear();
        late.forEach(interval -> rows.put(Keys.late(owner, interval), new Out(9).keyLong(interval.end).toBytes()));
        late.clear();
        ends.forEach(end -> rows.put(Keys.ended(owner, end), NOTHING));
        ends.clear();
    }

    private void write(Page page, Projection.Rows rows) {
        rows.put(Keys.turn(owner, page.time(), page.sequence()), Turns.write(page.recorded(), page.events()));
        long marks = 0;
        for (Turns.Told told : page.events()) {
            Said event = told.event();
            marks |= Keys.mark(event.name(), event.arity());
            if (Keys.isRare(event.name())) {
                rows.put(Keys.named(owner, event, page.time(), page.sequence()), NOTHING);
            }
        }
        rows.put(Keys.time(owner, page.time(), page.sequence()), new Out(Long.BYTES).int64(marks).toBytes());
    }

    /** Lets a chunk be found by the time in which it lies. */
    private void list(Chunk chunk, Projection.Rows rows) {
        if (!chunk.isOpen()) {
            if (chunk.isListed) {
                rows.delete(Keys.stretch(owner, chunk, Keys.ENDLESS));
            }
            rows.put(Keys.stretch(owner, chunk, Keys.length(chunk.start, chunk.end)), chunk.stretch());
        } else if (!chunk.isListed) {
            rows.put(Keys.stretch(owner, chunk, Keys.ENDLESS), chunk.stretch());
            chunk.isListed = true;
        }
    }
}
