package io.millrace.cli;

import io.millrace.cli.Screen.Style;
import io.millrace.id.CaseId;
import io.millrace.query.Reason;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "why",
        sortOptions = false,
        description = {
            "Explains why a task of a case is offered, started, completed or withdrawn, or why it is not enabled: which tokens, places or "
                    + "goals, which event, who acted; now or at a moment of the past.",
            "With --json, each claim is a goal for 'mill query'."
        })
final class WhyCommand implements Runnable {
    @Parameters(index = "0", paramLabel = "CASE", description = "A case, or a sub-case such as 62.1.")
    private String caseId = "";

    @Parameters(index = "1", paramLabel = "TASK", description = "One of its tasks.")
    private String task = "";

    @Mixin
    private AtOption at = new AtOption();

    @Option(names = "--json", description = "As one JSON object.")
    private boolean json;

    @Mixin
    private TargetOptions target = new TargetOptions();

    private final Screen screen;

    WhyCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public void run() {
        CaseId id = CaseId.parse(caseId);
        try (Records records = target.records(screen)) {
            Reason why = records.why(id, task, at.moment(Instant.now()));
            if (json) {
                screen.println(why.toData().json());
            } else {
                screen.println(screen.style(Style.STRONG, why.words()));
                print(why.because(), "");
            }
        }
    }

    /** A line for each reason, those that it rests on below it. */
    private void print(List<Reason> reasons, String indent) {
        for (int i = 0; i < reasons.size(); i++) {
            Reason reason = reasons.get(i);
            boolean last = i == reasons.size() - 1;
            String event = reason.event() == null ? "" : "  " + screen.style(Style.FAINT, "(" + reason.event() + ")");
            screen.println(screen.style(Style.FAINT, indent + (last ? "└ " : "├ ")) + reason.words() + event);
            print(reason.because(), indent + (last ? "  " : "│ "));
        }
    }
}
