package io.millrace.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Case;
import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.prolog.WorkflowProlog;
import io.millrace.query.CaseStatus;
import io.millrace.work.Program;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of a logic program in the embedded store: there while a goal needs them, and gone with the phase that no longer does. */
class FilesOnDiskTest {
    private static final String PROGRAM = """
            :- rpc(scan, page, S), go(S).
            go(S) :- replycontent(S, F) : rpc(program(loud), F, P), shown(P).
            shown(P) :- replycontent(P, F) : rpc(show, F, R), last(R).
            last(R) :- replycontent(R, _) : rpc(end, 0, E), replycontent(E, ok).
            """;

    private static Millrace open(Path directory) {
        Millrace mill = Millrace.builder().everything().language(new WorkflowProlog()).directory(directory).open();
        mill.deploy(new WorkflowProlog().compile("p", PROGRAM));
        mill.program("loud", Program.of("tr", "a-z", "A-Z").text().toFile("loud.txt"));
        return mill;
    }

    private static void reply(Millrace mill, Case to, Data reply) {
        mill.operator().complete(to.work().getFirst().id(), reply);
        mill.whenQuiet().join();
    }

    private static int rows(Path directory) {
        try (Store store = RocksStore.open(directory)) {
            int[] count = {0};
            store.scan(Table.FILES, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> ++count[0] > 0);
            return count[0];
        }
    }

    @Test
    void the_bytes_of_a_file_are_gone_after_the_phase_in_which_nothing_mentions_it(@TempDir Path directory) throws IOException {
        Case started;
        try (Millrace mill = open(directory)) {
            started = mill.start("p");
            byte[] page = "hello".getBytes(StandardCharsets.UTF_8);
            Data scanned = mill.files().attach(Millrace.TENANT, started.id(), "page.txt", new ByteArrayInputStream(page));
            reply(mill, started, scanned);
            assertThat(started.work().getFirst().input().at("name").text()).isEqualTo("loud.txt");
        }
        assertThat(rows(directory)).as("the content that is shown, and who refers to it from both sides").isEqualTo(3);
        try (Millrace mill = open(directory)) {
            Case again = mill.find(started.id());
            reply(mill, again, Data.of("seen"));
            assertThat(again.status()).isEqualTo(CaseStatus.RUNNING);
        }
        assertThat(rows(directory)).isZero();
    }
}
