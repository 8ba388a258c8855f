package io.millrace.logic.machine;

import io.millrace.logic.term.Term;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The clauses of a procedure in order, with an index on the first argument and, where that leaves many, on any other argument
 * that discriminates.
 *
 * <p>A call takes the buffer and its bounds as they are and walks them undisturbed: clauses are added outside those
 * bounds or in a new buffer, and erased ones stay where they are, marked, until a new buffer leaves them out. The index
 * is built when a call first profits from it and then kept up to date; a bucket holds, in order, the clauses for one key
 * and those for any.
 *
 * <p>The indexes on other arguments are built when a call first needs one. Lists of a program are shared by threads, so such an
 * index is complete before it is published; which list a call gets does not depend on who was there before.
 */
final class ClauseList {
    static final int WORTH_INDEXING = 8;
    private static final int MOST_REBUILDS = 4;

    /** Arguments behind this one are not indexed. */
    private static final int MOST_ARGUMENTS = 8;

    /** An index copies each clause that has a variable in the place to every bucket; so many copies for a clause are worth it. */
    private static final int MOST_COPIES = 2;

    /** How much a list must have grown for an index that did not help to be considered again. */
    private static final int GROWN = 4;
    private static final Clause[] NONE = {};

    Clause[] buffer = NONE;
    int from;
    int to;
    private int dead;
    private @Nullable Map<Object, ClauseList> index;
    private @Nullable ClauseList unkeyed;
    private int rebuilds;

    /** The indexes on the arguments behind the first, as far as calls have asked for them. */
    private volatile @Nullable ByArgument @Nullable [] others;

    /** The clauses by one argument. An index that would not help has no buckets, and is considered again when the list has grown. */
    private static final class ByArgument {
        final @Nullable Map<Object, ClauseList> buckets;
        final ClauseList unkeyed;
        final int clauses;

        ByArgument(@Nullable Map<Object, ClauseList> buckets, ClauseList unkeyed, int clauses) {
            this.buckets = buckets;
            this.unkeyed = unkeyed;
            this.clauses = clauses;
        }
    }

    static ClauseList of(Clause[] clauses) {
        ClauseList list = new ClauseList();
        list.buffer = clauses;
        list.to = clauses.length;
        return list;
    }

    /** A list of the same clauses for a machine of its own. */
    ClauseList twin() {
        Clause[] twins = new Clause[to - from];
        for (int i = 0; i < twins.length; i++) {
            twins[i] = buffer[from + i].twin();
        }
        return of(twins);
    }

    int live() {
        return to - from - dead;
    }

    /** The list in which a call with this key finds its clauses. One that is not this has only clauses for the key. */
    ClauseList select(@Nullable Object key) {
        if (key == null || to - from < WORTH_INDEXING) {
            return this;
        }
        Map<Object, ClauseList> buckets = index;
        if (buckets == null) {
            if (rebuilds >= MOST_REBUILDS) {
                return this;
            }
            buckets = indexed();
        }
        ClauseList bucket = buckets.get(key);
        return bucket != null ? bucket : java.util.Objects.requireNonNull(unkeyed);
    }

    /** The shortest list in which a call with these arguments finds its clauses. */
    ClauseList narrow(Term[] args, int arity) {
        ClauseList best = this;
        for (int i = 1; i < arity && i < MOST_ARGUMENTS && best.to - best.from >= WORTH_INDEXING; i++) {
            Object key = Clause.key(args[i]);
            if (key == null) {
                continue;
            }
            ByArgument by = by(i);
            if (by.buckets != null) {
                ClauseList bucket = by.buckets.getOrDefault(key, by.unkeyed);
                best = bucket.to - bucket.from < best.to - best.from ? bucket : best;
            }
        }
        return best;
    }

    private ByArgument by(int argument) {
        @Nullable ByArgument[] known = others;
        ByArgument by = known == null ? null : known[argument];
        if (by == null || by.buckets == null && to - from >= GROWN * by.clauses) {
            by = built(argument);
            keep(argument, by);
        }
        return by;
    }

    private void keep(int argument, ByArgument by) {
        @Nullable ByArgument[] known = others;
        @Nullable ByArgument[] more = known == null ? new ByArgument[MOST_ARGUMENTS] : known.clone();
        more[argument] = by;
        others = more;
    }

    private ByArgument built(int argument) {
        Set<Object> keys = new HashSet<>();
        int open = 0;
        for (int i = from; i < to; i++) {
            Object key = buffer[i].key(argument);
            if (key == null) {
                open++;
            } else {
                keys.add(key);
            }
        }
        int size = to - from;
        if (keys.size() < 2 || (long) open * keys.size() > (long) MOST_COPIES * size) {
            return new ByArgument(null, this, size);
        }
        Map<Object, ClauseList> buckets = new HashMap<>();
        ClauseList any = new ClauseList();
        for (int i = from; i < to; i++) {
            Clause clause = buffer[i];
            if (clause.erasedAt != Clause.NEVER) {
                continue;
            }
            Object key = clause.key(argument);
            if (key == null) {
                buckets.values().forEach(bucket -> bucket.append(clause));
                any.append(clause);
            } else {
                bucket(buckets, any, key).append(clause);
            }
        }
        return new ByArgument(buckets, any, size);
    }

