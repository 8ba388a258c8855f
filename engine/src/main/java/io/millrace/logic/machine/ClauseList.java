package io.millrace.logic.machine;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The clauses of a procedure in order, with an index on the first argument.
 *
 * <p>A call takes the buffer and its bounds as they are and walks them undisturbed: clauses are added outside those
 * bounds or in a new buffer, and erased ones stay where they are, marked, until a new buffer leaves them out. The index
 * is built when a call first profits from it and then kept up to date; a bucket holds, in order, the clauses for one key
 * and those for any.
 */
final class ClauseList {
    private static final int WORTH_INDEXING = 8;
    private static final int MOST_REBUILDS = 4;
    private static final Clause[] NONE = {};

    Clause[] buffer = NONE;
    int from;
    int to;
    private int dead;
    private @Nullable Map<Object, ClauseList> index;
    private @Nullable ClauseList unkeyed;
    private int rebuilds;

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

    /** The list in which a call with this key finds its clauses. */
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

    /** Builds the index; a program does so before it is shared. */
    Map<Object, ClauseList> indexed() {
        rebuilds++;
        Map<Object, ClauseList> buckets = new HashMap<>();
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
        index = buckets;
        unkeyed = any;
        return buckets;
    }

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
        if (index != null && unkeyed != null) {
            if (clause.key == null) {
                dropIndex();
            } else {
                bucket(index, unkeyed, clause.key).append(clause);
            }
        }
    }

    void addFirst(Clause clause) {
        prepend(clause);
        if (index != null && unkeyed != null) {
            if (clause.key == null) {
                dropIndex();
            } else {
                bucket(index, unkeyed, clause.key).prepend(clause);
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
        if (index != null && unkeyed != null) {
            if (clause.key == null) {
                dropIndex();
            } else {
                ClauseList bucket = index.get(clause.key);
                if (bucket != null) {
                    bucket.bury();
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
