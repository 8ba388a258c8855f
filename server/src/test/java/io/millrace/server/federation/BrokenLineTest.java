package io.millrace.server.federation;

import static io.millrace.activity.Activities.call;
import static io.millrace.activity.Activities.process;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.work;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Case;
import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.ListedWork;
import io.millrace.query.WorkQuery;
import io.millrace.server.Caller;
import io.millrace.server.Server;
import io.millrace.server.ServerSettings;
import io.millrace.work.Doer;
import io.millrace.work.RetryPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two engines, and between them a line that loses, delays and invents. */
@Timeout(value = 240, unit = TimeUnit.SECONDS)
class BrokenLineTest {
    private static final ActivityProcess LOAN = ActivityProcess.named("loan", process("check").result("answer"));

    @TempDir
    Path directory = Path.of("");

    private final AtomicInteger rated = new AtomicInteger();
    private Server bank;
    private Server front;
    private BrokenLine line;

    @BeforeEach
    void open() throws Exception {
        bank = Server.open(ServerSettings.of(directory.resolve("bank")).port(0));
        bank.mill().on("rate", work -> rated.incrementAndGet());
        bank.mill().deploy(ActivityProcess.named("check", sequence(call("rate").retry(RetryPolicy.NONE), work("assess").result("verdict"))));
        line = new BrokenLine(bank.port());
        EngineSettings settings = EngineSettings.at(line.address()).timeout(Duration.ofMillis(700));
        front = Server.open(ServerSettings.of(directory.resolve("front")).port(0).with(new FederationSettings("front", Map.of("bank", settings))));
        FederationTest.deploy(front.mill(), "check", "{\"engine\": \"bank\", \"process\": \"check\"}");
        front.mill().deploy(LOAN);
    }

    @AfterEach
    void close() throws Exception {
        front.close();
        line.close();
        bank.close();
    }

    private Data engine() throws Exception {
        return Caller.of(front).get("/engines").good().at("items").asList(Data.class).getFirst();
    }

    /** Incidents that the nonsense on the line has made are tried again, as an operator would. */
    private void retry() {
        front.mill().work(WorkQuery.ALL.onlyIncidents()).toList().forEach(work -> front.mill().operator().retry(work.item().id()));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void a_line_that_breaks_loses_nothing_and_doubles_nothing(long seed) throws Exception {
        System.out.println("seed " + seed);
        line.seed(seed);
        Random random = new Random(seed);
        line.breaks(25);
        List<Case> kept = new ArrayList<>();
        List<Case> cancelled = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Case loan = front.mill().start("loan", Data.fields("number", i));
            if (random.nextInt(3) == 0) {
                cancelled.add(loan);
            } else {
                kept.add(loan);
            }
            LockSupport.parkNanos(Duration.ofMillis(random.nextInt(60)).toNanos());
            if (i % 4 == 0 && !cancelled.isEmpty()) {
                Case dropped = cancelled.get(random.nextInt(cancelled.size()));
                if (dropped.status() == CaseStatus.RUNNING) {
                    front.mill().operator().cancel(dropped.id());
                }
            }
        }
        for (Case loan : cancelled) {
            if (loan.status() == CaseStatus.RUNNING) {
                front.mill().operator().cancel(loan.id());
            }
        }
        LockSupport.parkNanos(Duration.ofSeconds(2).toNanos());
        line.breaks(0);
        line.cut();
        Until.nothing("every loan that is wanted has its case there, and nothing else is open", () -> {
            retry();
            return wrong(kept);
        });
        for (ListedWork work : bank.mill().work(WorkQuery.ALL.ofTask("assess")).toList()) {
            bank.mill().operator().complete(work.item().id(), Data.of(bank.mill().find(work.item().id().caseId()).info().key()));
        }
        Until.nothing("every loan has its answer", this::unanswered);
        for (Case loan : kept) {
            String verdict = loan.whenEnded().get(60, TimeUnit.SECONDS).at("answer").at("verdict").text();
            assertThat(verdict).as("the answer of its own case").startsWith("front/main/" + loan.id() + ".1@");
        }
        assertThat(bank.mill().cases(CaseQuery.ALL).map(CaseInfo::key)).doesNotHaveDuplicates();
        assertThat(bank.mill().count(CaseQuery.ALL.inState(CaseStatus.COMPLETED))).isEqualTo(kept.size());
        assertThat(running()).isEmpty();
        assertThat(rated.get()).as("what was done there").isBetween(kept.size(), (int) bank.mill().count(CaseQuery.ALL));
    }

