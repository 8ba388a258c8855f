package io.millrace.cli;

import io.millrace.command.Command;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that does the same to each of some cases and work items, and needs nothing but their ids. */
abstract class ThingsCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "CASE|WORK", description = "Cases such as 62, or work items such as 62#3.")
    private List<String> things = List.of();

    @Option(names = "--plan", description = "Say only what would happen, and do nothing.")
    private boolean plan;

    @Mixin
    private ActOptions acting = new ActOptions();

    private final Screen screen;
    private final Function<CaseId, Command> onCase;
    private final Function<WorkId, Command> onWork;
    private final String becomes;

    /** @param becomes what is said of a thing when it is done */
    ThingsCommand(Screen screen, Function<CaseId, Command> onCase, Function<WorkId, Command> onWork, String becomes) {
        this.screen = screen;
        this.onCase = onCase;
        this.onWork = onWork;
        this.becomes = becomes;
    }

    @Override
    public final Integer call() {
        return acting.carryOut(screen, plan, things, thing -> thing.contains("#")
                ? new ActOptions.Act(onWork.apply(WorkId.parse(thing)), "work item " + thing + " " + becomes)
                : new ActOptions.Act(onCase.apply(CaseId.parse(thing)), "case " + thing + " " + becomes));
    }
}
