package io.millrace.kernel;

import static io.millrace.kernel.Steps.people;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.data.Shape;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.check.JournalCheck;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.EventCodec;
import io.millrace.kernel.record.Input;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.LogRow;
import io.millrace.kernel.record.Message;
import io.millrace.kernel.record.Outbox;
import io.millrace.kernel.record.Positions;
import io.millrace.kernel.record.Shards;
import io.millrace.language.Contract;
import io.millrace.query.JournalReport;
import io.millrace.runtime.PayloadCodec;
import io.millrace.sim.Rig;
import io.millrace.work.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A journal that does not fit together is found, with the place where it does not. */
class JournalCheckTest {
    private final Rig rig = Rig.with(
            settings -> settings.snapshotBytes(300).checkReplay(false),
            Steps.of(
                    new Contract("p", Shape.any(), true, List.of("n")),
                    people("a"),
                    Steps.task(Task.handler("call")),
                    new Steps.Step.Await("go", "k"),
                    new Steps.Step.Wait(Duration.ofDays(1)),
                    people("b")),
            Steps.of("parent", Steps.process("sub", "child"), people("z")),
            Steps.of("child", people("c")));

    private final Keys keys = new Keys(Shards.in(rig.store()));

    private CaseId story() {
        rig.participant("anna", "clerk");
        CaseId id = CaseId.root(rig.done(new Command.Start("p", 0, Data.fields("n", 1, "k", "x"), "key")).asLong());
        rig.done(new Command.Complete(new WorkId(id, 1), Data.fields("ok", true), 0));
        CaseId parent = rig.start("parent");
        rig.done(new Command.Complete(new WorkId(parent.child(1), 1), Data.nothing(), 0));
        rig.start("parent");
        rig.equip(mill -> mill.on("call", work -> Data.fields("called", work.attempt())));
        CaseId second = CaseId.root(rig.done(new Command.Start("p", 0, Data.fields("n", 2, "k", "y"), "other")).asLong());
        rig.done(new Command.Complete(new WorkId(second, 1), Data.nothing(), 0));
        rig.done(new Command.Signal("go", "y", Data.of("now")));
        rig.done(new Command.Signal("go", "nobody", Data.of("kept")));
        return id;
    }

    private JournalReport check() {
        return JournalCheck.of(rig.store(), PayloadCodec.PLAIN, List.of(), turns -> {});
    }

    @Test
    void a_sound_journal_is_intact() {
        story();
        JournalReport report = check();
        assertThat(report.findings()).isEmpty();
        assertThat(report.turns()).isGreaterThan(10);
        assertThat(report.withoutLanguage()).as("steps are made of Java objects").isGreaterThan(2);
    }

    @Test
    void a_missing_turn_is_found_wherever_it_is() {
        CaseId id = story();
        EntityId.OfCase entity = EntityId.OfCase.of("main", id);
        rig.store().commit(new Batch().delete(Table.EVENTS, keys.event(entity, 2)));
        assertThat(check().findings())
                .anySatisfy(finding -> assertThat(finding).hasToString("turn 3 of case 1: comes after turn 1: turns are missing"));
    }

    @Test
    void a_missing_last_turn_is_found() {
        CaseId id = story();
        EntityId.OfCase entity = EntityId.OfCase.of("main", id);
        long last = 1;
        while (rig.store().get(Table.EVENTS, keys.event(entity, last + 1)) != null) {
            last++;
        }
        rig.store().commit(new Batch().delete(Table.EVENTS, keys.event(entity, last)));
        assertThat(check().findings()).anySatisfy(finding -> assertThat(finding.what()).contains("of case 1, which is missing"));
    }

