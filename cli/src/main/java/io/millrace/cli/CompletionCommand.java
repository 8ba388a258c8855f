package io.millrace.cli;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "completion",
        sortOptions = false,
        description = {
            "Prints a script that completes commands, options and their values in a shell.",
            "bash: source <(mill completion bash)",
            "zsh:  mill completion zsh > a file '_mill' in a directory of $fpath",
            "fish: mill completion fish > ~/.config/fish/completions/mill.fish"
        })
final class CompletionCommand implements Runnable {
    /** The shells, as the parameter takes them. */
    enum Shell {
        BASH,
        ZSH,
        FISH
    }

    @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
    private Shell shell = Shell.BASH;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private final Screen screen;

    CompletionCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public void run() {
        List<Completion.Entry> entries = Completion.entries(spec.root());
        screen.out().print(
                switch (shell) {
                    case BASH -> Completion.bash(entries);
                    case ZSH -> Completion.zsh(entries);
                    case FISH -> Completion.fish(entries);
                });
    }
}
