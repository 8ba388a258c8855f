package io.millrace.kernel;

import static io.millrace.kernel.Steps.people;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.KeptStore;
import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.id.WorkId;
import io.millrace.journal.Table;
import io.millrace.query.ListedWork;
import io.millrace.query.Page;
import io.millrace.query.WorkQuery;
import io.millrace.work.WorkState;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lists of work that are narrowed cost what they give, and follow every commit. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class NarrowedListsTest {
    private static final int CASES = 1_500;

    private final AtomicInteger rowsRead = new AtomicInteger();

    private final KeptStore store = new KeptStore() {
        @Override
        public void scan(Table table, byte[] from, byte @Nullable [] to, Direction direction, Visitor visitor) {
            super.scan(table, from, to, direction, (key, value) -> {
                rowsRead.addAndGet(table == Table.WORK ? 1 : 0);
                return visitor.row(key, value);
            });
        }
    };

    private final Millrace mill = Millrace.builder().everything().store(store).open();

    @AfterEach
    void close() {
        mill.close();
    }

    private void start(int cases) {
        mill.deploy(Steps.of("review", people("first"), people("second")));
        for (int i = 0; i < cases; i++) {
            mill.start("review");
        }
    }

    private List<WorkId> all(WorkQuery query, int limit) {
        List<WorkId> found = new ArrayList<>();
        String cursor = null;
        do {
            Page<ListedWork> page = mill.work(query, cursor, limit);
            page.items().forEach(listed -> found.add(listed.item().id()));
            cursor = page.cursor();
        } while (cursor != null);
        return found;
    }

    private void costsNothingTheSecondTime(WorkQuery query) {
        assertThat(all(query, 100)).isEmpty();
        assertThat(rowsRead.get()).isGreaterThanOrEqualTo(CASES);
        rowsRead.set(0);
        assertThat(all(query, 100)).isEmpty();
        assertThat(rowsRead).hasValue(0);
        rowsRead.set(0);
    }

    @Test
    void a_filter_that_nothing_matches_reads_through_the_list_once() {
        start(CASES);
        mill.participant("anna");
        costsNothingTheSecondTime(WorkQuery.ALL.ofTask("second"));
        costsNothingTheSecondTime(WorkQuery.ALL.ofProcess("other"));
        costsNothingTheSecondTime(WorkQuery.ALL.inState(WorkState.SUSPENDED));
        costsNothingTheSecondTime(WorkQuery.forParticipant("anna").ofTask("second"));
    }

    @Test
    void a_narrowed_list_follows_what_is_committed() {
        start(5);
        mill.participant("anna");
        WorkQuery second = WorkQuery.ALL.ofTask("second");
        WorkQuery offered = WorkQuery.forParticipant("anna").ofTask("second").inState(WorkState.OFFERED);
        WorkQuery started = WorkQuery.forParticipant("anna").inState(WorkState.STARTED);
        assertThat(all(second, 10)).isEmpty();
        assertThat(all(offered, 10)).isEmpty();
        assertThat(all(started, 10)).isEmpty();

        List<WorkId> firsts = all(WorkQuery.ALL.ofTask("first"), 10);
        assertThat(firsts).hasSize(5);
        mill.as("anna").complete(firsts.get(2), Data.nothing());
        WorkId next = new WorkId(firsts.get(2).caseId(), 2);
        assertThat(all(second, 10)).containsExactly(next);
        assertThat(all(offered, 10)).containsExactly(next);
        assertThat(all(WorkQuery.ALL.ofTask("first"), 10)).hasSize(4).doesNotContain(firsts.get(2));

        mill.as("anna").claim(next);
        mill.as("anna").startWork(next);
        assertThat(all(second, 10)).containsExactly(next);
        assertThat(all(offered, 10)).isEmpty();
        assertThat(all(started, 10)).containsExactly(next);

        mill.as("anna").complete(next, Data.nothing());
        assertThat(all(second, 10)).isEmpty();
        assertThat(all(started, 10)).isEmpty();
    }

    @Test
    void a_narrowed_list_is_paged_like_any_other() {
        start(CASES);
        List<WorkId> everything = all(WorkQuery.ALL, 1_000);
        for (int i = 0; i < CASES; i += 3) {
            mill.as("anna").complete(everything.get(i), Data.nothing());
        }
        List<WorkId> left = new ArrayList<>();
        for (int i = 0; i < CASES; i++) {
            if (i % 3 != 0) {
                left.add(everything.get(i));
            }
        }
        assertThat(all(WorkQuery.ALL.ofTask("first"), 7)).isEqualTo(left);
        assertThat(all(WorkQuery.ALL.ofTask("second"), 64)).hasSize(CASES - left.size());
    }
}