    /** What is open here or there and should not be, and what should be open and is not; one sentence each. */
    private List<String> wrong(List<Case> kept) {
        Set<String> wanted = kept.stream().map(loan -> loan.id().child(1).toString()).collect(Collectors.toCollection(TreeSet::new));
        List<String> wrong = new ArrayList<>();
        Set<String> missing = new TreeSet<>(wanted);
        for (CaseInfo there : running()) {
            String here = String.valueOf(there.key()).replaceFirst("front/main/(.*)@.*", "$1");
            if (!missing.remove(here)) {
                wrong.add("there: case " + there.id() + " of " + there.key() + " is open and not wanted");
            }
        }
        missing.forEach(here -> wrong.add("there: no case of " + here + " is open"));
        Set<String> unassessed = running().stream().map(there -> there.id().toString()).collect(Collectors.toCollection(TreeSet::new));
        bank.mill().work(WorkQuery.ALL.ofTask("assess")).forEach(work -> unassessed.remove(work.item().id().caseId().toString()));
        unassessed.forEach(there -> wrong.add("there: case " + there + " waits for something else than 'assess'"));
        Set<String> unheard = new TreeSet<>(wanted);
        front.mill().work(WorkQuery.ALL).map(ListedWork::item).filter(item -> item.doer() instanceof Doer.Handler).forEach(item -> {
            boolean waits = item.task().equals(RemoteProcess.RESULT) && unheard.remove(item.id().caseId().toString());
            if (!waits) {
                wrong.add("here: '" + item.task() + "' " + item.id() + " is " + item.state() + ", attempt " + item.attempt() + ", incident " + item.incident());
            }
        });
        unheard.forEach(here -> wrong.add("here: case " + here + " does not wait for its result"));
        long open = front.mill().count(WorkQuery.ALL);
        if (wrong.isEmpty() && open != 2L * kept.size()) {
            wrong.add("here: " + open + " pieces of work are open, not two for each of " + kept.size());
        }
        return wrong;
    }

    /** The loans that are open here, with what their work waits for, and what is known of the other engine. */
    private List<String> unanswered() {
        List<String> open = new ArrayList<>();
        if (front.mill().count(CaseQuery.ofProcess("loan").inState(CaseStatus.RUNNING)) > 0) {
            front.mill().work(WorkQuery.ALL).map(ListedWork::item).forEach(item -> open.add("here: '" + item.task() + "' " + item.id() + " is "
                    + item.state() + ", attempt " + item.attempt() + ", incident " + item.incident() + ", input " + item.input().json()));
            try {
                open.add("the other engine: " + engine().json());
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
        return open;
    }

    private List<CaseInfo> running() {
        return bank.mill().cases(CaseQuery.ALL.inState(CaseStatus.RUNNING)).toList();
    }

    @Test
    void an_engine_that_answers_nonsense_is_an_incident_after_some_attempts_and_starts_nothing_twice() throws Exception {
        line.talksNonsense(true);
        Case loan = front.mill().start("loan", Data.fields());
        Until.holds("its work has failed", () -> front.mill().find(loan.id().child(1)).history().anyMatch(event -> event.kind().equals("WorkAttemptFailed")));
        line.talksNonsense(false);
        Until.holds("it is there", () -> bank.mill().count(WorkQuery.ALL.ofTask("assess")) == 1);
        bank.mill().operator().complete(bank.mill().work(WorkQuery.ALL.ofTask("assess")).findFirst().orElseThrow().item().id(), Data.of("good"));
        loan.whenEnded().get(60, TimeUnit.SECONDS);
        assertThat(bank.mill().count(CaseQuery.ALL)).isEqualTo(1);
    }

    @Test
    void an_engine_that_hangs_is_reported_and_holds_nothing_up_here() throws Exception {
        line.hangs(true);
        List<Case> loans = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            loans.add(front.mill().start("loan", Data.fields()));
        }
        Until.holds("it is known", () -> {
            try {
                return engine().at("state").text().equals("silent");
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        assertThat(engine().at("problem").text()).contains("no answer within");
        loans.subList(0, 10).forEach(loan -> front.mill().operator().cancel(loan.id()));
        line.hangs(false);
        Until.holds("the others are there", () -> bank.mill().count(WorkQuery.ALL.ofTask("assess")) == 40);
        Until.holds("nothing else is open here", () -> front.mill().count(WorkQuery.ALL) == 80);
        assertThat(running()).hasSize(40);
    }
}
