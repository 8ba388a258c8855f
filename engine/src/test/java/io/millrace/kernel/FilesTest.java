package io.millrace.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.Case;
import io.millrace.Millrace;
import io.millrace.command.Retention;
import io.millrace.data.Data;
import io.millrace.journal.Batch;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.check.JournalCheck;
import io.millrace.problem.RefusedException;
import io.millrace.runtime.PayloadCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FilesTest {
    private final MemoryStore store = new MemoryStore();
    private final Millrace mill = Millrace.builder()
            .everything()
            .store(store)
            .settings(settings -> settings.fileBytes(1 << 20))
            .open();

    @AfterEach
    void close() {
        mill.close();
    }

    private Case ended() {
        mill.deploy(Steps.of("p", Steps.people("t")));
        Case one = mill.start("p");
        mill.operator().complete(one.work().getFirst().id(), Data.nothing());
        return one;
    }

    private Data attach(Case to, byte[] content) throws IOException {
        return mill.files().attach(Millrace.TENANT, to.id(), "scan.bin", new ByteArrayInputStream(content));
    }

    private byte[] read(Data reference) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        mill.files().read(reference, out);
        return out.toByteArray();
    }

    private int rows() {
        int[] count = {0};
        store.scan(Table.FILES, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> ++count[0] > 0);
        return count[0];
    }

    @Test
    void a_content_is_stored_once_and_goes_with_the_last_case_that_refers_to_it() throws IOException {
        byte[] content = new byte[600_000];
        new Random(7).nextBytes(content);
        Case one = ended();
        Case two = ended();
        Data first = attach(one, content);
        int alone = rows();
        Data second = attach(two, content);
        assertThat(rows()).as("only the references are new").isEqualTo(alone + 2);
        assertThat(second.at("file")).isEqualTo(first.at("file"));
        assertThat(read(first)).isEqualTo(content);
        assertThat(mill.files().of(Millrace.TENANT, one.id())).containsExactly(first);

        mill.retention().erase(Millrace.TENANT, one.id());
        assertThat(read(second)).isEqualTo(content);
        mill.retention().erase(Millrace.TENANT, two.id());
        assertThat(rows()).isZero();
        assertThatThrownBy(() -> read(second)).isInstanceOf(RefusedException.class).hasMessageContaining("scan.bin");
    }

    @Test
    void an_archive_is_given_every_file_of_the_case_and_then_its_history() throws IOException {
        Case one = ended();
        Case other = ended();
        Data small = attach(one, new byte[] {1, 2, 3});
        Data large = attach(one, new byte[600_000]);
        Data empty = attach(one, new byte[0]);
        attach(other, new byte[] {4});
        Map<Data, ByteArrayOutputStream> files = new HashMap<>();
        StringWriter history = new StringWriter();
        mill.retention().archive(Millrace.TENANT, one.id(), new Retention.Archive() {
            @Override
            public OutputStream file(Data reference) {
                return files.computeIfAbsent(reference, fresh -> new ByteArrayOutputStream());
            }

            @Override
            public Writer history() {
                assertThat(files).hasSize(3);
                return history;
            }
        });
        assertThat(files).containsOnlyKeys(small, large, empty);
        for (Map.Entry<Data, ByteArrayOutputStream> file : files.entrySet()) {
            assertThat(file.getValue().toByteArray()).isEqualTo(read(file.getKey()));
        }
        assertThat(history.toString().lines()).last().asString().contains("CaseCompleted");
    }

    @Test
    void a_file_above_the_limit_is_refused_and_leaves_nothing() {
        Case one = ended();
        assertThatThrownBy(() -> attach(one, new byte[(1 << 20) + 1]))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("MR-1032");
        assertThat(rows()).isZero();
    }

    @Test
    void contents_that_a_crash_left_without_a_reference_are_swept() throws IOException {
        Case one = ended();
        attach(one, new byte[] {1, 2, 3});
        byte[] orphan = new byte[37];
        orphan[0] = 1;
        store.commit(new Batch().put(Table.FILES, orphan, new byte[] {9}));
        assertThat(mill.files().sweep()).isEqualTo(1);
        assertThat(mill.files().sweep()).isZero();
        assertThat(rows()).isEqualTo(3);
    }

    @Test
    void any_row_of_a_file_that_is_missing_is_found_by_the_check() throws IOException {
        attach(ended(), new byte[] {1, 2, 3});
        List<Batch.Put> all = new ArrayList<>();
        store.scan(Table.FILES, new byte[0], null, Store.Direction.FORWARDS, (key, value) ->
                all.add(new Batch.Put(Table.FILES, key, value)));
        assertThat(all).hasSize(3);
        for (Batch.Put row : all) {
            store.commit(new Batch().delete(Table.FILES, row.key()));
            assertThat(JournalCheck.of(store, PayloadCodec.PLAIN, List.of(), turns -> {}).findings()).isNotEmpty();
            store.commit(new Batch().put(Table.FILES, row.key(), row.value()));
            assertThat(JournalCheck.of(store, PayloadCodec.PLAIN, List.of(), turns -> {}).findings()).isEmpty();
        }
    }
}
