package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CompletionTest {
    @TempDir
    Path folder = Path.of("");

    /** What bash offers for the last of these words. */
    private List<String> offered(String... words) throws IOException {
        Path script = Files.writeString(folder.resolve("mill.bash"), Printed.by("completion", "bash").out());
        StringBuilder line = new StringBuilder("source '" + script + "'; COMP_WORDS=(");
        for (String word : words) {
            line.append(" '").append(word).append('\'');
        }
        line.append("); COMP_CWORD=").append(words.length - 1).append("; _mill; printf '%s\\n' \"${COMPREPLY[@]}\"");
        Shell.Result result = Shell.run(folder, Map.of("PATH", System.getenv("PATH")), "bash", "-c", line.toString());
        assertThat(result.err()).isEmpty();
        return result.out().lines().filter(each -> !each.isEmpty()).toList();
    }

    @Test
    void bash_completes_commands_options_and_values() throws IOException {
        assertThat(offered("mill", "dr")).containsExactly("draw");
        assertThat(offered("mill", "")).contains("demo", "completion", "--help", "--version");
        assertThat(offered("mill", "history", "--b")).containsExactly("--backwards");
        assertThat(offered("mill", "work", "--state", "s")).containsExactly("started", "suspended");
        assertThat(offered("mill", "work", "--participant", "")).as("anything").isEmpty();
        assertThat(offered("mill", "bench", "or")).containsExactly("orjoins");
        assertThat(offered("mill", "codes", "MR-7001")).containsExactly("MR-7001");
        assertThat(offered("mill", "help", "comp")).containsExactly("complete", "completion");
        assertThat(offered("mill", "completion", "")).containsExactly("bash", "zsh", "fish");
    }

    @Test
    void every_shell_knows_every_command_and_option() {
        Map<String, CommandLine> commands = Mill.commandLine(Screen.plain(System.out, System.err)).getSubcommands();
        assertThat(Overview.whats()).containsOnlyKeys(commands.keySet());
        String zsh = Printed.by("completion", "zsh").out();
        String fish = Printed.by("completion", "FISH").out();
        assertThat(zsh).startsWith("#compdef mill\n");
        commands.forEach((name, command) -> {
            assertThat(zsh).contains("    '" + name + ":", "\n    " + name + ")\n      _arguments");
            assertThat(fish).contains("-n __fish_use_subcommand -a " + name + " -d ");
            for (CommandLine.Model.OptionSpec option : command.getCommandSpec().options()) {
                assertThat(zsh).contains(option.longestName() + "[");
                assertThat(fish).contains("__fish_seen_subcommand_from " + name + "'", "-l " + option.longestName().substring(2) + " ");
            }
        });
    }
}
