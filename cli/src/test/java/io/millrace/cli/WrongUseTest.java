package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.problem.Code;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WrongUseTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
        wrok                        | There is no command 'wrok'. See 'mill help'. (MR-2009)
        help nothing                | There is no command 'nothing'. See 'mill help'. (MR-2009)
        cases --limit x             | Invalid value for option '--limit': 'x' is not an int, in 'mill cases'. See 'mill help'. (MR-2009)
        cases --frob                | Unknown option: '--frob', in 'mill cases'. See 'mill help'. (MR-2009)
        retain                      | Missing required option: '--older-than=SPAN', in 'mill retain'. See 'mill help'. (MR-2009)
        work --older-than yesterday | Invalid value for option '--older-than': 'yesterday' is not a span of time such as 2d, 90m, 1h30m or 10s, in 'mill work'. See 'mill help'. (MR-2009)
        demo --claims 1             | The demonstration needs at least 5 claims, not 1. See 'mill help'. (MR-2009)
        """)
    void wrong_use_is_one_sentence_on_standard_error_and_status_2(String line, String sentence) {
        Printed printed = Printed.by(line.split(" +"));
        assertThat(printed.err()).isEqualToNormalizingNewlines(sentence + "\n");
        assertThat(printed.out()).isEmpty();
        assertThat(printed.status()).isEqualTo(Mill.CANNOT_ASK);
    }

    @Test
    void mill_alone_shows_every_command() {
        String overview = Printed.by().out();
        assertThat(Mill.commandLine(Screen.plain(System.out, System.err)).getSubcommands().keySet())
                .allSatisfy(command -> assertThat(overview).contains("  " + command));
        assertThat(Printed.by("help").out()).isEqualTo(overview);
    }

    @Test
    void every_code_is_listed_with_its_sentence_and_remedy() {
        assertThat(Printed.by("codes", "--json").out()).hasLineCount(Code.values().length);
        assertThat(Printed.by("codes", "mr-1004").out()).contains("There is no open work item").hasLineCount(2);
    }

    @Test
    void nothing_is_coloured_where_no_terminal_is() {
        assertThat(Printed.by("codes").out() + Printed.by().out()).doesNotContain("\u001b");
    }
}
