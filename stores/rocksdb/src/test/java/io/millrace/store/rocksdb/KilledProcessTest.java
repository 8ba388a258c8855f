package io.millrace.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.journal.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.io.TempDir;

class KilledProcessTest {
    @TempDir
    static Path journal = Path.of("");

    /** The rounds share one journal, so each starts from what the kill before it left. */
    @RepeatedTest(5)
    void every_acknowledged_commit_survives_a_kill_and_at_most_one_more(RepetitionInfo round) throws IOException {
        long before = count();
        Random random = new Random(round.getCurrentRepetition());
        long acknowledged = before;
        try (Child child = Child.start("write", journal, Long.toString(before + 1))) {
            int commits = 1 + random.nextInt(1000);
            String line = child.line();
            for (int i = 0; line != null; i++) {
                acknowledged = Long.parseLong(line);
                if (i == commits) {
                    child.kill();
                }
                line = child.line();
            }
        }
        try (RocksStore store = RocksStore.open(journal)) {
            List<Long> events = Rows.numbers(store, Table.EVENTS);
            assertThat(events)
                    .hasSizeBetween((int) acknowledged, (int) acknowledged + 1)
                    .isEqualTo(LongStream.rangeClosed(1, events.size()).boxed().toList());
            assertThat(Rows.numbers(store, Table.WORK)).isEqualTo(events);
            store.verify();
        }
    }

    private static long count() {
        try (RocksStore store = RocksStore.open(journal)) {
            return Rows.numbers(store, Table.EVENTS).size();
        }
    }
}
