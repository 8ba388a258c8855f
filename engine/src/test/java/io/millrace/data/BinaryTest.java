package io.millrace.data;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.problem.Code;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BinaryTest {

    /** The stored form. A change here makes journals unreadable. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            null                                | 00
            false                               | 01
            true                                | 02
            0                                   | 40
            63                                  | 7f
            64                                  | 038001
            -1                                  | 0301
            9223372036854775807                 | 03feffffffffffffffff01
            -9223372036854775808                | 03ffffffffffffffffff01
            9223372036854775808                 | 040009008000000000000000
            0.1                                 | 04020101
            -12.5                               | 04020183
            1e100                               | 04c7010101
            ""                                  | 20
            "abc"                               | 23616263
            "é€😀"                              | 29c3a9e282acf09f9880
            "\\ud800"                           | 23eda080
            "0123456789012345678901234567890"   | 3f30313233343536373839303132333435363738393031323334353637383930
            "01234567890123456789012345678901"  | 05203031323334353637383930313233343536373839303132333435363738393031
            []                                  | 80
            [1,[2]]                             | 82418142
            [0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]   | 061040404040404040404040404040404040
            {}                                  | 90
            {"a":1,"bc":{"":null}}              | 92016141026263910000
            """)
    void the_binary_form_is_golden(String json, String hex) {
        Data data = Data.parse(json);
        assertThat(HexFormat.of().formatHex(data.toBytes())).isEqualTo(hex);
        assertThat(Data.fromBytes(HexFormat.of().parseHex(hex))).isEqualTo(data);
        assertThat(data.size()).isEqualTo(hex.length() / 2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ``              | Stored data is damaged at byte 0: the bytes end too early (needed: 1, left: 0). Restore it from a backup. (MR-2010)
            08              | at byte 0: no value begins with this byte
            1f              | no value begins with this byte
            a0              | no value begins with this byte
            ff              | no value begins with this byte
            0000            | at byte 1: nothing more was expected
            0302            | a number is not written in the shortest way
            038000          | a number is not written in the shortest way
            03ffffffffffffffffffff | more than 64 bits
            03ffffffffffffffffff02 | a number is not written in the shortest way
            04000101        | a number is not written in the shortest way
            0400010a        | a number is not written in the shortest way
            0402020001      | a number is not written in the shortest way
            040000          | a number is not written as numbers are
            04a01f0101      | beyond the limits of numbers
            04feffffffffffffffff010101 | a number is not written as numbers are
            22c3            | the bytes end too early (needed: 2, left: 1)
            21c3            | a text is not UTF-8
            22c080          | a text is not UTF-8
            24f4908080      | a text is not UTF-8
            26eda080edb080  | a text is not UTF-8
            2180            | a text is not UTF-8
            050161          | a count is not written in the shortest way
            05ffffffff0f    | a count is greater than the number of bytes left
            06ffffffff0f    | a count is greater than the number of bytes left
            8240            | a count is greater than the number of bytes left
            07ffffffff0f    | a count is greater than the number of bytes left
            92016140016141  | a field is given twice
            """)
    void damaged_bytes_are_refused(String hex, String why) {
        assertThatThrownBy(() -> Data.fromBytes(HexFormat.of().parseHex(hex)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining(why);
    }

    @Test
    void generated_values_read_back_and_their_size_is_exact() {
        Seeds.each(5000, seed -> {
            Data data = new RandomData(seed).next();
            byte[] bytes = data.toBytes();
            Data back = Data.fromBytes(bytes);
            assertThat(back).isEqualTo(data).hasSameHashCodeAs(data);
            assertThat(back.json()).isEqualTo(data.json());
            assertThat(data.size()).isEqualTo(bytes.length);
            assertThat(back.toBytes()).isEqualTo(bytes);
        });
    }

    @Test
    void damaged_data_is_refused_or_is_the_one_form_of_another_value() {
        Seeds.each(20_000, seed -> {
            Random random = new Random(seed);
            byte[] bytes = new RandomData(seed).next().toBytes();
            for (int i = random.nextInt(3); i >= 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            byte[] damaged = random.nextInt(4) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
            readOrRefuse(damaged);
            byte[] noise = new byte[random.nextInt(40)];
            random.nextBytes(noise);
            readOrRefuse(noise);
        });
    }

    private static void readOrRefuse(byte[] bytes) {
        try {
            assertThat(Data.fromBytes(bytes).toBytes()).isEqualTo(bytes);
        } catch (DataException refused) {
            assertThat(refused.problem().code()).isEqualTo(Code.DATA_DAMAGED);
        }
    }

    @Test
    void counts_that_promise_too_much_take_no_memory() {
        // Each level claims all bytes that are left: together a thousand times what is there.
        Out out = new Out();
        int size = 20_000_000;
        for (int i = 0; i < 1000; i++) {
            out.u8(Tags.ITEMS).varint(size - 6L * (i + 1));
        }
        byte[] bytes = Arrays.copyOf(out.toBytes(), size);
        assertThatThrownBy(() -> Data.fromBytes(bytes))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("a count is greater");
        byte[] deep = new byte[1_000_000];
        Arrays.fill(deep, (byte) 0x81);
        assertThatThrownBy(() -> Data.fromBytes(deep))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("1024 deep");
    }

    @Test
    void every_part_reads_back() {
        Instant now = Instant.parse("2026-02-03T04:05:06.789012345Z");
        byte[] bytes = new Out(0)
                .u8(255).bool(true).varint(300).varint(-1).zigzag(-300).int32(-7).int64(Long.MIN_VALUE)
                .text("grüße").textOrNull(null).textOrNull("").textOrNull("x")
                .bytes(new byte[] {1, 2}).bytesOrNull(null).bytesOrNull(new byte[0]).raw(new byte[] {9})
                .instant(now).instant(Instant.EPOCH).instant(Instant.MIN).instant(Instant.MAX).instantOrNull(null).instantOrNull(now)
                .duration(Duration.ofMillis(-1)).durationOrNull(null).durationOrNull(Duration.ofDays(9))
                .each(List.of("a", "b"), Out::text)
                .text("name").data(Data.items(1, "x"))
                .toBytes();
        In in = new In(bytes);
        assertThat(in.u8()).isEqualTo(255);
        assertThat(in.bool()).isTrue();
        assertThat(in.varint32()).isEqualTo(300);
        assertThat(in.varint()).isEqualTo(-1);
        assertThat(in.zigzag()).isEqualTo(-300);
        assertThat(in.int32()).isEqualTo(-7);
        assertThat(in.int64()).isEqualTo(Long.MIN_VALUE);
        assertThat(in.text()).isEqualTo("grüße");
        assertThat(in.textOrNull()).isNull();
        assertThat(in.textOrNull()).isEmpty();
        assertThat(in.textOrNull()).isEqualTo("x");
        assertThat(in.bytes()).containsExactly(1, 2);
        assertThat(in.bytesOrNull()).isNull();
        assertThat(in.bytesOrNull()).isEmpty();
        assertThat(in.raw(1)).containsExactly(9);
        assertThat(in.instant()).isEqualTo(now);
        assertThat(in.instant()).isEqualTo(Instant.EPOCH);
        assertThat(in.instant()).isEqualTo(Instant.MIN);
        assertThat(in.instant()).isEqualTo(Instant.MAX);
        assertThat(in.instantOrNull()).isNull();
        assertThat(in.instantOrNull()).isEqualTo(now);
        assertThat(in.duration()).isEqualTo(Duration.ofMillis(-1));
        assertThat(in.durationOrNull()).isNull();
        assertThat(in.durationOrNull()).isEqualTo(Duration.ofDays(9));
        assertThat(in.each(In::text)).containsExactly("a", "b");
        assertThat(in.name()).isEqualTo("name");
        assertThat(in.atEnd()).isFalse();
        assertThat(in.data()).isEqualTo(Data.items(1, "x"));
        assertThat(in.atEnd()).isTrue();
        in.end();
    }

    @Test
    void instants_of_whole_milliseconds_are_short() {
        assertThat(new Out().instant(Instant.parse("2026-02-03T04:05:06.789Z")).length()).isEqualTo(7);
        assertThat(new Out().instant(Instant.parse("2026-02-03T04:05:06.789012Z")).length()).isEqualTo(9);
        assertThat(new Out().instant(Instant.parse("2026-02-03T04:05:06.789012345Z")).length()).isEqualTo(10);
    }

    @Test
    void a_cleared_buffer_starts_again() {
        Out out = new Out().text("something long enough to make the buffer grow beyond its first room of bytes");
        assertThat(out.clear().u8(7).toBytes()).containsExactly(7);
    }

    @Test
    void a_part_of_an_array_is_read_within_its_bounds() {
        byte[] bytes = {9, 1, 'a', 9};
        In in = new In(bytes, 1, 3);
        assertThat(in.text()).isEqualTo("a");
        assertThat(in.atEnd()).isTrue();
        assertThatThrownBy(in::u8).isInstanceOf(DataException.class);
        assertThatThrownBy(() -> new In(bytes, 1, 2).text()).isInstanceOf(DataException.class);
    }

    @Test
    void no_reader_fails_otherwise_than_with_a_data_exception() {
        List<Consumer<In>> readers = List.of(
                In::u8, In::bool, In::varint, In::varint32, In::count, In::zigzag, In::int32, In::int64, In::text, In::textOrNull,
                In::name, In::bytes, In::bytesOrNull, In::instant, In::instantOrNull, In::duration, In::durationOrNull, In::data,
                In::keyText, In::keyLong, In::keyInstant, in -> in.each(In::text), in -> in.raw(5));
        Seeds.each(20_000, seed -> {
            Random random = new Random(seed);
            byte[] noise = new byte[random.nextInt(24)];
            random.nextBytes(noise);
            if (random.nextBoolean()) {
                noise = new String(noise, UTF_8).getBytes(UTF_8);
            }
            for (Consumer<In> reader : readers) {
                try {
                    reader.accept(new In(noise));
                } catch (DataException refused) {
                    assertThat(refused.problem().code()).isEqualTo(Code.DATA_DAMAGED);
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "ab", "b", "\u0000", "\u0000\u0000", "\u0001", "\u0002", "a\u0000", "a\u0000b", "a\u0001", "ä", "€", "😀", "\ud800"})
    void key_texts_read_back(String text) {
        assertThat(new In(new Out().keyText(text).toBytes()).keyText()).isEqualTo(text);
    }

    @Test
    void keys_sort_as_their_values_do() {
        Seeds.each(5000, seed -> {
            RandomData random = new RandomData(seed);
            String a = seed % 3 == 0 ? small(seed) : random.text();
            String b = seed % 3 == 0 ? small(seed * 31) : seed % 3 == 1 ? a + random.text() : random.text();
            long m = random.integer();
            long n = random.integer();
            assertOrder(new Out().keyText(a), new Out().keyText(b), byCodePoints(a, b));
            assertOrder(new Out().keyLong(m), new Out().keyLong(n), Long.compare(m, n));
            assertOrder(
                    new Out().keyText(a).keyLong(m).keyText(b), new Out().keyText(a).keyLong(n).keyText(a),
                    m == n ? byCodePoints(b, a) : Long.compare(m, n));
            Instant i = Instant.ofEpochSecond(m % 1_000_000_000, n);
            Instant j = Instant.ofEpochSecond(n % 1_000_000_000, m);
            assertOrder(new Out().keyInstant(i), new Out().keyInstant(j), i.compareTo(j));
            assertThat(read(new Out().keyText(a), In::keyText)).isEqualTo(a);
            assertThat(read(new Out().keyLong(m), In::keyLong)).isEqualTo(m);
            assertThat(read(new Out().keyInstant(i), In::keyInstant)).isEqualTo(i);
        });
    }

    @Test
    void a_prefix_ends_before_the_next_one() {
        assertThat(new Out().keyText("a").toPrefixEnd()).containsExactly('a', 1);
        assertThat(new Out().u8(7).u8(255).u8(255).toPrefixEnd()).containsExactly(8);
        assertThat(new Out().keyLong(-1).toPrefixEnd()).containsExactly(0x80);
        assertThatThrownBy(() -> new Out().u8(255).toPrefixEnd()).isInstanceOf(IllegalStateException.class);
    }

    /** A short text of the bytes that are escaped and their neighbours. */
    private static String small(long seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            text.append((char) random.nextInt(4));
        }
        return text.toString();
    }

    private static int byCodePoints(String a, String b) {
        return Arrays.compare(a.codePoints().toArray(), b.codePoints().toArray());
    }

    private static <T> T read(Out out, Function<In, T> reader) {
        In in = new In(out.toBytes());
        T value = reader.apply(in);
        in.end();
        return value;
    }

    private static void assertOrder(Out a, Out b, int order) {
        assertThat(Integer.signum(Arrays.compareUnsigned(a.toBytes(), b.toBytes()))).isEqualTo(Integer.signum(order));
    }
}
