package io.millrace.fact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.data.Data;
import io.millrace.data.RandomData;
import io.millrace.data.Seeds;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.Numbers;
import io.millrace.logic.term.Real;
import io.millrace.logic.term.Str;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FactsTest {
    private static final String HASH = "0123456789abcdef".repeat(4);

    @Test
    void each_kind_of_term_has_its_form() {
        is(Atom.of("ok"), "\"ok\"");
        is(Int.of(42), "42");
        is(Real.of(2.5), "2.5");
        is(Real.of(2), "{\"float/0\":\"2.0\"}");
        is(Atom.of("true"), "true");
        is(Atom.of("null"), "null");
        is(Str.of("true"), "\"true\"");
        is(Str.of("abc"), "{\"string/0\":\"abc\"}");
        is(Lists.of(Atom.of("a"), Int.of(1)), "[\"a\",1]");
        is(Atom.of("[]"), "[]");
        is(Atom.of("{}"), "{}");
        is(Struct.of("marks", Atom.of("anna"), Int.of(70)), "{\"marks/2\":[\"anna\",70]}");
        is(Lists.cell(Atom.of("a"), Atom.of("b")), "{\"./2\":[\"a\",\"b\"]}");
    }

    @Test
    void fields_are_pairs_in_braces() {
        Term anna = Struct.of("=", Atom.of("name"), Atom.of("anna"));
        Term seven = Struct.of("=", Atom.of("age"), Int.of(7));
        is(Struct.of("{}", Struct.of(",", anna, seven)), "{\"name\":\"anna\",\"age\":7}");
        is(Struct.of("{}", Struct.of(",", anna, anna)), "{\"{}/1\":[{\",/2\":[{\"=/2\":[\"name\",\"anna\"]},{\"=/2\":[\"name\",\"anna\"]}]}]}");
    }

    @Test
    void a_file_is_the_reference_that_the_engine_gives() {
        is(
                Struct.of("file", Atom.of("a.pdf"), Atom.of(HASH), Int.of(12)),
                "{\"file\":\"" + HASH + "\",\"name\":\"a.pdf\",\"bytes\":12}");
    }

    @Test
    void fields_that_look_like_another_form_are_written_in_full() {
        Term pair = Struct.of("=", Atom.of("marks/1"), Lists.of(Int.of(1)));
        is(Struct.of("{}", pair), "{\"{}/1\":[{\"=/2\":[\"marks/1\",[1]]}]}");
    }

    @Test
    void what_has_no_form_is_refused_with_the_reason() {
        assertThatThrownBy(() -> Facts.data(Struct.of("f", new Var()))).hasMessage("it is not ground");
        Term deep = Atom.of("end");
        for (int i = 0; i < 1_000_000; i++) {
            deep = Struct.of("f", deep);
        }
        Term tower = deep;
        assertThatThrownBy(() -> Facts.data(tower)).hasMessageContaining("deep");
    }

    @Test
    void a_long_list_is_no_deep_one() throws NoDataException {
        Term[] elements = new Term[100_000];
        java.util.Arrays.fill(elements, Int.of(1));
        assertThat(Facts.data(Lists.of(elements)).asList()).hasSize(elements.length);
    }

    @Test
    void every_ground_term_comes_back_as_it_was() {
        Seeds.each(3_000, seed -> {
            Term term = term(new Random(seed), new RandomData(seed), 4);
            assertThat(Facts.term(data(term))).as("seed %d", seed).isEqualTo(term);
        });
    }

    @Test
    void all_data_comes_back_as_it_was() {
        Seeds.each(3_000, seed -> {
            Data data = new RandomData(seed).next();
            assertThat(data(Facts.term(data))).as("seed %d", seed).isEqualTo(data);
        });
    }

    private static void is(Term term, String json) {
        assertThat(data(term)).isEqualTo(Data.parse(json));
        assertThat(Facts.term(Data.parse(json))).isEqualTo(term);
    }

    private static Data data(Term term) {
        try {
            return Facts.data(term);
        } catch (NoDataException e) {
            throw new AssertionError(term + ": " + e.getMessage(), e);
        }
    }

    private static Term term(Random random, RandomData texts, int depth) {
        return switch (random.nextInt(depth == 0 ? 6 : 11)) {
            case 0 -> Atom.of(texts.text());
            case 1 -> Int.of(random.nextLong() >> random.nextInt(64));
            case 2 -> Numbers.integer(new BigInteger(1 + random.nextInt(200), random));
            case 3 -> Real.of(random.nextBoolean() ? random.nextInt(5) - 2 : random.nextGaussian() * 1e9);
            case 4 -> Str.of(random.nextBoolean() ? "[]" : texts.text());
            case 5 -> Atom.of(new String[] {"true", "null", "[]", "{}", "marks/1", HASH}[random.nextInt(6)]);
            case 6 -> Lists.of(term(random, texts, depth - 1), term(random, texts, depth - 1));
            case 7 -> Lists.cell(term(random, texts, depth - 1), term(random, texts, depth - 1));
            case 8 -> Struct.of("{}", Struct.of("=", Atom.of(texts.text()), term(random, texts, depth - 1)));
            case 9 -> Struct.of("decimal", Atom.of(random.nextInt(100) + ".5"));
            default -> Struct.of(
                    random.nextBoolean() ? "file" : texts.text(),
                    term(random, texts, depth - 1),
                    term(random, texts, depth - 1),
                    term(random, texts, depth - 1));
        };
    }
}
