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
        wrok                        | There is no command 'wrok'. Did you mean 'work'? (MR-2009)
        help nothing                | There is no command 'nothing'. See 'mill help'. (MR-2009)
        cases --limit x             | Invalid value for option '--limit': 'x' is not an int. See 'mill cases --help'. (MR-2009)
        hlep                        | There is no command 'hlep'. Did you mean 'help'? (MR-2009)
        help hist                   | There is no command 'hist'. Did you mean 'history'? (MR-2009)
        --versoin                   | 'mill' has no option '--versoin'. Did you mean '--version'? (MR-2009)
        cases --limti=3             | 'mill cases' has no option '--limti=3'. Did you mean '--limit'? (MR-2009)
        codes MR-9999               | There is no code 'MR-9999'. See 'mill help'. (MR-2009)
        codes mr-1o04               | There is no code 'mr-1o04'. Did you mean 'MR-1004'? (MR-2009)
        bench jobs jbos             | There is nothing to measure under 'jbos'. Did you mean 'jobs'? (MR-2009)
        completion tcsh             | Invalid value for positional parameter at index 0 (SHELL): expected one of [BASH, ZSH, FISH] (case-insensitive) but was 'tcsh'. See 'mill completion --help'. (MR-2009)
        cases --frob                | Unknown option: '--frob'. See 'mill cases --help'. (MR-2009)
        retain                      | Missing required option: '--older-than=SPAN'. See 'mill retain --help'. (MR-2009)
        work --older-than yesterday | Invalid value for option '--older-than': 'yesterday' is not a span of time such as 2d, 90m, 1h30m or 10s. See 'mill work --help'. (MR-2009)
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
    void every_command_explains_itself() {
        for (String command : Mill.commandLine(Screen.plain(System.out, System.err)).getSubcommands().keySet()) {
            Printed help = Printed.by(command, "--help");
            assertThat(help.status()).as(command).isEqualTo(Mill.FINE);
            assertThat(help.err()).isEmpty();
            assertThat(help.out()).startsWith("Usage: mill " + command).isEqualTo(Printed.by("help", command).out());
            assertThat(Printed.by(command, "-h")).isEqualTo(help);
        }
        assertThat(Printed.by("--help")).isEqualTo(Printed.by("help"));
        assertThat(Printed.by("--version")).isEqualTo(Printed.by("version"));
        assertThat(Printed.by("-V").status()).isEqualTo(Mill.FINE);
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
