package io.millrace.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.testkit.Statement.Value;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioReaderTest {
    private static List<Scenario.Line> lines(String text) throws ScenarioException {
        return Scenario.parse("a.scenario", Path.of(""), text).lines();
    }

    private static Statement only(String text) throws ScenarioException {
        List<Scenario.Line> lines = lines(text);
        assertThat(lines).hasSize(1);
        return lines.getFirst().statement();
    }

    private static Statement.OnWork onWork(Statement statement) {
        return (Statement.OnWork) ((Statement.Ask) statement).wish();
    }

    @Test
    void clauses_come_in_any_order() throws Exception {
        Statement expected = only("complete t in 1.2 #3 {\"a\":1} by 'Anna B' because \"so\"");
        assertThat(only("complete t because \"so\" by \"Anna B\" {\"a\":1} #3 in 1.2")).isEqualTo(expected);
        assertThat(expected)
                .isEqualTo(new Statement.Ask(
                        new Statement.OnWork(
                                Statement.WorkVerb.COMPLETE,
                                new Statement.WorkRef("t", CaseId.parse("1.2"), 3),
                                new Value.Json(Data.fields("a", 1)),
                                ""),
                        "Anna B",
                        "so"));
    }

    @Test
    void a_sign_of_number_is_a_comment_a_work_number_or_part_of_a_text() throws Exception {
        assertThat(lines("#1 begins\n   # more\n\n")).isEmpty();
        assertThat(onWork(only("claim t #2 # the second")).work().number()).isEqualTo(2);
        assertThat(onWork(only("claim t#2")).work().number()).isEqualTo(2);
        assertThat(onWork(only("complete t \"a # b\"")).value()).isEqualTo(new Value.Json(Data.of("a # b")));
    }

    @Test
    void json_runs_over_lines_while_brackets_are_open_and_lines_are_counted() throws Exception {
        List<Scenario.Line> lines = lines("start p {\r\n  \"a\": [1,\r\n 2]\r\n} key k\r\n\r\nrestart");
        assertThat(lines).extracting(Scenario.Line::number).containsExactly(1, 6);
        assertThat(lines.getFirst().statement())
                .isEqualTo(new Statement.Ask(
                        new Statement.Start("p", new Value.Json(Data.fields("a", List.of(1, 2))), "k"), null, null));
    }

    @Test
    void words_of_the_grammar_are_names_when_they_are_quoted() throws Exception {
        assertThat(onWork(only("suspend \"case\"")).work().task()).isEqualTo("case");
        assertThat(((Statement.Ask) only("start 'work'")).wish())
                .isEqualTo(new Statement.Start("work", Value.NONE, null));
        assertThat(onWork(only("start work 'in'")).work().task()).isEqualTo("in");
        assertThat(only("expect offered \"in\", 'a*b'*2"))
                .isEqualTo(new Statement.Offered(
                        null, List.of(new Statement.Counted("in", 1), new Statement.Counted("a*b", 2))));
    }

    @Test
    void terms_and_goals_are_kept_as_they_stand() throws Exception {
        assertThat(((Statement.Ask) only("start trip go(paris, [by, X], 'in town') key 7")).wish())
                .isEqualTo(new Statement.Start("trip", new Value.Term("go(paris, [by, X], 'in town')"), "7"));
        assertThat(only("expect data(x, Y), Y > 3 # big")).isEqualTo(new Statement.Goal("data(x, Y), Y > 3", true));
        assertThat(only("expect no holds_at(a, 2d)")).isEqualTo(new Statement.Goal("holds_at(a, 2d)", false));
        assertThat(only("expect tokens in 1 c1, c2*2, c(a,b), exec(t)"))
                .isEqualTo(new Statement.Tokens(
                        CaseId.parse("1"),
                        List.of(
                                new Statement.Counted("c1", 1),
                                new Statement.Counted("c2", 2),
                                new Statement.Counted("c(a,b)", 1),
                                new Statement.Counted("exec(t)", 1))));
    }

    @ParameterizedTest
    @CsvSource({"2d,P2D", "90m,PT90M", "1h30m,PT1H30M", "10s,PT10S", "250ms,PT0.25S", "1w2d,P9D", "1m5ms,PT1M0.005S"})
    void durations_are_written_with_units(String written, Duration meant) throws Exception {
        assertThat(only("advance " + written)).isEqualTo(new Statement.Advance(meant));
    }

    @ParameterizedTest
    @CsvSource({"2000-01-03T12:00Z", "2000-01-03T13:00:00+01:00", "2d12h"})
    void instants_are_dates_times_or_counted_from_the_start(String written) throws Exception {
        assertThat(only("advance to " + written))
                .isEqualTo(new Statement.AdvanceTo(Instant.parse("2000-01-03T12:00:00Z")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            complte a                 | 2:1: 'complte' is not a command; perhaps 'complete' is meant. | ^
            complete                  | 2:9: a task was expected, found the end of the line.       | `        ^`
            complete a in b           | 2:15: the id of a case, such as 1 or 1.2, was expected, found 'b'. | `              ^`
            claim a {}                | 2:9: the line should end here, found '{'.                  | `        ^`
            claim a by x by y         | 2:14: this is given twice.                                 | `             ^`
            claim a #0                | 2:10: the number of a work item was expected, found '0'.   | `         ^`
            fail a                    | 2:7: the reason in double quotes was expected, found the end of the line. | `      ^`
            delegate a                | 2:11: 'to' and a participant was expected, found the end of the line. | `          ^`
            advance soon              | 2:9: a duration, such as 2d, 90m or 1h30m, was expected, found 'soon'. | `        ^`
            advance to soon           | 2:12: an instant, such as 2000-01-03T12:00Z, was expected, found 'soon'. | `           ^`
            cancel 1                  | 2:8: 'case' was expected, found '1'.                       | `       ^`
            expect case 1 happy       | 2:15: running, suspended, completed, failed or cancelled was expected, found 'happy'. | `              ^`
            expect offered a,         | 2:18: a task was expected, found the end of the line.      | `                 ^`
            expect data x             | 2:14: JSON was expected, found the end of the line.        | `             ^`
            handler a fails "x" 2     | 2:22: 'times' was expected, found the end of the line.     | `                     ^`
            start 'a                  | 2:7: this quote is not closed on its line.                 | `      ^`
            migrate case 1 2          | 2:16: 'to' and a version was expected, found '2'.          | `               ^`
            restart now               | 2:9: the line should end here, found 'now'.                | `        ^`
            """)
    void mistakes_are_shown_with_their_place(String line, String sentence, String marker) {
        assertThatThrownBy(() -> lines("restart\n" + line + "\nrestart"))
                .isInstanceOf(ScenarioException.class)
                .hasMessage("a.scenario:" + sentence + " Correct the marked place. (MR-2003)\n    " + line + "\n    " + marker);
    }

    @Test
    void a_mistaken_expectation_lists_what_there_is() {
        assertThatThrownBy(() -> lines("expect ofered a"))
                .hasMessageContaining("a.scenario:1:8: an expectation was expected (offered, tokens, withdrawn, sent, case, "
                        + "data, refused, delayed, incident, next, event, no, or a goal), found 'ofered'; perhaps 'offered' is meant");
        assertThatThrownBy(() -> lines("expect")).hasMessageContaining("found the end of the line");
    }

    @Test
    void wrong_json_is_shown_with_its_place_in_the_file() {
        assertThatThrownBy(() -> lines("restart\nstart a {\n  \"b\": x\n}"))
                .hasMessage("""
                        a.scenario:3:8: This is not JSON: a value was expected, found 'x', at line 3, column 8. \
                        Correct the marked place. (MR-2004)
                              "b": x
                                   ^""");
    }
}
