package io.millrace.schedule;

import static io.millrace.activity.Activities.nothing;
import static io.millrace.activity.Activities.work;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.Case;
import io.millrace.Millrace;
import io.millrace.activity.ActivityProcess;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.id.CaseId;
import io.millrace.journal.MemoryStore;
import io.millrace.kernel.Golden;
import io.millrace.language.Compiled;
import io.millrace.problem.Code;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.sim.Rig;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
class ScheduleTest {
    private static final ActivityProcess REPORT = ActivityProcess.named("report", nothing());
    private static final ActivityProcess LONG = ActivityProcess.named("report", work("write"));

    private static Rig rig(Schedule schedule, ActivityProcess target) {
        Rig rig = Rig.with(target);
        rig.done(new Command.Deploy(schedule.starting("nightly", "report", Data.fields("kind", "daily"))));
        rig.done(new Command.Start("nightly", 0, Data.fields(), "nightly"));
        return rig;
    }

    private static List<CaseInfo> reports(Rig rig) {
        return rig.mill().cases(CaseQuery.ofProcess("report")).toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            * * * * *          | UTC              | 2026-01-01T00:00:00Z | 2026-01-01T00:01:00Z
            30 2 * * *         | UTC              | 2026-01-01T02:30:00Z | 2026-01-02T02:30:00Z
            */15 9-17 * * 1-5  | UTC              | 2026-01-02T17:45:00Z | 2026-01-05T09:00:00Z
            0 0 1,15 * *       | UTC              | 2026-01-01T00:00:00Z | 2026-01-15T00:00:00Z
            0 0 29 feb *       | UTC              | 2026-01-01T00:00:00Z | 2028-02-29T00:00:00Z
            0 0 13 * fri       | UTC              | 2026-01-01T00:00:00Z | 2026-01-02T00:00:00Z
            0 0 * * 7          | UTC              | 2026-01-01T00:00:00Z | 2026-01-04T00:00:00Z
            30 2 * * *         | Europe/Berlin    | 2026-01-01T02:00:00Z | 2026-01-02T01:30:00Z
            30 2 * * *         | Europe/Berlin    | 2026-03-28T02:00:00Z | 2026-03-29T01:30:00Z
            30 2 * * *         | Europe/Berlin    | 2026-10-24T12:00:00Z | 2026-10-25T00:30:00Z
            30 2 * * *         | Europe/Berlin    | 2026-10-25T00:30:00Z | 2026-10-26T01:30:00Z
            */15 2 * * *       | Europe/Berlin    | 2026-03-29T01:00:00Z | 2026-03-29T01:15:00Z
            */15 2 * * *       | Europe/Berlin    | 2026-03-29T01:45:00Z | 2026-03-30T00:00:00Z
            20,35 2 * * *      | Australia/Lord_Howe | 2026-10-03T15:00:00Z | 2026-10-03T15:35:00Z
            20,35 2 * * *      | Australia/Lord_Howe | 2026-10-03T15:35:00Z | 2026-10-03T15:50:00Z
            */10 * * * *       | Europe/Berlin    | 2026-10-25T00:50:00Z | 2026-10-25T01:00:00Z
            */10 * * * *       | Europe/Berlin    | 2026-10-25T01:55:00Z | 2026-10-25T02:00:00Z
            0 12 1 jan *       | Asia/Kathmandu   | 2026-01-01T06:15:00Z | 2027-01-01T06:15:00Z
            """)
    void cron_fields_name_instants_in_a_time_zone(String fields, String zone, Instant after, Instant expected) {
        assertThat(new Cron(fields).after(after, ZoneId.of(zone))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            * * * *       | it has 4 fields instead of 5
            60 * * * *    | '60' is not a number from 0 to 59
            * * * foo *   | 'foo' is not a number from 1 to 12
            5-3 * * * *   | '5-3' is not a range
            * * 0 * *     | '0' is not a number from 1 to 31
            */0 * * * *   | '0' is not a number from 1 to 59
            """)
    void what_is_not_cron_is_refused_with_its_place(String fields, String why) {
        assertThatThrownBy(() -> Schedule.cron(fields)).hasMessageContaining(why).hasMessageContaining("MR-1089");
    }

