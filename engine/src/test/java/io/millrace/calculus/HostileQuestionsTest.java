package io.millrace.calculus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.journal.MemoryStore;
import io.millrace.net.run.NetLanguage;
import io.millrace.problem.RefusedException;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions of people who mean no good end with an answer or a sentence. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class HostileQuestionsTest {
    private Millrace mill = Millrace.builder().open();

    @BeforeEach
    void oneCase() {
        mill.close();
        mill = Millrace.builder().everything().store(new MemoryStore()).projection(HistoryIndex.INSTANCE).open();
        mill.deploy(new NetLanguage().compile("p", "initial_activity(a). sequential(a, b). final_activity(b)."));
        mill.start("p", Data.fields("x", 1));
    }

    @AfterEach
    void close() {
        mill.close();
    }

    private Questions ask() {
        return mill.questions().atMost(3_000_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "X = X + 1, holds_at(F, X)",
        "X = f(X), holds_at(F, X)",
        "X = now - X, happened(E, X)",
        "X = f(X), atom_length(X, N)",
        "X = [a|X], atom_length(X, N)",
        "X = f(X)",
        "holds_at(F, f(x))",
        "holds_at(1, now)",
        "X is nan, holds_at(F, X)",
        "repeat, fail",
        "length(L, N), fail"
    })
    void a_question_without_an_answer_is_refused_in_a_sentence(String goal) {
        assertThatThrownBy(() -> ask().all(goal)).isInstanceOf(RefusedException.class).satisfies(
                refused -> assertThat(refused.toString()).hasSizeLessThan(1_500));
    }

    @Test
    void a_sum_of_many_spans_is_a_time() {
        assertThat(ask().holds("holds_at(running(1), now" + " + 1".repeat(100_000) + ")")).isTrue();
        assertThat(ask().holds("holds_at(running(1), now" + " - 1d".repeat(100_000) + ")")).isFalse();
        assertThat(ask().holds("holds_at(running(1), " + "(1 + ".repeat(100_000) + "now" + ")".repeat(100_000) + ")")).isTrue();
    }

    @Test
    void times_out_of_range_are_before_or_after_everything() {
        for (String early : new String[] {"-9223372036854775808", "-9223372036854775807", "-1.0e308", "-" + "9".repeat(500), "0"}) {
            assertThat(ask().holds("holds_at(running(1), " + early + ")")).as(early).isFalse();
            assertThat(ask().at(Times.moment(early, Instant.now())).holds("happened(E, T)")).as(early).isFalse();
        }
        for (String late : new String[] {"9223372036854775807", "1.0e308", "9".repeat(500), "inf"}) {
            assertThat(ask().holds("holds_at(running(1), " + late + ")")).as(late).isTrue();
        }
        assertThat(ask().holds("'$time'(-9223372036854775808, T), T < -9000000000000")).isTrue();
    }

    @Test
    void lists_in_lists_become_data_as_far_as_data_goes() {
        Solution solution = ask().first("X = " + "[".repeat(50_000) + "1" + "]".repeat(50_000)).orElseThrow();
        assertThat(solution.toData().json()).startsWith("{\"X\":[[[[").hasSizeGreaterThan(100_000);
        assertThat(solution.toString()).hasSizeGreaterThan(100_000);
        Solution record = ask().first("X = " + "[{a: ".repeat(50_000) + "1" + "}]".repeat(50_000)).orElseThrow();
        assertThat(record.toData().json()).isNotEmpty();
    }

    @Test
    void a_long_goal_is_not_repeated_in_full() {
        assertThatThrownBy(() -> ask().all("no_such(" + "f(".repeat(50_000) + "x" + ")".repeat(50_001)))
                .hasMessageContaining("MR-5039")
                .satisfies(refused -> assertThat(refused.toString()).hasSizeLessThan(1_000));
    }

    @Test
    void spans_are_read_after_comments_and_characters_with_quotes() {
        assertThat(ask().first("/* don't */ X = 2h").orElseThrow().get("X")).isEqualTo(Data.of(7_200));
        assertThat(ask().first("X = 0''', Y = 2h").orElseThrow().get("Y")).isEqualTo(Data.of(7_200));
        assertThat(ask().first("X = 0'\\', Y = 2h, true").orElseThrow().get("Y")).isEqualTo(Data.of(7_200));
        assertThat(ask().first("% it's\n X = 2h").orElseThrow().get("X")).isEqualTo(Data.of(7_200));
        assertThat(ask().first("X = 'a 2h /* ', Y = 2h").orElseThrow().get("X")).isEqualTo(Data.of("a 2h /* "));
        Rules rules = Rules.read("r.pl", "/* what isn't done */\nold(X) :- X = 2d.\n/* it's */ never :- fail.\n");
        assertThat(mill.questions().with(rules).first("old(X)").orElseThrow().get("X")).isEqualTo(Data.of(172_800));
    }

    @Test
    void names_may_have_any_characters() {
        String name = "Ünï \uD83C\uDF89 'quoted' \\ \"x\"";
        mill.deploy(new NetLanguage()
                .compile("odd", "initial_activity('Ünï \uD83C\uDF89 ''quoted'' \\\\ \"x\"'). final_activity('Ünï \uD83C\uDF89 ''quoted'' \\\\ \"x\"')."));
        mill.start("odd", Data.fields("a\u0000b", "c\u0000d"));
        assertThat(ask().first("holds_now(waiting(T, _, 2))").orElseThrow().get("T")).isEqualTo(Data.of(name));
        assertThat(ask().holds("holds_now(waiting('Ünï \uD83C\uDF89 ''quoted'' \\\\ \"x\"', _, 2))")).isTrue();
        Solution data = ask().first("data(2, N, V)").orElseThrow();
        assertThat(data.get("V")).isEqualTo(Data.of("c\u0000d"));
        assertThat(ask().holds("data(2, " + data.text("N") + ", " + data.text("V") + ")")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "initiates(X, 1).",
        "initiates(X, F).",
        "initiates(start(_, _, _), [a]).",
        "initiates(start(_, _, _), active(a, b, c)).",
        "holds_at(X, Y) :- true.",
        "append(a, b, c).",
        "1 :- true.",
        "X :- true.",
        "a --> b.",
        ":- assertz(foo).",
        ":- initialization(halt)."
    })
    void a_rule_that_cannot_be_used_is_refused_at_its_line(String rule) {
        assertThatThrownBy(() -> Rules.read("r.pl", ":- language(history).\n" + rule + "\n"))
                .hasMessageContaining("r.pl:2")
                .hasMessageContaining("MR-5035");
    }
}
