package io.millrace.logic.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Writer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The pairs of {@code syntax.txt}: what a text means, and how its term is written. */
class SyntaxTableTest {
    private static final Operators OPERATORS = Operators.iso();
    private static final Flags FLAGS = Flags.iso().withStrict(true).withDoubleQuotes(Flags.DoubleQuotes.STRING);

    @TestFactory
    Stream<DynamicTest> every_text_of_the_table_means_what_the_table_says() throws IOException {
        return lines().stream().map(line -> DynamicTest.dynamicTest(line, () -> check(line.split(" ⇒ "))));
    }

    private static void check(String[] columns) {
        String text = columns[0].replace('␤', '\n');
        if (columns[1].startsWith("! ")) {
            assertThat(outcome(text)).isEqualTo(columns[1]);
            return;
        }
        Term term = Reader.term(text, OPERATORS, FLAGS).term();
        assertThat(Writer.canonical().write(term)).isEqualTo(columns[1]);
        assertThat(Writer.quoted().write(term)).isEqualTo(columns[2]);
        Writer unnumbered = Writer.quoted().withNumberVariables(false);
        Term again = Reader.term(unnumbered.write(term), OPERATORS, FLAGS).term();
        assertThat(Writer.canonical().write(again)).as("what was written, read again").isEqualTo(columns[1]);
    }

    private static String outcome(String text) {
        try {
            return Writer.canonical().write(Reader.term(text, OPERATORS, FLAGS).term());
        } catch (SyntaxError e) {
            return "! " + e.reason().atom();
        }
    }

    private static List<String> lines() throws IOException {
        try (InputStream in = Objects.requireNonNull(SyntaxTableTest.class.getResourceAsStream("syntax.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.startsWith("% ")).toList();
        }
    }
}
