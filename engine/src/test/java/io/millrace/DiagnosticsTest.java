package io.millrace;

import static io.millrace.activity.Activities.compute;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.signal;
import static io.millrace.kernel.Steps.handler;
import static io.millrace.kernel.Steps.people;
import static io.millrace.kernel.Steps.process;
import static io.millrace.kernel.Steps.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.activity.ActivityProcess;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.event.Gate;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.kernel.Steps;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.HistoryEvent;
import io.millrace.query.WorkQuery;
import io.millrace.runtime.Counters;
import io.millrace.runtime.Monitor;
import io.millrace.runtime.Time;
import io.millrace.work.RetryPolicy;
import io.millrace.work.Task;
import io.millrace.work.WorkFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an operator sees: the log, numbers, lists of incidents, health. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class DiagnosticsTest {
    private static final RetryPolicy TWICE = new RetryPolicy(2, Duration.ofMillis(1), 1, Duration.ofMillis(1));

    private final KeptStore store = new KeptStore();
    private final Logged logged = new Logged();
    private final Counters counters = new Counters();
    private Millrace mill = open();

    private Millrace open() {
        return Millrace.builder().everything().store(store).monitor(counters).closeGrace(Duration.ZERO).open();
    }

    @AfterEach
    void close() {
        mill.close();
        logged.close();
    }

    /** Starts a case whose only work fails until its attempts are used up. */
    private Case fails() {
        mill.deploy(Steps.of("p", task(Task.handler("call").retry(TWICE)), people("after")));
        mill.on("call", work -> {
            throw new IllegalStateException("outer", new java.io.IOException("the line is dead"));
        });
        Case failing = mill.start("p");
        while (mill.work(WorkQuery.ALL.onlyIncidents(), null, 1).items().isEmpty()) {
            mill.whenQuiet().join();
        }
        return failing;
    }

    @Test
    void the_history_keeps_cause_and_first_frames_of_a_failure_and_the_log_the_whole() {
        Case failing = fails();
        HistoryEvent attempt = failing.history(null, 1_000).items().stream()
                .filter(event -> event.kind().equals("WorkAttemptFailed"))
                .findFirst()
                .orElseThrow();
        String reason = attempt.detail().at("reason").text();
        assertThat(reason)
                .startsWith("IllegalStateException: outer\n  caused by the line is dead\n  at io.millrace.DiagnosticsTest")
                .hasSizeLessThanOrEqualTo(2_000);
        mill.close();
        assertThat(logged.records()).filteredOn(record -> record.getMessage().startsWith("Attempt 1 of task 'call', work item 1#1"))
                .extracting(LogRecord::getThrown)
                .singleElement()
                .satisfies(thrown -> assertThat(thrown).hasStackTraceContaining("the line is dead"));
    }

    @Test
    void a_failure_has_a_bounded_text_whatever_it_says() {
        mill.deploy(Steps.of("p", task(Task.handler("call").retry(RetryPolicy.NONE))));
        Exception endless = new IllegalStateException("x".repeat(100_000));
        for (int i = 0; i < 100; i++) {
            endless = new IllegalStateException("y".repeat(1_000), endless);
        }
        Exception thrown = endless;
        mill.on("call", work -> {
            throw thrown;
        });
        mill.start("p");
        while (mill.work(WorkQuery.ALL.onlyIncidents(), null, 1).items().isEmpty()) {
            mill.whenQuiet().join();
        }
        assertThat(mill.work(WorkQuery.ALL.onlyIncidents(), null, 1).items().getFirst().item().incident())
                .hasSizeLessThan(3_000);
    }

    @Test
    void the_log_tells_of_start_recovery_incidents_retries_and_stop_with_ids() {
        fails();
        mill.close();
        assertThat(logged.lines()).anySatisfy(line -> assertThat(line).startsWith("Engine started"));
        assertThat(logged.lines()).anySatisfy(line -> assertThat(line).startsWith("Engine recovered"));
        assertThat(logged.lines())
                .anySatisfy(line -> assertThat(line).startsWith("Retries exhausted in case 1, work item 1#1, after 2 attempts"));
        assertThat(logged.records()).filteredOn(record -> record.getMessage().startsWith("Incident in case {0}, work item {1}"))
                .singleElement()
                .satisfies(record -> assertThat(record.getParameters()).startsWith(CaseId.root(1), new WorkId(CaseId.root(1), 1)));
        assertThat(logged.lines().getLast()).isEqualTo("Engine stopped.");
    }

    @Test
    void a_turn_that_a_users_function_holds_up_is_named_while_it_lasts() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        mill.close();
        mill = Millrace.builder().everything().store(store).monitor(counters)
                .settings(settings -> settings.slowTurn(Duration.ofMillis(20))).open();
        mill.deploy(ActivityProcess.named("slow", sequence(compute("answer", data -> {
            try {
                go.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return Data.of(42);
        }))));
        CompletableFuture<?> started = mill.operator().ask(new Command.Start("slow", 0, Data.fields(), null));
        while (logged.lines().stream().noneMatch(line -> line.startsWith("Slow turn of case 1: start, in the application's code at "))) {
            Thread.onSpinWait();
        }
        assertThat(started).isNotDone();
        go.countDown();
        started.get();
        assertThat(counters.of(Monitor.SLOW_TURNS)).isPositive();
    }

    @Test
    void a_turn_that_a_gate_holds_up_is_named_while_it_lasts() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        mill.close();
        mill = Millrace.builder().everything().store(store)
                .gate((state, event, now) -> {
                    try {
                        go.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return Gate.Verdict.ACCEPT;
                })
                .settings(settings -> settings.slowTurn(Duration.ofMillis(20))).open();
        mill.deploy(Steps.of("p", people("a")));
        CompletableFuture<?> started = mill.operator().ask(new Command.Start("p", 0, Data.fields(), null));
        while (logged.lines().stream().noneMatch(line -> line.startsWith("Slow turn of case 1: start, in the application's code at its gate"))) {
            Thread.onSpinWait();
        }
        go.countDown();
        started.get();
    }

    @Test
    void the_log_tells_of_a_store_that_fails_and_works_again() {
        mill.deploy(Steps.of("p", people("a")));
        store.failNext();
        assertThatThrownBy(() -> mill.start("p")).hasMessageContaining("MR-7003");
        mill.start("p");
        mill.close();
        assertThat(logged.lines()).anySatisfy(line -> assertThat(line).startsWith("Storage failure MR-7003"));
        assertThat(logged.lines()).contains("Storage works again.");
    }

    @Test
    void a_logger_that_throws_or_blocks_reaches_nobody() {
        java.util.logging.Handler broken = new java.util.logging.Handler() {
            @Override
            public void publish(LogRecord record) {
                throw new IllegalStateException("a logger of no use");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        java.util.logging.Logger.getLogger("io.millrace").addHandler(broken);
        try {
            fails();
            assertThat(mill.start("p").status()).isEqualTo(CaseStatus.RUNNING);
        } finally {
            java.util.logging.Logger.getLogger("io.millrace").removeHandler(broken);
        }
    }

    @Test
    void a_monitor_receives_every_documented_number() {
        mill.deploy(Steps.of("timed", new Steps.Step.Wait(Duration.ofMillis(1))));
        mill.start("timed").result();
        fails();
        assertThat(counters.of(Monitor.CALLS)).isEqualTo(2);
        assertThat(counters.of(Monitor.FAILURES)).isEqualTo(2);
        assertThat(counters.of(Monitor.RETRIES)).isEqualTo(1);
        assertThat(counters.of(Monitor.INCIDENTS)).isEqualTo(1);
        assertThat(counters.of(Monitor.TIMERS)).isEqualTo(2);
        assertThat(counters.of(Monitor.COMMITS)).isPositive().isEqualTo(counters.latency("commit").count());
        assertThat(counters.latency(Monitor.CALL).count()).isEqualTo(2);
        assertThat(counters.latency(Monitor.COMMAND).percentile(50)).isPositive()
                .isLessThanOrEqualTo(counters.latency(Monitor.COMMAND).percentile(99));
        assertThat(counters.all()).containsKeys("waiting", Monitor.CALLS_WAITING, Monitor.CALLS_RUNNING);
    }

    private List<CaseInfo> incidents() {
        return mill.cases(CaseQuery.ALL.onlyIncidents(), null, 10).items();
    }

    @Test
    void cases_whose_work_has_an_incident_are_found_until_it_is_resolved() {
        Case failing = fails();
        assertThat(incidents()).extracting(CaseInfo::id).containsExactly(failing.id());
        assertThat(incidents().getFirst().incident()).startsWith("Work item '1#1': ");
        assertThat(failing.details().info().incident()).as("the case itself has none").isNull();
        mill.close();
        mill = open();
        assertThat(incidents()).extracting(CaseInfo::id).containsExactly(failing.id());
        mill.deploy(Steps.of("p", task(Task.handler("call").retry(TWICE)), people("after")));
        mill.operator().complete(new WorkId(failing.id(), 1), Data.fields());
        assertThat(incidents()).isEmpty();
    }

    @Test
    void an_incident_of_a_sub_case_is_found_by_its_own_id() {
        mill.deploy(Steps.of("inner", task(Task.handler("call").retry(RetryPolicy.NONE))));
        mill.deploy(Steps.of("outer", process("sub", "inner")));
        mill.on("call", work -> {
            throw new IllegalStateException("no");
        });
        mill.start("outer");
        while (mill.work(WorkQuery.ALL.onlyIncidents(), null, 1).items().isEmpty()) {
            mill.whenQuiet().join();
        }
        assertThat(incidents()).extracting(info -> info.id().toString()).containsExactly("1.1");
    }

    @Test
    void missing_handlers_show_in_health_and_in_the_log() {
        mill.deploy(Steps.of("p", handler("call")));
        assertThat(mill.health().isWell()).isTrue();
        Case waiting = mill.start("p");
        String missing = "Automatic work waits, but handler 'call' is not registered. "
                + "Register it with on, program or bind. (MR-1062)";
        assertThat(mill.health().problems()).extracting(Problem::message).containsExactly(missing);
        mill.whenQuiet().join();
        mill.close();
        mill = open();
        assertThat(mill.health().problems()).extracting(Problem::code).containsExactlyInAnyOrder(Code.NO_CODE, Code.NO_HANDLER);
        mill.deploy(Steps.of("p", handler("call")));
        mill.on("call", work -> Data.fields("n", 1));
        assertThat(mill.find(waiting.id()).result()).isEqualTo(Data.fields("n", 1));
        assertThat(mill.health().isWell()).isTrue();
        mill.close();
        assertThat(logged.lines()).filteredOn(missing::equals).hasSize(1);
        assertThat(logged.lines()).anySatisfy(line -> assertThat(line).startsWith("Engine recovered").contains("h:call"));
    }

    @Test
    void a_case_whose_code_is_missing_shows_in_lists_log_and_health_and_has_a_status() {
        mill.deploy(Steps.of("p", people("a")));
        Case open = mill.start("p");
        mill.close();
        mill = open();
        String missing = "The code of process 'p' version 1 is missing. Deploy that version again. (MR-1046)";
        assertThat(mill.health()).hasToString(missing);
        assertThat(incidents()).extracting(CaseInfo::incident).containsExactly(missing);
        Case found = mill.find(open.id());
        assertThat(found.status()).isEqualTo(CaseStatus.RUNNING);
        assertThat(found.info().process()).isEqualTo("p");
        assertThatThrownBy(found::data).isInstanceOf(RefusedException.class).hasMessage(missing);
        assertThatThrownBy(() -> mill.operator().complete(new WorkId(open.id(), 1), Data.fields())).hasMessage(missing);
        mill.deploy(Steps.of("p", people("a")));
        assertThat(incidents()).isEmpty();
        assertThat(mill.health().isWell()).isTrue();
        mill.close();
        assertThat(logged.lines()).as("a caller was refused").contains(missing);
    }

    @Test
    void code_that_is_deployed_soon_after_opening_is_not_reported_as_missing() {
        String missing = Code.NO_CODE.with("p", 1).message();
        mill.deploy(Steps.of("p", people("a")));
        mill.start("p");
        for (boolean deployed : new boolean[] {true, false}) {
            mill.close();
            List<Runnable> later = new CopyOnWriteArrayList<>();
            mill = Millrace.builder().everything().store(store).time(new Time() {
                        @Override
                        public Instant now() {
                            return Instant.EPOCH;
                        }

                        @Override
                        public void wakeAt(Instant due, Runnable call) {
                            later.add(call);
                        }
                    })
                    .closeGrace(Duration.ZERO)
                    .open();
            if (deployed) {
                mill.deploy(Steps.of("p", people("a")));
            }
            assertThat(mill.health().isWell()).isEqualTo(deployed);
            later.forEach(Runnable::run);
            mill.close();
            assertThat(logged.lines().contains(missing)).isEqualTo(!deployed);
        }
    }

    @Test
    void many_messages_for_missing_code_wait_with_one_look_at_the_clock() {
        mill.deploy(ActivityProcess.named("p", signal("go").keyFrom("k").result("went")));
        for (int i = 0; i < 30; i++) {
            mill.start("p", Data.fields("k", "k" + i));
        }
        mill.whenQuiet().join();
        mill.close();
        List<Instant> looks = new CopyOnWriteArrayList<>();
        mill = Millrace.builder().everything().store(store).time(new Time() {
                    @Override
                    public Instant now() {
                        return Instant.EPOCH;
                    }

                    @Override
                    public void wakeAt(Instant due, Runnable call) {
                        looks.add(due);
                    }
                })
                .closeGrace(Duration.ZERO)
                .open();
        for (int i = 0; i < 30; i++) {
            mill.signal("go", "k" + i, Data.of(i));
        }
        mill.whenQuiet().join();
        assertThat(looks.stream().filter(Instant.EPOCH.plusSeconds(10)::equals)).as("one when it opened, one for all messages").hasSize(2);
    }

    @Test
    void a_failure_without_a_reason_is_a_failure_all_the_same() throws Exception {
        mill.deploy(Steps.of("p", handler("call")));
        mill.on("call", work -> {
            throw new WorkFailure(null);
        });
        Case failing = mill.start("p");
        assertThatThrownBy(failing::result).hasMessageContaining("the handler gave no reason");
    }
}
