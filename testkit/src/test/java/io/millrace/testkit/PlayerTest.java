package io.millrace.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Played.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the player says when a line is not as expected. The other half is in {@link ScenarioFilesTest}. */
class PlayerTest {
    private final TestEngine engine = TestEngine.open();

    @TempDir
    Path folder = Path.of("");

    @AfterEach
    void close() {
        engine.close();
    }

    private Played play(String... lines) throws ScenarioException {
        return Player.play(Scenario.parse("my.scenario", folder, String.join("\n", lines)), engine);
    }

    @Test
    void a_missed_expectation_shows_line_expected_seen_and_how_things_stand() throws Exception {
        Played played = play("deploy trip", "", "start trip", "claim flight by anna", "expect offered pay, hotel*3  # no");
        assertThat(played.outcome()).isEqualTo(Outcome.MISSED);
        assertThat(played.line()).isEqualTo(5);
        assertThat(played.message().lines().limit(9).toList())
                .containsExactly(
                        "my.scenario:5: not as expected",
                        "    expect offered pay, hotel*3",
                        "  expected: offered hotel*3, pay",
                        "  seen:     offered flight, hotel*2",
                        "    case 1 of trip (version 1) is running",
                        "      1#1 flight: allocated to anna",
                        "      1#2 hotel: offered",
                        "      1#3 hotel: offered",
                        "      next: " + engine.mill().find("1").next().getFirst());
    }

    @Test
    void a_command_that_is_refused_is_a_missed_line() throws Exception {
        Played played = play("deploy claim", "start claim", "complete pay {}");
        assertThat(played.message())
                .startsWith("""
                        my.scenario:3: not as expected
                            complete pay {}
                          expected: it is done
                          seen:     There is no open work item 'pay'. List the open work of its case. (MR-1004)
                            case 1 of claim (version 1) is running
                              1#1 review: offered to adjuster
                        """);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            expect offered                        | offered nothing            | offered flight, hotel*2
            expect case 1 completed               | case 1 completed           | case 1 running
            expect case failed                    | case 1 failed              | case 1 running
            expect data a.b 7                     | a.b = 7                    | a.b = 8 in {"a":{"b":8}}
            expect data missing "x"               | missing = "x"              | missing = null in {"a":{"b":8}}
            expect withdrawn hotel                | withdrawn hotel            | withdrawn nothing
            expect refused claim flight           | a refusal                  | it was done
            expect refused MR-1001 complete x     | a refusal with MR-1001     | There is no open work item 'x'. List the open work of its case. (MR-1004)
            expect refused MR-1003 cancel case    | a refusal with MR-1003     | it was done
            expect incident                       | an incident                | no incident
            expect incident hotel                 | an incident of hotel       | no incident of hotel
            expect event CaseFailed               | event CaseFailed           | events ProcessDeployed, CaseStarted, Given, Entered, WorkOffered
            expect event CaseStarted {"process":"x"} | event CaseStarted with {"process":"x"} | events ProcessDeployed, CaseStarted, Given, Entered, WorkOffered
            """)
    void every_expectation_says_what_it_missed(String line, String expected, String seen) throws Exception {
        Played played = play("deploy trip", "start trip {\"a\": {\"b\": 8}}", line);
        assertThat(played.expected()).isEqualTo(expected);
        assertThat(played.seen()).isEqualTo(seen);
    }

    @Test
    void what_comes_next_is_searched_for_a_part() throws Exception {
        Played played = play("deploy order", "start order", "expect next remind", "expect next \"fly to the moon\"");
        assertThat(played.expected()).isEqualTo("next something with 'fly to the moon'");
        assertThat(played.seen()).startsWith("next Wait");
    }

    @Test
    void an_unwanted_incident_is_named() throws Exception {
        Played played = play(
                "deploy claim", "handler pay fails \"no line\"", "start claim", "complete review", "advance 1h",
                "expect no incident");
        assertThat(played.expected()).isEqualTo("no incident");
        assertThat(played.seen()).isEqualTo("1#2 pay: Failed: no line");
        assertThat(played.message()).contains("      1#2 pay: offered, attempt 3, incident: Failed: no line");
    }

    @Test
    void the_reason_of_a_failed_case_is_shown() throws Exception {
        Played played = play("deploy claim", "start claim", "fail review \"forged\"", "expect case completed");
        assertThat(played.message()).endsWith("    case 1 of claim (version 1) is failed: forged");
    }

    @Test
    void a_line_without_a_case_needs_one() throws Exception {
        Played played = play("expect offered");
        assertThat(played.seen())
                .isEqualTo("No case is named, and none has been started yet. Start a case first, or name one. (MR-1028)");
        assertThat(played.message()).endsWith("    no case has been started");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            expect tokens c1, c(a,b)*2     | 'expect tokens' needs the language of nets, or a case that is one, which is not installed.
            """)
    void what_needs_a_part_that_is_not_there_says_which(String line, String sentence) throws Exception {
        Played played = play("deploy claim", "start claim", line);
        assertThat(played.outcome()).isEqualTo(Outcome.UNUSABLE);
        assertThat(played.message())
                .isEqualTo("my.scenario:3: " + sentence + " Add the module that contains it, or do not use this feature. (MR-2021)\n    " + line);
    }