    /** Keeps the indexes on other arguments up to date when a clause has been added at one end. */
    private void added(Clause clause, boolean last) {
        @Nullable ByArgument[] known = others;
        if (known == null) {
            return;
        }
        for (int i = 1; i < known.length; i++) {
            ByArgument by = known[i];
            if (by == null || by.buckets == null) {
                continue;
            }
            Object key = clause.key(i);
            if (key == null) {
                keep(i, new ByArgument(null, this, to - from));
            } else if (last) {
                bucket(by.buckets, by.unkeyed, key).append(clause);
            } else {
                bucket(by.buckets, by.unkeyed, key).prepend(clause);
            }
        }
    }

    /** The same when a clause has been erased. */
    private void removed(Clause clause) {
        @Nullable ByArgument[] known = others;
        if (known == null) {
            return;
        }
        for (int i = 1; i < known.length; i++) {
            ByArgument by = known[i];
            if (by == null || by.buckets == null) {
                continue;
            }
            Object key = clause.key(i);
            ClauseList bucket = key == null ? null : by.buckets.get(key);
            if (key == null) {
                keep(i, new ByArgument(null, this, to - from));
            } else if (bucket != null) {
                bucket.bury();
                if (bucket.live() == 0) {
                    by.buckets.remove(key);
                }
            }
        }
    }

    /** Builds the index; a program does so before it is shared. */
    Map<Object, ClauseList> indexed() {
        rebuilds++;
        Map<Object, ClauseList> buckets = new HashMap<>();
        unkeyed = buckets(buckets);
        index = buckets;
        return buckets;
    }

    /** Fills buckets by the first argument; the result has the clauses for any. */
    private ClauseList buckets(Map<Object, ClauseList> buckets) {
        ClauseList any = new ClauseList();
        for (int i = from; i < to; i++) {
            Clause clause = buffer[i];
            if (clause.erasedAt != Clause.NEVER) {
                continue;
            }
            if (clause.key == null) {
                for (ClauseList bucket : buckets.values()) {
                    bucket.append(clause);
                }
                any.append(clause);
            } else {
                bucket(buckets, any, clause.key).append(clause);
            }
        }
        return any;
    }

    /** Builds the index of a list that no longer changes. */
    void shareable() {
        if (to - from >= WORTH_INDEXING) {
            Map<Object, ClauseList> unused = indexed();
        }
    }

    private static ClauseList bucket(Map<Object, ClauseList> buckets, ClauseList any, Object key) {
        return buckets.computeIfAbsent(key, k -> of(Arrays.copyOfRange(any.buffer, any.from, any.to)));
    }

    void addLast(Clause clause) {
        append(clause);
        added(clause, true);
        if (index != null && unkeyed != null) {
            if (clause.key == null) {
                dropIndex();
            } else {
                ClauseList bucket = bucket(index, unkeyed, clause.key);
                bucket.append(clause);
                bucket.added(clause, true);
            }
        }
    }

    void addFirst(Clause clause) {
        prepend(clause);
        added(clause, false);
        if (index != null && unkeyed != null) {
            if (clause.key == null) {
                dropIndex();
            } else {
                ClauseList bucket = bucket(index, unkeyed, clause.key);
                bucket.prepend(clause);
                bucket.added(clause, false);
            }
        }
    }

    private void dropIndex() {
        index = null;
        unkeyed = null;
    }

    private void append(Clause clause) {
        if (to == buffer.length) {
            grow(0, Math.max(4, to - from - dead));
        }
        buffer[to++] = clause;
    }

    private void prepend(Clause clause) {
        if (from == 0) {
            grow(Math.max(4, to - from - dead), 0);
        }
        buffer[--from] = clause;
    }

    /** Moves the living clauses to a new buffer with room before and behind them. */
    private void grow(int before, int behind) {
        Clause[] bigger = new Clause[before + (to - from - dead) + behind];
        int at = before;
        for (int i = from; i < to; i++) {
            if (buffer[i].erasedAt == Clause.NEVER) {
                bigger[at++] = buffer[i];
            }
        }
        buffer = bigger;
        from = before;
        to = at;
        dead = 0;
    }

    /** Marks a clause as erased in a generation. */
    void erase(Clause clause, long generation) {
        clause.erasedAt = generation;
        bury();
        removed(clause);
        if (index != null && unkeyed != null) {
            if (clause.key == null) {
                dropIndex();
            } else {
                ClauseList bucket = index.get(clause.key);
                if (bucket != null) {
                    bucket.bury();
                    bucket.removed(clause);
                    if (bucket.live() == 0) {
                        index.remove(clause.key);
                    }
                }
            }
        }
    }

    private void bury() {
        dead++;
        if (dead > 8 && dead > (to - from) / 2) {
            grow(0, Math.max(4, to - from - dead));
        }
    }

    /** The first place from {@code start} on with a clause that a call may use; {@code end} if there is none. */
    static int seek(Clause[] buffer, int start, int end, @Nullable Object key, int keyHash, long generation) {
        int i = start;
        while (i < end) {
            Clause clause = buffer[i];
            if ((key == null || clause.key == null || clause.keyHash == keyHash && same(clause.key, key))
                    && clause.erasedAt > generation) {
                return i;
            }
            i++;
        }
        return i;
    }

    @SuppressWarnings("ReferenceEquality") // equal keys are nearly always the same object
    private static boolean same(Object a, Object b) {
        return a == b || a.equals(b);
    }
}
