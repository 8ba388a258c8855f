package io.millrace.kernel;

import static io.millrace.kernel.Steps.people;
import static io.millrace.kernel.Steps.process;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.problem.Code;
import io.millrace.sim.Rig;
import io.millrace.work.WorkItem;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessPartsTest {
    private static final Steps FIRST =
            Steps.of("trip", people("plan"), process("book", "trip/booking"), people("pay")).with(booking("flight"));
    private static final Steps SECOND =
            Steps.of("trip", people("plan"), process("book", "trip/booking"), people("pay")).with(booking("train", "seat"));

    private final Rig rig = Rig.with(FIRST);

    private static Steps booking(String... tasks) {
        return Steps.of("booking", Arrays.stream(tasks).map(Steps::people).toArray(Steps.Step[]::new));
    }

    private CaseId booking() {
        CaseId id = rig.start("trip", Data.nothing());
        complete(id, "plan");
        return id;
    }

    private void complete(CaseId id, String task) {
        WorkItem item = rig.work(id).stream().filter(each -> each.task().equals(task)).findFirst().orElseThrow();
        rig.done(new Command.Complete(item.id(), Data.nothing(), 0));
    }

    private List<String> offered(CaseId id) {
        return rig.work(id).stream().map(WorkItem::task).toList();
    }

    @Test
    void a_part_runs_in_the_version_of_its_whole() {
        CaseId id = rig.start("trip", Data.nothing());
        rig.done(new Command.Deploy(SECOND));
        complete(id, "plan");
        assertThat(offered(id.child(1))).containsExactly("flight");
        CaseId next = booking();
        assertThat(offered(next.child(1))).containsExactly("train");
    }

    @Test
    void a_case_and_its_parts_change_version_together() {
        CaseId id = booking();
        rig.done(new Command.Deploy(SECOND));
        rig.done(new Command.Migrate(id, 2, Data.nothing()));
        assertThat(rig.look(id.child(1)).info().version()).isEqualTo(2);
        complete(id.child(1), "flight");
        assertThat(offered(id.child(1))).containsExactly("seat");
        complete(id.child(1), "seat");
        assertThat(offered(id)).containsExactly("pay");
    }

    @Test
    void a_part_does_not_change_version_alone_nor_to_a_version_that_lacks_it() {
        CaseId id = booking();
        rig.done(new Command.Deploy(Steps.of("trip", people("plan"), people("walk"))));
        assertThat(rig.refused(new Command.Migrate(id, 2, Data.nothing())).message()).contains("it has no inner process 'booking'");
        assertThat(rig.refused(new Command.Migrate(id.child(1), 2, Data.nothing())).message())
                .contains("it migrates with the case that it belongs to");
    }

    @Test
    void a_part_is_started_by_its_whole_alone() {
        assertThat(rig.refused(new Command.Start("trip/booking", 0, Data.nothing(), null)).code())
                .isEqualTo(Code.UNKNOWN_PROCESS);
        assertThat(rig.refused(new Command.Deploy(Steps.of("a/b", people("t")))).code()).isEqualTo(Code.BAD_PROCESS);
    }

    @Test
    void a_part_survives_a_crash() {
        CaseId id = booking();
        rig.restart(FIRST);
        complete(id.child(1), "flight");
        assertThat(offered(id)).containsExactly("pay");
    }
}
