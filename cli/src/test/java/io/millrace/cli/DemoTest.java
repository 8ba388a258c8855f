package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 120, unit = TimeUnit.SECONDS)
class DemoTest {
    @Test
    void a_killed_engine_recovers_and_nothing_is_lost_or_done_twice(@TempDir Path directory) {
        Printed demo = Printed.by("demo", "--claims", "12", "--keep", directory.resolve("kept").toString());
        assertThat(demo.err()).isEmpty();
        assertThat(demo.out())
                .contains("kill -9 ")
                .contains("everything that was acknowledged.")
                .contains("12 of 12 done")
                .contains("Nothing was lost, nothing was done twice.")
                .doesNotContain("\u001b");
        assertThat(demo.status()).isEqualTo(Mill.FINE);
        assertThat(Printed.by("cases", "--state", "running", "--journal", directory.resolve("kept/journal").toString()).out())
                .isEqualToNormalizingNewlines("No cases.\n");
    }

    @Test
    void a_directory_that_is_not_empty_is_left_alone(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("mine"), "text");
        Printed refused = Printed.by("demo", "--keep", directory.toString());
        assertThat(refused.status()).isEqualTo(Mill.CANNOT_ASK);
        assertThat(refused.err()).contains("is not empty").contains("(MR-2009)");
    }
}
