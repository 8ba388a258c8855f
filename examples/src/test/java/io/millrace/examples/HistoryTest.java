package io.millrace.examples;

import static io.millrace.activity.Activities.parallel;
import static io.millrace.activity.Activities.work;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Millrace;
import io.millrace.activity.ActivityProcess;
import io.millrace.calculus.HistoryIndex;
import io.millrace.calculus.Solution;
import io.millrace.calculus.Solutions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class HistoryTest {
    @Test
    void an_engine_is_asked_what_waits(@TempDir Path journal) {
        List<String> waiting = new ArrayList<>();
        Millrace mill = Millrace.builder().everything().directory(journal).projection(HistoryIndex.INSTANCE).open();
        try (mill) {
            mill.deploy(ActivityProcess.named("bill", parallel(work("pay"), work("approve"))));
            mill.start("bill");
            try (Solutions answers = mill.questions().ask("holds_now(waiting(Task, Who, Case))")) {
                while (answers.hasNext()) {
                    Solution answer = answers.next();
                    waiting.add(answer.get("Task").text());
                }
            }
        }
        assertThat(waiting).containsExactlyInAnyOrder("pay", "approve");
    }
}
