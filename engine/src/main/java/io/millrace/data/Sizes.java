package io.millrace.data;

/** The size of a value's binary form, exactly and without making it; walks in step with {@link Out#data}. */
final class Sizes {
    private Sizes() {}

    static int of(Data data) {
        return switch (data) {
            case Data.Nothing nothing -> 1;
            case Data.Truth truth -> 1;
            case Data.Num num -> num(num);
            case Data.Text text -> {
                int length = Utf8.length(text.value());
                yield length + (length < Tags.SHORT_TEXTS ? 1 : 1 + varint(length));
            }
            case Data.Items items -> {
                int sum = head(items.count());
                for (int i = 0; i < items.count(); i++) {
                    sum += of(items.element(i));
                }
                yield sum;
            }
            case Data.Fields fields -> {
                int sum = head(fields.count());
                for (int i = 0; i < fields.count(); i++) {
                    int length = Utf8.length(fields.name(i));
                    sum += varint(length) + length + of(fields.value(i));
                }
                yield sum;
            }
        };
    }

    private static int num(Data.Num num) {
        if (num.isLong()) {
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
