package io.millrace.data;

/**
 * The size of a value's binary form, exactly and without making it; walks in step with {@link Out#data}. Values share
 * parts, so the form of a small object graph can be enormous: the walk stops once the sum is beyond a bound.
 */
final class Sizes {
    private final long bound;
    private long sum;

    private Sizes(long bound) {
        this.bound = bound;
    }

    static int of(Data data) {
        long size = upTo(data, Integer.MAX_VALUE);
        if (size > Integer.MAX_VALUE) {
            throw new IllegalStateException("This value has more than 2 GB; keep it in a file.");
        }
        return (int) size;
    }

    /** The size if it is within the bound, else some number beyond it. */
    static long upTo(Data data, long bound) {
        Sizes sizes = new Sizes(bound);
        sizes.add(data);
        return sizes.sum;
    }

    private void add(Data data) {
        switch (data) {
            case Data.Nothing nothing -> sum++;
            case Data.Truth truth -> sum++;
            case Data.Num num -> sum += num(num);
            case Data.Text text -> {
                int length = Utf8.length(text.value());
                sum += length + (length < Tags.SHORT_TEXTS ? 1 : 1 + varint(length));
            }
            case Data.Items items -> {
                sum += head(items.count());
                for (int i = 0; i < items.count() && sum <= bound; i++) {
                    add(items.element(i));
                }
            }
            case Data.Fields fields -> {
                sum += head(fields.count());
                for (int i = 0; i < fields.count() && sum <= bound; i++) {
                    int length = Utf8.length(fields.name(i));
                    sum += varint(length) + length;
                    add(fields.value(i));
                }
            }
        }
    }

    private static int num(Data.Num num) {
        if (num.isPlain()) {
            long value = num.longValue();
            return value >= 0 && value < Tags.SMALL_NUMBERS ? 1 : 1 + varint((value << 1) ^ (value >> 63));
        }
        int scale = num.decimal().scale();
        int length = num.decimal().unscaledValue().bitLength() / Byte.SIZE + 1;
        return 1 + varint(((long) scale << 1) ^ (scale >> 31)) + varint(length) + length;
    }

    private static int head(int count) {
        return count < Tags.FEW ? 1 : 1 + varint(count);
    }

    static int varint(long value) {
        return (Long.SIZE - Long.numberOfLeadingZeros(value | 1) + 6) / 7;
    }
}
