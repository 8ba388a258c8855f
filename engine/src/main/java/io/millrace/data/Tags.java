package io.millrace.data;

/**
 * The first byte of a value in its binary form. Small numbers, short texts, short lists and few fields have their number
 * or count in that byte.
 *
 * <pre>
 * 00        nothing
 * 01 02     false, true
 * 03        a whole number of 64 bits: zigzag varint
 * 04        another number: scale as zigzag varint, count of bytes as varint, unscaled value in two's complement, big endian
 * 05        a text: count of bytes as varint, UTF-8
 * 06        a list: count as varint, the items
 * 07        fields: count as varint, then for each its name (count of bytes as varint, UTF-8) and its value
 * 08        a large value that stands before the record: its number as varint; only in records that share values
 * 20 … 3F   a text of 0 to 31 bytes
 * 40 … 7F   the numbers 0 to 63
 * 80 … 8F   a list of 0 to 15
 * 90 … 9F   0 to 15 fields
 * </pre>
 *
 * The shortest form is the only one: readers refuse any other, so equal bytes and equal values (with fields in the same
 * order) are the same thing.
 */
final class Tags {
    static final int NOTHING = 0x00;
    static final int FALSE = 0x01;
    static final int TRUE = 0x02;
    static final int LONG = 0x03;
    static final int DECIMAL = 0x04;
    static final int TEXT = 0x05;
    static final int ITEMS = 0x06;
    static final int FIELDS = 0x07;
    static final int SHARED = 0x08;
    static final int SHORT_TEXT = 0x20;
    static final int SMALL_NUMBER = 0x40;
    static final int FEW_ITEMS = 0x80;
    static final int FEW_FIELDS = 0x90;

    static final int SHORT_TEXTS = 32;
    static final int SMALL_NUMBERS = 64;
    static final int FEW = 16;

    private Tags() {}
}
