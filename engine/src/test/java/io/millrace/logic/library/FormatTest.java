package io.millrace.logic.library;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.logic.read.Flags;
import io.millrace.logic.read.Reader;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.Meter;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.PrologError;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Writer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class FormatTest {
    private static final String[] TABLE = {
        "~w ⇒ [f('A b')] ⇒ f(A b)", "~q ⇒ ['A b'] ⇒ 'A b'", "~p ⇒ ['A b'] ⇒ 'A b'", "~k ⇒ ['A'+b] ⇒ +('A',b)", "~w ⇒ [\"str\"] ⇒ str",
        "~q ⇒ [\"str\"] ⇒ \"str\"", "~a ⇒ [abc] ⇒ abc", "~a ⇒ [\"abc\"] ⇒ abc", "~a ⇒ [1] ⇒ 1", "~a ⇒ [[]] ⇒ []",
        "~a ⇒ [f(x)] ⇒ !format_argument_type(a,f(x))", "~d ⇒ [12345] ⇒ 12345", "~2d ⇒ [12345] ⇒ 123.45", "~0d ⇒ [5] ⇒ 5",
        "~2d ⇒ [5] ⇒ 0.05", "~2d ⇒ [-5] ⇒ -0.05", "~1d ⇒ [10] ⇒ 1.0", "~10d ⇒ [123] ⇒ 0.0000000123", "~D ⇒ [1234567] ⇒ 1,234,567",
        "~2D ⇒ [1234567] ⇒ 12,345.67", "~D ⇒ [-1234567] ⇒ -1,234,567", "~D ⇒ [12] ⇒ 12", "~D ⇒ [-123] ⇒ -123",
        "~D ⇒ [123456789012345678901234567890] ⇒ 123,456,789,012,345,678,901,234,567,890", "~d ⇒ [plus] ⇒ 3",
        "~d ⇒ [1.0] ⇒ !format_argument_type(d,1.0)", "~s ⇒ [[104,105]] ⇒ hi", "~s ⇒ [\"hi\"] ⇒ hi", "~s ⇒ [[h,i]] ⇒ hi", "~s ⇒ [a] ⇒ a",
        "~s ⇒ [[]] ⇒ ", "~s ⇒ [1] ⇒ !format_argument_type(s,1)", "~s ⇒ [[\"a\"]] ⇒ !format_argument_type(s,[\"a\"])",
        "~e ⇒ [1.5] ⇒ 1.500000e+00", "~3e ⇒ [1.5] ⇒ 1.500e+00", "~e ⇒ [15] ⇒ 1.500000e+01", "~4e ⇒ [0.0] ⇒ 0.0000e+00",
        "~0e ⇒ [12345.678] ⇒ 1e+04", "~0e ⇒ [0.5] ⇒ 5e-01", "~e ⇒ [123456789012345678901234567890] ⇒ 1.234568e+29", "~2e ⇒ [1.0e-300] ⇒ 1.00e-300",
        "~f ⇒ [1.5] ⇒ 1.500000", "~2f ⇒ [2.675] ⇒ 2.67", "~0f ⇒ [2.5] ⇒ 2", "~0f ⇒ [3.5] ⇒ 4", "~0f ⇒ [0.5] ⇒ 0", "~f ⇒ [10] ⇒ 10.000000",
        "~2f ⇒ [100000000000000000000000] ⇒ 100000000000000000000000.00", "~20f ⇒ [0.1] ⇒ 0.10000000000000000555", "~1f ⇒ [0.25] ⇒ 0.2",
        "~1f ⇒ [0.35] ⇒ 0.3", "~3f ⇒ [-0.0004] ⇒ -0.000", "~50f ⇒ [1.0e-10] ⇒ 0.00000000010000000000000000364321973154977415791655",
        "~f ⇒ [1.0Inf] ⇒ inf", "~2f ⇒ [1.5NaN] ⇒ nan", "~g ⇒ [1.5] ⇒ 1.5", "~g ⇒ [0.1] ⇒ 0.1", "~g ⇒ [1000000.0] ⇒ 1e+06",
        "~g ⇒ [100000.0] ⇒ 100000", "~3g ⇒ [1.23456] ⇒ 1.23", "~g ⇒ [1.0e-5] ⇒ 1e-05", "~g ⇒ [0.0001] ⇒ 0.0001",
        "~g ⇒ [123456789.0] ⇒ 1.23457e+08", "~g ⇒ [0] ⇒ 0", "~0g ⇒ [123.0] ⇒ 1e+02", "~10g ⇒ [0.1] ⇒ 0.1",
        "a~nb ⇒ [] ⇒ a␤b", "a~2nb ⇒ [] ⇒ a␤␤b", "~c ⇒ [65] ⇒ A", "~3c ⇒ [65] ⇒ AAA", "~0c ⇒ [65] ⇒ ", "~c ⇒ [128512] ⇒ 😀",
        "~c ⇒ [a] ⇒ !format_argument_type(c,a)", "~8r ⇒ [100] ⇒ 144", "~16r ⇒ [255] ⇒ ff", "~16R ⇒ [255] ⇒ FF", "~36r ⇒ [-35] ⇒ -z",
        "~37r ⇒ [1] ⇒ !domain_error(radix,37)", "~~ ⇒ [] ⇒ ~", "~i~w ⇒ [a,b] ⇒ b", "~*c~w ⇒ [3,120,y] ⇒ xxxy", "~*d ⇒ [2,314] ⇒ 3.14",
        "~*d ⇒ [a,314] ⇒ !format('no or negative integer for `*\\' argument')", "~:d ⇒ [1234567] ⇒ 1234567",
        "~`xt~30| ⇒ [] ⇒ xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "~w~t~10|~w ⇒ [abc,def] ⇒ abc       def",
        "~t~w~10|~w ⇒ [abc,def] ⇒        abcdef", "~t~w~t~11|~w ⇒ [abc,def] ⇒     abc    def", "~t~w~t~10|x ⇒ [abc] ⇒    abc    x",
        "~ta~tb~tc~20| ⇒ [] ⇒      a      b      c", "~t~d~6|~t~d~12| ⇒ [1,22] ⇒      1    22", "~w~t~w~20|~w~n ⇒ [a,b,c] ⇒ a                  bc␤",
        "~t~2f~10| ⇒ [3.14159] ⇒       3.14", "~w~t~10+~w~t~10+~w ⇒ [a,b,c] ⇒ a         b         c", "~t~w~10+ ⇒ [abc] ⇒        abc",
        "~+~w ⇒ [a] ⇒         a", "ab~t~`*t~10| ⇒ [] ⇒ ab    ****", "abc~5|def ⇒ [] ⇒ abc  def", "abcdef~3|g ⇒ [] ⇒ abcdefg",
        "~a~n~t~w~10| ⇒ [abc,x] ⇒ abc␤         x", "~w~t~3|~w ⇒ [abcdef,x] ⇒ abcdefx", "ab~|cd~t~5+x ⇒ [] ⇒ abcd   x", "~t~w ⇒ [x] ⇒ x",
        "~t~w~5+~t~w~5+ ⇒ [1,2] ⇒     1    2", "~z ⇒ [a] ⇒ !existence_error(format_character,z)", "~w ⇒ [] ⇒ !format('not enough arguments')",
        "~w~w ⇒ [a] ⇒ !format('not enough arguments')", "a ⇒ [b] ⇒ !format('too many arguments')", "~w ⇒ a ⇒ a",
        "~ ⇒ [] ⇒ !existence_error(format_character,'\\x0\\')", "~` ⇒ [] ⇒ !existence_error(format_character,'\\x0\\')",
        "~w ⇒ [a|b] ⇒ [a|b]", "~999999999c ⇒ [65] ⇒ !resource_error(memory)", "~@ ⇒ [hello] ⇒ <hello>", "é~t~3|x ⇒ [] ⇒ é  x",
    };

    private static final Flags FLAGS = Flags.iso().withDoubleQuotes(Flags.DoubleQuotes.STRING);

    /** Knows one sum, and says what it was asked to run. */
    private static final Format.Host HOST = new Format.Host() {
        private final Meter unlimited = new Meter(Long.MAX_VALUE, () -> {});

        @Override
        public void write(Writer writer, Term term, StringBuilder to) {
            writer.write(term, to);
        }

        @Override
        public Meter meter() {
            return unlimited;
        }

        @Override
        public Term evaluate(Term expression) {
            return expression.equals(Atom.of("plus")) ? Int.of(3) : expression;
        }

        @Override
        public String outputOf(Term goal) {
            return "<" + goal + ">";
        }
    };

    @TestFactory
    Stream<DynamicTest> every_directive_does_what_the_table_says() {
        return Stream.of(TABLE).map(line -> DynamicTest.dynamicTest(line, () -> {
            String[] columns = line.split(" ⇒ ", -1);
            assertThat(outcome(columns[0], columns[1]).replace('\n', '␤')).isEqualTo(columns[2]);
        }));
    }

    @Test
    void columns_count_from_the_last_line_of_the_output() {
        StringBuilder out = new StringBuilder("first\nabc");
        Format.format("~t~w~10|", Lists.of(Atom.of("x")), HOST, out);
        assertThat(out).hasToString("first\nabc      x");
    }

    @Test
    void an_error_leaves_nothing_behind() {
        StringBuilder out = new StringBuilder("kept");
        try {
            Format.format("lost ~w ~w", Lists.of(Atom.of("x")), HOST, out);
        } catch (PrologError expected) {
            assertThat(out).hasToString("kept");
        }
    }

    private static String outcome(String text, String arguments) {
        StringBuilder out = new StringBuilder();
        try {
            Format.format(text, Reader.term(arguments, Operators.iso(), FLAGS).term(), HOST, out);
            return out.toString();
        } catch (PrologError e) {
            return "!" + Writer.quoted().write(((Struct) e.term()).arg(0));
        }
    }
}
