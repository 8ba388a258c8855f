package io.millrace.kernel;

import static io.millrace.kernel.Steps.handler;
import static io.millrace.kernel.Steps.people;
import static io.millrace.kernel.Steps.process;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.query.HistoryEvent;
import io.millrace.runtime.Settings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProjectionTest {
    private static final Data NOTHING = Data.nothing();
    private static final Steps INNER = Steps.of("inner", people("a"));
    private static final Steps OUTER = Steps.of(
            "p", people("first"), process("sub", "inner"), handler("h"), new Steps.Step.Await("paid", "key"), people("last"));

    private static void run(Gated mill, CaseId id) {
        mill.done(new Command.Complete(mill.work(id, "first"), Data.fields("x", 1), 0));
        mill.done(new Command.Complete(mill.work(id.child(1), "a"), NOTHING, 0));
        mill.report(new Command.Complete(mill.work(id, "h"), NOTHING, 1));
        mill.done(new Command.Signal("paid", "", Data.fields("by", "anna")));
        mill.done(new Command.Complete(mill.work(id, "last"), NOTHING, 0));
    }

    private static String line(String id, @Nullable CaseId caseId, String kind, Data detail) {
        return id + " " + caseId + " " + kind + " " + detail;
    }

    private static String line(HistoryEvent event) {
        return line(event.id(), event.caseId(), event.kind(), event.detail());
    }

    private static byte[] key(String text) {
        return ("index/" + text).getBytes(StandardCharsets.UTF_8);
    }

    /** Keeps the kind of every event under the event's id. */
    private static final Projection KINDS = (before, event) -> (after, rows) ->
            rows.put(Table.META, key(event.id()), event.kind().getBytes(StandardCharsets.UTF_8));

    @Test
    void a_projection_sees_the_history_of_a_case_in_its_order() {
        List<String> seen = new ArrayList<>();
        List<String> all = new ArrayList<>();
        Projection projection = (before, event) -> {
            String line = line(event.id(), event.caseId(), event.kind(), event.detail());
            all.add(line);
            if (event.caseId() != null) {
                seen.add(line);
            }
            return null;
        };
        Gated mill = new Gated(Gate.OPEN, List.of(projection), INNER, OUTER);
        CaseId id = mill.start("p");
        run(mill, id);
        assertThat(seen).isEqualTo(mill.history(id).stream().map(ProjectionTest::line).toList());
        assertThat(seen).last().asString().contains("CaseCompleted");
        // The mailbox of the signal is empty again, and its turns are gone.
        assertThat(all).anyMatch(line -> line.contains("WaiterRemoved")).containsAll(mill.all().stream().map(ProjectionTest::line).toList());
    }

    @Test
    void a_projection_sees_the_state_before_and_after() {
        List<String> seen = new ArrayList<>();
        Projection projection = (before, event) -> {
            if (before == null) {
                return null;
            }
            String was = before.status() + " " + before.data() + " " + (before.work(1) == null ? "-" : "open");
            return (after, rows) -> {
                ReadOnlyCase is = Objects.requireNonNull(after);
                seen.add(event.kind() + ": " + was + " -> " + is.status() + " " + is.data() + " "
                        + (is.work(1) == null ? "-" : "open"));
            };
        };
        Gated mill = new Gated(Gate.OPEN, List.of(projection), Steps.of("p", people("a")));
        CaseId id = mill.start("p");
        mill.done(new Command.Complete(mill.work(id, "a"), Data.fields("x", 1), 0));
        assertThat(seen)
                .containsExactly(
                        "CaseStarted: RUNNING null - -> RUNNING {} -",
                        "Entered: RUNNING {} - -> RUNNING {} -",
                        "WorkOffered: RUNNING {} - -> RUNNING {} open",
                        "WorkStarted: RUNNING {} open -> RUNNING {} open",
                        "WorkCompleted: RUNNING {} open -> RUNNING {} -",
                        "Given: RUNNING {} - -> RUNNING {\"x\":1} -",
                        "Entered: RUNNING {\"x\":1} - -> RUNNING {\"x\":1} -",
                        "Entered: RUNNING {\"x\":1} - -> RUNNING {\"x\":1} -",
                        "CaseCompleted: RUNNING {\"x\":1} - -> COMPLETED {\"x\":1} -");
    }

    @Test
    void rows_of_a_projection_are_in_the_commit_of_their_turn() {
        Gated mill = new Gated(Gate.OPEN, List.of(KINDS), INNER, OUTER);
        CaseId id = mill.start("p");
        run(mill, id);
        for (HistoryEvent event : mill.history(id)) {
            assertThat(mill.store.get(Table.META, key(event.id())))
                    .isEqualTo(event.kind().getBytes(StandardCharsets.UTF_8));
        }
        for (Batch commit : mill.commits) {
            long turns = commit.changes().stream()
                    .filter(change -> change instanceof Batch.Put put && put.table() == Table.EVENTS)
                    .count();
            long beginnings = commit.changes().stream()
                    .filter(change -> change instanceof Batch.Put put
                            && put.table() == Table.META
                            && new String(put.key(), StandardCharsets.UTF_8).matches("index/.*/1"))
                    .count();
            assertThat(beginnings).isEqualTo(turns);
        }
    }

    @Test
    void rows_of_a_turn_that_is_refused_are_dropped_with_it() {
        Gate gate = (state, event, now) -> event instanceof Significant.CaseEnded
                ? new Gate.Delay("nothing may end")
                : Gate.Verdict.ACCEPT;
        Gated mill = new Gated(gate, List.of(KINDS), Steps.of("p", people("a")));
        CaseId id = mill.start("p");
        mill.refused(new Command.CancelCase(id, "no need"));
        List<String> ids = mill.all().stream().map(HistoryEvent::id).toList();
        List<String> kept = new ArrayList<>();
        mill.store.scan(Table.META, key(""), key("\uffff"), Store.Direction.FORWARDS, (key, value) -> {
            kept.add(new String(key, StandardCharsets.UTF_8).substring("index/".length()));
            return true;
        });
        assertThat(kept).containsExactlyInAnyOrderElementsOf(ids);
    }

    @Test
    void a_plan_shows_nothing_to_projections() {
        List<String> seen = new ArrayList<>();
        Gated mill = new Gated(
                Gate.OPEN,
                List.of((before, event) -> {
                    seen.add(event.id());
                    return null;
                }),
                Steps.of("p", people("a")));
        CaseId id = mill.start("p");
        int before = seen.size();
        mill.plan(new Command.Complete(mill.work(id, "a"), NOTHING, 0));
        assertThat(seen).hasSize(before);
    }

    @Test
    void an_engine_without_a_store_calls_no_projection() {
        Gated mill = new Gated(
                false,
                Gate.OPEN,
                List.of((before, event) -> {
                    throw new AssertionError("called");
                }),
                INNER,
                OUTER);
        run(mill, mill.start("p"));
    }

    @Test
    void without_a_gate_and_projections_nothing_is_asked_and_no_rows_are_kept() {
        Catalogue catalogue = new Catalogue();
        Ledger.Surroundings around = new Ledger.Surroundings(
                catalogue.of("t"), catalogue.staff("t"), tenant -> 1, Settings.DEFAULT, Gate.OPEN, Projections.of(List.of()));
        assertThat(around.projections()).isSameAs(Projections.NONE);
        EntityId.OfCase id = new EntityId.OfCase("t", 1);
        CaseEntity entity = new CaseEntity(id, catalogue.of("t"), part -> null);
        Input due = new Input.Due(id, CaseId.root(1), 1);
        CaseState part = entity.create(CaseId.root(1));
        Ledger ledger = new Ledger(entity, due, null, Stepped.START, around);
        ledger.record(part, new Event.CaseCancelled("no need"));
        assertThat(ledger.entries).hasSize(1);
        assertThat(ledger.indexed).isNull();
    }
}
