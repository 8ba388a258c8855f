package io.millrace.data;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The large values of one record, each written once. Where the record has such a value it refers to it by number, so a
 * value that several events repeat costs its bytes once and a few more each time. {@link Out#sharing} fills it,
 * {@link #write} puts it before the record, {@link #read} and {@link In#sharing} are the reverse.
 *
 * <p>A value may refer to those before it. References multiply: a reader that trusted damaged ones could build a value
 * without end out of a few bytes. Invariant: what a record refers to is never larger or deeper than what could have been
 * written without references.
 */
public final class SharedValues {
    /** Smaller values are not worth a reference. */
    private static final int LARGE = 128;
    /** So many levels of a value are looked at for large values inside it. */
    private static final int LEVELS = 4;

    /** For a record that shares nothing. */
    public static final SharedValues NONE = new SharedValues();

    /** A value that was read: its size without references, and how deep lists and fields nest in it. */
    private record Known(Data value, long size, int depth) {}

    // Most records have nothing large; what holds it begins with the first.
    private Map<ByteBuffer, Integer> numbers = Map.of();
    private List<byte[]> forms = List.of();
    private List<Known> known = List.of();
    private int level;

    /** Whether there is none. */
    public boolean isEmpty() {
        return forms.isEmpty() && known.isEmpty();
    }

    /** Writes a value, or a reference to it if it is large. */
    void write(Out out, Data value) {
        if (level == LEVELS || Sizes.upTo(value, LARGE) < LARGE) {
            out.whole(value);
            return;
        }
        Out own = new Out(2 * LARGE).sharing(this);
        level++;
        own.whole(value);
        level--;
        byte[] form = own.toBytes();
        // Little may be left of a value once the large ones inside it are referred to.
        if (form.length < LARGE) {
            out.raw(form);
        } else {
            out.u8(Tags.SHARED).varint(number(form));
        }
    }

    private int number(byte[] form) {
        if (numbers.isEmpty()) {
            numbers = new HashMap<>();
            forms = new ArrayList<>();
        }
        return numbers.computeIfAbsent(ByteBuffer.wrap(form), first -> {
            forms.add(form);
            return forms.size() - 1;
        });
    }

    /** Writes the values that were referred to. */
    public void write(Out out) {
        out.varint(forms.size());
        forms.forEach(out::raw);
    }

    /** Reads what {@link #write(Out)} wrote. */
    public static SharedValues read(In in) {
        SharedValues shared = new SharedValues();
        shared.known = new ArrayList<>();
        in.sharing(shared);
        for (int left = in.count(); left > 0; left--) {
            in.measured((value, size, depth) -> shared.known.add(new Known(value, size, depth)));
        }
        return shared;
    }

    boolean has(long number) {
        return number >= 0 && number < known.size();
    }

    Data value(int number) {
        return known.get(number).value();
    }

    long size(int number) {
        return known.get(number).size();
    }

    int depth(int number) {
        return known.get(number).depth();
    }

    /** Takes a value that was read, with its measures. */
    interface Measured {
        void take(Data value, long size, int depth);
    }
}
