package io.millrace.journal;

import java.util.ArrayList;
import java.util.List;

/**
 * Changes that become visible and durable together, in the order in which they were added. Arrays that were handed
 * over are not changed afterwards.
 */
public final class Batch {

    /** One change. */
    public sealed interface Change {
        Table table();
    }

    public record Put(Table table, byte[] key, byte[] value) implements Change {}

    public record Delete(Table table, byte[] key) implements Change {}

    /** Removes every row from {@code from} (inclusive) to {@code to} (exclusive). */
    public record DeleteRange(Table table, byte[] from, byte[] to) implements Change {}

    private final List<Change> changes = new ArrayList<>();
    private long bytes;
    private Fence fence = Fence.NONE;

    public Batch put(Table table, byte[] key, byte[] value) {
        changes.add(new Put(table, key, value));
        bytes += key.length + value.length;
        return this;
    }

    public Batch delete(Table table, byte[] key) {
        changes.add(new Delete(table, key));
        bytes += key.length;
        return this;
    }

    public Batch deleteRange(Table table, byte[] from, byte[] to) {
        changes.add(new DeleteRange(table, from, to));
        bytes += from.length + to.length;
        return this;
    }

    /** Adds the changes of another batch, and what it claims to own. */
    public Batch addAll(Batch other) {
        fence = fence.and(other.fence);
        changes.addAll(other.changes);
        bytes += other.bytes;
        return this;
    }

    /** Makes the store refuse the batch if a token of this fence is not current, besides those that it has already. */
    public Batch fencedBy(Fence more) {
        fence = fence.and(more);
        return this;
    }

    /** What the batch claims to own; {@link Fence#NONE} unless somebody said so. */
    public Fence fence() {
        return fence;
    }

    public List<Change> changes() {
        return changes;
    }

    /** How many bytes its keys and values have. */
    public long bytes() {
        return bytes;
    }

    public boolean isEmpty() {
        return changes.isEmpty();
    }
}