    @Test
    void a_snapshot_that_says_another_thing_than_its_turns_is_found() {
        story();
        List<byte[]> snapshots = new ArrayList<>();
        rig.store().scan(Table.SNAPSHOTS, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            if (Keys.readEntity(new In(key)) instanceof EntityId.OfCase && value.length > 40) {
                snapshots.add(key);
            }
            return true;
        });
        assertThat(snapshots).isNotEmpty();
        for (byte[] key : snapshots) {
            byte[] value = Objects.requireNonNull(rig.store().get(Table.SNAPSHOTS, key));
            byte[] changed = value.clone();
            // The counter of work items stands behind the instants: any byte that still reads as a state will do.
            changed[value.length - 1] ^= 1;
            rig.store().commit(new Batch().put(Table.SNAPSHOTS, key, changed));
        }
        // The last bytes are the language's own, which is not known here; so a field of the kernel is changed as well.
        for (byte[] key : snapshots) {
            byte[] value = Objects.requireNonNull(rig.store().get(Table.SNAPSHOTS, key));
            byte[] changed = value.clone();
            changed[1] = (byte) (changed[1] == 1 ? 2 : 1);
            rig.store().commit(new Batch().put(Table.SNAPSHOTS, key, changed));
        }
        assertThat(check().findings()).anySatisfy(finding -> assertThat(finding.place()).startsWith("the snapshot of case"));
    }

    @Test
    void any_row_that_is_missing_or_too_many_in_any_table_is_found() {
        story();
        Random random = new Random(7);
        List<Table> tables =
                List.of(Table.META, Table.EVENTS, Table.LOG, Table.WORK, Table.TIMERS, Table.CASES, Table.SNAPSHOTS);
        for (Table table : tables) {
            List<byte[]> rows = new ArrayList<>();
            rig.store().scan(table, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
                EntityId id = table == Table.SNAPSHOTS || table == Table.EVENTS ? Keys.readEntity(new In(key)) : null;
                // A whole entity that is gone without a trace is an erased one.
                boolean needed = !(id instanceof EntityId.OfRegistry) && !(id instanceof EntityId.OfParticipant);
                if (needed && !(table == Table.LOG && listsOnlyWhatVanishes(value)) && !Arrays.equals(key, Positions.row())) {
                    rows.add(key);
                }
                return true;
            });
            for (int i = 0; i < Math.min(rows.size(), 12); i++) {
                byte[] key = rows.get(random.nextInt(rows.size()));
                byte[] value = rig.store().get(table, key);
                rig.store().commit(new Batch().delete(table, key));
                assertThat(check().findings()).as("%s without %s", table, new String(key, java.nio.charset.StandardCharsets.ISO_8859_1)).isNotEmpty();
                rig.store().commit(new Batch().put(table, key, value == null ? new byte[0] : value));
                assertThat(check().findings()).isEmpty();
            }
        }
        byte[] extra = keys.timer(rig.now(), "main", CaseId.root(1), 99);
        rig.store().commit(new Batch().put(Table.TIMERS, extra, new byte[0]));
        assertThat(check().findings()).singleElement().satisfies(finding -> assertThat(finding.place()).startsWith("TIMERS"));
    }

    /** Turns of entities that vanish go without a trace, so nothing says that the log should list them. */
    private static boolean listsOnlyWhatVanishes(byte[] row) {
        In in = new In(row);
        LogRow.readInstant(in);
        boolean all = true;
        while (!in.atEnd()) {
            all &= EventCodec.readEntity(in).kind().vanishes();
            in.varint();
        }
        return all;
    }

    @Test
    void a_mailbox_that_does_not_know_who_waits_is_found() {
        CaseId id = story();
        rig.equip(mill -> mill.on("call", work -> null));
        EntityId.OfMailbox mailbox = new EntityId.OfMailbox("main", "go", "x");
        rig.store().commit(new Batch().delete(Table.SNAPSHOTS, keys.snapshot(mailbox, null)));
        assertThat(check().findings())
                .singleElement()
                .hasToString("case " + id + " of tenant 'main': waits for signal 'go' with key 'x', which does not know of it");
    }

    @Test
    void a_message_that_nobody_sent_is_found() {
        story();
        EntityId.OfMailbox to = new EntityId.OfMailbox("main", "go", "x");
        EntityId from = new EntityId.OfCase("main", 77);
        Out body = new Out();
        Outbox.write(body, Input.taken(from, 3, to, new Message.Return(Data.nothing(), rig.now()), rig.now()));
        rig.store().commit(new Batch().put(Table.OUTBOX, keys.message(from, 3, to), body.toBytes()));
        assertThat(check().findings()).singleElement().satisfies(finding ->
                assertThat(finding.what()).isEqualTo("is in the outbox, and its sender has sent only 0"));
    }
}
