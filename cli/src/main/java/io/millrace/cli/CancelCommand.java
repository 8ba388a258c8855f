package io.millrace.cli;

import io.millrace.id.CaseId;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "cancel",
        sortOptions = false,
        description = "Cancels cases with their sub-cases. Rules may ask for compensation before a case ends.")
final class CancelCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "CASE", description = "Cases, such as 62 or 62.1.")
    private List<String> cases = List.of();

    @Option(names = "--plan", description = "Say only what would happen, and do nothing.")
    private boolean plan;

    @Mixin
    private ActOptions acting = new ActOptions();

    private final Screen screen;

    CancelCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        String reason = acting.reason();
        return acting.carryOut(screen, plan, cases, id -> new ActOptions.Act(
                new io.millrace.command.Command.CancelCase(CaseId.parse(id), reason == null ? "cancelled" : reason), "case " + id + " is cancelled"));
    }
}
