package io.millrace.server.channel.mail;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.id.WorkId;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LettersTest {
    @TempDir
    Path directory;

    @Test
    void what_one_thread_writes_on_a_letter_another_does_not_wipe_out() throws Exception {
        Letter letter = new Letter(
                "a", "hash", "main", WorkId.parse("1#1"), "ann@example.org", "ann", "<1@x>", "s", "t", Instant.EPOCH.plusSeconds(4_000_000_000L), null, null, null, 0, null);
        try (Letters letters = new Letters(directory, InstantSource.system())) {
            letters.add(letter);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                threads.add(Thread.ofPlatform().start(() -> {
                    for (int n = 0; n < 50; n++) {
                        letters.change(letter, Letter::answered);
                    }
                }));
            }
            letters.change(letter, now -> now.answering("reply"));
            letters.change(letter, now -> now.sent(Instant.EPOCH));
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(letters.add(letter).answers()).isEqualTo(200);
        }
        try (Letters letters = new Letters(directory, InstantSource.system())) {
            Letter now = letters.get("a").orElseThrow();
            assertThat(now.answers()).isEqualTo(200);
            assertThat(now.answering()).isEqualTo("reply");
            assertThat(now.text()).isNull();
        }
    }
}
