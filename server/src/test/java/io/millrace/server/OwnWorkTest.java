package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.activity.Activities;
import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.server.http.Role;
import io.millrace.server.security.ApiKey;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A participant asks why, asks the history, and reads pictures and histories of their own work, and learns nothing of other work. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class OwnWorkTest {
    @TempDir
    Path directory;

    private Secured secured;
    private Caller operator;
    private Caller robot;
    private Caller twin;
    private Caller carl;

    @BeforeEach
    void open() throws Exception {
        secured = new Secured(directory);
        secured.server.mill().deploy(ActivityProcess.named(
                "memo",
                Activities.sequence(
                        Activities.work("write").role("writers").result("memo"),
                        Activities.work("judge").role("judges").result("verdict"),
                        Activities.work("polish").role("writers").result("memo"))));
        secured.server.mill().participant("robot", "writers").participant("twin", "writers");
        secured.server.mill().participant("carl", "judges").participant("idle", "cooks");
        operator = secured.caller("olga", Role.OPERATOR);
        robot = secured.caller("robot", Role.PARTICIPANT);
        twin = secured.caller("twin", Role.PARTICIPANT);
        carl = secured.caller("carl", Role.PARTICIPANT);
    }

    @AfterEach
    void close() {
        secured.close();
    }

    private String start() throws Exception {
        return operator.post("/cases", Data.fields("process", "memo", "input", Data.fields("secret", "salary"))).good().at("case").text();
    }

    private static String work(String id, int number) {
        return "/work/" + id + "%23" + number;
    }

    private static void complete(Caller who, String id, int number, String text) throws Exception {
        who.with("Millrace-Reason", "reason-of-" + text)
                .with("Idempotency-Key", "key-of-" + text)
                .post(work(id, number) + "/complete", Data.fields("output", Data.fields("text", text)))
                .good();
    }

    private static List<String> kinds(Caller who, String id) throws Exception {
        return who.get("/cases/" + id + "/history").good().at("items").asList(Data.class).stream().map(each -> each.at("kind").text()).toList();
    }

    private static Caller.Answered ask(Caller who, String goal) throws Exception {
        return who.post("/questions", Data.fields("goal", goal));
    }

    private static List<String> answers(Caller who, String goal) throws Exception {
        return ask(who, goal).good().at("texts").asList(String.class);
    }

    private static String why(String id, String task) {
        return "/cases/" + id + "/why?task=" + URLEncoder.encode(task, StandardCharsets.UTF_8);
    }

    @Test
    void a_participant_asks_about_work_that_is_offered_to_them() throws Exception {
        String id = start();
        assertThat(kinds(robot, id)).containsExactly("WorkOffered");
        Data reason = robot.get(why(id, "write")).good();
        assertThat(reason.at("words").text()).isEqualTo("Task 'write' of case " + id + " is offered to role 'writers', as work item " + id + "#1.");
        assertThat(reason.at("because").at(0).at("words").text()).startsWith("it was offered at ");
        assertThat(answers(robot, "open_now(Task, Who, Case)")).hasSize(1).first().asString().contains("write").contains(id);
        assertThat(robot.get("/cases/" + id + "/picture").text()).startsWith("<svg").isNotEqualTo(robot.get("/processes/memo/picture").text());
    }

    @Test
    void a_participant_asks_about_work_that_they_have_done() throws Exception {
        String id = start();
        complete(robot, id, 1, "first");
        complete(carl, id, 2, "verdict");
        assertThat(kinds(robot, id)).containsExactly("WorkOffered", "WorkStarted", "WorkCompleted", "WorkOffered");
        assertThat(robot.get(why(id, "write")).good().at("words").text()).contains("was completed");
        assertThat(robot.get(why(id, "polish")).good().at("words").text()).contains("is offered");
        assertThat(answers(robot, "did(Who, Task, Case)")).hasSize(1).first().asString().contains("robot").contains("write");
        complete(twin, id, 3, "polished");
        // Another took the last item, which was offered to both.
        assertThat(kinds(robot, id)).containsExactly("WorkOffered", "WorkStarted", "WorkCompleted");
        assertThat(robot.get(why(id, "polish")).code()).isEqualTo("MR-8084");
        assertThat(robot.get(why(id, "write")).good().at("words").text()).contains("was completed");
        assertThat(robot.get("/cases/" + id + "/picture").good().text()).startsWith("<svg");
    }

    @Test
    void nothing_of_other_work_gets_through() throws Exception {
        String id = start();
        complete(robot, id, 1, "first");
        complete(carl, id, 2, "hanging");
        String seen = robot.get("/cases/" + id + "/history").text()
                + robot.get("/cases/" + id + "/history?newestFirst=true&limit=1").text()
                + robot.get(why(id, "write")).text()
                + robot.get(why(id, "polish")).text()
                + robot.get("/cases/" + id + "/picture").text().replaceAll("(?s).*?<svg", "").replace("judge", "")
                + ask(robot, "happened(Event, Time)").text()
                + ask(robot, "(holds_at(Fluent, now) ; holds_for(Fluent, A, B))").text()
                + ask(robot, "(initiates(Event, Fluent) ; terminates(Event, Fluent))").text()
                + ask(robot, "(event(E) ; act(E, N) ; actor(E, N) ; argument(E, N, V))").text()
                + ask(robot, "happened(end(judge, Who, " + id + "), T)").text()
                + ask(robot, "'$happened'(Event, Time, Recorded, ev(" + id + ", 3, 1))").text()
                + ask(robot, "(data(Case, N, V) ; participant(P) ; role(P, R) ; process(Case, P) ; key(Case, K))").text();
        assertThat(seen).contains("write").contains("robot");
        for (String secret : List.of("carl", "judge", "hanging", "salary", "olga", "judges", "idle")) {
            assertThat(seen).as(secret).doesNotContain(secret);
        }
        assertThat(robot.get("/cases/" + id + "/history?count=true").good().at("count").asInt()).isEqualTo(4);
    }

    @Test
    void rules_that_are_given_with_a_question_see_own_work_only() throws Exception {
        String id = start();
        complete(robot, id, 1, "first");
        complete(carl, id, 2, "verdict");
        Data question = Data.fields("goal", "told(Who)", "rules", List.of("told(Who) :- happened(end(_, Who, _), _)."));
        assertThat(robot.post("/questions", question).good().at("texts").asList(String.class)).hasSize(1).first().asString().contains("robot");
        Data fluent = Data.fields("goal", "holds_now(busy(Who))", "rules", List.of("initiates(end(_, Who, _), busy(Who))."));
        assertThat(robot.post("/questions", fluent).text()).doesNotContain("carl");
        assertThat(operator.post("/questions", question).good().at("texts").asList(String.class)).hasSize(2);
    }

    @Test
    void a_case_of_others_and_one_that_does_not_exist_are_answered_alike() throws Exception {
        String id = start();
        String missing = Long.toString(Long.parseLong(id) + 1000);
        Caller idle = secured.caller("idle", Role.PARTICIPANT);
        for (String path : List.of(
                "/history",
                "/history?from=1",
                "/history?from=2030-01-01T00:00:00Z",
                "/picture",
                "/picture?at=2001-01-01T00:00:00Z",
                "/why?task=write",
                "/why?task=nothing",
                "/why?task=write&at=2001-01-01T00:00:00Z")) {
            Caller.Answered others = idle.get("/cases/" + id + path);
            Caller.Answered nothing = idle.get("/cases/" + missing + path);
            assertThat(others.status()).as(path).isEqualTo(404);
            assertThat(others.text().replace("'" + id + "'", "'x'")).as(path).isEqualTo(nothing.text().replace("'" + missing + "'", "'x'"));
        }
        assertThat(idle.get("/cases/" + id + ".1/history").code()).isEqualTo("MR-1003");
        // A task of others, one that is not offered yet and one that does not exist.
        assertThat(robot.get(why(id, "judge")).code()).isEqualTo(robot.get(why(id, "polish")).code()).isEqualTo(robot.get(why(id, "none")).code());
        for (String goal : List.of(
                "happened(Event, Time)", "holds_now(Fluent)", "holds_at(Fluent, 0)", "took(Case, Seconds)", "happened(begin(" + id + ", P), T)")) {
            assertThat(answers(idle, goal)).as(goal).isEmpty();
        }
    }

    @Test
    void work_that_was_handed_on_is_not_theirs_any_more() throws Exception {
        String id = start();
        robot.post(work(id, 1) + "/claim", Data.fields()).good();
        assertThat(twin.get("/cases/" + id + "/history").code()).isEqualTo("MR-1003");
        robot.post(work(id, 1) + "/delegate", Data.fields("to", "idle")).good();
        assertThat(robot.get("/cases/" + id + "/history").code()).isEqualTo("MR-1003");
        assertThat(robot.get("/cases/" + id + "/picture").code()).isEqualTo("MR-1003");
        assertThat(robot.get(why(id, "write")).code()).isEqualTo("MR-1003");
        assertThat(answers(robot, "happened(Event, Time)")).isEmpty();
        Caller idle = secured.caller("idle", Role.PARTICIPANT);
        assertThat(kinds(idle, id)).startsWith("WorkOffered", "WorkAllocated");
        complete(idle, id, 1, "done");
        assertThat(kinds(idle, id)).endsWith("WorkCompleted");
        assertThat(robot.get(why(id, "write")).code()).isEqualTo("MR-1003");
        assertThat(answers(robot, "happened(Event, Time)")).isEmpty();
    }

    @Test
    void tenants_are_walls_for_participants_of_the_same_name() throws Exception {
        String id = start();
        complete(robot, id, 1, "first");
        Caller other = secured.caller(ApiKey.Wanted.of("robot", "other", Role.PARTICIPANT));
        assertThat(other.get("/cases/" + id + "/history").code()).isEqualTo("MR-1003");
        assertThat(other.get("/cases/" + id + "/picture").code()).isEqualTo("MR-1003");
        assertThat(other.get(why(id, "write")).code()).isEqualTo("MR-1003");
        assertThat(answers(other, "happened(Event, Time)")).isEmpty();
    }

    @Test
    void automatic_work_under_the_name_of_a_participant_is_not_theirs() throws Exception {
        secured.caller("dora", Role.DESIGNER)
                .post("/processes", Data.fields("file", "bill.pl", "source", "initial_activity(pay).\nfinal_activity(pay).\nwork(pay, handler(idle)).\n"))
                .good();
        String id = operator.post("/cases", Data.fields("process", "bill")).good().at("case").text();
        Caller idle = secured.caller("idle", Role.PARTICIPANT);
        assertThat(answers(operator, "happened(start(pay, Who, Case), Time)")).hasSize(1).first().asString().contains("idle");
        assertThat(idle.get("/cases/" + id + "/history").code()).isEqualTo("MR-1003");
        assertThat(answers(idle, "happened(Event, Time)")).isEmpty();
    }

    @Test
    void the_picture_of_a_net_has_a_token_for_own_work_only() throws Exception {
        String net = """
                process(pair).
                initial_activity(open).
                and_split(open, [write, judge]).
                and_join([write, judge], close).
                routing(open).
                routing(close).
                final_activity(close).
                role(write, writers).
                role(judge, judges).
                """;
        secured.caller("dora", Role.DESIGNER).post("/processes", Data.fields("file", "pair.pl", "source", net)).good();
        String id = operator.post("/cases", Data.fields("process", "pair")).good().at("case").text();
        String all = operator.get("/cases/" + id + "/picture").good().text();
        String own = robot.get("/cases/" + id + "/picture").good().text();
        String other = carl.get("/cases/" + id + "/picture").good().text();
        assertThat(own).isNotEqualTo(all).isNotEqualTo(other).isNotEqualTo(operator.get("/processes/pair/picture").good().text());
        for (Data each : robot.get("/work?process=pair").good().at("items").asList(Data.class)) {
            robot.post("/work/" + each.at("work").text().replace("#", "%23") + "/complete", Data.fields()).good();
        }
        assertThat(robot.get("/cases/" + id + "/picture").good().text()).isEqualTo(operator.get("/processes/pair/picture").good().text());
    }

    @Test
    void a_second_role_opens_the_whole_case() throws Exception {
        String id = start();
        complete(robot, id, 1, "first");
        Caller both = secured.caller("robot", Role.PARTICIPANT, Role.AUDITOR);
        assertThat(kinds(both, id)).contains("CaseStarted");
        assertThat(both.get(why(id, "judge")).good().at("words").text()).contains("judges");
    }

    @Test
    void an_agent_with_the_role_of_a_participant_alone_asks_why_and_what_happened() throws Exception {
        String id = start();
        complete(robot, id, 1, "first");
        try (AgentClient agent = AgentClient.of(secured.server, secured.keys.add(ApiKey.Wanted.of("robot", "main", Role.PARTICIPANT)).secret())) {
            assertThat(agent.tools()).contains("why", "query_history", "read_history").doesNotContain("look_at_case", "list_cases");
            assertThat(agent.good("why", "case", id, "task", "write").at("words").text()).contains("was completed");
            assertThat(agent.refused("why", "case", id, "task", "judge").at("code").text()).isEqualTo("MR-8084");
            assertThat(agent.good("query_history", "goal", "did(Who, Task, Case)").at("answers").asList(Data.class)).hasSize(1);
            assertThat(agent.good("read_history", "case", id).at("items").asList(Data.class)).hasSize(3);
            assertThat(agent.read("millrace://cases/" + id + "/history")).contains("WorkCompleted").doesNotContain("CaseStarted");
            assertThat(agent.read("millrace://cases/" + id + "/picture")).startsWith("<svg");
        }
    }
}
