package io.millrace.activity;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Slots by name, in the order in which they were first set: one array while they are few, a map when they are many. */
final class Slots {
    private static final int FEW = 12;
    private static final Object[] NONE = {};

    /** Names and what they hold in turn; a value stands there itself, without its {@link Slot.Value}. */
    private Object[] few = NONE;

    private @Nullable Map<String, Slot> many;

    @Nullable Slot get(String name) {
        if (many != null) {
            return many.get(name);
        }
        int at = find(name);
        return at < 0 ? null : slot(few[at + 1]);
    }

    private static Object held(Slot slot) {
        return slot instanceof Slot.Value value ? value.data() : slot;
    }

    private static Slot slot(Object held) {
        return held instanceof Data data ? new Slot.Value(data) : (Slot) held;
    }

    private int find(String name) {
        for (int i = 0; i < few.length; i += 2) {
            if (few[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    void put(String name, Slot slot) {
        if (many != null) {
            many.put(name, slot);
            return;
        }
        int at = find(name);
        if (at >= 0) {
            few[at + 1] = held(slot);
        } else if (few.length < 2 * FEW) {
            few = Arrays.copyOf(few, few.length + 2);
            few[few.length - 2] = name;
            few[few.length - 1] = held(slot);
        } else {
            Map<String, Slot> map = new LinkedHashMap<>();
            forEach(map::put);
            map.put(name, slot);
            many = map;
            few = NONE;
        }
    }

    int size() {
        return many != null ? many.size() : few.length / 2;
    }

    void forEach(BiConsumer<String, Slot> visitor) {
        if (many != null) {
            many.forEach(visitor);
            return;
        }
        for (int i = 0; i < few.length; i += 2) {
            visitor.accept((String) few[i], slot(few[i + 1]));
        }
    }

    void write(Out out) {
        out.varint(size());
        forEach((name, slot) -> {
            out.text(name);
            slot.write(out);
        });
    }

    static Slots read(In in) {
        Slots slots = new Slots();
        for (int left = in.count(); left > 0; left--) {
            slots.put(in.name(), Slot.read(in));
        }
        return slots;
    }
}