    @Test
    void a_day_that_never_comes_is_refused() {
        Cron never = new Cron("0 0 31 2 *");
        assertThatThrownBy(() -> never.after(Instant.EPOCH, ZoneId.of("UTC"))).hasMessageContaining("there is no such day");
        assertThatThrownBy(() -> Schedule.cron("0 0 31 2 *")).hasMessageContaining("there is no such day");
        assertThatThrownBy(() -> Schedule.every(Duration.ofSeconds(Long.MAX_VALUE))).hasMessageContaining("Give at most 36525 days.");
        assertThatThrownBy(() -> Schedule.every(Duration.ofMillis(1))).hasMessageContaining("Give at least a second.");
        assertThatThrownBy(() -> Schedule.cron("* * * * *").in("Nowhere")).hasMessageContaining("Give the id of a time zone");
    }

    @Test
    void cases_are_started_again_and_again_and_a_crash_neither_doubles_nor_loses_one() {
        Rig rig = rig(Schedule.every(Duration.ofHours(1)).catchUp(Schedule.CatchUp.ALL), REPORT);
        for (int hour = 1; hour <= 10; hour++) {
            rig.advance(Duration.ofMinutes(59));
            rig.restart(REPORT);
            rig.advance(Duration.ofMinutes(1));
            rig.restart(REPORT);
            assertThat(reports(rig)).hasSize(hour);
        }
        assertThat(reports(rig)).extracting(CaseInfo::key).doesNotHaveDuplicates();
        assertThat(reports(rig).getFirst().outcome()).isEqualTo(Data.fields("kind", "daily"));
    }

    @Test
    void a_commit_that_fails_neither_doubles_nor_loses_a_start() {
        for (int commit = 0; commit < 6; commit++) {
            Rig rig = rig(Schedule.every(Duration.ofHours(1)), REPORT);
            rig.failCommitsAfter(commit);
            rig.advance(Duration.ofMinutes(61));
            rig.failCommitsAfter(-1);
            rig.restart(REPORT);
            rig.advance(Duration.ofMinutes(1));
            assertThat(reports(rig)).as("after %d commits", commit).hasSize(1);
        }
    }

    @Test
    void missed_starts_happen_as_the_policy_says() {
        assertThat(missed(Schedule.CatchUp.ALL)).isEqualTo(1 + 5);
        assertThat(missed(Schedule.CatchUp.LAST)).isEqualTo(1 + 1);
        assertThat(missed(Schedule.CatchUp.NONE)).isEqualTo(1);
    }

    /** One start in time, then the schedule is suspended over five. */
    private static int missed(Schedule.CatchUp policy) {
        Rig rig = rig(Schedule.cron("0 * * * *").catchUp(policy), REPORT);
        rig.advance(Duration.ofMinutes(90));
        CaseId schedule = CaseId.root(1);
        rig.done(new Command.SuspendCase(schedule));
        rig.advance(Duration.ofHours(5));
        rig.done(new Command.ResumeCase(schedule));
        rig.advance(Duration.ofMinutes(1));
        int found = reports(rig).size();
        rig.advance(Duration.ofHours(1));
        assertThat(reports(rig)).as("it goes on").hasSize(found + 1);
        return found;
    }

    @Test
    void many_missed_starts_take_several_turns() {
        Rig rig = rig(Schedule.cron("* * * * *").catchUp(Schedule.CatchUp.ALL), REPORT);
        rig.done(new Command.SuspendCase(CaseId.root(1)));
        rig.advance(Duration.ofMinutes(250));
        rig.done(new Command.ResumeCase(CaseId.root(1)));
        rig.advance(Duration.ofSeconds(1));
        assertThat(reports(rig)).hasSize(250);
    }

    /** A year of seconds is more than a turn may take. */
    @Test
    void after_years_without_the_engine_the_last_start_is_made_up_for() {
        Schedule everySecond = Schedule.every(Duration.ofSeconds(1));
        assertThat(lapsed(everySecond, Duration.ofDays(365))).isEqualTo(1);
        assertThat(lapsed(Schedule.cron("* * * * *"), Duration.ofDays(60))).isEqualTo(1);
    }

    /** With a start in each second, sixty of them are less than a minute late. */
    @Test
    void none_of_many_missed_starts_is_made_up_for() {
        Schedule everySecond = Schedule.every(Duration.ofSeconds(1)).catchUp(Schedule.CatchUp.NONE);
        assertThat(lapsed(everySecond, Duration.ofHours(1))).as("the one that is due now").isEqualTo(1);
    }

