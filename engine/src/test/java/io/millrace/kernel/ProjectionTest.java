package io.millrace.kernel;

import static io.millrace.kernel.Steps.handler;
import static io.millrace.kernel.Steps.people;
import static io.millrace.kernel.Steps.process;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.KeptStore;
import io.millrace.Millrace;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.Out;
import io.millrace.data.In;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.Batch;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.check.JournalCheck;
import io.millrace.kernel.entity.CaseEntity;
import io.millrace.kernel.entity.CaseState;
import io.millrace.kernel.entity.Catalogue;
import io.millrace.event.Gate;
import io.millrace.kernel.entity.Ledger;
import io.millrace.event.Projection;
import io.millrace.kernel.entity.Projections;
import io.millrace.event.ReadOnlyCase;
import io.millrace.event.Significant;
import io.millrace.kernel.past.Records;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.Input;
import io.millrace.kernel.record.Keys;
import io.millrace.event.RecordedEvent;
import io.millrace.language.Language;
import io.millrace.net.run.NetLanguage;
import io.millrace.problem.Code;
import io.millrace.query.HistoryEvent;
import io.millrace.runtime.PayloadCodec;
import io.millrace.runtime.Settings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
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
        return new Out().raw(Projections.prefix("kinds")).raw(text.getBytes(StandardCharsets.UTF_8)).toBytes();
    }

    /** What a projection does with an event. */
    private interface Look {
        Projection.@Nullable After at(@Nullable ReadOnlyCase before, RecordedEvent event);
    }

    private static Projection named(String name, Look look) {
        return version(name, 1, look);
    }

    private static Projection version(String name, int version, Look look) {
        return new Projection() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public int version() {
                return version;
            }

            @Override
            public @Nullable After recorded(@Nullable ReadOnlyCase before, RecordedEvent event) {
                return look.at(before, event);
            }
        };
    }

    private static final Look KINDS_LOOK = (before, event) -> (after, rows) ->
            rows.put(event.id().getBytes(StandardCharsets.UTF_8), event.kind().getBytes(StandardCharsets.UTF_8));

    /** Keeps the kind of every event under the event's id. */
    private static final Projection KINDS = named("kinds", KINDS_LOOK);

    /** Keeps which work is open: rows come and go. */
    private static final Projection OPEN = named("open", (before, event) -> switch (event.kind()) {
        case "WorkOffered" -> (after, rows) -> rows.put(work(event), event.detail().at("task").text().getBytes(StandardCharsets.UTF_8));
        case "WorkCompleted", "WorkFailed", "WorkWithdrawn" -> (after, rows) -> rows.delete(work(event));
        default -> null;
    });

    private static byte[] work(RecordedEvent event) {
        return (event.caseId() + "#" + event.detail().at("work")).getBytes(StandardCharsets.UTF_8);
    }

    private static Map<String, String> rows(Gated mill, Projection projection) {
        Map<String, String> rows = new TreeMap<>();
        mill.kernel().indexing().rows(projection).scan(new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            rows.put(new String(key, StandardCharsets.UTF_8), new String(value, StandardCharsets.UTF_8));
            return true;
        });
        return rows;
    }

    @Test
    void a_projection_sees_the_history_of_a_case_in_its_order() {
        List<String> seen = new ArrayList<>();
        List<String> all = new ArrayList<>();
        Projection projection = named("seen", (before, event) -> {
            String line = line(event.id(), event.caseId(), event.kind(), event.detail());
            all.add(line);
            if (event.caseId() != null) {
                seen.add(line);
            }
            return null;
        });
        Gated mill = new Gated(Gate.OPEN, List.of(projection), INNER, OUTER);
        CaseId id = mill.start("p");
        run(mill, id);
        assertThat(seen).isEqualTo(mill.history(id).stream().map(ProjectionTest::line).toList());
        assertThat(seen).last().asString().contains("CaseCompleted");
        // What a mailbox does is not in the journal for long, so nothing could be built from it again.
        assertThat(all).noneMatch(line -> line.contains("WaiterRemoved")).containsAll(mill.all().stream().map(ProjectionTest::line).toList());
    }

    @Test
    void a_projection_sees_the_state_before_and_after() {
        List<String> seen = new ArrayList<>();
        Projection projection = named("seen", (before, event) -> {
            if (before == null) {
                return null;
            }
            String was = before.status() + " " + before.data() + " " + (before.work(1) == null ? "-" : "open");
            return (after, rows) -> {
                ReadOnlyCase is = Objects.requireNonNull(after);
                seen.add(event.kind() + ": " + was + " -> " + is.status() + " " + is.data() + " "
                        + (is.work(1) == null ? "-" : "open"));
            };
        });
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
            assertThat(mill.store.get(Table.INDEX, key(event.id())))
                    .isEqualTo(event.kind().getBytes(StandardCharsets.UTF_8));
        }
        for (Batch commit : mill.commits) {
            long turns = commit.changes().stream()
                    .filter(change -> change instanceof Batch.Put put
                            && put.table() == Table.EVENTS
                            && !Keys.readEntity(new In(put.key())).kind().vanishes())
                    .count();
            long beginnings = commit.changes().stream()
                    .filter(change -> change instanceof Batch.Put put
                            && put.table() == Table.INDEX
                            && new String(put.key(), StandardCharsets.UTF_8).matches("(?s)kinds.*/1"))
                    .count();
            assertThat(beginnings).isEqualTo(turns);
        }
    }

    @Test
    void rows_of_a_turn_that_is_refused_are_dropped_with_it() {
        Gate gate = (state, event, now) -> event instanceof Significant.CaseEnded
                ? new Gate.Refuse(Code.INTERVENTION.with("end", "nothing may end"))
                : Gate.Verdict.ACCEPT;
        Gated mill = new Gated(gate, List.of(KINDS), Steps.of("p", people("a")));
        CaseId id = mill.start("p");
        mill.refused(new Command.CancelCase(id, "no need"));
        List<String> ids = mill.all().stream().map(HistoryEvent::id).toList();
        assertThat(rows(mill, KINDS).keySet()).containsExactlyInAnyOrderElementsOf(ids);
    }

    @Test
    void a_plan_shows_nothing_to_projections() {
        List<String> seen = new ArrayList<>();
        Gated mill = new Gated(
                Gate.OPEN,
                List.of(named("seen", (before, event) -> {
                    seen.add(event.id());
                    return null;
                })),
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
                List.of(named("never", (before, event) -> {
                    throw new AssertionError("called");
                })),
                INNER,
                OUTER);
        run(mill, mill.start("p"));
    }

    @Test
    void a_projection_that_throws_refuses_the_turn_and_nothing_changes() {
        AtomicBoolean broken = new AtomicBoolean();
        Projection breaking = named("breaking", (before, event) -> (after, rows) -> {
            if (broken.get()) {
                throw new AssertionError("no such column");
            }
        });
        Gated mill = new Gated(Gate.OPEN, List.of(breaking, OPEN), Steps.of("p", people("a"), handler("h"), people("b")));
        CaseId id = mill.start("p");
        WorkId work = mill.work(id, "a");
        List<String> before = mill.kinds(id);
        broken.set(true);
        assertThat(mill.refused(new Command.Complete(work, NOTHING, 0)).message())
                .isEqualTo("Projection 'breaking' threw at an event of case 1: java.lang.AssertionError: no such column."
                        + " Nothing has changed. Correct the projection; the engine retries timers, messages and results. (MR-5001)");
        assertThat(mill.kinds(id)).isEqualTo(before);
        assertThat(rows(mill, OPEN)).containsOnly(Map.entry("1#1", "a"));
        broken.set(false);
        mill.done(new Command.Complete(work, NOTHING, 0));
        broken.set(true);
        mill.report(new Command.Complete(mill.work(id, "h"), NOTHING, 1));
        assertThat(mill.item(id, "h").incident()).isNull();
        broken.set(false);
        mill.advance(Duration.ofSeconds(2));
        assertThat(mill.offered(id)).containsExactly("b");
    }

    @Test
    void a_timer_is_not_lost_while_a_projection_throws() {
        AtomicBoolean broken = new AtomicBoolean();
        Projection breaking = named("breaking", (before, event) -> {
            if (broken.get()) {
                throw new IllegalStateException("no such column");
            }
            return null;
        });
        Gated mill = new Gated(
                Gate.OPEN, List.of(breaking), Steps.of("p", new Steps.Step.Wait(Duration.ofHours(1)), people("a")));
        CaseId id = mill.start("p");
        broken.set(true);
        mill.advance(Duration.ofHours(2));
        assertThat(mill.kinds(id)).doesNotContain("TimerFired");
        broken.set(false);
        mill.advance(Duration.ofSeconds(2));
        assertThat(mill.offered(id)).containsExactly("a");
        mill.check();
    }

    @Test
    void rows_are_built_from_the_journal_when_a_projection_is_added() {
        Gated mill = new Gated(Gate.OPEN, List.of(), INNER, OUTER);
        CaseId id = mill.start("p");
        run(mill, id);
        CaseId other = mill.start("p");
        mill.projections(KINDS, OPEN);
        assertThatThrownBy(() -> rows(mill, OPEN)).hasMessageContaining("MR-5002");
        List<Long> progress = new ArrayList<>();
        mill.rebuild(KINDS, progress::add);
        mill.rebuild(OPEN, entities -> {});
        assertThat(progress).last().isEqualTo(3L);
        assertThat(rows(mill, OPEN)).containsOnly(Map.entry(other + "#1", "first"));
        assertThat(rows(mill, KINDS).keySet())
                .containsExactlyInAnyOrderElementsOf(mill.all().stream().map(HistoryEvent::id).toList());
        mill.done(new Command.Complete(mill.work(other, "first"), NOTHING, 0));
        assertThat(rows(mill, OPEN)).containsKeys(other.child(1) + "#1", other + "#2");
        mill.check();
    }

    @Test
    void built_rows_are_those_that_were_kept_up() {
        Gated mill = new Gated(Gate.OPEN, List.of(KINDS, OPEN), INNER, OUTER);
        run(mill, mill.start("p"));
        mill.start("p");
        Map<String, String> kept = rows(mill, KINDS);
        Map<String, String> open = rows(mill, OPEN);
        mill.rebuild(KINDS, entities -> {});
        mill.rebuild(OPEN, entities -> {});
        assertThat(rows(mill, KINDS)).isEqualTo(kept).isNotEmpty();
        assertThat(rows(mill, OPEN)).isEqualTo(open).isNotEmpty();
    }

    @Test
    void an_engine_without_a_projection_removes_its_rows() {
        Gated mill = new Gated(Gate.OPEN, List.of(KINDS, OPEN), INNER, OUTER);
        mill.start("p");
        mill.projections(OPEN);
        assertThat(indexRows(mill)).containsOnly("open");
        mill.projections(KINDS, OPEN);
        assertThatThrownBy(() -> rows(mill, KINDS)).hasMessageContaining("MR-5002");
        assertThat(rows(mill, OPEN)).hasSize(1);
    }

    @Test
    void a_projection_with_another_form_begins_anew() {
        Gated mill = new Gated(Gate.OPEN, List.of(KINDS), INNER, OUTER);
        mill.start("p");
        Projection next = version("kinds", 2, KINDS_LOOK);
        mill.projections(next);
        assertThat(indexRows(mill)).isEmpty();
        mill.rebuild(next, entities -> {});
        assertThat(rows(mill, next)).isNotEmpty();
    }

    private static List<String> indexRows(Gated mill) {
        List<String> names = new ArrayList<>();
        mill.store.scan(Table.INDEX, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> names.add(new In(key).keyText()));
        return names.stream().distinct().toList();
    }

    @Test
    void rows_of_a_case_that_is_erased_are_removed() {
        Gated mill = new Gated(Gate.OPEN, List.of(KINDS), INNER, OUTER);
        CaseId id = mill.start("p");
        run(mill, id);
        CaseId other = mill.start("p");
        mill.erase(id);
        assertThat(rows(mill, KINDS).keySet())
                .isNotEmpty()
                .noneMatch(key -> key.startsWith("case 1/"))
                .anyMatch(key -> key.startsWith("case " + other + "/"));
        mill.check();
    }

    @Test
    void erasing_without_the_projections_removes_all_their_rows() {
        Gated mill = new Gated(Gate.OPEN, List.of(KINDS), INNER, OUTER);
        CaseId id = mill.start("p");
        run(mill, id);
        new Records(mill.store, PayloadCodec.PLAIN, List.of()).retention().erase("t", id);
        assertThat(indexRows(mill)).isEmpty();
    }

    @Test
    void a_journal_check_compares_rows_with_what_the_turns_make_of_them() {
        MemoryStore store = new MemoryStore();
        try (Millrace mill = Millrace.builder().everything().store(new KeptStore(store)).projection(KINDS).open()) {
            mill.deploy(new NetLanguage().compile("n", "initial_activity(a). final_activity(a)."));
            mill.start("n");
        }
        List<Language> languages = List.of(new NetLanguage());
        assertThat(JournalCheck.of(store, PayloadCodec.PLAIN, languages, List.of(KINDS), turns -> {}).findings()).isEmpty();
        List<byte[]> keys = new ArrayList<>();
        store.scan(Table.INDEX, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> keys.add(key));
        store.commit(new Batch().delete(Table.INDEX, keys.get(0)).put(Table.INDEX, keys.get(1), new byte[] {1}).put(Table.INDEX, key("nobody"), new byte[0]));
        assertThat(JournalCheck.of(store, PayloadCodec.PLAIN, languages, List.of(KINDS), turns -> {}).findings().stream().map(finding -> finding.what().replaceAll("row .*?( that no turn makes)?$", "row$1")))
                .containsExactlyInAnyOrder("lacks row", "says another thing than the turns in row", "has a row that no turn makes");
    }

    @Test
    void two_projections_of_one_name_are_refused() {
        assertThatThrownBy(() -> new Gated(Gate.OPEN, List.of(KINDS, KINDS), INNER)).hasMessageContaining("Two projections are named 'kinds'");
    }

    @Test
    void without_a_gate_and_projections_nothing_is_asked_and_no_rows_are_kept() {
        Catalogue catalogue = new Catalogue();
        Ledger.Surroundings around = new Ledger.Surroundings(
                catalogue.of("t"), catalogue.staff("t"), tenant -> 1, Settings.DEFAULT, Gate.OPEN, Projections.of(List.of(), PayloadCodec.PLAIN));
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
