package io.millrace.data;

import io.millrace.problem.Code;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@link Out} wrote. Bytes that no {@code Out} could have written are a {@link DataException} with their
 * offset; whatever the bytes say, no more memory is taken than a small multiple of their number.
 */
public final class In {
    private static final int MICROS = 1_000;
    private static final int MILLIS = 1_000_000;
    private static final int SECOND = 1_000_000_000;

    private final byte[] bytes;
    private final int end;
    private int at;
    private SharedValues shared = SharedValues.NONE;
    /** How large the values are that were referred to, and how deep lists and fields nest in what was measured. */
    private long referred;
    private int deepest;

    public In(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    public In(byte[] bytes, int from, int to) {
        Objects.checkFromToIndex(from, to, bytes.length);
        this.bytes = bytes;
        this.at = from;
        this.end = to;
    }

    public boolean atEnd() {
        return at == end;
    }

    public int remaining() {
        return end - at;
    }

    /** Refuses bytes that are left over. */
    public void end() {
        if (at != end) {
            throw damaged("nothing more was expected");
        }
    }

    /** The exception for bytes that mean nothing, at the current place; for readers built on this one, too. */
    public DataException damaged(String why) {
        return new DataException(Code.DATA_DAMAGED.with(at, why));
    }

    private void need(int count) {
        if (end - at < count) {
            throw damaged("the bytes end too early (needed: " + count + ", left: " + (end - at) + ")");
        }
    }

    public int u8() {
        need(1);
        return bytes[at++] & 0xFF;
    }

    public boolean bool() {
        int value = u8();
        if (value > 1) {
            at--;
            throw damaged("0 or 1 was expected");
        }
        return value == 1;
    }

    public long varint() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int next = u8();
            value |= (next & 0x7FL) << shift;
            if (next < 0x80) {
                // The tenth byte has room for one bit; a last byte of 0 would be a second way to write a number.
                if ((shift == 63 && next > 1) || (next == 0 && shift > 0)) {
                    throw damaged("a number is not written in the shortest way");
                }
                return value;
            }
        }
        throw damaged("a number has more than 64 bits");
    }

    /** A varint that is not negative and fits into an int. */
    public int varint32() {
        long value = varint();
        if (value < 0 || value > Integer.MAX_VALUE) {
            throw damaged("a number has more than 31 bits");
        }
        return (int) value;
    }

    /** The count of something of which each takes at least one byte, so that a damaged one cannot ask for much memory. */
    public int count() {
        long value = varint();
        if (value < 0 || value > remaining()) {
            throw damaged("a count is greater than the number of bytes left");
        }
        return (int) value;
    }

    public long zigzag() {
        long value = varint();
        return (value >>> 1) ^ -(value & 1);
    }

    public int int32() {
        need(Integer.BYTES);
        int value = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            value = (value << Byte.SIZE) | (bytes[at++] & 0xFF);
        }
        return value;
    }

    public long int64() {
        need(Long.BYTES);
        long value = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            value = (value << Byte.SIZE) | (bytes[at++] & 0xFF);
        }
        return value;
    }

    public String text() {
        return utf8(count());
    }

    public @Nullable String textOrNull() {
        int length = lengthOrNull();
        return length < 0 ? null : utf8(length);
    }

    /** A text of which few differ (a name, a kind): short ones are shared in memory. */
    public String name() {
        int length = count();
        String shared = Names.shared(bytes, at, length);
        if (shared == null) {
            return utf8(length);
        }
        at += length;
        return shared;
    }

    private String utf8(int length) {
        need(length);
        String text = Utf8.read(bytes, at, length);
        if (text == null) {
            throw damaged("a text is not UTF-8");
        }
        at += length;
        return text;
    }

    /** A length that was written one greater, so that 0 means null, here -1. */
    private int lengthOrNull() {
        long value = varint();
        if (value < 0 || value - 1 > remaining()) {
            throw damaged("a count is greater than the number of bytes left");
        }
        return (int) value - 1;
    }

    public byte[] bytes() {
        return raw(count());
    }

    public byte @Nullable [] bytesOrNull() {
        int length = lengthOrNull();
        return length < 0 ? null : raw(length);
    }

    /** The next bytes by themselves; what follows them is read here. */
    public In part(int count) {
        need(count);
        at += count;
        return new In(bytes, at - count, at);
    }

    public byte[] raw(int count) {
        need(count);
        at += count;
        return Arrays.copyOfRange(bytes, at - count, at);
    }

    public Instant instant() {
        long seconds = zigzag();
        long coded = varint();
        long unit = switch ((int) (coded & 3)) {
            case 0 -> MILLIS;
            case 1 -> MICROS;
            case 2 -> 1;
            default -> throw damaged("an instant has an unknown unit");
        };
        long count = coded >>> 2;
        if (count >= SECOND / unit) {
            throw damaged("an instant has more than a second in its fraction");
        }
        return instant(seconds, count * unit);
    }

    private Instant instant(long seconds, long nanos) {
        try {
            return Instant.ofEpochSecond(seconds, nanos);
        } catch (DateTimeException | ArithmeticException beyond) {
            throw damaged("an instant lies beyond all time");
        }
    }

    public @Nullable Instant instantOrNull() {
        return bool() ? instant() : null;
    }

    public Duration duration() {
        long seconds = zigzag();
        long nanos = varint();
        if (nanos < 0 || nanos >= SECOND) {
            throw damaged("a duration has more than a second in its fraction");
        }
        return Duration.ofSeconds(seconds, nanos);
    }

    public @Nullable Duration durationOrNull() {
        return bool() ? duration() : null;
    }

    /** What {@link Out#each} wrote, unmodifiable. Each element must take at least one byte. */
    public <T> List<T> each(Function<? super In, ? extends T> reader) {
        int count = count();
        List<T> elements = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            elements.add(reader.apply(this));
        }
        return List.copyOf(elements);
    }

    /** From now on references to these values can be read. */
    public In sharing(SharedValues values) {
        shared = values;
        return this;
    }

    /** The values that can be referred to here, for a reader of bytes that were taken out of these. */
    public SharedValues shared() {
        return shared;
    }

    public Data data() {
        return data(0, 0);
    }

    /** Reads a value and tells how large it would be without references, and how deep it is. */
    void measured(SharedValues.Measured taken) {
        int from = at;
        long before = referred;
        deepest = 0;
        Data value = data();
        taken.take(value, at - from + referred - before, deepest);
    }

    private Data reference(int depth) {
        if (shared == SharedValues.NONE) {
            throw unknown();
        }
        long number = varint();
        if (!shared.has(number)) {
            throw damaged("there is no shared value " + number);
        }
        int index = (int) number;
        referred += shared.size(index);
        nested(depth + shared.depth(index));
        if (referred > Integer.MAX_VALUE) {
            throw damaged("references make a value larger than any can be");
        }
        return shared.value(index);
    }

    private void nested(int depth) {
        if (depth > Depths.MAX) {
            throw damaged("lists and fields nest more than " + Depths.MAX + " deep");
        }
        deepest = Math.max(deepest, depth);
    }

    /** {@code promised}: how many bytes at least the values around this one still need; the rest is all it can count on. */
    private Data data(int depth, int promised) {
        int tag = u8();
        if (tag >= Tags.FEW_ITEMS) {
            return switch (tag & 0xF0) {
                case Tags.FEW_ITEMS -> items(tag & 0x0F, depth + 1, promised);
                case Tags.FEW_FIELDS -> fields(tag & 0x0F, depth + 1, promised);
                default -> throw unknown();
            };
        }
        if (tag >= Tags.SMALL_NUMBER) {
            return Data.Num.of(tag - Tags.SMALL_NUMBER);
        }
        if (tag >= Tags.SHORT_TEXT) {
            return Data.Text.of(utf8(tag - Tags.SHORT_TEXT));
        }
        return switch (tag) {
            case Tags.NOTHING -> Data.nothing();
            case Tags.FALSE -> Data.Truth.of(false);
            case Tags.TRUE -> Data.Truth.of(true);
            case Tags.LONG -> longNumber();
            case Tags.DECIMAL -> decimal();
            case Tags.TEXT -> Data.Text.of(utf8(countFrom(Tags.SHORT_TEXTS)));
            case Tags.ITEMS -> items(countFrom(Tags.FEW), depth + 1, promised);
            case Tags.FIELDS -> fields(countFrom(Tags.FEW), depth + 1, promised);
            case Tags.SHARED -> reference(depth);
            default -> throw unknown();
        };
    }

    private DataException unknown() {
        at--;
        return damaged("no value begins with this byte");
    }

    private int countFrom(int least) {
        int count = count();
        if (count < least) {
            throw damaged("a count is not written in the shortest way");
        }
        return count;
    }

    private Data longNumber() {
        long value = zigzag();
        if (value >= 0 && value < Tags.SMALL_NUMBERS) {
            throw damaged("a number is not written in the shortest way");
        }
        return Data.Num.of(value);
    }

    private Data decimal() {
        long scale = zigzag();
        int length = count();
        if (scale != (int) scale || length == 0) {
            throw damaged("a number is not written as numbers are");
        }
        BigDecimal written = new BigDecimal(new BigInteger(bytes, at, length), (int) scale);
        int minimal = written.unscaledValue().bitLength() / Byte.SIZE + 1;
        try {
            Data.Num num = Data.Num.of(written);
            if (num.isPlain() || minimal != length || num.decimal().scale() != written.scale()) {
                throw damaged("a number is not written in the shortest way");
            }
            at += length;
            return num;
        } catch (IllegalArgumentException beyondLimits) {
            throw damaged("a number is beyond the limits of numbers");
        }
    }

    private Data items(int count, int depth, int promised) {
        check(depth, count, promised);
        if (count == 0) {
            return Data.Items.EMPTY;
        }
        Data[] elements = new Data[count];
        for (int i = 0; i < count; i++) {
            elements[i] = data(depth, promised + count - 1 - i);
        }
        return new Data.Items(elements);
    }

    private Data fields(int count, int depth, int promised) {
        check(depth, 2L * count, promised);
        Object[] slots = new Object[2 * count];
        for (int i = 0; i < count; i++) {
            slots[i] = name();
            slots[count + i] = data(depth, promised + 2 * (count - 1 - i));
        }
        Data.Fields fields = Data.Fields.adoptChecked(slots);
        if (fields == null) {
            throw damaged("a field is given twice");
        }
        return fields;
    }

    private void check(int depth, long atLeast, int promised) {
        nested(depth);
        if (atLeast + promised > remaining()) {
            throw damaged("a count is greater than the number of bytes left");
        }
    }

    public String keyText() {
        int stop = at;
        int escapes = 0;
        while (stop < end && bytes[stop] != 0) {
            escapes += bytes[stop] == 1 ? 1 : 0;
            stop += bytes[stop] == 1 ? 2 : 1;
        }
        if (stop >= end) {
            throw damaged("the end of a text was expected");
        }
        byte[] plain = new byte[stop - at - escapes];
        for (int i = 0; i < plain.length; i++) {
            byte b = bytes[at++];
            if (b == 1) {
                b = (byte) (bytes[at++] - 1);
                if ((b & 0xFE) != 0) {
                    throw damaged("a text has an unknown escape");
                }
            }
            plain[i] = b;
        }
        String text = Utf8.read(plain, 0, plain.length);
        if (text == null) {
            throw damaged("a text is not UTF-8");
        }
        at++;
        return text;
    }

    public long keyLong() {
        return int64() ^ Long.MIN_VALUE;
    }

    public Instant keyInstant() {
        long seconds = keyLong();
        int nanos = int32();
        if (nanos < 0 || nanos >= SECOND) {
            throw damaged("an instant has more than a second in its fraction");
        }
        return instant(seconds, nanos);
    }
}