    private static int lapsed(Schedule schedule, Duration duration) {
        Rig rig = rig(schedule, REPORT);
        rig.done(new Command.SuspendCase(CaseId.root(1)));
        rig.advance(duration);
        rig.done(new Command.ResumeCase(CaseId.root(1)));
        rig.rest();
        assertThat(rig.look(CaseId.root(1)).info().incident()).isNull();
        assertThat(rig.look(CaseId.root(1)).data().at("next").as(Instant.class)).isAfter(rig.now());
        return reports(rig).size();
    }

    @Test
    void a_schedule_whose_input_changes_keeps_its_times() {
        Schedule daily = Schedule.every(Duration.ofDays(1));
        Rig rig = rig(daily, REPORT);
        for (int version = 2; version < 5; version++) {
            rig.advance(Duration.ofHours(7));
            rig.done(new Command.Deploy(daily.starting("nightly", "report", Data.fields("kind", version))));
            rig.done(new Command.Migrate(CaseId.root(1), version, Data.fields()));
        }
        rig.advance(Duration.ofHours(3));
        assertThat(reports(rig)).extracting(CaseInfo::outcome).containsExactly(Data.fields("kind", 4));
    }

    @Test
    void an_input_that_the_process_does_not_take_is_an_incident_until_the_schedule_is_changed() {
        ActivityProcess strict = REPORT.input(Shape.fields(Shape.field("pages", Shape.integer())));
        Schedule hourly = Schedule.every(Duration.ofHours(1));
        Rig rig = rig(hourly, strict);
        rig.advance(Duration.ofMinutes(61));
        assertThat(reports(rig)).isEmpty();
        assertThat(rig.look(CaseId.root(1)).info().incident()).contains("The input of 'report'", "MR-2005");
        rig.done(new Command.Deploy(hourly.starting("nightly", "report", Data.fields("pages", 3))));
        rig.done(new Command.Migrate(CaseId.root(1), 2, Data.fields()));
        assertThat(reports(rig)).extracting(CaseInfo::outcome).containsExactly(Data.fields("pages", 3));
        assertThat(rig.look(CaseId.root(1)).info().incident()).isNull();
    }

    @Test
    void a_schedule_that_cannot_work_is_refused_and_nothing_is_deployed() {
        try (Millrace mill = Millrace.inMemory()) {
            mill.deploy(REPORT.input(Shape.fields(Shape.field("pages", Shape.integer()))));
            mill.deploy(ActivityProcess.named("other", nothing()));
            Schedule hourly = Schedule.every(Duration.ofHours(1));
            Data pages = Data.fields("pages", 3);
            assertThatThrownBy(() -> mill.schedule("hourly", hourly, "report", Data.fields())).hasMessageContaining("The input of 'report'");
            assertThatThrownBy(() -> mill.schedule("other", hourly, "report", pages)).hasMessageContaining("A process has this name.");
            assertThatThrownBy(() -> mill.schedule("report", hourly, "report", pages)).hasMessageContaining("A process has this name.");
            assertThat(mill.versions("report")).hasSize(1);
            mill.schedule("hourly", hourly, "report", pages);
            assertThatThrownBy(() -> mill.schedule("hourly", hourly, "hourly", pages)).hasMessageContaining("This is a schedule.");
            assertThat(mill.versions("hourly")).hasSize(1);
        }
        try (Millrace bare = Millrace.builder().store(new MemoryStore()).open()) {
            bare.deploy(REPORT);
            assertThatThrownBy(() -> bare.schedule("hourly", Schedule.every(Duration.ofHours(1)), "report", Data.fields()))
                    .hasMessageContaining(Code.PART_MISSING.id());
            assertThat(bare.processes()).containsExactly("report");
        }
    }

