package io.millrace.kernel;

import static io.millrace.kernel.Steps.people;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.language.Contract;
import io.millrace.sim.Rig;
import io.millrace.work.Deadline;
import io.millrace.work.Participant;
import io.millrace.work.Performers;
import io.millrace.work.RetryPolicy;
import io.millrace.work.Task;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The binary form of everything a journal holds, row by row: a fixed little story always leaves the same bytes. When this
 * fails, journals that exist can no longer be read; a new form needs a new version byte, a way to read the old one, and
 * then a new file, written with {@code -Dmillrace.golden=write}.
 */
class GoldenFormTest {
    private static final String NAME = "journal-rows-1.hex";

    @Test
    void a_fixed_story_always_leaves_the_same_rows() {
        String rows = rows(story());
        if (Golden.writes()) {
            Golden.write(GoldenFormTest.class, NAME, rows);
        }
        assertThat(rows).isEqualTo(Golden.text(GoldenFormTest.class, NAME));
    }

    private static Store story() {
        Steps child = Steps.of("child", people("sign"));
        Steps main = Steps.of(
                new Contract("main", Shape.any(), true, List.of("amount")),
                Steps.task(Task.people("review")
                        .offeredTo(Performers.role("clerk").capable("german"))
                        .priority(7)
                        .dueAfter(Duration.ofDays(1))
                        .deadline(Deadline.escalate(Duration.ofHours(2), "boss"))),
                Steps.task(Task.handler("pay").retry(RetryPolicy.attempts(1))),
                Steps.process("sub", "child"),
                new Steps.Step.Await("paid", "order"),
                new Steps.Step.Wait(Duration.ofDays(2)),
                people("file"));
        Rig rig = Rig.with(settings -> settings.snapshotBytes(300).checkReplay(false), child, main).participant("anna", "clerk", "boss");
        rig.done(new Command.AddParticipant(new Participant("dora", Set.of("clerk"), Set.of("german"))));
        CaseId id = CaseId.root(rig.done(new Command.Start("main", 0, Data.fields("amount", 12.5, "order", "o-7"), "key")).asLong());
        rig.ask(operator -> operator.as("dora").onBehalfOf("eva").because("urgent").request("r1").trace("t-1")
                .occurred(rig.now().minusSeconds(60))
                .ask(new Command.Delegate(new WorkId(id, 1), "anna")));
        rig.advance(Duration.ofHours(3));
        rig.doneAs("anna", new Command.Complete(new WorkId(id, 1), Data.fields("ok", true), 0));
        rig.done(new Command.Fail(new WorkId(id, 2), "no line", 1, true));
        rig.done(new Command.Complete(new WorkId(id, 2), Data.nothing(), 0));
        rig.done(new Command.Complete(new WorkId(id.child(1), 1), Data.fields("signed", List.of(1, "two")), 0));
        rig.done(new Command.Signal("paid", "o-7", Data.fields("cents", 1250)));
        rig.done(new Command.Signal("paid", "nobody", Data.of("kept")));
        rig.done(new Command.SuspendCase(id));
        rig.start("child");
        return rig.store();
    }

    /** All rows of a journal as text: table, key and value. */
    static String rows(Store store) {
        StringBuilder rows = new StringBuilder();
        for (Table table : Table.values()) {
            store.scan(table, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
                rows.append(table).append(' ').append(HexFormat.of().formatHex(key)).append(' ').append(HexFormat.of().formatHex(value)).append('\n');
                return true;
            });
        }
        return rows.toString();
    }
}
