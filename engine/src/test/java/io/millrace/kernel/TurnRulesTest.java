package io.millrace.kernel;

import static io.millrace.kernel.Steps.handler;
import static io.millrace.kernel.Steps.people;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Millrace;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.Batch;
import io.millrace.journal.Table;
import io.millrace.kernel.record.Cause;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.Shards;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.problem.Code;
import io.millrace.query.CaseDetails;
import io.millrace.query.WorkQuery;
import io.millrace.sim.Rig;
import io.millrace.work.Task;
import io.millrace.work.WorkItem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The nine rules of a turn, one after the other, as far as a test can hold them. */
class TurnRulesTest {
    private static Command.Complete complete(CaseId id, int work) {
        return new Command.Complete(new WorkId(id, work), Data.nothing(), 0);
    }

    @Test
    void rule_1_only_a_turn_changes_a_case_and_the_same_turns_make_the_same_journal() {
        List<String> runs = new ArrayList<>();
        for (int run = 0; run < 2; run++) {
            Rig rig = Rig.with(Steps.of("p", people("a"), new Steps.Step.Wait(Duration.ofHours(1)), people("b")));
            CaseId id = rig.start("p", Data.fields("n", 1));
            rig.done(complete(id, 1));
            rig.advance(Duration.ofHours(1));
            rig.done(complete(id, 2));
            StringBuilder journal = new StringBuilder();
            rig.history(id).forEach(event -> journal.append(event.toData().json()).append('\n'));
            runs.add(journal.toString());
        }
        assertThat(runs.get(0)).isEqualTo(runs.get(1));
    }

    @Test
    void rule_2_a_journal_is_replayed_without_calling_anything_of_the_user() {
        List<String> calls = new ArrayList<>();
        Steps process = Steps.of("p", handler("call"), people("a"));
        Rig rig = Rig.with(process).equip(mill -> mill.on("call", work -> {
            calls.add(work.toString());
            return Data.fields("answer", 42);
        }));
        CaseId id = rig.start("p");
        rig.restart(process);
        assertThat(rig.look(id).data()).isEqualTo(Data.fields("answer", 42));
        assertThat(calls).containsExactly("call 1#1 attempt 1");
    }

    @Test
    void rule_3_nothing_leaves_before_it_is_durable() {
        Rig rig = Rig.with(Steps.of("p", handler("call")));
        List<Integer> seen = new ArrayList<>();
        rig.mill().listen(effect -> seen.add(rig.commits().size()));
        rig.commits().clear();
        rig.failCommits(1);
        CompletableFuture<Answer> lost = rig.mill().operator().ask(new Command.Start("p", 0, Data.fields(), null));
        rig.rest();
        assertThat(lost.join()).isInstanceOfSatisfying(Answer.Refused.class, refused ->
                assertThat(refused.problem().code()).isEqualTo(Code.DISK_FULL));
        assertThat(seen).isEmpty();
        rig.advance(Duration.ofSeconds(1));
        rig.start("p");
        assertThat(seen).isNotEmpty().allSatisfy(commits -> assertThat(commits).isPositive());
    }

    @Test
    void rule_4_a_refusal_leaves_no_trace() {
        Rig rig = Rig.with(Steps.of("p", people("a")));
        CaseId id = rig.start("p");
        CaseDetails before = rig.look(id);
        rig.commits().clear();
        assertThat(rig.refused(new Command.Migrate(id, 9, Data.fields())).code()).isEqualTo(Code.UNKNOWN_VERSION);
        assertThat(rig.refused(new Command.Move(id, null, "9")).code()).isEqualTo(Code.INTERVENTION);
        assertThat(rig.refused(new Command.Claim(new WorkId(id, 4))).code()).isEqualTo(Code.UNKNOWN_WORK);
        assertThat(rig.commits()).isEmpty();
        assertThat(rig.look(id)).isEqualTo(before);
    }

    @Test
    void rule_5_the_cost_of_a_turn_does_not_grow_with_its_siblings_or_its_history() {
        Task task = Task.people("t");
        Rig rig = Rig.with(
                settings -> settings.snapshotBytes(1 << 30).checkReplay(false),
                Steps.of("p", new Steps.Step.Together(java.util.Collections.nCopies(3_000, task))));
        CaseId id = rig.start("p");
        rig.commits().clear();
        for (int work = 1; work <= 2_000; work++) {
            rig.done(complete(id, work));
        }
        List<Integer> costs = rig.commits().stream().map(TurnRulesTest::bytes).toList();
        assertThat(costs.getLast()).isLessThanOrEqualTo(costs.getFirst() + 8);
        assertThat(rig.commits().getLast().changes()).hasSameSizeAs(rig.commits().getFirst().changes());
    }

