package io.millrace.data;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A growing buffer of bytes that knows how everything durable is written; {@link In} is its reverse, method by method.
 * Not for several threads. A buffer that is {@linkplain #clear() cleared} keeps its room for the next use.
 *
 * <p>The methods that begin with {@code key} write so that bytes, compared without sign from the left, order as the values
 * do, and so that a value is never the beginning of another's bytes: keys of several parts can be put one behind the other.
 */
public final class Out {
    private static final int DEFAULT_ROOM = 64;
    private static final int MAX_VARINT = 10;
    private static final int MICROS = 1_000;
    private static final int MILLIS = 1_000_000;

    private byte[] buffer;
    private int length;
    private int most = Integer.MAX_VALUE;
    private @Nullable SharedValues shared;

    public Out() {
        this(DEFAULT_ROOM);
    }

    public Out(int room) {
        buffer = new byte[room];
    }

    public int length() {
        return length;
    }

    public byte[] toBytes() {
        return Arrays.copyOf(buffer, length);
    }

    /**
     * The least key that sorts after every key that begins with these bytes: the end of a range over a prefix. There is
     * none after bytes that are all FF; begin keys with a table or a text.
     */
    public byte[] toPrefixEnd() {
        int last = length - 1;
        while (last >= 0 && buffer[last] == (byte) 0xFF) {
            last--;
        }
        if (last < 0) {
            throw new IllegalStateException("No key sorts after all that begin with nothing but FF.");
        }
        byte[] end = Arrays.copyOf(buffer, last + 1);
        end[last]++;
        return end;
    }

    /** More was written than {@link #atMost} allows. */
    public static final class Overflow extends RuntimeException {
        Overflow(int most) {
            super("more than " + most + " bytes", null, false, false);
        }
    }

    /** Lets the buffer grow to so many bytes and no further; what would be more throws {@link Overflow}. */
    public Out atMost(int bytes) {
        most = bytes;
        return this;
    }

    /** The bytes from an offset on. */
    public byte[] toBytes(int from) {
        return Arrays.copyOfRange(buffer, from, length);
    }

    /** Forgets the bytes from an offset on. */
    public Out cut(int from) {
        length = Math.min(length, from);
        return this;
    }

    /** Where large values of this buffer are shared, for a buffer that becomes part of it; null if they are not. */
    public @Nullable SharedValues shared() {
        return shared;
    }

    /** Forgets the bytes, keeps the room. */
    public Out clear() {
        length = 0;
        shared = null;
        return this;
    }

    private void room(int more) {
        int needed = Math.addExact(length, more);
        if (needed > buffer.length) {
            if (needed > most) {
                throw new Overflow(most);
            }
            buffer = Arrays.copyOf(buffer, (int) Math.max(needed, Math.min(2L * buffer.length, Integer.MAX_VALUE - 8)));
        }
    }

    /** The low eight bits. */
    public Out u8(int value) {
        room(1);
        buffer[length++] = (byte) value;
        return this;
    }

    public Out bool(boolean value) {
        return u8(value ? 1 : 0);
    }

    /** A number that is hardly ever negative, in as few bytes as it needs; a negative one takes ten. */
    public Out varint(long value) {
        room(MAX_VARINT);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            buffer[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        buffer[length++] = (byte) rest;
        return this;
    }

    /** A number of either sign, in as few bytes as it needs. */
    public Out zigzag(long value) {
        return varint((value << 1) ^ (value >> 63));
    }

    /** Four bytes, big endian. */
    public Out int32(int value) {
        room(Integer.BYTES);
        for (int shift = Integer.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            buffer[length++] = (byte) (value >>> shift);
        }
        return this;
    }

    /** Eight bytes, big endian. */
    public Out int64(long value) {
        room(Long.BYTES);
        for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            buffer[length++] = (byte) (value >>> shift);
        }
        return this;
    }

    public Out text(String value) {
        int bytes = Utf8.length(value);
        return varint(bytes).utf8(value, bytes);
    }

    public Out textOrNull(@Nullable String value) {
        if (value == null) {
            return varint(0);
        }
        int bytes = Utf8.length(value);
        return varint(bytes + 1L).utf8(value, bytes);
    }

    private Out utf8(String value, int bytes) {
        room(bytes);
        length = Utf8.write(value, bytes, buffer, length);
        return this;
    }

    public Out bytes(byte[] value) {
        return varint(value.length).raw(value);
    }

    public Out bytesOrNull(byte @Nullable [] value) {
        return value == null ? varint(0) : varint(value.length + 1L).raw(value);
    }

    /** The bytes as they are, without their count. */
    public Out raw(byte[] value) {
        room(value.length);
        System.arraycopy(value, 0, buffer, length, value.length);
        length += value.length;
        return this;
    }

    /** An instant, exactly; short if it is one of whole milliseconds or microseconds. */
    public Out instant(Instant value) {
        long nanos = value.getNano();
        zigzag(value.getEpochSecond());
        if (nanos % MILLIS == 0) {
            return varint((nanos / MILLIS) << 2);
        }
        return nanos % MICROS == 0 ? varint(((nanos / MICROS) << 2) | 1) : varint((nanos << 2) | 2);
    }

    public Out instantOrNull(@Nullable Instant value) {
        return value == null ? bool(false) : bool(true).instant(value);
    }

    public Out duration(Duration value) {
        return zigzag(value.getSeconds()).varint(value.getNano());
    }

    public Out durationOrNull(@Nullable Duration value) {
        return value == null ? bool(false) : bool(true).duration(value);
    }

    /** The count, then each element as the writer has it. */
    public <T> Out each(Collection<? extends T> elements, BiConsumer<? super Out, ? super T> writer) {
        varint(elements.size());
        for (T element : elements) {
            writer.accept(this, element);
        }
        return this;
    }

    /** From now on large values are written once, into the table, and referred to here. */
    public Out sharing(SharedValues values) {
        shared = values;
        return this;
    }

    /** A value in the binary form that {@link Tags} describes. */
    public Out data(Data value) {
        if (shared == null) {
            return whole(value);
        }
        shared.write(this, value);
        return this;
    }

    /** The value itself, whatever its size; the values inside it may be shared. */
    Out whole(Data value) {
        return switch (value) {
            case Data.Nothing nothing -> u8(Tags.NOTHING);
            case Data.Truth truth -> u8(truth.value() ? Tags.TRUE : Tags.FALSE);
            case Data.Num num -> number(num);
            case Data.Text text -> {
                int bytes = Utf8.length(text.value());
                yield head(Tags.SHORT_TEXT, Tags.SHORT_TEXTS, Tags.TEXT, bytes).utf8(text.value(), bytes);
            }
            case Data.Items items -> {
                head(Tags.FEW_ITEMS, Tags.FEW, Tags.ITEMS, items.count());
                for (int i = 0; i < items.count(); i++) {
                    data(items.element(i));
                }
                yield this;
            }
            case Data.Fields fields -> {
                head(Tags.FEW_FIELDS, Tags.FEW, Tags.FIELDS, fields.count());
                for (int i = 0; i < fields.count(); i++) {
                    text(fields.name(i)).data(fields.value(i));
                }
                yield this;
            }
        };
    }

    private Out number(Data.Num num) {
        if (num.isPlain()) {
            long value = num.longValue();
            return value >= 0 && value < Tags.SMALL_NUMBERS
                    ? u8(Tags.SMALL_NUMBER + (int) value)
                    : u8(Tags.LONG).zigzag(value);
        }
        BigDecimal decimal = num.decimal();
        return u8(Tags.DECIMAL).zigzag(decimal.scale()).bytes(decimal.unscaledValue().toByteArray());
    }

    private Out head(int inline, int limit, int tag, int count) {
        return count < limit ? u8(inline + count) : u8(tag).varint(count);
    }

    /** Ordered as the code points of texts are. */
    public Out keyText(String value) {
        // 00 ends the text and sorts before all that may follow; 00 and 01 inside it become 01 01 and 01 02.
        int bytes = Utf8.length(value);
        room(2 * bytes + 1);
        int start = length;
        int end = Utf8.write(value, bytes, buffer, start);
        int escapes = 0;
        for (int i = start; i < end; i++) {
            if ((buffer[i] & 0xFE) == 0) {
                escapes++;
            }
        }
        length = end + escapes;
        for (int from = end - 1, to = length - 1; from < to; from--) {
            byte b = buffer[from];
            if ((b & 0xFE) == 0) {
                buffer[to--] = (byte) (b + 1);
                buffer[to--] = 1;
            } else {
                buffer[to--] = b;
            }
        }
        buffer[length++] = 0;
        return this;
    }

    /** Ordered as numbers are. */
    public Out keyLong(long value) {
        return int64(value ^ Long.MIN_VALUE);
    }

    /** Ordered as time is. */
    public Out keyInstant(Instant value) {
        return keyLong(value.getEpochSecond()).int32(value.getNano());
    }
}
