package io.millrace.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Case;
import io.millrace.Millrace;
import io.millrace.Tenant;
import io.millrace.activity.Activities;
import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.examples.Claims;
import io.millrace.query.WorkQuery;
import io.millrace.work.RetryPolicy;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three claims: the first is paid, the second waits for a review that Anna has taken, the third for anyone. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.Random.class)
class JournalCommandsTest {
    @TempDir
    private static Path temporary;

    private static String journal = "";

    @BeforeAll
    void runClaims() {
        journal = temporary.resolve("journal").toString();
        try (Millrace mill = Millrace.open(Path.of(journal))) {
            mill.deploy(new Claims().process());
            Claims.equip(mill, null);
            mill.start(Claims.NAME, Data.of(new Claims.Claim("P-1", "Ada", 120, "DE-1")), "first").result();
            mill.start(Claims.NAME, Data.of(new Claims.Claim("P-2", "Bert", 900, "DE-2")), "second");
            mill.start(Claims.NAME, Data.of(new Claims.Claim("P-3", "Chloe", 901, "DE-3")), "third");
            mill.whenQuiet().join();
            while (mill.worklist("anna").size() < 2) {
                Thread.onSpinWait();
            }
            mill.worklist("anna").stream()
                    .filter(item -> item.id().caseId().root() == 2)
                    .forEach(item -> mill.as("anna").claim(item.id()));
        }
    }

    @Test
    void work_is_listed_for_participants_roles_states_and_cases() {
        assertThat(works("--participant", "anna")).containsExactlyInAnyOrder("2#2", "3#2");
        assertThat(works("--participant", "ben")).containsExactly("3#2");
        assertThat(works("--participant", "carla")).isEmpty();
        assertThat(works("--role", "adjuster")).containsExactly("3#2");
        assertThat(works("--state", "allocated")).containsExactly("2#2");
        assertThat(works("--case", "3")).containsExactly("3#2");
        assertThat(works("--task", "pay")).isEmpty();
        assertThat(works("--older-than", "2d")).isEmpty();
        assertThat(works("--incidents")).isEmpty();
    }

    @Test
    void cases_whose_work_has_an_incident_and_timers_of_one_tenant_are_listed(@TempDir Path other) {
        try (Millrace mill = Millrace.open(other)) {
            mill.deploy(ActivityProcess.named("p", Activities.call("pay").retry(RetryPolicy.NONE)));
            mill.on("pay", work -> {
                throw new IllegalStateException("no line");
            });
            mill.start("p");
            while (mill.work(WorkQuery.ALL.onlyIncidents(), null, 1).items().isEmpty()) {
                Thread.onSpinWait();
            }
            Tenant second = mill.tenant("second");
            second.deploy(ActivityProcess.named("w", Activities.sleep(Duration.ofDays(1))));
            second.start("w");
        }
        String cases = Printed.by("cases", "-j", other.toString(), "--incidents").out();
        assertThat(cases.lines().toList()).hasSize(2).last().asString()
                .startsWith("1 ").contains("incident").endsWith("Work item '1#1': IllegalStateException: no line");
        assertThat(Printed.by("timers", "-j", other.toString()).out()).isEqualToNormalizingNewlines("No timers.\n");
        assertThat(Printed.by("timers", "-j", other.toString(), "--tenant", "second").out()).contains("due");
    }

    @Test
    void a_table_has_aligned_columns_under_headings() {
        List<String> lines = run("work").out().lines().toList();
        assertThat(lines.getFirst().split(" +")).containsExactly("work", "process", "task", "state", "who", "age", "note");
        int task = lines.getFirst().indexOf("task");
        assertThat(lines).hasSize(3).allSatisfy(line -> assertThat(line.charAt(task - 1)).isEqualTo(' '));
        assertThat(run("work", "--task", "pay").out()).isEqualToNormalizingNewlines("No open work.\n");
    }

    @Test
    void cases_are_listed_by_process_state_key_and_attribute() {
        assertThat(cases()).containsExactly("1", "2", "3");
        assertThat(cases("--newest-first")).containsExactly("3", "2", "1");
        assertThat(cases("--state", "running")).containsExactly("2", "3");
        assertThat(cases("--process", "claim", "--state", "completed")).containsExactly("1");
        assertThat(cases("--process", "claim", "--key", "second")).containsExactly("2");
        assertThat(cases("--where", "outcome=paid")).containsExactly("1");
        assertThat(cases("--process", "claim", "--where", "outcome=rejected")).isEmpty();
        assertThat(cases("--process", "other")).isEmpty();
    }

    @Test
    void a_list_is_paged_and_the_cursor_goes_on_where_the_page_ended() {
        List<Data> page = objects(run("cases", "--json", "--limit", "2").out());
        assertThat(page).hasSize(3);
        String cursor = page.getLast().at("cursor").text();
        List<Data> rest = objects(run("cases", "--json", "--limit", "2", "--cursor", cursor).out());
        assertThat(rest).singleElement().satisfies(last -> assertThat(last.at("case").text()).isEqualTo("3"));
        assertThat(run("cases", "--limit", "2").out()).contains("There is more: --cursor " + cursor);
        assertThat(run("cases", "--cursor", "nonsense").err()).contains("MR-2008");
    }