    private static int bytes(Batch batch) {
        int bytes = 0;
        for (Batch.Change change : batch.changes()) {
            bytes += change instanceof Batch.Put put ? put.key().length + put.value().length : 0;
        }
        return bytes;
    }

    @Test
    void rule_6_what_one_entity_asks_of_another_is_in_its_commit_until_the_other_has_taken_it() {
        Rig rig = Rig.with(Steps.of("p", new Steps.Step.Await("go", "k")));
        rig.commits().clear();
        rig.start("p");
        assertThat(rig.commits()).satisfiesExactly(
                sent -> assertThat(sent.changes()).anyMatch(change -> change instanceof Batch.Put && change.table() == Table.OUTBOX),
                taken -> assertThat(taken.changes()).anyMatch(change -> change instanceof Batch.Delete && change.table() == Table.OUTBOX));
    }

    @Test
    void rule_7_years_pass_when_the_clock_is_moved() {
        Rig rig = Rig.with(Steps.of("p", new Steps.Step.Wait(Duration.ofDays(3_650)), people("a")));
        CaseId id = rig.start("p");
        rig.advance(Duration.ofDays(3_649));
        assertThat(rig.work(id)).isEmpty();
        rig.advance(Duration.ofDays(1));
        assertThat(rig.work(id)).extracting(WorkItem::task).containsExactly("a");
    }

    @Test
    void rule_8_a_failed_commit_drops_every_state_that_rested_on_it() {
        Rig rig = Rig.with(Steps.of("p", people("a"), people("b")));
        CaseId id = rig.start("p");
        rig.failCommits(1);
        assertThat(rig.refused(complete(id, 1)).message())
                .isEqualTo("The journal's disk is full: simulated. Free some space; the engine then continues automatically. (MR-7003)");
        rig.advance(Duration.ofSeconds(1));
        assertThat(rig.work(id)).extracting(WorkItem::task).containsExactly("a");
        rig.done(complete(id, 1));
        assertThat(rig.work(id)).extracting(WorkItem::task).containsExactly("b");
    }

    @Test
    void rule_8_a_turn_that_throws_changes_nothing_for_who_waits_and_is_an_incident_where_nobody_does() {
        Rig rig = Rig.with(Steps.of("p", people("a"), new Steps.Step.Throw("broken"), people("b")));
        CaseId asked = rig.start("p");
        assertThat(rig.refused(complete(asked, 1)).message())
                .isEqualTo("A turn of case 1 failed: java.lang.IllegalArgumentException: broken. "
                        + "The case is unchanged; report this with the history of the case. (MR-1049)");
        assertThat(rig.work(asked)).extracting(WorkItem::task).containsExactly("a");

        rig.done(new Command.Deploy(Steps.of("q", handler("call"), new Steps.Step.Throw("broken"), people("b"))));
        rig.equip(mill -> mill.on("call", work -> null));
        CaseId unasked = rig.start("q");
        assertThat(rig.look(unasked).info().incident()).contains("broken");
        assertThat(rig.events(unasked)).containsSubsequence("WorkCompleted", "StimulusHeld", "IncidentRaised");
        assertThat(rig.refused(new Command.RetryCase(unasked)).code()).isEqualTo(Code.TURN_FAILED);
        rig.done(new Command.ChangeData(unasked, "mended", Data.of(true)));
        rig.done(new Command.RetryCase(unasked));
        assertThat(rig.look(unasked).info().incident()).isNull();
        assertThat(rig.work(unasked)).extracting(WorkItem::task).containsExactly("b");
        assertThat(rig.refused(new Command.RetryCase(unasked)).code()).isEqualTo(Code.NOT_AN_INCIDENT);
    }