    @Test
    void many_threads_and_repeated_requests_give_one_schedule() throws Exception {
        Schedule daily = Schedule.every(Duration.ofDays(1));
        for (int round = 0; round < 10; round++) {
            try (Millrace mill = Millrace.inMemory(); var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                mill.deploy(REPORT);
                List<Future<CaseId>> all = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    String request = "request" + i % 2;
                    all.add(threads.submit(
                            () -> mill.operator().request(request).schedule("daily", daily, "report", Data.fields()).id()));
                }
                for (Future<CaseId> each : all) {
                    assertThat(each.get()).isEqualTo(all.getFirst().get());
                }
                assertThat(mill.count(CaseQuery.ofProcess("daily"))).isEqualTo(1);
            }
        }
    }

    @Test
    void interventions_in_a_schedule_are_refused_with_what_can_be_done() {
        Rig rig = rig(Schedule.every(Duration.ofHours(1)), REPORT);
        assertThat(rig.refused(new Command.Redo(CaseId.root(1), "x")).message())
                .startsWith("Cannot intervene in case '1': it is a schedule, which can only be suspended, resumed, cancelled or changed");
    }

    @Test
    void without_overlap_a_start_is_left_out_while_the_case_before_runs() {
        Rig rig = rig(Schedule.every(Duration.ofHours(1)).withoutOverlap(), LONG);
        rig.advance(Duration.ofHours(3));
        assertThat(reports(rig)).hasSize(1);
        rig.done(new Command.Complete(rig.work(reports(rig).getFirst().id()).getFirst().id(), Data.fields(), 0));
        rig.advance(Duration.ofHours(1));
        assertThat(reports(rig)).extracting(CaseInfo::status).containsExactlyInAnyOrder(CaseStatus.COMPLETED, CaseStatus.RUNNING);
    }

    @Test
    void a_schedule_that_is_given_again_goes_on_and_one_that_changed_changes_its_case() {
        try (Millrace mill = Millrace.inMemory()) {
            mill.deploy(REPORT);
            Schedule nightly = Schedule.cron("30 2 * * *").in("Europe/Berlin");
            Case first = mill.schedule("nightly", nightly, "report", Data.fields());
            assertThat(mill.schedule("nightly", nightly, "report", Data.fields()).id()).isEqualTo(first.id());
            Data before = first.data();
            assertThat(before.at("schedule").text()).isEqualTo("'30 2 * * *' in Europe/Berlin");
            Case changed = mill.schedule("nightly", Schedule.every(Duration.ofDays(1000)), "report", Data.fields());
            assertThat(changed.id()).isEqualTo(first.id());
            assertThat(changed.data().at("next").as(Instant.class)).isAfter(before.at("next").as(Instant.class));
            assertThat(mill.timers()).hasSize(1);
            mill.operator().cancel(first.id());
            assertThat(mill.schedule("nightly", nightly, "report", Data.fields()).id()).isNotEqualTo(first.id());
            assertThatThrownBy(() -> mill.schedule("other", nightly, "none", Data.fields())).hasMessageContaining(Code.UNKNOWN_PROCESS.id());
        }
    }

    @Test
    void events_and_states_keep_their_bytes() {
        Instant then = Instant.parse("2026-01-01T02:30:00Z");
        List<ScheduleEvent> events = List.of(
                new ScheduleEvent.Planned(3, then), new ScheduleEvent.Launched(then, "nightly", then), new ScheduleEvent.Missed(4, then));
        new Golden<ScheduleEvent>(ScheduleTest.class, "events-1.hex", (out, event) -> event.write(out), ScheduleEvent::read)
                .check(ScheduleEvent.class, events);
        ScheduleProcess process = (ScheduleProcess) Schedule.cron("* * * * *").starting("nightly", "report", Data.fields());
        ScheduleProcess.Standing standing = process.blank();
        events.forEach(event -> process.apply(standing, event));
        new Golden<ScheduleProcess.Standing>(
                        ScheduleTest.class, "states-1.hex", (out, each) -> process.write(each, out), process::read)
                .check(List.of(standing));
    }

    @Test
    void a_schedule_is_stored_as_text() {
        Compiled<?> process = Schedule.every(Duration.ofHours(1)).withoutOverlap().starting("hourly", "report", Data.fields("a", 1));
        assertThat(process.source())
                .isEqualTo("{\"cron\":null,\"every\":\"PT1H\",\"zone\":\"Z\",\"catchUp\":\"last\",\"overlap\":false,"
                        + "\"starts\":\"report\",\"input\":{\"a\":1}}");
        assertThat(new Schedule.Reader().compile("hourly", String.valueOf(process.source())).fingerprint()).isEqualTo(process.fingerprint());
    }
}
