package io.millrace.logic.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Numbers;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Real;
import io.millrace.logic.term.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ReaderTest {
    private static final int MILLION = 1_000_000;

    @Test
    void one_pass_finds_all_errors_and_keeps_the_good_clauses() {
        List<SyntaxError> errors = new ArrayList<>();
        List<Read> reads = reader("""
                a :- b c.
                good(1).
                foo(.
                good(2).
                'never closed.
                ok. good(3).
                x :- )
                  . good(4).
                5 'a' 6 \u0001 . good(5).
                [a, b.
                """).all(errors);
        assertThat(reads).extracting(read -> Writer.quoted().write(read.term()))
                .containsExactly("good(1)", "good(2)", "good(3)", "good(4)", "good(5)");
        assertThat(errors).extracting(SyntaxError::line).containsExactly(1, 3, 5, 7, 9, 10);
    }

    @Test
    void an_error_shows_the_place() {
        SyntaxError error = catchThrowableOfType(SyntaxError.class, () -> reader("p :-\n\tq(X, Y) r.\n").next());
        assertThat(error.reason()).isEqualTo(SyntaxError.Reason.OPERATOR_EXPECTED);
        assertThat(error).hasMessage("""
                test.pl:2:10: an operator is expected here, or a comma or a full stop is missing before (operator_expected)
                \tq(X, Y) r.
                \t        ^""");
        assertThat(Writer.quoted().write(error.term())).isEqualTo("syntax_error(operator_expected)");
    }

    @Test
    void a_long_line_is_shown_in_part() {
        SyntaxError error = catchThrowableOfType(SyntaxError.class, () -> reader("x".repeat(5000) + " y" + "z".repeat(5000)).next());
        assertThat(error.getMessage()).hasSizeLessThan(500).contains("…");
        assertThat(error.column()).isEqualTo(5002);
    }

    @Test
    void variables_come_in_order_with_their_names() {
        Read read = next(reader("p(B, _, A, _C, B, _)."));
        assertThat(read.names().keySet()).containsExactly("B", "A", "_C");
        assertThat(read.variables()).hasSize(5);
        assertThat(read.singletons()).containsExactly("A");
    }

    @Test
    void a_read_knows_where_it_began_and_ended() {
        Reader reader = reader("% first\na.\n\n  b :- c. d.");
        Read a = next(reader);
        Read b = next(reader);
        assertThat(reader.source().text().substring(a.start(), a.end())).isEqualTo("a.");
        assertThat(reader.source().text().substring(b.start(), b.end())).isEqualTo("b :- c.");
        assertThat(reader.source().line(b.start())).isEqualTo(4);
        assertThat(reader.source().column(b.start())).isEqualTo(3);
        next(reader);
        assertThat(reader.next()).isNull();
        assertThat(reader.next()).isNull();
    }

    @Test
    void operators_and_flags_may_change_between_clauses() {
        Reader reader = reader("a. x ~> y. \"ab\". \"ab\". \"ab\". \"ab\".");
        next(reader);
        reader.operators(reader.operators().with(700, Operators.Type.XFX, "~>"));
        assertThat(Writer.canonical().write(next(reader).term())).isEqualTo("~>(x,y)");
        List<String> seen = new ArrayList<>();
        for (Flags.DoubleQuotes quotes : Flags.DoubleQuotes.values()) {
            reader.flags(reader.flags().withDoubleQuotes(quotes));
            seen.add(Writer.canonical().write(next(reader).term()));
        }
        assertThat(seen).containsExactly("[97,98]", "[a,b]", "ab", "\"ab\"");
    }

    @Test
    void depth_and_length_cost_no_stack() {
        String[] texts = {
            "f(".repeat(MILLION) + "a" + ")".repeat(MILLION),
            "- ".repeat(MILLION) + "1",
            "[" + "a,".repeat(MILLION) + "a]",
            "[".repeat(MILLION) + "]".repeat(MILLION),
            "{".repeat(MILLION) + "}".repeat(MILLION),
            "a," .repeat(MILLION) + "a",
            "1-" .repeat(MILLION) + "1",
            "[a|".repeat(MILLION) + "[]" + "]".repeat(MILLION),
        };
        for (String text : texts) {
            String written = Writer.quoted().write(next(reader(text + ".")).term());
            assertThat(written.length()).as(text.substring(0, 10)).isGreaterThanOrEqualTo(2 * MILLION);
        }
        assertThat(next(reader("(".repeat(MILLION) + "a" + ")".repeat(MILLION) + ".")).term()).isEqualTo(Atom.of("a"));
    }

    @Test
    void a_text_deeper_than_the_flag_allows_is_refused() {
        Reader shallow = new Reader(Source.of("t", "f(f(f(a))). f(f(a)). - - - a. b."), Operators.iso(), Flags.iso().withMaxDepth(2));
        List<SyntaxError> errors = new ArrayList<>();
        assertThat(shallow.all(errors)).hasSize(2);
        assertThat(errors).extracting(SyntaxError::reason).containsOnly(SyntaxError.Reason.TOO_DEEP).hasSize(2);
    }

    @Test
    void a_number_alone_reads_as_number_codes_asks() {
        assertThat(Reader.number(" \n 12")).isEqualTo(Int.of(12));
        assertThat(Reader.number("-12")).isEqualTo(Int.of(-12));
        assertThat(Reader.number("+12")).isEqualTo(Int.of(12));
        assertThat(Reader.number("0'a")).isEqualTo(Int.of('a'));
        assertThat(Reader.number("0x1F")).isEqualTo(Int.of(31));
        assertThat(Reader.number("-1.5e3")).isEqualTo(Real.of(-1500));
        assertThat(Reader.number("9223372036854775808").toString()).contains("9223372036854775808");
        assertThat(Reader.number("-9223372036854775808")).isEqualTo(Int.of(Long.MIN_VALUE));
        for (String wrong : List.of("", " ", "a", "1 ", "1a", "- 1", "--1", "1.", ".5", "3 4", "0'", "f(1)", "/*", "'1'", "1e", "\u0001", "-", "1.0Infx")) {
            SyntaxError error = catchThrowableOfType(SyntaxError.class, () -> Reader.number(wrong));
            assertThat(error).as("'%s'", wrong).isNotNull();
            assertThat(error.reason()).isEqualTo(SyntaxError.Reason.ILLEGAL_NUMBER);
        }
    }

    @Test
    void an_integer_of_many_digits_is_read_exactly() {
        String digits = "1234567890".repeat(2_000);
        assertThat(Numbers.big(Reader.number(digits))).hasToString(digits);
    }

    private static Reader reader(String text) {
        return new Reader(Source.of("test.pl", text), Operators.iso(), Flags.iso());
    }

    private static Read next(Reader reader) {
        return Objects.requireNonNull(reader.next());
    }
}
