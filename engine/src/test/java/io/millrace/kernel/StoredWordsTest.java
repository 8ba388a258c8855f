package io.millrace.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Nothing that is stored depends on what a programmer may change without a second thought: the order of an enum, the name
 * of a class or of a constant. Read from the sources, because the compiler itself uses ordinals for every switch.
 */
class StoredWordsTest {
    private static final Path SOURCES = Path.of("src/main/java/io/millrace");

    /** The packages in which stored forms are written and read. */
    private static final List<String> WRITERS =
            List.of("kernel", "work", "query", "language", "activity", "net/run", "prolog", "data", "id", "fact");

    /** They speak to people, or convert a user's objects; nothing of it is stored. */
    private static final Set<String> SPEAKERS = Set.of(
            "kernel/record/EventView.java",
            "work/BoundObject.java",
            "work/FailureText.java",
            "data/FromJava.java",
            "data/ShapeOfType.java",
            "data/ToJava.java");

    private static final Pattern CHANGEABLE = Pattern.compile(
            "\\.ordinal\\(\\)|getSimpleName\\(\\)|getClass\\(\\)\\.getName\\(\\)|\\.values\\(\\)\\[|Enum\\.valueOf|Code\\.valueOf"
                    + "|\\b(?:CaseStatus|WorkState|Kind|Status|Cause|Then)\\.valueOf");

    @Test
    void no_class_that_writes_a_stored_form_asks_for_an_ordinal_or_a_class_name() throws IOException {
        List<String> found = new ArrayList<>();
        for (String writer : WRITERS) {
            try (Stream<Path> files = Files.walk(SOURCES.resolve(writer))) {
                for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    String name = SOURCES.relativize(file).toString().replace('\\', '/');
                    Matcher matcher = CHANGEABLE.matcher(Files.readString(file));
                    while (!SPEAKERS.contains(name) && matcher.find()) {
                        found.add(name + ": " + matcher.group());
                    }
                }
            }
        }
        assertThat(found).isEmpty();
    }
}
