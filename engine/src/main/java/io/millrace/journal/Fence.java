package io.millrace.journal;

import io.millrace.problem.Code;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The ownership claim of a commit: for each shard that it changes, the fencing token under which its engine took the shard. Several engines
 * can share a store. If an engine paused and another engine took its shard in the meantime, its token is old, and the store refuses its
 * commits. Immutable.
 *
 * <p>The current token of a shard is a row of {@link Table#META}, {@code fence/<shard>}; a shard without that row has
 * token 0. An engine takes a shard with a commit that is fenced by the token that it read and puts the next one, so of
 * two engines that try at the same time one is refused.
 *
 * @param tokens by the number of the shard
 */
public record Fence(Map<Integer, Long> tokens) {

    /** The fence for a store that one process owns: without claims and checks. */
    public static final Fence NONE = new Fence(Map.of());

    public Fence {
        tokens = Map.copyOf(tokens);
    }

    /** A fence around one shard. */
    public static Fence of(int shard, long token) {
        return new Fence(Map.of(shard, token));
    }

    /**
     * A fence around the shards of both.
     *
     * @throws IllegalArgumentException if they disagree about the token of a shard
     */
    public Fence and(Fence other) {
        if (other.tokens.isEmpty()) {
            return this;
        }
        Map<Integer, Long> all = new TreeMap<>(tokens);
        other.tokens.forEach((shard, token) -> {
            Long known = all.put(shard, token);
            if (known != null && !known.equals(token)) {
                throw new IllegalArgumentException(
                        "One commit cannot carry token " + known + " and token " + token + " for shard " + shard + ".");
            }
        });
        return new Fence(all);
    }

    /** The key of the row of {@link Table#META} that holds the current token of a shard. */
    public static byte[] key(int shard) {
        return ("fence/" + shard).getBytes(StandardCharsets.US_ASCII);
    }

    /** The value of that row. */
    public static byte[] value(long token) {
        return ByteBuffer.allocate(Long.BYTES).putLong(token).array();
    }

    /**
     * Refuses a commit with a token that is not current. A store must call this so that no other commit can happen between the check and
     * the write.
     *
     * @throws StoreException with {@link Code#FENCED}, if another engine took a shard
     */
    public void check(Rows meta) {
        new TreeMap<>(tokens).forEach((shard, token) -> {
            byte[] row = meta.get(key(shard));
            long current = row == null ? 0 : ByteBuffer.wrap(row).getLong();
            if (current != token) {
                throw new StoreException(Code.FENCED.with(shard, token, current));
            }
        });
    }

    /** Reads rows of {@link Table#META}. */
    @FunctionalInterface
    public interface Rows {
        /** The value under a key, or null. */
        byte @Nullable [] get(byte[] key);
    }
}
