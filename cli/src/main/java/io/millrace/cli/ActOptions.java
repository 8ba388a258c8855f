package io.millrace.cli;

import io.millrace.cli.Screen.Style;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.DataException;
import io.millrace.language.Plan;
import io.millrace.problem.RefusedException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How a command acts: on what, in whose name, why; and how it reports. */
final class ActOptions {
    @Mixin
    private TargetOptions target = new TargetOptions();

    @Option(names = "--as", paramLabel = "NAME", description = "In whose name; the history shows it. A server with security takes it from the key.")
    private @Nullable String actor;

    @Option(names = "--because", paramLabel = "TEXT", description = "A reason, for the history.")
    private @Nullable String reason;

    @Option(names = "--request", paramLabel = "ID", description = "An id of the request: the same again is answered as the first was, and does nothing.")
    private @Nullable String request;

    @Option(names = "--json", description = "As JSON objects, one a line.")
    private boolean json;

    /** A command, and what is said when it is done. */
    record Act(Command command, String done) {}

    @Nullable String actor() {
        return actor;
    }

    @Nullable String reason() {
        return reason;
    }

    @Nullable String request() {
        return request;
    }

    boolean json() {
        return json;
    }

    Actions open() {
        return target.actions(this);
    }

    /** Acts on each of some things in turn, or says what would happen; ends at the first refusal. */
    int carryOut(Screen screen, boolean planned, List<String> things, Function<String, Act> act) {
        List<Act> acts = things.stream().map(act).toList();
        int status = Mill.FINE;
        try (Actions actions = open()) {
            for (Act each : acts) {
                if (planned) {
                    status = Math.max(status, show(screen, actions.plan(each.command())));
                } else {
                    report(screen, each, actions.ask(each.command()));
                }
            }
        }
        return status;
    }

    /** A plan, one step a line; the answer is no if the command would be refused. */
    private int show(Screen screen, Plan plan) {
        String refusal = plan.refusal() == null ? null : plan.refusal().message();
        if (json) {
            Data data = Data.fields("possible", plan.isPossible(), "steps", plan.steps());
            screen.println((refusal == null ? data : data.with("refusal", refusal)).json());
        } else if (refusal != null) {
            screen.println(screen.style(Style.BAD, "Would be refused") + ": " + refusal);
        } else {
            plan.steps().forEach(step -> screen.println("would: " + step));
            if (plan.steps().isEmpty()) {
                screen.println("Nothing would change.");
            }
        }
        return plan.isPossible() ? Mill.FINE : Mill.NO;
    }

    private void report(Screen screen, Act act, Answer answer) {
        switch (answer) {
            case Answer.Done done -> screen.println(json ? Data.fields("done", true, "what", act.done()).json() : act.done());
            case Answer.Delayed delayed ->
                screen.println(
                        json
                                ? Data.fields("delayed", delayed.attempt(), "detail", delayed.problem().message()).json()
                                : screen.style(Style.WARN, "Delayed") + " as attempt " + delayed.attempt() + ": " + delayed.problem().message());
            case Answer.Refused refused -> throw new RefusedException(refused.problem());
        }
    }

    /** Data as people type it: JSON, name=value pairs, or a plain text. */
    static Data data(@Nullable String text) {
        if (text == null) {
            return Data.fields();
        }
        if (AnswerText.looksLikeOne(text)) {
            return AnswerText.read(text);
        }
        try {
            return Data.parse(text);
        } catch (DataException e) {
            return Data.of(text);
        }
    }
}
