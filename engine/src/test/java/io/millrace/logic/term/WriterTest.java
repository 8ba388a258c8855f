package io.millrace.logic.term;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Seeds;
import io.millrace.logic.RandomTerms;
import io.millrace.logic.read.Flags;
import io.millrace.logic.read.Read;
import io.millrace.logic.read.Reader;
import java.math.BigInteger;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class WriterTest {
    private static final Flags FLAGS = Flags.iso().withDoubleQuotes(Flags.DoubleQuotes.STRING);

    @Test
    void whatever_is_written_with_quotes_reads_back_to_the_same_term() {
        Seeds.each(20_000, seed -> {
            RandomTerms random = new RandomTerms(seed);
            Operators operators = random.operators();
            Term term = random.next();
            String text = Writer.quoted().withOperators(operators).withNumberVariables(false).write(term);
            assertThat(canonical(read(text, operators))).as(text).isEqualTo(canonical(term));
        });
    }

    @Test
    void whatever_is_written_canonically_reads_back_under_any_operators() {
        Seeds.each(5_000, seed -> {
            RandomTerms random = new RandomTerms(seed);
            Operators operators = random.operators();
            Term term = random.next();
            assertThat(canonical(read(canonical(term), operators))).isEqualTo(canonical(term));
        });
    }

    @Test
    void plain_writing_leaves_out_the_quotes() {
        assertThat(Writer.plain().write(read("f('A b', \"c\", 'd\\n')", Operators.iso()))).isEqualTo("f(A b,c,d\n)");
    }

    @Test
    void numbered_variables_become_letters_with_numbers() {
        Term term = read("f('$VAR'(0), '$VAR'(25), '$VAR'(26), '$VAR'(-1), '$VAR'(a), '$VAR'(1,2))", Operators.iso());
        assertThat(Writer.quoted().write(term)).isEqualTo("f(A,Z,A1,'$VAR'(-1),'$VAR'(a),'$VAR'(1,2))");
    }

    @Test
    void variables_have_the_names_they_are_given() {
        Read read = Reader.term("f(X, Y, X, _)", Operators.iso(), FLAGS);
        Var x = Objects.requireNonNull(read.names().get("X"));
        assertThat(Writer.quoted().withNames(Map.of(x, "Left")).write(read.term())).isEqualTo("f(Left,_1,Left,_2)");
    }

    @Test
    void deep_terms_are_cut_where_asked() {
        Operators iso = Operators.iso();
        assertThat(Writer.quoted().withMaxDepth(3).write(read("f(g(h(i(j))))", iso))).isEqualTo("f(g(h(...)))");
        assertThat(Writer.quoted().withMaxDepth(3).write(read("[a,b,c,d,e]", iso))).isEqualTo("[a,b|...]");
        assertThat(Writer.quoted().withMaxLength(10).write(read("[aaaa,bbbb,cccc,dddd]", iso))).isEqualTo("[aaaa,bbbb...");
    }

    @Test
    @Timeout(5)
    void the_beginning_of_a_long_number_is_exact_and_needs_only_its_beginning() {
        for (int base : new int[] {2, 3, 7, 10, 99, -7, -10}) {
            BigInteger number = BigInteger.valueOf(base).pow(20_001);
            String text = Writer.quoted().withMaxLength(300).write(Numbers.integer(number));
            assertThat(text).hasSizeGreaterThan(300).hasSizeLessThan(400);
            assertThat(number.toString()).startsWith(text.substring(0, 300));
        }
        Term longest = Numbers.integer(BigInteger.ONE.shiftLeft(8 << 20).subtract(BigInteger.ONE));
        for (int i = 0; i < 20; i++) {
            assertThat(Writer.quoted().withMaxLength(300).write(longest)).isNotEmpty();
        }
    }

    @Test
    void a_place_of_low_priority_gets_parentheses() {
        assertThat(Writer.quoted().write(read("a:-b", Operators.iso()), 999)).isEqualTo("(a:-b)");
        assertThat(Writer.quoted().write(read("a=b", Operators.iso()), 999)).isEqualTo("a=b");
    }

    @Test
    void arguments_are_spaced_where_asked() {
        assertThat(Writer.quoted().withSpaces(true).write(read("f(a,[b,c|D],(e,f))", Operators.iso())))
                .isEqualTo("f(a, [b, c|_0], (e, f))");
    }

    @Test
    void floats_have_the_shortest_text_that_is_one() {
        Map<Double, String> texts = Map.ofEntries(
                Map.entry(1.0, "1.0"), Map.entry(-0.0, "-0.0"), Map.entry(1e10, "10000000000.0"), Map.entry(1e14, "100000000000000.0"),
                Map.entry(1e15, "1.0e15"), Map.entry(1.5e300, "1.5e300"), Map.entry(0.1, "0.1"), Map.entry(1e-4, "0.0001"),
                Map.entry(1e-5, "1.0e-5"), Map.entry(123456789.125, "123456789.125"), Map.entry(Double.MIN_VALUE, "5.0e-324"),
                Map.entry(Double.MAX_VALUE, "1.7976931348623157e308"), Map.entry(Double.NaN, "1.5NaN"),
                Map.entry(Double.NEGATIVE_INFINITY, "-1.0Inf"), Map.entry(2e22, "2.0e22"), Map.entry(0.30000000000000004, "0.30000000000000004"));
        texts.forEach((value, text) -> assertThat(Numbers.text(value)).isEqualTo(text));
    }

    private static Term read(String text, Operators operators) {
        return Reader.term(text, operators, FLAGS).term();
    }

    private static String canonical(Term term) {
        return Writer.canonical().write(term).replaceAll("\\b_[0-9]+", "_");
    }
}
