package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.server.http.Role;
import io.millrace.server.security.ApiKey;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsTest {
    /** A comment, or a name with labels and a value. */
    private static final Pattern LINE =
            Pattern.compile("# (HELP|TYPE|UNIT|EOF).*|[a-zA-Z_:][a-zA-Z0-9_:]*(\\{([a-zA-Z_]+=\"[^\"]*\",?)*})? [-+0-9.eENaIinf]+");

    @TempDir
    Path directory;

    private static HttpResponse<String> scrape(Server server, String secret, String accept) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server.address() + "/metrics"))
                                .header("Authorization", "Bearer " + secret)
                                .header("Accept", accept)
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    private static double value(List<String> lines, String name) {
        return lines.stream()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not among\n" + String.join("\n", lines)));
    }

    @Test
    void prometheus_reads_numbers_of_the_engine_of_requests_and_of_the_machine() throws Exception {
        try (Secured secured = new Secured(directory)) {
            Caller admin = secured.caller("root", Role.ADMINISTRATOR);
            admin.post("/processes", Data.fields("file", "claim.pl", "source", Secured.CLAIM)).good();
            for (int i = 0; i < 3; i++) {
                admin.post("/cases", Data.fields("process", "claim")).good();
            }
            admin.get("/cases/99");
            String secret = secured.keys.add(ApiKey.Wanted.of("prometheus", "main", Role.AUDITOR)).secret();
            HttpResponse<String> answer = scrape(secured.server, secret, "text/plain");
            // A request is counted when it is over, and its answer arrives before that.
            while (!answer.body().contains("operation=\"getCase\",status=\"404\"") || !answer.body().contains("operation=\"startCase\",status=\"201\"} 3")) {
                Thread.sleep(10);
                answer = scrape(secured.server, secret, "text/plain");
            }
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("content-type").orElse("")).startsWith("text/plain; version=0.0.4");
            List<String> lines = answer.body().lines().toList();
            assertThat(lines).allMatch(line -> LINE.matcher(line).matches());
            assertThat(value(lines, "millrace_cases_running")).isEqualTo(3);
            assertThat(value(lines, "millrace_work_open")).isEqualTo(3);
            assertThat(value(lines, "millrace_turns_total")).isGreaterThanOrEqualTo(4);
            assertThat(value(lines, "millrace_http_requests_total{operation=\"startCase\",status=\"201\"}")).isEqualTo(3);
            assertThat(value(lines, "millrace_http_requests_total{operation=\"getCase\",status=\"404\"}")).isEqualTo(1);
            assertThat(value(lines, "millrace_http_request_duration_seconds_count{operation=\"startCase\"}")).isEqualTo(3);
            assertThat(value(lines, "millrace_http_request_duration_seconds_bucket{operation=\"startCase\",le=\"+Inf\"}")).isEqualTo(3);
            assertThat(value(lines, "millrace_commit_duration_seconds_count")).isPositive();
            assertThat(value(lines, "millrace_cases_started_total")).isEqualTo(3);
            assertThat(value(lines, "millrace_journal_bytes")).isPositive();
            assertThat(value(lines, "millrace_disk_free_bytes")).isPositive();
            assertThat(lines).anyMatch(line -> line.startsWith("jvm_memory_used_bytes{area=\"heap\"}"));
            assertThat(scrape(secured.server, secret, "application/openmetrics-text").body()).endsWith("# EOF\n");
            Data json = admin.get("/metrics").good();
            assertThat(json.at("gauges").at("cases.running").asInt()).isEqualTo(3);
            assertThat(json.at("latencies").at("http.startCase").at("count").asInt()).isEqualTo(3);
        }
    }

    @Test
    void charts_have_the_numbers_of_the_last_hour_and_of_the_last_day() throws Exception {
        try (Secured secured = new Secured(directory)) {
            Caller admin = secured.caller("root", Role.ADMINISTRATOR);
            Data series = admin.get("/metrics/series?from=2030-01-01T00:00:00Z&step=60").good();
            assertThat(series.at("step").asInt()).isEqualTo(60);
            for (String name : List.of(
                    "casesStarted", "casesEnded", "turns", "commits", "commandP50", "commandP99", "commitP50", "commitP99", "workOpen",
                    "casesRunning", "incidents", "queue", "queueBytes", "journalBytes", "diskFreeBytes")) {
                assertThat(series.at("series").has(name)).as(name).isTrue();
            }
            assertThat(admin.get("/metrics/series").good().at("step").asInt()).isEqualTo(5);
            for (String wrong : List.of("step=6", "step=0", "step=-5", "step=x", "step=1e99", "step=5&step=5", "from=now", "from=", "until=x")) {
                assertThat(admin.get("/metrics/series?" + wrong).code()).as(wrong).isEqualTo("MR-8001");
            }
            assertThat(secured.caller(ApiKey.Wanted.of("eve", "other", Role.ADMINISTRATOR)).get("/metrics/series").code()).isEqualTo("MR-8034");
        }
    }

    @Test
    void numbers_are_for_those_who_may_see_all_tenants() throws Exception {
        try (Secured secured = new Secured(directory)) {
            String participant = secured.keys.add(ApiKey.Wanted.of("anna", "main", Role.PARTICIPANT)).secret();
            String other = secured.keys.add(ApiKey.Wanted.of("eve", "other", Role.ADMINISTRATOR)).secret();
            assertThat(scrape(secured.server, participant, "text/plain").statusCode()).isEqualTo(403);
            assertThat(scrape(secured.server, "none", "text/plain").statusCode()).isEqualTo(401);
            assertThat(scrape(secured.server, other, "text/plain").body()).contains("MR-8034");
            assertThat(secured.nobody().as(other).get("/metrics").code()).isEqualTo("MR-8034");
        }
    }
}
