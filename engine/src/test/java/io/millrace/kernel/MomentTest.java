package io.millrace.kernel;

import static io.millrace.kernel.Steps.people;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Journal;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.MemoryStore;
import io.millrace.query.CaseDetails;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.Moment;
import io.millrace.query.Reason;
import io.millrace.runtime.PayloadCodec;
import io.millrace.sim.Rig;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Looking back from Java. */
class MomentTest {
    private final Rig rig = Rig.with(Steps.of("order", people("pack"), people("ship")), Steps.of("other", people("do")));

    @Test
    void a_moment_shows_a_case_its_family_and_why_it_stands_so() {
        CaseId id = rig.start("order");
        Instant moment = rig.now();
        rig.advance(Duration.ofSeconds(1));
        rig.done(new Command.Complete(new WorkId(id, 1), Data.fields(), 0));
        Moment then = rig.mill().at(moment);
        CaseDetails details = then.look(id);
        List<CaseDetails> family = then.family(id);
        Reason why = then.why(id, "pack");
        assertThat(details.work()).extracting(item -> item.task()).containsExactly("pack");
        assertThat(family).containsExactly(details);
        assertThat(why.holds()).isTrue();
        assertThat(then.instant()).isEqualTo(moment);
        assertThat(rig.mill().tenant("main").at(rig.now()).look(id).work()).extracting(item -> item.task()).containsExactly("ship");
        try (Journal journal = Journal.open(rig.store(), PayloadCodec.PLAIN, List.of(), List.of())) {
            MemoryStore copy = new MemoryStore();
            Instant goesOn = journal.fork(copy, moment, turns -> {});
            assertThat(goesOn).isEqualTo(moment);
            assertThat(journal.at("main", moment).look(id).work()).as("without the code of the process").hasSize(1);
        }
    }

    @Test
    void cases_are_listed_in_the_state_in_which_they_were_page_by_page() {
        CaseId ended = rig.start("order");
        CaseId suspended = rig.start("order");
        CaseId other = rig.start("other");
        rig.advance(Duration.ofSeconds(1));
        rig.done(new Command.CancelCase(ended, "enough"));
        rig.done(new Command.SuspendCase(suspended));
        Instant moment = rig.now();
        rig.advance(Duration.ofSeconds(1));
        rig.done(new Command.ResumeCase(suspended));
        rig.done(new Command.CancelCase(other, "enough"));
        rig.start("order");
        Moment then = rig.mill().at(moment);
        assertThat(then.cases(CaseQuery.ALL, null, 10).items())
                .extracting(CaseInfo::status)
                .containsExactly(CaseStatus.CANCELLED, CaseStatus.SUSPENDED, CaseStatus.RUNNING);
        assertThat(then.cases(CaseQuery.ofProcess("order").inState(CaseStatus.SUSPENDED), null, 10).items())
                .extracting(CaseInfo::id)
                .containsExactly(suspended);
        assertThat(then.cases(CaseQuery.ofProcess("other").inState(CaseStatus.CANCELLED), null, 10).items()).isEmpty();
        var first = then.cases(CaseQuery.ALL.newestFirst(true), null, 2);
        assertThat(first.items()).extracting(CaseInfo::id).containsExactly(other, suspended);
        assertThat(then.cases(CaseQuery.ALL.newestFirst(true), first.cursor(), 2).items()).extracting(CaseInfo::id).containsExactly(ended);
    }
}
