package io.millrace.kernel;

import static io.millrace.kernel.Steps.people;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Case;
import io.millrace.KeptStore;
import io.millrace.Millrace;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Shape;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.record.EntityKind;
import io.millrace.kernel.record.Keys;
import io.millrace.language.Contract;
import io.millrace.query.History;
import io.millrace.sim.Rig;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nothing of an erased case is left anywhere, nothing of another case goes with it, and its number is gone for good. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ErasureTest {
    private static final String SECRET = "correct-horse-battery-staple";

    /** Where in the whole store the secret is found. */
    private static List<String> traces(Store store) {
        List<String> traces = new ArrayList<>();
        for (Table table : Table.values()) {
            store.scan(table, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
                if (text(key).contains(SECRET) || text(value).contains(SECRET)) {
                    traces.add(table + " " + text(key));
                }
                return true;
            });
        }
        return traces;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static final Data INPUT = Data.fields("order", "o1", "secret", SECRET);

    @Test
    void the_input_of_a_start_with_a_unique_key_leaves_no_copy() {
        Steps process = Steps.of(new Contract("p", Shape.any(), true, List.of()), people("a"));
        Rig rig = Rig.with(process);
        CaseId id = CaseId.root(rig.done(new Command.Start("p", 0, INPUT, "key")).asLong());
        rig.done(new Command.Complete(new WorkId(id, 1), Data.nothing(), 0));
        assertThat(traces(rig.store())).isNotEmpty();
        erase(rig, id);
        assertThat(traces(rig.store())).isEmpty();
    }

    @Test
    void a_signal_leaves_no_copy_however_it_came_to_the_case() {
        Steps process = Steps.of("p", new Steps.Step.Await("paid", "order"), people("a"));
        Rig rig = Rig.with(process);
        Data signal = Data.fields("secret", SECRET);
        // One waits when it comes; one is kept first, between others that stay.
        CaseId waiting = rig.start("p", Data.fields("order", "o1"));
        rig.done(new Command.Signal("paid", "o1", signal));
        rig.done(new Command.Signal("paid", "o2", Data.of("first")));
        rig.done(new Command.Signal("paid", "o2", signal));
        rig.done(new Command.Signal("paid", "o2", Data.of("last")));
        CaseId other = rig.start("p", Data.fields("order", "o2"));
        CaseId kept = rig.start("p", Data.fields("order", "o2"));
        for (CaseId id : List.of(waiting, kept)) {
            rig.done(new Command.Complete(new WorkId(id, 1), Data.nothing(), 0));
            erase(rig, id);
        }
        assertThat(traces(rig.store())).isEmpty();
        assertThat(rig.work(other)).hasSize(1);
        assertThat(rig.start("p", Data.fields("order", "o2"))).satisfies(id -> assertThat(rig.look(id).waits()).isEmpty());
    }

    private static void erase(Rig rig, CaseId id) {
        CompletableFuture<Void> erased = rig.mill().retention().erasing(Millrace.TENANT, id);
        rig.rest();
        erased.join();
    }

    @Test
    void mailboxes_and_keys_of_which_nothing_is_left_take_no_room() {
        Steps process = Steps.of(
                new Contract("p", Shape.any(), true, List.of()), new Steps.Step.Await("paid", "order"), people("a"));
        Rig rig = Rig.with(process);
        for (int i = 0; i < 20; i++) {
            CaseId id = CaseId.root(
                    rig.done(new Command.Start("p", 0, Data.fields("order", "o" + i), "key" + i)).asLong());
            rig.done(new Command.Signal("paid", "o" + i, Data.nothing()));
            rig.done(new Command.Complete(new WorkId(id, 1), Data.nothing(), 0));
        }
        Set<Integer> kinds = new HashSet<>();
        for (Table table : List.of(Table.EVENTS, Table.SNAPSHOTS)) {
            rig.store().scan(table, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
                kinds.add(Keys.readEntity(new In(key)).kind().tag);
                return true;
            });
        }
        assertThat(kinds).containsExactlyInAnyOrder(EntityKind.CASE.tag, EntityKind.REGISTRY.tag);
    }

    @Test
    void numbers_are_not_given_out_again_after_concurrent_erasing() throws Exception {
        Store kept = new KeptStore();
        Steps process = Steps.of("p", people("a"));
        long highest = 0;
        for (int round = 0; round < 10; round++) {
            try (Millrace mill = Millrace.builder().everything().store(kept).open()) {
                mill.deploy(process);
                List<CompletableFuture<Void>> erased = new ArrayList<>();
                List<CaseId> ids = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    Case one = mill.start("p");
                    assertThat(one.id().root()).isGreaterThan(highest);
                    highest = one.id().root();
                    ids.add(one.id());
                    mill.operator().cancel(one.id());
                }
                for (CaseId id : ids.reversed()) {
                    erased.add(CompletableFuture.runAsync(() -> mill.retention().erase(Millrace.TENANT, id)));
                }
                CompletableFuture.allOf(erased.toArray(CompletableFuture<?>[]::new)).get();
            }
        }
    }

    @Test
    void a_content_is_never_lost_to_an_erasure_while_another_case_takes_it_up() throws Exception {
        Steps process = Steps.of("p", people("a"));
        try (Millrace mill = Millrace.builder().everything().store(new MemoryStore()).open()) {
            mill.deploy(process);
            for (int round = 0; round < 150; round++) {
                byte[] content = ("content of round " + round).getBytes(StandardCharsets.UTF_8);
                CaseId old = mill.start("p").id();
                CaseId young = mill.start("p").id();
                mill.files().attach(Millrace.TENANT, old, "f", new ByteArrayInputStream(content));
                mill.operator().cancel(old);
                CompletableFuture<Void> erasing =
                        CompletableFuture.runAsync(() -> mill.retention().erase(Millrace.TENANT, old));
                for (int spin = ThreadLocalRandom.current().nextInt(2_000); spin > 0; spin--) {
                    Thread.onSpinWait();
                }
                Data reference = mill.files().attach(Millrace.TENANT, young, "f", new ByteArrayInputStream(content));
                erasing.get();
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                mill.files().read(Millrace.TENANT, young, reference, out);
                assertThat(out.toByteArray()).isEqualTo(content);
                mill.operator().cancel(young);
                mill.retention().erase(Millrace.TENANT, young);
            }
            mill.whenQuiet().get();
            assertThat(mill.files().sweep()).isZero();
        }
    }

    @Test
    void many_timers_on_one_instant_let_commands_through() {
        Steps waiting = Steps.of("w", new Steps.Step.Wait(Duration.ofHours(1)), people("b"));
        Rig rig = Rig.with(settings -> settings.lanes(1).checkReplay(false), waiting, Steps.of("p", people("a")));
        int count = 2_000;
        for (int i = 0; i < count; i++) {
            rig.start("w");
        }
        CaseId other = rig.start("p");
        rig.hold(true);
        rig.advance(Duration.ofHours(1));
        CompletableFuture<?> asked = rig.mill().operator().ask(new Command.Complete(new WorkId(other, 1), Data.nothing(), 0));
        rig.hold(false);
        assertThat(asked).isDone();
        List<String> order = new ArrayList<>();
        String cursor = null;
        do {
            var page = rig.mill().history().all(cursor, 10_000, History.Order.OLDEST_FIRST);
            page.items().forEach(event -> order.add(event.kind()));
            cursor = page.cursor();
        } while (cursor != null);
        assertThat(order.indexOf("WorkCompleted")).isLessThan(order.lastIndexOf("TimerFired") - count / 2);
        for (int i = 1; i <= count; i++) {
            assertThat(rig.work(CaseId.root(i))).hasSize(1);
        }
    }
}
