package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.activity.Activities;
import io.millrace.activity.ActivityProcess;
import io.millrace.activity.WorkActivity;
import io.millrace.data.Data;
import io.millrace.server.http.Role;
import io.millrace.work.Deadline;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Work by when it is due. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class DueWorkTest {
    @TempDir
    Path directory;

    private static WorkActivity work(String name) {
        return Activities.work(name).role("clerks");
    }

    private static void start(Server server, WorkActivity work, String name) {
        server.mill().deploy(ActivityProcess.named(name, work));
        server.mill().start(name);
    }

    private static List<String> tasks(Data page) {
        return page.at("items").asList(Data.class).stream().map(item -> item.at("task").text()).toList();
    }

    @Test
    void work_is_listed_by_when_it_is_due_and_late_work_is_counted() throws Exception {
        try (Secured secured = new Secured(directory)) {
            Server server = secured.server;
            start(server, work("never").priority(220), "p1");
            start(server, work("late").dueAfter(Duration.ZERO), "p2");
            start(server, work("tomorrow").dueAfter(Duration.ofHours(20)).priority(210), "p3");
            start(server, work("week").dueAfter(Duration.ofDays(7)).deadline(Deadline.escalate(Duration.ofDays(3), "lead")), "p4");
            start(server, work("deadline").deadline(Deadline.escalate(Duration.ofDays(5), "lead")), "p5");
            Caller olga = secured.caller("olga", Role.OPERATOR);
            Data ordered = olga.get("/work?order=due").good();
            assertThat(tasks(ordered)).containsExactly("late", "tomorrow", "week", "deadline", "never");
            assertThat(ordered.at("complete").truth()).isTrue();
            assertThat(Instant.parse(ordered.at("items").at(2).at("due").text())).as("the deadline comes first").isBefore(Instant.now().plus(Duration.ofDays(4)));
            assertThat(tasks(olga.get("/work").good())).startsWith("never", "tomorrow");
            assertThat(olga.get("/work/5%231").good().at("due").text()).isEqualTo(ordered.at("items").at(3).at("due").text());
            Data late = olga.get("/work?count=true&dueBefore=" + Instant.now()).good();
            assertThat(tasks(late)).containsExactly("late");
            assertThat(late.at("count").asInt()).isEqualTo(1);
            List<String> paged = new ArrayList<>();
            String cursor = "0";
            while (!cursor.isEmpty()) {
                Data page = olga.get("/work?order=due&limit=2&dueBefore=2100-01-01T00:00:00Z&cursor=" + cursor).good();
                paged.addAll(tasks(page));
                cursor = page.at("cursor").isNothing() ? "" : page.at("cursor").text();
            }
            assertThat(paged).containsExactly("late", "tomorrow", "week", "deadline");
            Data summary = olga.get("/work/summary").good();
            assertThat(summary).isEqualTo(Data.fields("open", 5, "late", 1, "soon", 1, "held", 0, "incidents", 0, "complete", true));
            server.mill().participant("anna", "clerks");
            server.mill().participant("bert", "bank");
            assertThat(secured.caller("anna", Role.PARTICIPANT).get("/work/summary").good().at("late").asInt()).isEqualTo(1);
            assertThat(secured.caller("bert", Role.PARTICIPANT).get("/work/summary").good().at("open").asInt()).isZero();
            assertThat(secured.caller("carl", Role.PARTICIPANT).get("/work/summary?participant=anna").code()).isEqualTo("MR-8005");
            assertThat(secured.caller("bert2", Role.PARTICIPANT).get("/work?order=due").status()).isLessThan(500);
            for (String wrong : List.of("order=late", "dueBefore=now", "dueBefore=", "order=due&cursor=zz", "order=", "order=due&limit=0")) {
                assertThat(olga.get("/work?" + wrong).status()).as(wrong).isEqualTo(400);
            }
            assertThat(olga.get("/work?dueBefore=-999999999-01-01T00:00:00Z").good().at("items").asList(Data.class)).isEmpty();
            assertThat(tasks(olga.get("/work?dueBefore=%2B999999999-12-31T00:00:00Z").good())).hasSize(4);
        }
    }
}