    @Test
    void questions_to_the_history_are_answered() throws Exception {
        assertThat(play("deploy claim", "start claim", "expect holds_at(running(1), 0)", "expect no holds_at(running(2), 0)").outcome())
                .isEqualTo(Outcome.HELD);
        assertThat(play("deploy claim", "start claim", "expect holds_at(running(7), 2d)").outcome()).isEqualTo(Outcome.MISSED);
        assertThat(play("deploy claim", "start claim", "expect no hapened(x)").outcome()).isNotEqualTo(Outcome.HELD);
    }

    @Test
    void a_process_that_is_not_there_makes_the_scenario_unusable() throws Exception {
        Played played = play("deploy nowhere.yawl");
        assertThat(played.outcome()).isEqualTo(Outcome.UNUSABLE);
        assertThat(played.message())
                .isEqualTo("my.scenario:1: There is neither a file 'nowhere.yawl' nor a Java process of that name. "
                        + "Check the path, or add the module that provides the process. (MR-2020)\n    deploy nowhere.yawl");
        assertThat(play("expect refused MR-2020 deploy nowhere.yawl").held()).isTrue();
    }

    @Test
    void a_file_in_no_known_language_makes_the_scenario_unusable() throws Exception {
        Files.writeString(folder.resolve("a.txt"), "hello");
        Played played = play("deploy a.txt");
        assertThat(played.outcome()).isEqualTo(Outcome.UNUSABLE);
        assertThat(played.message()).contains("The language of '" + folder.resolve("a.txt") + "' is not known.");
    }

    @Test
    void the_clock_does_not_go_back() throws Exception {
        Played played = play("advance 2d", "advance to 2000-01-02");
        assertThat(played.outcome()).isEqualTo(Outcome.UNUSABLE);
        assertThat(played.message())
                .startsWith("my.scenario:2: The clock does not go back: it is 2000-01-03T00:00:00Z, "
                        + "and the line asks for 2000-01-02T00:00:00Z.");
    }

    @Test
    void a_file_that_is_not_there_is_said() {
        Path missing = folder.resolve("missing.scenario");
        assertThat(Player.play(missing).message()).isEqualTo("There is no file '" + missing + "'. Check the path. (MR-2001)");
        assertThat(Player.play(folder).message()).startsWith("Cannot read '" + folder + "': it is a folder.");
    }

    @Test
    void a_java_file_with_a_provider_is_compiled_and_deployed() throws Exception {
        Files.writeString(folder.resolve("Hello.java"), """
                import io.millrace.*;
                import io.millrace.activity.*;
                import io.millrace.language.Compiled;

                public class Hello implements ProcessProvider {
                    public Compiled<?> process() {
                        return ActivityProcess.named("hello", Activities.sequence(Activities.work("greet"), Activities.call("wave")));
                    }

                    public void equip(Millrace mill) {
                        mill.on("wave", work -> null);
                    }
                }
                """);
        assertThat(play("deploy Hello.java as moin", "start moin", "restart", "complete greet", "expect case completed")
                        .message())
                .isEmpty();
    }

    @Test
    void a_java_file_that_does_not_compile_says_where() throws Exception {
        Path file = Files.writeString(folder.resolve("Bad.java"), "class Bad {\n    int x = y;\n}\n");
        assertThat(play("deploy Bad.java").message())
                .startsWith("my.scenario:1: Cannot use the Java file '" + file + "': line 2, column 13: cannot find symbol");
        Files.writeString(file, "class Bad {}");
        assertThat(play("deploy Bad.java").message())
                .contains("it holds 0 implementations of ProcessProvider, and one is needed.");
    }

    @Test
    void nothing_is_played_after_the_first_missed_line() throws Exception {
        play("deploy claim", "start claim", "expect offered", "complete review");
        assertThat(engine.mill().find("1").work()).hasSize(1);
    }
}
