package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.net.run.NetLanguage;
import io.millrace.prolog.WorkflowProlog;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A trip is registered and half booked; then it is looked at as it was, copied as it was, and asked for reasons. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PastCommandsTest {
    @TempDir
    private static Path temporary;

    private static String journal = "";
    /** When the trip had been registered, and nothing booked. */
    private static Instant registered = Instant.EPOCH;

    @BeforeAll
    void bookATrip() {
        journal = temporary.resolve("journal").toString();
        try (Millrace mill = Millrace.open(Path.of(journal))) {
            mill.deploy(new NetLanguage().compile("trip", Repository.read("examples/nets/trip.pl")));
            mill.deploy(new WorkflowProlog().compile("proposal", Repository.read("examples/prolog/proposal.pl")));
            mill.participant("anna").participant("bob");
            mill.start("trip", Data.fields("flight", true, "hotel", true));
            complete(mill, "anna", "register", Data.fields());
            registered = pause();
            complete(mill, "bob", "hotel", Data.fields());
            pause();
            mill.start("proposal", Data.nothing());
        }
    }

    private static void complete(Millrace mill, String who, String task, Data output) {
        mill.find("1").work().stream()
                .filter(item -> item.task().equals(task))
                .forEach(item -> mill.as(who).complete(item.id(), output));
    }

    /** An instant with nothing around it. */
    private static Instant pause() {
        Instant before = Instant.now();
        while (Duration.between(before, Instant.now()).toMillis() < 20) {
            Thread.onSpinWait();
        }
        return before.plusMillis(10).truncatedTo(ChronoUnit.MILLIS);
    }

    private static Printed run(String... arguments) {
        String[] all = Arrays.copyOf(arguments, arguments.length + 2);
        all[arguments.length] = "--journal";
        all[arguments.length + 1] = journal;
        return Printed.by(all);
    }

    @Test
    void a_case_is_shown_as_it_is_and_as_it_was() {
        assertThat(run("show", "1").out())
                .startsWith("case 1  trip 1  running, started ")
                .contains("  data        flight = true\n              hotel = true\n")
                .contains("  tokens      c(hotel,pay), c(register,flight)\n")
                .contains("  work        1#2  flight  offered, anyone, since ");
        assertThat(run("show", "1", "--at", registered.toString()).out())
                .contains("  at          ")
                .contains("  tokens      c(register,flight), c(register,hotel)\n")
                .contains("1#3  hotel  offered, anyone");
        Data then = Data.parse(run("show", "1", "--json", "--at", registered.toString()).out());
        assertThat(then.at("work").asList()).extracting(item -> item.at("task").text()).containsExactlyInAnyOrder("flight", "hotel");
        assertThat(then.at("tokens").asMap()).containsOnlyKeys("c(register,flight)", "c(register,hotel)");
        assertThat(run("show", "2").out()).contains("  next        check(wv1,zz1234,send_proposal,[smith,jones]) waits for wv1");
        assertThat(run("show", "1", "--at", "2001-01-01").err()).startsWith("Case '1' did not exist at 2001-01-01T00:00:00Z: it started at ").contains("(MR-5010)");
        assertThat(run("show", "9").err()).contains("(MR-1003)");
        assertThat(run("show", "1", "--at", "tomorrow").err()).contains("'tomorrow' is not a time.").contains("(MR-5011)");
    }

    @Test
    void cases_are_listed_as_they_were() {
        assertThat(run("cases", "--at", registered.toString(), "--json").out()).hasLineCount(1).contains("\"case\":\"1\"");
        assertThat(run("cases", "--at", "now", "--json").out()).hasLineCount(2);
        assertThat(run("cases", "--at", "-9d").out()).isEqualToNormalizingNewlines("No cases.\n");
    }

    @Test
    void a_picture_shows_the_tokens_of_a_moment() {
        String file = Repository.root().resolve("examples/nets/trip.pl").toString();
        String then = run("draw", file, "--case", "1", "--at", registered.toString()).out();
        assertThat(then).startsWith("<svg").isNotEqualTo(run("draw", file, "--case", "1").out());
        assertThat(run("draw", file, "--at", "now").err()).contains("name the case with '--case'");
    }

    @Test
    void why_is_a_proof_in_words_and_as_json() {
        assertThat(run("why", "1", "pay").out().lines().toList()).satisfiesExactly(
                line -> assertThat(line).isEqualTo("Task 'pay' is an OR-join; it waits, because more tokens can come."),
                line -> assertThat(line).startsWith("├ a token in c(hotel,pay), since ").endsWith(", when bob completed 'hotel'  (case 1/3/7)"),
                line -> assertThat(line)
                        .startsWith("└ a token in c(register,flight), from where a token can still come to c(flight,pay) by 'flight', since ")
                        .endsWith(", when anna completed 'register'  (case 1/2/7)"));
        Data before = Data.parse(run("why", "1", "hotel", "--json", "--at", registered.toString()).out());
        assertThat(before.at("claim").text()).startsWith("holds_at(waiting(hotel, _, 1), ");
        assertThat(before.at("holds")).isEqualTo(Data.of(true));
        assertThat(before.at("because").at(0).at("claim").text()).startsWith("happened(offer(hotel, 1), ");
        assertThat(before.at("because").at(0).at("because").at(0).at("claim").text()).startsWith("held_at(token(c(register, hotel), 1), ");
        Printed unknown = run("why", "1", "hotl");
        assertThat(unknown.err()).isEqualToNormalizingNewlines("Process 'trip' has no task 'hotl'; the nearest is 'hotel'. Name one of its tasks. (MR-5013)\n");
        assertThat(unknown.status()).isEqualTo(Mill.CANNOT_ASK);
    }

    @Test
    void every_claim_of_a_proof_is_a_question_that_the_history_answers_as_the_proof_says() {
        for (String task : List.of("register", "flight", "hotel", "car", "pay")) {
            claims(Data.parse(run("why", "1", task, "--json").out()));
            claims(Data.parse(run("why", "1", task, "--json", "--at", registered.toString()).out()));
        }
        claims(Data.parse(run("why", "2", "jones", "--json").out()));
    }

    private static void claims(Data reason) {
        Printed answer = Printed.by("query", journal, reason.at("claim").text());
        assertThat(answer.err()).isEmpty();
        assertThat(answer.status()).as("%s", reason).isEqualTo(reason.at("holds").equals(Data.of(true)) ? Mill.FINE : Mill.NO);
        reason.at("because").asList().forEach(PastCommandsTest::claims);
    }

    @Test
    void a_fork_goes_on_from_a_moment_and_leaves_the_journal_alone() {
        Path copy = temporary.resolve("copy");
        assertThat(Printed.by("fork", journal, copy.toString(), "--at", registered.toString()).out())
                .isEqualToNormalizingNewlines("Copied: " + copy + " is " + journal + " as of " + registered + ".\n");
        assertThat(Printed.by("check", copy.toString()).out()).startsWith("Intact: ");
        try (Millrace mill = Millrace.open(copy)) {
            assertThat(mill.find("1").work()).extracting(item -> item.task()).containsExactlyInAnyOrder("flight", "hotel");
            complete(mill, "anna", "flight", Data.fields());
            complete(mill, "anna", "hotel", Data.fields());
            assertThat(mill.find("1").work()).extracting(item -> item.task()).containsExactly("pay");
        }
        assertThat(run("show", "1").out()).contains("c(hotel,pay), c(register,flight)");
        assertThat(Printed.by("fork", journal, copy.toString()).err()).contains("(MR-5012)");
        Printed inside = Printed.by("fork", journal, Path.of(journal, "copy").toString());
        assertThat(inside.status()).isEqualTo(Mill.CANNOT_ASK);
        assertThat(inside.err()).contains("(MR-2009)");
        assertThat(Printed.by("why", "1", "", "--journal", journal).err()).contains("(MR-2009)");
        Path whole = temporary.resolve("whole");
        assertThat(Printed.by("fork", journal, whole.toString(), "--json").out()).contains("\"at\":");
        assertThat(Printed.by("cases", "--journal", whole.toString(), "--json").out()).hasLineCount(2);
    }
}
