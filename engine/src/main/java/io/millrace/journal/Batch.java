package io.millrace.journal;

import java.util.ArrayList;
import java.util.List;

/**
 * Changes that become visible and durable together, in the order in which they were added. The caller must not change arrays after adding
 * them. Not safe for use by several threads.
 */
public final class Batch {

    /** One change. */
    public sealed interface Change {
        /** The changed table. */
        Table table();
    }

    /** Puts a row. */
    public record Put(Table table, byte[] key, byte[] value) implements Change {}

    /** Deletes a row. */
    public record Delete(Table table, byte[] key) implements Change {}

    /** Removes every row from {@code from} (inclusive) to {@code to} (exclusive). */
    public record DeleteRange(Table table, byte[] from, byte[] to) implements Change {}

    private final List<Change> changes = new ArrayList<>();
    private long bytes;
    private Fence fence = Fence.NONE;

    /** Adds a row, or replaces it. */
    public Batch put(Table table, byte[] key, byte[] value) {
        changes.add(new Put(table, key, value));
        bytes += key.length + value.length;
        return this;
    }

    /** Deletes a row, if it exists. */
    public Batch delete(Table table, byte[] key) {
        changes.add(new Delete(table, key));
        bytes += key.length;
        return this;
    }

    /** Deletes every row from {@code from} (inclusive) to {@code to} (exclusive). */
    public Batch deleteRange(Table table, byte[] from, byte[] to) {
        changes.add(new DeleteRange(table, from, to));
        bytes += from.length + to.length;
        return this;
    }

    /** Adds the changes and the fence of another batch. */
    public Batch addAll(Batch other) {
        fence = fence.and(other.fence);
        changes.addAll(other.changes);
        bytes += other.bytes;
        return this;
    }

    /** Adds a fence: the store refuses the batch if one of its tokens is not current. */
    public Batch fencedBy(Fence more) {
        fence = fence.and(more);
        return this;
    }

    /** The fence of the batch; {@link Fence#NONE} by default. */
    public Fence fence() {
        return fence;
    }

    /** The changes, in order. */
    public List<Change> changes() {
        return changes;
    }

    /** The number of bytes of its keys and values. */
    public long bytes() {
        return bytes;
    }

    /** Whether there is no change. */
    public boolean isEmpty() {
        return changes.isEmpty();
    }
}
