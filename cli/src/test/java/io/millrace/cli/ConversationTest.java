package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.testkit.TestEngine;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConversationTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final TestEngine engine = TestEngine.open();

    @AfterEach
    void close() {
        engine.close();
    }

    private int hold(String... lines) {
        engine.deploy(new Claims());
        var started = engine.mill().start("test-claims", Data.fields("amount", 120));
        Screen screen = Screen.plain(
                new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8));
        Lines input = Lines.of(new StringReader(String.join("\n", lines)));
        return new Conversation(screen, input, engine, started.id(), Path.of(""), false).hold();
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void answers_carry_a_case_to_its_end() {
        int status = hold(
                "2 damage=3.5 note=\"two words\" by=anna", "{\"ok\":", " true}", "clock", "signal confirmed", "done");
        assertThat(err()).isEmpty();
        assertThat(out())
                .isEqualTo("""
                          1  review for adjuster
                          2  inspect
                          1  review for adjuster
                          Nothing to do now. It wakes at 2000-01-03T00:00:00Z; 'clock' goes there.
                          It is 2000-01-03T00:00:00Z.
                          Nothing to do now. It waits for the signal 'confirmed'; 'signal confirmed' gives it.
                          1  close
                        case 1 completed
                        {
                          "amount": 120,
                          "damage": 3.5,
                          "note": "two words",
                          "by": "anna",
                          "ok": true,
                          "paid": true
                        }
                        """);
        assertThat(status).isEqualTo(Mill.FINE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dance", "{\"a\": }", "a=1 b", "7 {}", "clock soon", "\u0000\u0007", "]]", "complete", "= 3", "99999999999", "expect case completed"})
    void nonsense_is_said_and_the_case_goes_on(String nonsense) {
        assertThat(hold(nonsense, "}", "cancel case because \"enough\"")).isEqualTo(Mill.NO);
        assertThat(err()).isNotEmpty().doesNotContain("Exception");
        assertThat(out()).endsWith("case 1 cancelled: enough\n");
    }

    @Test
    void questions_change_nothing() {
        assertThat(hold("?", "next", "data", "history", "work", "", "quit")).isEqualTo(Mill.FINE);
        assertThat(out()).contains("clock 2d", "\"amount\": 120", "CaseStarted", "review");
        assertThat(err()).isEmpty();
    }

    @Test
    void an_input_that_ends_early_is_a_no() {
        assertThat(hold("1 {}")).isEqualTo(Mill.NO);
        assertThat(err()).isEqualTo("The input ended before the case did.\n");
    }

    @Test
    void commands_of_scenarios_work_too() {
        assertThat(hold("participant anna roles adjuster", "claim review by anna", "complete review {} by bob", "fail inspect \"no car\"")).isEqualTo(Mill.NO);
        assertThat(out()).contains("1  review for adjuster (allocated, anna)").endsWith("case 1 failed: no car\n");
        assertThat(err()).startsWith("Cannot complete work item '1#1': 'anna' has it.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            a=1 b=x              | {"a":1,"b":"x"}
            a={"b": [1, 2]} c=   | {"a":{"b":[1,2]},"c":""}
            a="x y" b=2000-01-01 | {"a":"x y","b":"2000-01-01"}
            a=true b=truely      | {"a":true,"b":"truely"}
            {"a": 1}             | {"a":1}
            [1]                  | [1]
            """)
    void pairs_have_json_or_words(String text, String json) {
        assertThat(AnswerText.looksLikeOne(text)).isTrue();
        assertThat(AnswerText.read(text).json()).isEqualTo(json);
    }

    @Test
    void an_unknown_process_is_said() {
        Screen screen = Screen.plain(
                new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8));
        assertThat(Mill.run(screen, "run", "nowhere")).isEqualTo(Mill.CANNOT_ASK);
        assertThat(err()).startsWith("There is neither a file 'nowhere' nor a Java process of that name.");
    }
}
