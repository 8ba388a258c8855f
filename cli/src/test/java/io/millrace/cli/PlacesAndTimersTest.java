package io.millrace.cli;

import static io.millrace.activity.Activities.call;
import static io.millrace.activity.Activities.parallel;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.sleep;
import static io.millrace.activity.Activities.work;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Millrace;
import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.id.WorkId;
import io.millrace.net.run.NetLanguage;
import io.millrace.prolog.WorkflowProlog;
import io.millrace.query.WorkQuery;
import io.millrace.work.Deadline;
import io.millrace.work.RetryPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a journal tells of processes whose code is not at hand. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PlacesAndTimersTest {
    @TempDir
    private static Path temporary;

    private static String journal = "";

    @BeforeAll
    void run() {
        journal = temporary.resolve("journal").toString();
        try (Millrace mill = Millrace.builder().directory(Path.of(journal)).everything().language(new NetLanguage()).language(new WorkflowProlog()).open()) {
            mill.deploy(ActivityProcess.named("own", sequence(
                    work("ask"),
                    parallel(sleep(Duration.ofDays(3)), work("sign").deadline(Deadline.fail(Duration.ofDays(2), "too late")), call("send").retry(new RetryPolicy(3, Duration.ofDays(1), 1, Duration.ofDays(1)))))));
            mill.on("send", work -> {
                throw new IllegalStateException("no line");
            });
            mill.deploy(new NetLanguage().compile("net", "initial_activity(a). sequential(a, remind). timer(remind, after('P2D')). final_activity(remind)."));
            mill.deploy(new WorkflowProlog().compile("logic", """
                    :- rpc(anna, question, A), answer(A).
                    answer(A) :- replycontent(A, _) : true.
                    answer(A) :- messagetime(A, T), Limit is T + 86400, Limit << replytime(A) : true.
                    """));
            mill.start("own");
            mill.whenQuiet().join();
            mill.operator().complete(mill.work(WorkQuery.ALL, null, 9).items().getFirst().item().id(), Data.nothing());
            mill.start("net");
            mill.whenQuiet().join();
            mill.operator().complete(WorkId.parse("2#1"), Data.nothing());
            mill.start("logic");
            mill.whenQuiet().join();
        }
    }

    @Test
    void the_history_names_places_of_processes_made_of_java_objects() {
        String history = Printed.by("history", "1", "-j", journal).out();
        assertThat(history).contains("\"place\":\"sequence/1\"", "\"places\":[\"sequence/2/1\",\"sequence/2/2\",\"sequence/2/3\"]").doesNotContain("\"node");
        assertThat(Printed.by("history", "-j", journal, "--backwards", "--json").out()).contains("\"place\":\"sequence/2/1\"").doesNotContain("\"node");
    }

    @Test
    void the_history_shows_as_many_events_as_asked_for_and_goes_on_after_them() {
        for (int limit = 1; limit < 6; limit++) {
            List<String> lines = Printed.by("history", "-j", journal, "--json", "--limit", "" + limit).out().lines().toList();
            assertThat(lines).hasSize(limit + 1);
            String cursor = Data.parse(lines.getLast()).at("cursor").text();
            String next = Printed.by("history", "-j", journal, "--json", "--limit", "1", "--cursor", cursor).out().lines().findFirst().orElseThrow();
            assertThat(next).isEqualTo(Printed.by("history", "-j", journal, "--json").out().lines().toList().get(limit));
        }
    }

    @Test
    void timers_say_what_they_are_for() {
        Printed timers = Printed.by("timers", "-j", journal);
        assertThat(timers.err()).isEmpty();
        assertThat(timers.out())
                .contains("wakes place 'sequence/2/1'", "deadline of work 1#", "'sign'", "tries work 1#", "'send' again", "wakes task 'remind'", "wakes goal answer(");
        assertThat(Printed.by("timers", "-j", journal, "--json").out()).contains("\"purpose\":\"wakes task 'remind'\"");
    }
}
