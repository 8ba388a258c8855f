package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.server.http.Role;
import io.millrace.server.security.ApiKey;
import io.millrace.server.security.Keys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The log of acts over HTTP. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class AuditTest {
    @TempDir
    Path directory;

    private static List<Data> acts(Caller caller, String query) throws Exception {
        return caller.get("/audit?" + query).good().at("items").asList(Data.class);
    }

    @Test
    void acts_are_logged_with_who_from_where_what_and_how_it_went() throws Exception {
        try (Secured secured = new Secured(directory)) {
            Caller boss = secured.caller("boss", Role.ADMINISTRATOR);
            Caller auditor = secured.caller("olga", Role.AUDITOR);
            Caller agent = secured.caller(ApiKey.Wanted.of("agent", "main", Role.OPERATOR).actingForOthers());
            Instant before = Instant.now();
            boss.post("/processes", Data.fields("file", "claim.pl", "source", Secured.CLAIM)).good();
            String id = agent.with("Millrace-On-Behalf-Of", "anna").post("/cases", Data.fields("process", "claim", "key", "PRIVATE")).good().at("case").text();
            boss.post("/cases/" + id + "/cancel", Data.fields("reason", "PRIVATE")).good();
            boss.get("/cases/" + id).good();
            auditor.post("/cases/" + id + "/cancel", Data.fields());
            boss.post("/cases/" + id + "/cancel", Data.fields());
            secured.nobody().get("/cases/" + id);
            List<Data> acts = acts(auditor, "");
            assertThat(acts).extracting(act -> act.at("endpoint").text())
                    .containsExactly("deployProcess", "startCase", "cancelCase", "cancelCase", "cancelCase", "getCase");
            assertThat(acts).extracting(act -> act.at("status").asInt()).containsExactly(201, 201, 200, 403, 409, 401);
            assertThat(acts).allSatisfy(act -> {
                assertThat(act.at("address").text()).isEqualTo("127.0.0.1");
                assertThat(Instant.parse(act.at("at").text())).isAfterOrEqualTo(before);
            });
            assertThat(acts.get(0).at("ids")).isEqualTo(Data.fields("process", "claim"));
            assertThat(acts.get(1).at("ids")).isEqualTo(Data.fields("case", id));
            assertThat(acts.get(1).at("actor").text()).isEqualTo("agent");
            assertThat(acts.get(1).at("onBehalfOf").text()).isEqualTo("anna");
            assertThat(acts.get(2).at("ids")).isEqualTo(Data.fields("case", id));
            assertThat(acts.get(3).at("actor").text()).isEqualTo("olga");
            assertThat(acts.get(3).at("code").text()).isEqualTo("MR-8005");
            assertThat(acts.get(5).at("actor").isNothing()).isTrue();
            assertThat(Data.of(acts).json()).doesNotContain("PRIVATE");
        }
    }

    @Test
    void the_log_is_found_page_by_page_and_by_filters() throws Exception {
        try (Secured secured = new Secured(directory)) {
            Caller boss = secured.caller("boss", Role.ADMINISTRATOR);
            Caller otto = secured.caller("otto", Role.OPERATOR);
            for (int i = 0; i < 10; i++) {
                (i % 2 == 0 ? boss : otto).put("/participants/p" + i, Data.fields()).good();
            }
            Instant middle = Instant.now();
            boss.delete("/participants/p3").good();
            for (boolean newest : List.of(false, true)) {
                List<Data> all = new ArrayList<>();
                String cursor = "";
                do {
                    Data page = boss.get("/audit?limit=3&newestFirst=" + newest + cursor).good();
                    assertThat(page.at("items").asList(Data.class)).hasSizeLessThanOrEqualTo(3);
                    all.addAll(page.at("items").asList(Data.class));
                    cursor = page.at("cursor").isNothing() ? "" : "&cursor=" + page.at("cursor").text();
                } while (!cursor.isEmpty());
                assertThat(newest ? all.reversed() : all)
                        .extracting(act -> act.at("ids").at("name").text())
                        .containsExactly("p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9", "p3");
            }
            assertThat(acts(boss, "actor=otto")).hasSize(5);
            assertThat(acts(boss, "id=p3")).extracting(act -> act.at("endpoint").text()).containsExactly("setParticipant", "removeParticipant");
            assertThat(acts(boss, "endpoint=removeParticipant&status=204")).hasSize(1);
            assertThat(acts(boss, "from=" + middle)).hasSize(1);
            assertThat(acts(boss, "before=" + middle)).hasSize(10);
            assertThat(boss.get("/audit?actor=otto&limit=1&count=true").good().at("count").asInt()).isEqualTo(5);
            assertThat(boss.get("/audit?cursor=../../etc").status()).isEqualTo(400);
        }
    }

    @Test
    void the_log_goes_on_after_a_crash_and_shows_each_tenant_its_own() throws Exception {
        Path file;
        try (Secured secured = new Secured(directory)) {
            secured.caller("boss", Role.ADMINISTRATOR).put("/participants/anna", Data.fields()).good();
            secured.caller(ApiKey.Wanted.of("rosa", "red", Role.ADMINISTRATOR)).put("/participants/ben", Data.fields()).good();
            file = Keys.directory(secured.journal).resolve("audit/audit-00000001.jsonl");
        }
        Files.writeString(file, "{\"at\":\"20", StandardOpenOption.APPEND);
        try (Secured secured = new Secured(directory)) {
            Caller red = secured.caller(ApiKey.Wanted.of("rosa", "red", Role.ADMINISTRATOR));
            red.put("/participants/carl", Data.fields()).good();
            assertThat(acts(red, "")).extracting(act -> act.at("ids").at("name").text()).containsExactly("ben", "carl");
            assertThat(acts(secured.caller("boss", Role.ADMINISTRATOR), "")).extracting(act -> act.at("ids").at("name").text()).containsExactly("anna");
        }
    }
}
