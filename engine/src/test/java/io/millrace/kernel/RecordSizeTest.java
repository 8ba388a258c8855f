package io.millrace.kernel;

import static io.millrace.activity.Activities.copy;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.work;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.activity.ActivityProcess;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.DataException;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.data.SharedValues;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.record.Cause;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.language.Compiled;
import io.millrace.net.Nets;
import io.millrace.net.run.NetProcess;
import io.millrace.query.CaseDetails;
import io.millrace.sim.Rig;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a turn writes is about as large as what it was given, however many of its events speak of it. */
class RecordSizeTest {
    private static final int LARGE = 10_000;

    private static Data large(long seed) {
        StringBuilder text = new StringBuilder();
        new Random(seed).ints(LARGE, 'a', 'z' + 1).forEach(each -> text.append((char) each));
        return Data.of(text.toString());
    }

    private static int largestRecord(Rig rig) {
        int[] largest = {0};
        rig.store().scan(Table.EVENTS, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            largest[0] = Math.max(largest[0], value.length);
            return true;
        });
        return largest[0];
    }

    private static void completionCostsItsOutput(Compiled<?> process, Data output) {
        Rig rig = Rig.with(process);
        CaseId id = rig.start("p");
        rig.done(new Command.Complete(new WorkId(id, 1), output, 0));
        assertThat(rig.work(id)).extracting(item -> item.task()).containsExactly("b");
        assertThat(largestRecord(rig)).isLessThan(LARGE * 11 / 10);
        CaseDetails live = rig.look(id);
        var told = rig.history(id);
        rig.restart(process);
        assertThat(rig.look(id)).isEqualTo(live);
        assertThat(rig.history(id)).isEqualTo(told);
        rig.done(new Command.Complete(new WorkId(id, 2), Data.nothing(), 0));
        assertThat(rig.look(id).info().outcome().at("doc")).isEqualTo(output.at("doc"));
    }

    @Test
    void the_output_of_a_task_of_a_net_is_written_once() {
        completionCostsItsOutput(
                NetProcess.of(Nets.specification("p", Nets.net("n")
                        .input("i").to("a")
                        .task("a").take("doc", data -> data.at("doc")).to("b")
                        .task("b").give("doc", data -> data.at("doc")).to("o")
                        .output("o")
                        .build()), null),
                Data.fields("doc", large(1), "note", "small"));
    }

    @Test
    void the_output_of_an_activity_is_written_once() {
        completionCostsItsOutput(
                ActivityProcess.named("p", sequence(work("a").result("r"), copy("r.doc", "doc"), work("b").input("doc"))),
                Data.fields("doc", large(2), "note", "small"));
    }

    @Test
    void a_small_turn_has_the_form_that_it_always_had() {
        Rig rig = Rig.with(ActivityProcess.named("p", sequence(work("a"))));
        rig.start("p");
        rig.store().scan(Table.EVENTS, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            assertThat(value[0]).isEqualTo((byte) 1);
            return true;
        });
    }

    private static TurnRecord turn(Data... values) {
        List<TurnRecord.Entry> entries = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            entries.add(new TurnRecord.Entry(CaseId.root(1), new Event.WorkCompleted(i + 1, values[i])));
        }
        return new TurnRecord(1, Instant.EPOCH, null, null, null, null, null, new Cause.Asked("test"), null, entries);
    }

    private static byte[] bytes(TurnRecord turn) {
        Out out = new Out();
        turn.write(out);
        return out.toBytes();
    }

    @Test
    void what_is_shared_is_read_as_it_was_whatever_its_shape() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            Data one = value(random, 5);
            Data other = value(random, 5);
            TurnRecord turn = turn(one, other, one, Data.items(one, other), Data.fields("a", other, "b", Data.items(one)), other);
            byte[] bytes = bytes(turn);
            TurnRecord read = TurnRecord.read(EntityId.OfCase.of("t", CaseId.root(1)), 1, new In(bytes));
            assertThat(read).as("seed %s", seed).isEqualTo(turn);
            assertThat(bytes(read)).as("seed %s", seed).isEqualTo(bytes);
        }
    }

    private static Data value(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 2 : 5)) {
            case 0 -> Data.of("x".repeat(random.nextInt(400)));
            case 1 -> Data.of(random.nextInt(1000));
            case 2 -> Data.items(value(random, depth - 1), value(random, depth - 1));
            case 3 -> Data.fields("f", value(random, depth - 1), "g", value(random, depth - 1));
            default -> Data.of(random.ints(random.nextInt(200)).boxed().toList());
        };
    }

    @Test
    void damaged_references_are_refused_and_never_grow_without_end() {
        byte[] good = bytes(turn(large(1), Data.items(large(1), large(2)), large(2)));
        assertThat(good[1]).as("flags: a table of shared values follows").isEqualTo((byte) 64);
        Random random = new Random(1);
        for (int i = 0; i < 2_000; i++) {
            byte[] damaged = good.clone();
            int at = random.nextInt(20) == 0 ? random.nextInt(damaged.length) : damaged.length - 1 - random.nextInt(40);
            damaged[at] = (byte) random.nextInt(256);
            try {
                TurnRecord.read(EntityId.OfCase.of("t", CaseId.root(1)), 1, new In(damaged));
            } catch (DataException refused) {
                assertThat(refused).hasMessageContaining("MR-2010");
            }
        }
        Out nobody = new Out().varint(1).u8(0x08).varint(0);
        assertThatThrownBy(() -> SharedValues.read(new In(nobody.toBytes()))).hasMessageContaining("there is no shared value 0");
        Out laughs = new Out().varint(60).data(large(1));
        for (int i = 0; i < 59; i++) {
            laughs.u8(0x82).u8(0x08).varint(i).u8(0x08).varint(i);
        }
        assertThatThrownBy(() -> SharedValues.read(new In(laughs.toBytes())))
                .hasMessageContaining("references make a value larger than any can be");
        assertThatThrownBy(() -> new In(new byte[] {0x08, 0}).data()).isInstanceOf(DataException.class);
    }
}
