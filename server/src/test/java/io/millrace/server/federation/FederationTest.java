package io.millrace.server.federation;

import static io.millrace.activity.Activities.work;
import static io.millrace.activity.Activities.process;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Case;
import io.millrace.Millrace;
import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.HistoryEvent;
import io.millrace.query.ListedWork;
import io.millrace.query.WorkQuery;
import io.millrace.server.Caller;
import io.millrace.server.Server;
import io.millrace.server.ServerSettings;
import io.millrace.server.config.Section;
import io.millrace.server.http.Role;
import io.millrace.server.security.ApiKey;
import io.millrace.server.security.Keys;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two engines in one process, each with a server of its own. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class FederationTest {
    private static final ActivityProcess CHECK = ActivityProcess.named("check", work("assess").result("verdict"));
    private static final ActivityProcess LOAN = ActivityProcess.named("loan", process("check").result("answer"));

    @TempDir
    Path directory = Path.of("");

    private Server bank;
    private Server front;

    @BeforeEach
    void open() {
        bank = bank(0);
        front = front(Map.of("bank", EngineSettings.at(bank.address())));
        deploy(front.mill(), "check", "{\"engine\": \"bank\", \"process\": \"check\"}");
        front.mill().deploy(LOAN);
    }

    private Server bank(int port) {
        Server server = Server.open(ServerSettings.of(directory.resolve("bank")).port(port));
        server.mill().deploy(CHECK);
        return server;
    }

    private Server front(Map<String, EngineSettings> engines) {
        Server server = bare(engines);
        server.mill().deploy(LOAN);
        return server;
    }

    private Server bare(Map<String, EngineSettings> engines) {
        return Server.open(ServerSettings.of(directory.resolve("front")).port(0).with(new FederationSettings("front", engines)));
    }

    @AfterEach
    void close() {
        front.close();
        bank.close();
    }

    static void deploy(Millrace mill, String name, String source) {
        mill.deploy(new RemoteLanguage().compile(name, source));
    }

    private Case start() {
        return front.mill().start("loan", Data.fields("amount", 7));
    }

    private List<CaseInfo> there() {
        return bank.mill().cases(CaseQuery.ofProcess("check")).toList();
    }

    private ListedWork offered() {
        Until.holds("work is offered there", () -> bank.mill().count(WorkQuery.ALL) > 0);
        return bank.mill().work(WorkQuery.ALL).findFirst().orElseThrow();
    }

    private static Data result(Case of) throws Exception {
        return of.whenEnded().get(60, TimeUnit.SECONDS);
    }

    @Test
    void a_sub_case_runs_at_another_engine() throws Exception {
        Case loan = start();
        ListedWork assess = offered();
        CaseInfo there = there().getFirst();
        assertThat(there.key()).as("the case there knows its parent").startsWith("front/main/" + loan.id() + ".1@");
        bank.mill().operator().complete(assess.item().id(), Data.of("good"));
        assertThat(result(loan).at("answer").at("verdict").text()).isEqualTo("good");
        assertThat(there()).hasSize(1);
    }

    @Test
    void the_input_goes_there_and_the_reason_of_a_failure_comes_back() throws Exception {
        front.mill().deploy(ActivityProcess.named("loan", process("check").input("amount").result("answer")));
        Case loan = start();
        ListedWork assess = offered();
        bank.mill().operator().fail(assess.item().id(), "the books are closed");
        Assertions.assertThatThrownBy(() -> result(loan)).hasMessageContaining("the books are closed").hasMessageContaining("engine 'bank'");
        HistoryEvent started = bank.mill().find(there().getFirst().id()).history().findFirst().orElseThrow();
        assertThat(started.detail().at("input").at("amount").asInt()).isEqualTo(7);
        assertThat(started.reason()).isEqualTo("For case " + loan.id() + ".1 of engine front");
    }

    @Test
    void a_case_that_is_cancelled_there_fails_the_work_here() {
        Case loan = start();
        offered();
        bank.mill().operator().because("fraud").cancel(there().getFirst().id());
        Assertions.assertThatThrownBy(() -> result(loan)).hasMessageContaining("was cancelled: fraud");
    }

    @Test
    void cancellation_crosses() {
        Case loan = start();
        offered();
        front.mill().operator().because("the customer has gone").cancel(loan.id());
        assertThat(loan.status()).isEqualTo(CaseStatus.CANCELLED);
        Until.holds("cancelled there", () -> there().getFirst().status() == CaseStatus.CANCELLED);
        assertThat(there().getFirst().outcome().text()).isEqualTo("the customer has gone");
        Until.holds("nothing is left to do here", () -> front.mill().count(WorkQuery.ALL) == 0);
    }

    @Test
    void cancellation_crosses_when_the_other_engine_is_back_also_if_this_one_was_restarted_meanwhile() {
        Case loan = start();
        offered();
        int port = bank.port();
        bank.close();
        front.mill().operator().because("no").cancel(loan.id());
        CaseId id = loan.id();
        front.close();
        front = front(Map.of("bank", EngineSettings.at("http://127.0.0.1:" + port)));
        assertThat(front.mill().find(id).status()).isEqualTo(CaseStatus.CANCELLED);
        assertThat(front.mill().count(WorkQuery.ALL)).as("what is still to be done").isEqualTo(1);
        bank = bank(port);
        Until.holds("cancelled there", () -> there().getFirst().status() == CaseStatus.CANCELLED);
        Until.holds("nothing is left to do here", () -> front.mill().count(WorkQuery.ALL) == 0);
    }

    @Test
    void a_start_waits_for_the_other_engine_and_happens_once() throws Exception {
        int port = bank.port();
        bank.close();
        assertThat(engine().at("state").text()).as("before it was asked for anything").isEqualTo("unknown");
        List<Case> loans = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            loans.add(start());
        }
        Until.holds("it is known to be silent", () -> engine().at("state").text().equals("silent"));
        assertThat(engine().at("problem").text()).contains("MR-8080");
        bank = bank(port);
        Until.holds("all are there", () -> bank.mill().count(WorkQuery.ALL) == 20);
        bank.mill().work(WorkQuery.ALL).toList().forEach(work -> bank.mill().operator().complete(work.item().id(), Data.of("good")));
        for (Case loan : loans) {
            assertThat(result(loan).at("answer").at("verdict").text()).isEqualTo("good");
        }
        assertThat(there()).hasSize(20);
        Until.holds("it answers", () -> engine().at("state").text().equals("answers"));
        Until.holds("nobody waits", () -> engine().at("open").asInt() == 0);
    }

    private Data engine() {
        try {
            return Caller.of(front).get("/engines").good().at("items").asList(Data.class).getFirst();
        } catch (java.io.IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void a_result_that_comes_while_this_engine_is_down_is_found_after_its_restart() throws Exception {
        Case loan = start();
        ListedWork assess = offered();
        CaseId id = loan.id();
        Until.holds("it is accepted", () -> !front.mill().find(id + ".1").data().at("case").isNothing());
        front.close();
        bank.mill().operator().complete(assess.item().id(), Data.of("late"));
        front = front(Map.of("bank", EngineSettings.at(bank.address())));
        assertThat(result(front.mill().find(id)).at("answer").at("verdict").text()).isEqualTo("late");
        assertThat(there()).hasSize(1);
    }

    @Test
    void work_waits_for_the_code_of_its_case_after_a_restart() throws Exception {
        int port = bank.port();
        bank.close();
        Case loan = start();
        CaseId id = loan.id();
        Until.holds("it waits for the other engine", () -> engine().at("state").text().equals("silent"));
        front.close();
        bank = bank(port);
        front = bare(Map.of("bank", EngineSettings.at("http://127.0.0.1:" + port)));
        Until.holds("it was tried", () -> engine().at("waiting").asInt() == 0);
        assertThat(bank.mill().count(CaseQuery.ALL)).isZero();
        front.mill().deploy(LOAN);
        bank.mill().operator().complete(offered().item().id(), Data.of("good"));
        assertThat(result(front.mill().find(id)).at("answer").at("verdict").text()).isEqualTo("good");
    }

    @Test
    void an_engine_that_is_not_configured_is_an_incident_until_it_is() throws Exception {
        front.close();
        front = front(Map.of());
        Case loan = start();
        Until.holds("an incident", () -> front.mill().count(WorkQuery.ALL.onlyIncidents()) == 1);
        ListedWork stuck = front.mill().work(WorkQuery.ALL.onlyIncidents()).findFirst().orElseThrow();
        assertThat(stuck.item().incident()).contains("MR-8061").contains("'bank'").contains("section 'federation'");
        CaseId id = loan.id();
        front.close();
        front = front(Map.of("bank", EngineSettings.at(bank.address())));
        front.mill().operator().retry(stuck.item().id());
        bank.mill().operator().complete(offered().item().id(), Data.of("good"));
        assertThat(result(front.mill().find(id)).at("answer").at("verdict").text()).isEqualTo("good");
    }

    @Test
    void a_process_that_is_not_there_is_an_incident_and_a_retry_starts_it_once_it_is() throws Exception {
        deploy(front.mill(), "check", "{\"engine\": \"bank\", \"process\": \"rating\"}");
        Case loan = start();
        Until.holds("an incident", () -> front.mill().count(WorkQuery.ALL.onlyIncidents()) == 1);
        ListedWork stuck = front.mill().work(WorkQuery.ALL.onlyIncidents()).findFirst().orElseThrow();
        assertThat(stuck.item().incident()).contains("MR-8062").contains("no process 'rating'");
        bank.mill().deploy(ActivityProcess.named("rating", work("rate").result("verdict")));
        front.mill().operator().retry(stuck.item().id());
        bank.mill().operator().complete(offered().item().id(), Data.of("A"));
        assertThat(result(loan).at("answer").at("verdict").text()).isEqualTo("A");
        assertThat(bank.mill().cases(CaseQuery.ofProcess("rating"))).hasSize(1);
    }

    @Test
    void a_wrong_key_is_an_incident_and_a_right_one_has_the_rights_of_an_operator_for_others() throws Exception {
        int port = bank.port();
        bank.close();
        String plain = Keys.of(directory.resolve("bank")).add(ApiKey.Wanted.of("front", "main", Role.PARTICIPANT)).secret();
        String right = Keys.of(directory.resolve("bank")).add(ApiKey.Wanted.of("front", "main", Role.OPERATOR).actingForOthers()).secret();
        bank = bank(port);
        front.close();
        Map<String, EngineSettings> engines = new HashMap<>();
        for (String secret : List.of("mk_wrong", plain)) {
            engines.put("bank", EngineSettings.at(bank.address()).key(secret));
            front = front(engines);
            Case loan = front.mill().as("anna").start("loan", Data.fields("amount", 1));
            Until.holds("an incident", () -> front.mill().count(WorkQuery.ALL.onlyIncidents()) == 1);
            ListedWork stuck = front.mill().work(WorkQuery.ALL.onlyIncidents()).findFirst().orElseThrow();
            assertThat(stuck.item().incident()).contains("MR-8062").doesNotContain(secret);
            front.mill().operator().cancel(loan.id());
            Until.holds("its cancellation is refused, too", () -> front.mill().count(WorkQuery.ALL.onlyIncidents()) == 1);
            front.mill().operator().complete(front.mill().work(WorkQuery.ALL).findFirst().orElseThrow().item().id(), Data.fields());
            assertThat(front.mill().count(WorkQuery.ALL)).isZero();
            front.close();
        }
        engines.put("bank", EngineSettings.at(bank.address()).key(right));
        front = front(engines);
        Case loan = front.mill().as("anna").start("loan", Data.fields("amount", 1));
        ListedWork assess = offered();
        HistoryEvent started = bank.mill().find(there().getFirst().id()).history().findFirst().orElseThrow();
        assertThat(started.actor()).isEqualTo("front");
        assertThat(started.onBehalfOf()).as("on whose behalf it is").isEqualTo("anna");
        bank.mill().operator().complete(assess.item().id(), Data.of("good"));
        assertThat(result(loan).at("answer").at("verdict").text()).isEqualTo("good");
    }

    @Test
    void the_trace_goes_on_at_the_other_engine() {
        String trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        front.mill().operator().trace(trace).start("loan", Data.fields("amount", 1));
        offered();
        HistoryEvent started = bank.mill().find(there().getFirst().id()).history().findFirst().orElseThrow();
        assertThat(started.trace()).isEqualTo(trace);
    }

    @Test
    void tenants_and_processes_that_the_configuration_does_not_name_cannot_use_an_engine() {
        front.close();
        front = front(Map.of("bank", EngineSettings.at(bank.address()).only("rating")));
        start();
        Until.holds("an incident", () -> front.mill().count(WorkQuery.ALL.onlyIncidents()) == 1);
        assertThat(front.mill().work(WorkQuery.ALL.onlyIncidents()).findFirst().orElseThrow().item().incident()).contains("not for process 'check'");
        var other = front.mill().tenant("other");
        other.deploy(new RemoteLanguage().compile("rating", "{\"engine\": \"bank\", \"process\": \"rating\"}"));
        other.start("rating", Data.fields());
        Until.holds("an incident", () -> other.count(WorkQuery.ALL.onlyIncidents()) == 1);
        assertThat(other.work(WorkQuery.ALL).findFirst().orElseThrow().item().incident()).contains("not for tenant 'other'");
        assertThat(bank.mill().count(CaseQuery.ALL)).isZero();
    }

    @Test
    void work_that_is_completed_by_hand_takes_the_case_there_back() throws Exception {
        Case loan = start();
        offered();
        CaseId proxy = loan.id().child(1);
        Until.holds("it is accepted", () -> !front.mill().find(proxy).data().at("case").isNothing());
        front.mill().operator().complete(front.mill().find(proxy).work().getFirst().id(), Data.fields("verdict", "by hand"));
        assertThat(result(loan).at("answer").at("verdict").text()).isEqualTo("by hand");
        assertThat(there().getFirst().status()).isEqualTo(CaseStatus.CANCELLED);
    }

    @Test
    void a_suspended_case_takes_up_its_case_there_when_it_goes_on() throws Exception {
        Case loan = start();
        ListedWork assess = offered();
        CaseId proxy = loan.id().child(1);
        Until.holds("it is accepted", () -> !front.mill().find(proxy).data().at("case").isNothing());
        front.mill().operator().suspend(front.mill().find(proxy).work().getFirst().id());
        bank.mill().operator().complete(assess.item().id(), Data.of("good"));
        Until.holds("it was told", () -> engine().at("open").asInt() == 0);
        front.mill().operator().resume(front.mill().find(proxy).work().getFirst().id());
        assertThat(result(loan).at("answer").at("verdict").text()).isEqualTo("good");
        assertThat(there()).hasSize(1);
    }

    @Test
    void the_history_is_shown_as_one_and_says_what_is_missing() throws Exception {
        Case loan = start();
        bank.mill().as("bob").complete(offered().item().id(), Data.of("good"));
        result(loan);
        Data history = Caller.of(front).get("/cases/" + loan.id() + "/federated-history").good();
        List<String> kinds = history.at("items").asList(Data.class).stream()
                .map(event -> (event.at("engine").isNothing() ? "" : event.at("engine").text() + ":") + event.at("kind").text())
                .toList();
        assertThat(kinds).containsSubsequence(
                "RemoteCaseRequested", "RemoteCaseAccepted", "bank:CaseStarted", "bank:WorkOffered", "bank:WorkCompleted", "bank:CaseCompleted", "CaseCompleted");
        assertThat(history.at("missing").asList(Data.class)).isEmpty();
        List<Data> backwards = Caller.of(front).get("/cases/" + loan.id() + "/federated-history?newestFirst=true").good().at("items").asList(Data.class);
        assertThat(backwards.reversed()).isEqualTo(history.at("items").asList(Data.class));
        bank.close();
        Data alone = Caller.of(front).get("/cases/" + loan.id() + "/federated-history").good();
        assertThat(alone.at("items").asList(Data.class)).noneMatch(event -> !event.at("engine").isNothing());
        Data missing = alone.at("missing").asList(Data.class).getFirst();
        assertThat(missing.at("engine").text()).isEqualTo("bank");
        assertThat(missing.at("code").text()).isEqualTo("MR-8063");
        bank = bank(0);
    }

    @Test
    void a_chain_of_engines_has_one_history() throws Exception {
        try (Server third = Server.open(ServerSettings.of(directory.resolve("third"))
                .port(0)
                .with(new FederationSettings("third", Map.of("front", EngineSettings.at(front.address())))))) {
            deploy(third.mill(), "loan", "{\"engine\": \"front\", \"process\": \"loan\"}");
            Case outer = third.mill().start("loan", Data.fields("amount", 3));
            bank.mill().operator().complete(offered().item().id(), Data.of("good"));
            result(outer);
            List<String> engines = Caller.of(third).get("/cases/" + outer.id() + "/federated-history").good().at("items").asList(Data.class).stream()
                    .map(event -> event.at("engine").isNothing() ? "" : event.at("engine").text())
                    .distinct()
                    .toList();
            assertThat(engines).containsExactly("", "front", "front/bank");
        }
    }

    @Test
    void the_remote_cases_of_a_case_are_listed_as_they_are_there() throws Exception {
        Case loan = start();
        offered();
        Until.holds("it is accepted", () -> !front.mill().find(loan.id().child(1)).data().at("case").isNothing());
        Data remote = Caller.of(front).get("/cases/" + loan.id() + "/remote").good().at("items").asList(Data.class).getFirst();
        assertThat(remote.at("engine").text()).isEqualTo("bank");
        assertThat(remote.at("remote").text()).isEqualTo(there().getFirst().id().toString());
        assertThat(remote.at("state").text()).isEqualTo("running");
        assertThat(remote.at("next").json()).contains("assess");
        bank.close();
        Data silent = Caller.of(front).get("/cases/" + loan.id() + "/remote").good().at("items").asList(Data.class).getFirst();
        assertThat(silent.at("code").text()).isEqualTo("MR-8063");
        bank = bank(0);
    }

    @Test
    void why_names_the_case_that_is_waited_for() throws Exception {
        Case loan = start();
        offered();
        CaseId proxy = loan.id().child(1);
        Until.holds("it is accepted", () -> !front.mill().find(proxy).data().at("case").isNothing());
        String there = "it waits for case '" + there().getFirst().id() + "' of engine 'bank' to end";
        assertThat(Caller.of(front).get("/cases/" + loan.id() + "/why?task=check").good().json()).contains(there);
        assertThat(Caller.of(front).get("/cases/" + proxy + "/why?task=result").good().json()).contains(there);
    }

    @Test
    void an_intervention_is_refused_with_where_to_intervene() {
        Case loan = start();
        offered();
        CaseId proxy = loan.id().child(1);
        Until.holds("it is accepted", () -> !front.mill().find(proxy).data().at("case").isNothing());
        Assertions.assertThatThrownBy(() -> front.mill().operator().skip(front.mill().find(proxy).work().getFirst().id(), Data.nothing()))
                .hasMessageContaining("engine 'bank' carries it out: intervene there");
    }

    @Test
    void many_open_cases_there_cost_no_threads_and_one_connection() throws Exception {
        int before = Thread.activeCount();
        List<Case> loans = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            loans.add(start());
        }
        Until.holds("all wait", () -> engine().at("open").asInt() == 1_000);
        Until.holds("all were asked for", () -> engine().at("waiting").asInt() == 0);
        assertThat(Thread.activeCount() - before).isLessThan(50);
        bank.mill().work(WorkQuery.ALL).toList().forEach(work -> bank.mill().operator().complete(work.item().id(), Data.of("good")));
        for (Case loan : loans) {
            result(loan);
        }
        assertThat(bank.mill().count(CaseQuery.ALL)).isEqualTo(1_000);
    }

    @Test
    void settings_are_read_and_wrong_ones_refused() {
        Data good = Data.fields(
                "name", "front", "engines", Data.fields("bank", Data.fields("url", "https://bank.example:8088", "processes", List.of("check"), "timeout", "PT5S")));
        FederationSettings settings = FederationSettings.of(Section.of(good));
        assertThat(settings.engines().keySet()).containsExactly("bank");
        for (EngineSettings other : settings.engines().values()) {
            assertThat(other.processes()).containsExactly("check");
            assertThat(other.timeout()).isEqualTo(Duration.ofSeconds(5));
        }
        refused(Data.fields("engines", Data.fields()));
        refused(Data.fields("name", "a/b"));
        refused(good.with("engines", Data.fields("bank", Data.fields("url", "bank"))));
        refused(good.with("engines", Data.fields("bank", Data.fields("url", "http://bank", "key", "mk_secret"))));
    }

    private static void refused(Data settings) {
        Assertions.assertThatThrownBy(() -> FederationSettings.of(Section.of(settings)))
                .isInstanceOfSatisfying(RefusedException.class, e -> assertThat(e.code()).isEqualTo(Code.BAD_CONFIGURATION));
    }

    @Test
    void a_text_that_is_no_remote_process_is_refused_with_what_is_wrong() {
        for (String text : List.of("", "[]", "{\"engine\": \"bank\"}", "{\"engine\": \"b\", \"process\": \"p\", \"x\": 1}", "{\"engine\": \"b\", \"process\": \"p\", \"version\": 0}")) {
            Assertions.assertThatThrownBy(() -> new RemoteLanguage().compile("check", text))
                    .as(text)
                    .isInstanceOfSatisfying(RefusedException.class, e -> assertThat(e.code()).isEqualTo(Code.BAD_ENGINE_FILE));
        }
    }
}
