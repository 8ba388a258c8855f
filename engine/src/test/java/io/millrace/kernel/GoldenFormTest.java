package io.millrace.kernel;

import static io.millrace.kernel.Steps.people;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.Out;
import io.millrace.data.Shape;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.Batch;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.check.JournalCheck;
import io.millrace.kernel.past.Records;
import io.millrace.kernel.record.Shards;
import io.millrace.kernel.record.Small;
import io.millrace.language.Contract;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.runtime.PayloadCodec;
import io.millrace.sim.Rig;
import io.millrace.work.Deadline;
import io.millrace.work.Participant;
import io.millrace.work.Performers;
import io.millrace.work.RetryPolicy;
import io.millrace.work.Task;
import io.millrace.work.WorkCodec;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The binary form of everything a journal holds, row by row: a fixed little story always leaves the same bytes. When this
 * fails, journals that exist can no longer be read; a new form needs a new version byte, a way to read the old one, and
 * then a new file, written with {@code -Dmillrace.golden=write}.
 */
class GoldenFormTest {
    private static final String NAME = "journal-rows-3.hex";

    @Test
    void a_fixed_story_always_leaves_the_same_rows() {
        String rows = rows(story());
        if (Golden.writes()) {
            Golden.write(GoldenFormTest.class, NAME, rows);
        }
        assertThat(rows).isEqualTo(Golden.text(GoldenFormTest.class, NAME));
    }

    /** The rows before numbers, pointers to cases and snapshots of cases got another form; and before snapshots were kept. */
    @ParameterizedTest
    @ValueSource(strings = {"journal-rows-1.hex", "journal-rows-2.hex"})
    void rows_of_earlier_forms_are_still_read(String name) {
        MemoryStore store = new MemoryStore();
        HexFormat hex = HexFormat.of();
        for (String line : Golden.text(GoldenFormTest.class, name).split("\n")) {
            String[] parts = line.split(" ", -1);
            store.commit(new Batch().put(Table.valueOf(parts[0]), hex.parseHex(parts[1]), hex.parseHex(parts[2])));
        }
        assertThat(JournalCheck.of(store, PayloadCodec.PLAIN, List.of(), turns -> {}).findings()).isEmpty();
        Records records = new Records(store, PayloadCodec.PLAIN, List.of());
        assertThat(records.lists().cases("main", CaseQuery.ofProcess("child"), null, 10).items())
                .extracting(CaseInfo::id)
                .contains(CaseId.root(2));
        assertThat(Shards.in(store).count()).isEqualTo(16);
    }

    @Test
    void numbers_and_pointers_are_read_with_and_without_a_version() {
        for (long number : new long[] {0, 1, 16, 127, 128, 300, 1L << 40}) {
            assertThat(Small.number(Small.number(number))).isEqualTo(number);
            assertThat(Small.number(new Out().varint(number).toBytes())).isEqualTo(number);
        }
        for (CaseId id : List.of(CaseId.root(1), CaseId.root(1L << 40), CaseId.root(7).child(3).child(1))) {
            Out bare = new Out();
            WorkCodec.write(bare, id);
            assertThat(Small.pointer(Small.pointer(id))).isEqualTo(id);
            assertThat(Small.pointer(bare.toBytes())).isEqualTo(id);
        }
        assertThatThrownBy(() -> Small.number(new byte[] {0, 9, 1})).hasMessageContaining("a number of form 9");
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
