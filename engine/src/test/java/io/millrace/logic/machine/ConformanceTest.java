package io.millrace.logic.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.logic.read.SyntaxError;
import io.millrace.logic.term.Stop;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The tables of {@code conformance/}: goals and what becomes of them. Lines that begin with {@code |} are the program of a
 * table; every row has a fresh machine for it.
 */
class ConformanceTest {
    private static final List<String> TABLES = List.of(
            "control", "exceptions", "solutions", "database", "sorting", "atoms", "strings", "arithmetic", "lists", "output");
    private static final Limits LIMITS = Limits.GENEROUS.withInferences(5_000_000);

    @TestFactory
    Stream<DynamicTest> every_goal_of_the_tables_has_its_outcome() {
        return TABLES.stream().flatMap(ConformanceTest::rows);
    }

    private static Stream<DynamicTest> rows(String table) {
        List<String> lines = lines(table + ".txt");
        String program = String.join("\n", lines.stream().filter(line -> line.startsWith("| ")).map(line -> line.substring(2)).toList());
        return lines.stream()
                .filter(line -> line.contains(" ⇒ "))
                .map(line -> DynamicTest.dynamicTest(table + ": " + line, () -> {
                    String[] columns = line.split(" ⇒ ", -1);
                    assertThat(outcome(program, columns[0])).isEqualTo(columns[1]);
                }));
    }

    /** All solutions with a bar between them; {@code yes} for one without bindings, {@code no} for none. */
    static String outcome(String program, String goal) {
        Queries queries = new Queries(program, Library.NONE, LIMITS);
        List<String> found;
        try {
            found = queries.all(goal);
        } catch (SyntaxError error) {
            return "! syntax " + error.reason().atom();
        } catch (Stop stop) {
            return "stopped: " + stop.reason();
        }
        return found.isEmpty()
                ? "no"
                : String.join(" | ", found.stream().map(ConformanceTest::shown).toList());
    }

    private static String shown(String solution) {
        return solution.isEmpty() ? "yes" : solution.startsWith("error: ") ? "! " + solution.substring(7) : solution;
    }

    private static List<String> lines(String table) {
        try (InputStream in = Objects.requireNonNull(
                ConformanceTest.class.getResourceAsStream("conformance/" + table), table)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
