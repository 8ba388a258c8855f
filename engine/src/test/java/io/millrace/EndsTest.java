package io.millrace;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.command.Effect;
import io.millrace.query.CaseStatus;
import org.junit.jupiter.api.Test;

class EndsTest {
    private final Ends ends = new Ends();

    private void end(long number) {
        ends.announce(new Effect.AnnounceEnd("", CaseId.root(number), CaseStatus.COMPLETED, Data.nothing()));
    }

    @Test
    void an_end_is_remembered_until_as_many_cases_as_are_remembered_have_ended_after_it() {
        for (int earlier = 1; earlier <= Ends.REMEMBERED; earlier++) {
            end(earlier);
        }
        long before = ends.announced();
        long mine = Ends.REMEMBERED + 1L;
        end(mine);
        for (int later = 1; later < Ends.REMEMBERED; later++) {
            end(mine + later);
        }
        assertThat(ends.of("", CaseId.root(mine))).isDone();
        assertThat(ends.mayHaveForgotten(before)).isFalse();

        end(2L * mine);
        assertThat(ends.of("", CaseId.root(mine))).isNotDone();
        assertThat(ends.mayHaveForgotten(before)).isTrue();
    }
}
