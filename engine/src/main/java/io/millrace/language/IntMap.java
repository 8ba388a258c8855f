package io.millrace.language;

import java.util.Arrays;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A map from small numbers with iteration in ascending order, so that decisions are the same on every machine. Not safe for use by several
 * threads. Two arrays while there are few entries (the usual case has one to three, and must stay small in the heap), a tree when there are
 * many, so that 100,000 entries cost the same each as ten.
 */
public final class IntMap<V> {
    private static final int FEW = 16;
    private static final int[] NONE = {};
    private static final Object[] NOTHING = {};

    private int[] keys = NONE;
    private @Nullable Object[] values = NOTHING;
    private int size;
    private @Nullable TreeMap<Integer, V> many;

    /** The value of a key, or null. */
    @SuppressWarnings("unchecked")
    public @Nullable V get(int key) {
        if (many != null) {
            return many.get(key);
        }
        int at = Arrays.binarySearch(keys, 0, size, key);
        return at < 0 ? null : (V) values[at];
    }

    /** Whether a key has a value. */
    public boolean has(int key) {
        return get(key) != null;
    }

    /** Sets the value of a key. */
    public void put(int key, V value) {
        if (many != null) {
            many.put(key, value);
            return;
        }
        int at = Arrays.binarySearch(keys, 0, size, key);
        if (at >= 0) {
            values[at] = value;
        } else if (size == FEW) {
            TreeMap<Integer, V> tree = new TreeMap<>();
            forEach(tree::put);
            tree.put(key, value);
            many = tree;
            keys = NONE;
            values = NOTHING;
            size = 0;
        } else {
            insert(-at - 1, key, value);
        }
    }

    private void insert(int at, int key, V value) {
        if (size == keys.length) {
            int room = size == 0 ? 1 : Math.min(FEW, size * 2);
            keys = Arrays.copyOf(keys, room);
            values = Arrays.copyOf(values, room);
        }
        System.arraycopy(keys, at, keys, at + 1, size - at);
        System.arraycopy(values, at, values, at + 1, size - at);
        keys[at] = key;
        values[at] = value;
        size++;
    }

    /** Removes a key and returns its value, or null. */
    @SuppressWarnings("unchecked")
    public @Nullable V remove(int key) {
        if (many != null) {
            return many.remove(key);
        }
        int at = Arrays.binarySearch(keys, 0, size, key);
        if (at < 0) {
            return null;
        }
        V old = (V) values[at];
        System.arraycopy(keys, at + 1, keys, at, size - at - 1);
        System.arraycopy(values, at + 1, values, at, size - at - 1);
        values[--size] = null;
        return old;
    }

    /** Removes all keys. */
    public void clear() {
        keys = NONE;
        values = NOTHING;
        size = 0;
        many = null;
    }

    /** The number of keys. */
    public int size() {
        return many != null ? many.size() : size;
    }

    /** Whether there is no key. */
    public boolean isEmpty() {
        return size() == 0;
    }

    /** A copy of the keys in ascending order; the map may change during the iteration. */
    public int[] keys() {
        return many != null ? many.keySet().stream().mapToInt(Integer::intValue).toArray() : Arrays.copyOf(keys, size);
    }

    /** Whether a value satisfies the predicate; stops at the first. */
    @SuppressWarnings("unchecked")
    public boolean any(Predicate<V> wanted) {
        if (many != null) {
            return many.values().stream().anyMatch(wanted);
        }
        for (int i = 0; i < size; i++) {
            if (wanted.test((V) values[i])) {
                return true;
            }
        }
        return false;
    }

    /** Passes all entries to a visitor, in ascending order of keys. */
    @SuppressWarnings("unchecked")
    public void forEach(BiConsumer<Integer, V> visitor) {
        if (many != null) {
            many.forEach(visitor);
            return;
        }
        for (int i = 0; i < size; i++) {
            visitor.accept(keys[i], (V) values[i]);
        }
    }
}