    @Test
    void the_history_of_a_case_is_read_forwards_and_backwards() {
        List<Data> forwards = objects(run("history", "1", "--json").out());
        List<Data> backwards = objects(run("history", "1", "--json", "--backwards").out());
        assertThat(forwards.getFirst().at("kind").text()).isEqualTo("CaseStarted");
        assertThat(forwards).allSatisfy(event -> assertThat(event.at("case").text()).isEqualTo("1"));
        assertThat(backwards).isEqualTo(forwards.reversed());
        assertThat(forwards)
                .as("events of the language are read without the code of the process")
                .anySatisfy(event -> {
                    assertThat(event.at("kind").text()).isEqualTo("SlotSet");
                    assertThat(event.at("detail").has("slot")).isTrue();
                });
        assertThat(objects(run("history", "--json", "--limit", "500").out()).size()).isGreaterThan(forwards.size());
        Printed unknown = run("history", "77");
        assertThat(unknown.status()).isEqualTo(Mill.NO);
        assertThat(unknown.err()).isEqualToNormalizingNewlines("There is no case '77'. List the cases to find its id. (MR-1003)\n");
    }

    @Test
    void a_journal_is_checked_and_looked_into_beside_an_engine() {
        assertThat(Printed.by("check", journal).out()).startsWith("Intact: ");
        try (Millrace holder = Millrace.open(Path.of(journal))) {
            assertThat(holder.processes()).containsExactly("claim");
            assertThat(cases()).hasSize(3);
            Printed held = Printed.by("check", journal);
            assertThat(held.status()).isEqualTo(Mill.CANNOT_ASK);
            assertThat(held.err()).contains("is in use by").contains("MR-7001");
        }
    }

    @Test
    void timers_are_listed() {
        assertThat(run("timers").out()).isEqualToNormalizingNewlines("No timers.\n");
    }

    @Test
    void what_is_not_a_journal_is_refused_in_one_sentence_and_not_made_one() {
        Path absent = temporary.resolve("absent");
        for (String command : List.of("work", "cases", "history", "timers")) {
            Printed refused = Printed.by(command, "--journal", absent.toString());
            assertThat(refused.status()).isEqualTo(Mill.CANNOT_ASK);
            assertThat(refused.out()).isEmpty();
            assertThat(refused.err()).contains("it does not exist").contains("(MR-7006)").hasLineCount(1);
        }
        assertThat(absent).doesNotExist();
    }

    @Test
    void finished_cases_are_archived_and_erased(@TempDir Path other) throws IOException {
        Path second = other.resolve("journal");
        try (Millrace mill = Millrace.open(second)) {
            mill.deploy(new Claims().process());
            Claims.equip(mill, null);
            Case paid = mill.start(Claims.NAME, Data.of(new Claims.Claim("P-1", "Ada", 120, "DE-1")));
            paid.result();
            mill.files().attach(Millrace.TENANT, paid.id(), "../../scan.txt", new ByteArrayInputStream("a scan".getBytes(UTF_8)));
            mill.start(Claims.NAME, Data.of(new Claims.Claim("P-2", "Bert", 900, "DE-2")));
        }
        String[] retain = {"retain", "--journal", second.toString(), "--older-than", "0s", "--archive", other.resolve("old").toString()};
        assertThat(Printed.by("retain", "--journal", second.toString(), "--older-than", "0s", "--dry-run").out())
                .contains("Would be erased: 1 case.");
        assertThat(Printed.by(retain).out()).contains("1 case.");
        List<String> lines = Files.readAllLines(other.resolve("old/1.jsonl"));
        assertThat(lines).hasSizeGreaterThan(5);
        Data file = Data.parse(lines.getFirst()).at("files").at(0);
        assertThat(file.at("name").text()).isEqualTo("../../scan.txt");
        assertThat(other.resolve("old/1-files").resolve(file.at("file").text())).hasContent("a scan");
        try (Stream<Path> written = Files.list(other.resolve("old"))) {
            assertThat(written.map(path -> path.getFileName().toString())).containsExactlyInAnyOrder("1.jsonl", "1-files");
        }
        assertThat(objects(Printed.by("cases", "--journal", second.toString(), "--json").out())).hasSize(1);
        assertThat(Printed.by(retain).out()).contains("0 cases.");
        try (Stream<Path> files = Files.walk(second)) {
            for (Path written : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(written, StandardCharsets.ISO_8859_1)).as("%s", written).doesNotContain("a scan");
            }
        }
    }

    private static Printed run(String command, String... options) {
        List<String> line = new ArrayList<>(List.of(command, "--journal", journal));
        line.addAll(List.of(options));
        return Printed.by(line.toArray(String[]::new));
    }

    private static List<String> works(String... options) {
        return fields("work", run("work", json(options)));
    }

    private static List<String> cases(String... options) {
        return fields("case", run("cases", json(options)));
    }

    private static String[] json(String... options) {
        List<String> all = new ArrayList<>(List.of(options));
        all.add("--json");
        return all.toArray(String[]::new);
    }

    private static List<String> fields(String name, Printed printed) {
        assertThat(printed.err()).isEmpty();
        assertThat(printed.status()).isEqualTo(Mill.FINE);
        return objects(printed.out()).stream().map(object -> object.at(name).text()).toList();
    }

    private static List<Data> objects(String out) {
        return out.lines().map(Data::parse).toList();
    }
}
