package io.millrace.logic.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.data.Seeds;
import io.millrace.logic.RandomTerms;
import io.millrace.logic.read.Flags;
import io.millrace.logic.read.Reader;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Inside;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import io.millrace.logic.term.Writer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TermCodecTest {
    private static final Flags FLAGS = Flags.iso().withDoubleQuotes(Flags.DoubleQuotes.STRING);

    @Test
    void every_term_comes_back() {
        Seeds.each(10_000, seed -> {
            Term term = new RandomTerms(seed).next();
            byte[] bytes = TermCodec.encode(term);
            Term back = TermCodec.decode(bytes);
            assertThat(text(back)).isEqualTo(text(TermCodec.decode(TermCodec.encode(back))));
            assertThat(text(back).replaceAll("\\b_[0-9]+", "_")).isEqualTo(text(term).replaceAll("\\b_[0-9]+", "_"));
            assertThat(TermCodec.encode(back)).isEqualTo(bytes);
        });
    }

    @Test
    void variables_that_were_one_stay_one() {
        Struct back = (Struct) TermCodec.decode(TermCodec.encode(read("f(X, Y, X)")));
        assertThat(back.arg(0)).isSameAs(back.arg(2)).isNotSameAs(back.arg(1));
    }

    @Test
    void the_form_of_version_1_never_changes() {
        assertThat(hex("0")).isEqualTo("0100");
        assertThat(hex("-1")).isEqualTo("0108");
        assertThat(hex("7")).isEqualTo("0170");
        assertThat(hex("8")).isEqualTo("018001");
        assertThat(hex("9223372036854775807")).isEqualTo("01f0ffffffffffffffff0f");
        assertThat(hex("abc")).isEqualTo("0119616263");
        assertThat(hex("[a,a|b]")).isEqualTo("012c0961020962");
        assertThat(hex("f(a,f(a,X),X)")).isEqualTo("010303096609610302020a0505");
        assertThat(hex("\"é\"")).isEqualTo("0116c3a9");
        assertThat(hex("1.0")).isEqualTo("01073ff0000000000000");
        assertThat(hex("18446744073709551616")).isEqualTo("014f010000000000000000");
    }

    @Test
    void a_term_of_every_kind_is_as_its_golden_file_says() throws IOException {
        List<String> samples = List.of(
                "0", "-1", "123456789", "-9223372036854775808", "18446744073709551616", "-340282366920938463463374607431768211456",
                "1.0", "-0.0", "1.5e300", "abc", "'two words'", "'日本'", "[]", "{}", "f(a)", "f(a,f(a,X),X)", "[a,a|b]", "[1,2,3]",
                "[[],[a],[a,[b]]]", "\"text\"", "\"\"", "g(X,Y,Z,Y)", "case(order,[amount-12,lines-[1,two]],none)");
        StringBuilder now = new StringBuilder();
        samples.forEach(sample -> now.append(hex(sample)).append(' ').append(sample).append('\n'));
        Path file = Path.of("src/test/resources/io/millrace/logic/codec/terms-1.hex");
        if (System.getProperty("millrace.golden", "").equals("write")) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, now);
        }
        String golden = Files.readString(file);
        assertThat(now.toString()).isEqualTo(golden);
        for (String line : golden.lines().toList()) {
            byte[] bytes = HexFormat.of().parseHex(line.substring(0, line.indexOf(' ')));
            assertThat(TermCodec.encode(TermCodec.decode(bytes))).as(line).isEqualTo(bytes);
        }
    }

    @Test
    void a_typical_state_is_small() {
        Term state = read("""
                case(running, [
                  goal(1, wait_for(wv(1), order(4711, 'Miller & Sons', [item(bolt, 100), item(nut, 100), item(washer, 250)]))),
                  goal(2, timeout(wv(1), 1763211600000)),
                  goal(3, wait_for(wv(2), confirm(order(4711, 'Miller & Sons', [item(bolt, 100), item(nut, 100)])))),
                  goal(4, ship(wv(2), wv(3), address("12 Mill Lane", "Riverton", 4411)))],
                 [sent(wv(1), clerk, 1763208000000), sent(wv(2), manager, 1763208000001), sent(wv(3), store, 1763208000002)])
                """);
        assertThat(TermCodec.encode(state)).hasSizeLessThan(300);
    }

    @Test
    void several_terms_share_their_names() {
        TermEncoder encoder = new TermEncoder();
        encoder.add(read("approve(order, X)"));
        int first = encoder.bytes().length;
        encoder.add(read("approve(order, Y)"));
        byte[] bytes = encoder.bytes();
        assertThat(bytes.length - first).isEqualTo(3);
        TermDecoder decoder = new TermDecoder(bytes);
        assertThat(text(decoder.next())).isEqualTo("approve(order,_0)");
        assertThat(text(decoder.next())).isEqualTo("approve(order,_1)");
        assertThat(decoder.hasNext()).isFalse();
    }

    @Test
    void depth_and_length_cost_no_stack() {
        for (String text : new String[] {
            "f(".repeat(1_000_000) + "a" + ")".repeat(1_000_000), "[" + "a,".repeat(1_000_000) + "a]", "[".repeat(1_000_000) + "]".repeat(1_000_000)
        }) {
            byte[] bytes = TermCodec.encode(read(text));
            assertThat(bytes).hasSizeLessThan(2_000_100);
            assertThat(TermCodec.encode(TermCodec.decode(bytes))).isEqualTo(bytes);
        }
    }

    @Test
    void a_term_that_contains_itself_is_refused() {
        Var x = new Var();
        Struct loop = Struct.of("f", x);
        Inside.ref(x, loop);
        Var y = new Var();
        Inside.ref(y, Lists.cell(Atom.of("a"), y));
        assertThatThrownBy(() -> TermCodec.encode(y)).isInstanceOf(MalformedTerm.class);
        assertThatThrownBy(() -> TermCodec.encode(loop)).isInstanceOf(MalformedTerm.class);
    }

    @Test
    void whatever_the_bytes_are_they_are_a_term_or_refused() {
        Seeds.each(50_000, seed -> {
            Random random = new Random(seed);
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            if (bytes.length > 0) {
                bytes[0] = 1;
            }
            decodeOrRefuse(bytes);
        });
    }

    @Test
    void a_damaged_term_is_a_term_or_refused() {
        Seeds.each(10_000, seed -> {
            Random random = new Random(seed);
            byte[] bytes = TermCodec.encode(new RandomTerms(seed).next());
            for (int i = 0; i < 10; i++) {
                byte[] damaged = bytes.clone();
                damaged[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
                decodeOrRefuse(damaged);
            }
        });
    }

    @Test
    void a_promise_of_more_arguments_than_bytes_is_refused_before_it_costs_memory() {
        byte[] bytes = new byte[200_000];
        bytes[0] = 1;
        byte[] functor = {3, (byte) 0xa0, (byte) 0x8d, 6, 9, 'f'}; // f/100000, then the same again and again
        System.arraycopy(functor, 0, bytes, 1, functor.length);
        Arrays.fill(bytes, 7, bytes.length, (byte) (1 << 3 | 3));
        assertThatThrownBy(() -> TermCodec.decode(bytes)).isInstanceOf(MalformedTerm.class).hasMessageContaining("a length of");
    }

    @Test
    void a_part_of_the_bytes_or_more_than_them_is_refused() {
        byte[] bytes = TermCodec.encode(read("f(abc, [1,2.5|X], \"text\", 123456789012345678901234567890)"));
        for (int length = 0; length < bytes.length; length++) {
            byte[] part = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> TermCodec.decode(part)).isInstanceOf(MalformedTerm.class);
        }
        assertThatThrownBy(() -> TermCodec.decode(Arrays.copyOf(bytes, bytes.length + 1))).isInstanceOf(MalformedTerm.class)
                .hasMessageContaining("the term ends at byte " + bytes.length);
        bytes[0] = 9;
        assertThatThrownBy(() -> TermCodec.decode(bytes)).hasMessage("the bytes have version 9; this engine reads 1");
    }

    @Test
    void a_term_of_more_parts_than_allowed_is_refused() {
        byte[] bytes = TermCodec.encode(read("f(a, b)"));
        assertThat(text(TermCodec.decode(bytes, 4))).isEqualTo("f(a,b)");
        assertThatThrownBy(() -> TermCodec.decode(bytes, 3)).isInstanceOf(MalformedTerm.class);
    }

    private static void decodeOrRefuse(byte[] bytes) {
        try {
            Term term = TermCodec.decode(bytes);
            assertThat(text(TermCodec.decode(TermCodec.encode(term)))).isEqualTo(text(term));
        } catch (MalformedTerm refused) {
            assertThat(refused).hasMessageMatching("(?s).+");
        }
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(TermCodec.encode(read(text)));
    }

    private static Term read(String text) {
        return Reader.term(text, Operators.iso(), FLAGS).term();
    }

    private static String text(Term term) {
        return Writer.canonical().write(term);
    }
}