    @Test
    void rule_8_an_incident_keeps_what_it_holds_over_suspend_and_resume() {
        Rig rig = Rig.with(Steps.of("p", new Steps.Step.Wait(Duration.ofHours(1)), new Steps.Step.Throw("broken"), people("b")));
        CaseId id = rig.start("p");
        rig.advance(Duration.ofHours(1));
        rig.done(new Command.SuspendCase(id));
        rig.done(new Command.ResumeCase(id));
        assertThat(rig.look(id).info().incident()).contains("broken");
        rig.done(new Command.ChangeData(id, "mended", Data.of(true)));
        rig.done(new Command.RetryCase(id));
        assertThat(rig.work(id)).extracting(WorkItem::task).containsExactly("b");
    }

    @Test
    void rule_8_a_turn_without_end_is_stopped_at_its_limit() {
        Rig rig = Rig.with(settings -> settings.stepsPerTurn(1_000), Steps.of("p", people("a"), new Steps.Step.Spin()));
        CaseId id = rig.start("p");
        assertThat(rig.refused(complete(id, 1)).message())
                .isEqualTo("A turn of case 1 used up its limit of 1000 steps. Add a wait to the loop, or raise the limit. (MR-1048)");
        assertThat(rig.work(id)).extracting(WorkItem::task).containsExactly("a");
    }

    @Test
    void rule_8_an_event_that_cannot_be_applied_quarantines_its_case_and_no_other() {
        Steps process = Steps.of("p", people("a"), people("b"));
        Rig rig = Rig.with(process);
        CaseId bad = rig.start("p");
        CaseId good = rig.start("p");
        // A turn that completes a work item which never was: no engine writes this.
        rig.store().commit(new Batch().put(
                Table.EVENTS,
                new Keys(Shards.in(rig.store())).event(new EntityId.OfCase("main", bad.root()), 2),
                record(new TurnRecord(2, rig.now(), null, null, null, null, null, new Cause.Asked("test"), null, List.of(
                        new TurnRecord.Entry(bad, new Event.WorkSuspended(7)))))));
        rig.restart(process);
        assertThat(rig.refused(complete(bad, 1)).code()).isEqualTo(Code.QUARANTINED);
        rig.done(complete(good, 1));
        assertThat(rig.work(good)).extracting(WorkItem::task).containsExactly("b");
    }

    private static byte[] record(TurnRecord turn) {
        var out = new io.millrace.data.Out();
        turn.write(out);
        return out.toBytes();
    }

    @Test
    void rule_8_a_full_queue_says_not_now() {
        Rig rig = Rig.with(settings -> settings.lanes(1).queue(2), Steps.of("p", people("a")));
        rig.hold(true);
        List<CompletableFuture<Answer>> answers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            answers.add(rig.mill().operator().ask(new Command.Start("p", 0, Data.fields(), null)));
        }
        assertThat(answers.getLast().join()).isInstanceOfSatisfying(Answer.Refused.class, refused ->
                assertThat(refused.problem().message())
                        .isEqualTo("The engine is busy: 2 commands are waiting. Try again in a moment. (MR-1031)"));
        rig.hold(false);
        assertThat(answers.getFirst().join()).isInstanceOf(Answer.Done.class);
    }

    @Test
    void rule_8_a_listener_that_throws_keeps_nobody_from_being_told() {
        Rig rig = Rig.with(Steps.of("p", people("a")));
        rig.mill().listen(effect -> {
            throw new IllegalStateException("a listener of no use");
        });
        rig.hold(true);
        var first = rig.mill().operator().ask(new Command.Start("p", 0, Data.fields(), null));
        var second = rig.mill().operator().ask(new Command.AddParticipant(io.millrace.work.Participant.named("eva")));
        rig.hold(false);
        rig.rest();
        assertThat(first).isCompletedWithValue(new Answer.Done(Data.of(1)));
        assertThat(second).isCompletedWithValue(Answer.DONE);
    }

    @Test
    void rule_9_parts_that_are_not_there_say_so_and_the_core_runs_without_them() {
        try (Millrace mill = Millrace.builder().open()) {
            mill.deploy(Steps.of("p", handler("one")));
            mill.on("one", work -> Data.fields("one", 1));
            assertThat(mill.start("p").result()).isEqualTo(Data.fields("one", 1));
            assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> mill.work(WorkQuery.ALL, null, 1)))
                    .hasMessage("This engine was opened without the part 'worklist'. Add it in the builder. (MR-1043)");
            assertThat(org.assertj.core.api.Assertions.catchThrowable(() ->
                            mill.operator().skip(new WorkId(CaseId.root(1), 1), Data.nothing())))
                    .hasMessageContaining("'intervention'");
        }
    }
}
