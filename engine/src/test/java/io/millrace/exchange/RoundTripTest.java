package io.millrace.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Journal;
import io.millrace.calculus.ImportedHistory;
import io.millrace.calculus.Questions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What is exported as XES and read again says of work what the index of the journal says, at every moment. */
class RoundTripTest {
    private static final Instant LATER = Instant.parse("2400-01-01T00:00:00Z");

    private static final List<String> OF_WORK = List.of(
            "waiting(T, W, C, S, I)",
            "active(T, W, C, I)",
            "suspended(T, W, C, I)",
            "completed(T, W, C, I)",
            "failed(T, W, C, I)",
            "withdrawn(T, W, C, I)",
            "assigned(W, T, C)");

    static byte[] xes(Journal journal, Set<LogEvent.Category> categories, LogSelection selection) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (XesWriter writer = XesWriter.begin(out, "test", categories)) {
            journal.export("main", selection, writer, events -> {});
        }
        return out.toByteArray();
    }

    @Test
    void work_is_in_the_same_state_at_every_moment() throws IOException {
        for (long seed = 1; seed <= Long.getLong("millrace.logs.seeds", 6); seed++) {
            try (Journal journal = GeneratedHistory.journal(GeneratedHistory.of(seed, 300))) {
                Questions original = journal.questions("main", () -> LATER, done -> {});
                for (Set<LogEvent.Category> categories : List.of(
                        EnumSet.of(LogEvent.Category.WORK), EnumSet.allOf(LogEvent.Category.class))) {
                    byte[] log = xes(journal, categories, LogSelection.ALL);
                    ImportedHistory imported = ImportedHistory.readXes("test.xes", new ByteArrayInputStream(log), events -> {});
                    compare(seed, original, imported.questions(() -> LATER), categories.size() > 1);
                }
            }
        }
    }

    /** A log of work alone does not say whether a sub-case is suspended. */
    private static void compare(long seed, Questions original, Questions imported, boolean whole) {
        Set<String> times = asked(original, "happened(_, T)", "T");
        assertThat(times).hasSizeGreaterThan(50);
        for (String time : times) {
            for (String fluent : OF_WORK) {
                String goal = "holds_at(" + fluent + ", " + time + ")";
                assertThat(asked(imported, goal, fluent)).as("seed %s: %s", seed, goal).isEqualTo(asked(original, goal, fluent));
            }
        }
        for (String fluent : List.of("running(C)", "suspended(C)", "done(C)", "cancelled(C)", "failed(C)", "process(C, P, V)", "key(C, K)")) {
            String goal = "holds_now(" + fluent + ")" + (whole ? "" : ", integer(C)");
            assertThat(asked(imported, goal, fluent)).as("seed %s: %s", seed, goal).isEqualTo(asked(original, goal, fluent));
        }
    }

    private static Set<String> asked(Questions questions, String goal, String template) {
        return questions.all("Found = " + template + ", " + goal).stream()
                .map(solution -> solution.text("Found"))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
