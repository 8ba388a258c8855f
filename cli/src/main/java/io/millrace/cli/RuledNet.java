package io.millrace.cli;

import io.millrace.algebra.RuleModule;
import io.millrace.algebra.RuleReport;
import io.millrace.algebra.RuleSet;
import io.millrace.algebra.run.CourseReport;
import io.millrace.algebra.run.RuledLanguage;
import io.millrace.net.OrJoin;
import io.millrace.net.Specification;
import io.millrace.net.run.NetProcess;
import io.millrace.problem.Code;
import io.millrace.verify.Answer;
import io.millrace.verify.Properties;
import io.millrace.verify.Step;
import io.millrace.verify.Trouble;
import io.millrace.verify.Verdict;
import io.millrace.verify.Verification;
import io.millrace.verify.Warning;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Adds to what was found out about a net what holds of it under rules. */
final class RuledNet {
    private final Path file;
    private final String text;
    private final RuleSet rules;
    private final @Nullable OrJoin reading;
    private final int maxStates;

    private RuledNet(Path file, String text, @Nullable OrJoin reading, int maxStates) {
        this.file = file;
        this.text = text;
        this.rules = RuleSet.of(RuleModule.read(file.toString(), text).orRefuse());
        this.reading = reading;
        this.maxStates = maxStates;
    }

    static RuledNet read(Path file, @Nullable OrJoin reading, int maxStates) throws IOException {
        return new RuledNet(file, RulesCommand.text(file), reading, maxStates);
    }

    /** A net that is not sound, or no YAWL net, stays as it is. */
    Verified verified(Verified alone) {
        Verification answer = alone.answer();
        if (!(alone.content() instanceof NetFiles.Content.Yawl yawl) || answer.verdict() == Verdict.UNSOUND) {
            return alone.content() instanceof NetFiles.Content.Plain ? plain(alone) : alone;
        }
        Specification net = yawl.net();
        long began = System.nanoTime();
        Verification under = under(answer, reading == null ? net : net.orJoin(reading));
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
        return new Verified(alone.file(), alone.content(), under, alone.millis() + millis);
    }

    private static Verified plain(Verified alone) {
        String what = "'--rules' goes with nets whose tasks have work; '" + alone.file() + "' is a plain net";
        String reason = Code.BAD_USE.with(what).message();
        return new Verified(alone.file(), null, Verification.invalid(alone.file().toString(), List.of(reason)), alone.millis());
    }

    private Verification under(Verification answer, Specification net) {
        RuleReport own = rules.check();
        String trouble = Boolean.FALSE.equals(own.consistent())
                ? Code.RULES_INCONSISTENT.with(net.name(), String.join(", ", own.conflict())).message()
                : Boolean.FALSE.equals(own.enforceable())
                        ? Code.RULES_UNENFORCEABLE.with(net.name(), String.join(" ", own.losingPlay())).message()
                        : null;
        if (trouble != null) {
            Trouble bad = new Trouble(Trouble.Kind.BAD_RULES, net.root(), List.of(), List.of(), List.of(), trouble, null);
            return with(answer, Verdict.UNSOUND, Answer.NO, List.of(bad), List.of(), List.of(), 0);
        }
        CourseReport report = RuledLanguage.explored(RuledLanguage.with(NetProcess.of(net, null), file.toString(), text), maxStates);
        if (report == null) {
            String reason = "An OR-split has too many branches to try them under rules.";
            return with(answer, Verdict.UNKNOWN, Answer.UNKNOWN, List.of(), List.of(), List.of(reason), 0);
        }
        List<Warning> warnings = warnings(net, report);
        return switch (report.verdict()) {
            case CAN_END -> {
                Answer canEnd = answer.properties().optionToComplete();
                yield with(answer, answer.verdict(), canEnd, List.of(), warnings, List.of(), report.states());
            }
            case UNDECIDED -> {
                String reason = Code.RULES_NOT_EXPLORED.with(net.name(), report.limit()).message();
                yield with(answer, Verdict.UNKNOWN, Answer.UNKNOWN, List.of(), warnings, List.of(reason), report.states());
            }
            case BLOCKED -> {
                List<Step> trace = report.way().stream().map(event -> step(net.root(), event)).toList();
                String message = Code.RULES_BLOCK.with(net.name(), report.blocked()).message();
                Trouble blocked = new Trouble(Trouble.Kind.BLOCKED, net.root(), List.of(), trace, List.of(), message, null);
                yield with(answer, Verdict.UNSOUND, Answer.NO, List.of(blocked), warnings, List.of(), report.states());
            }
        };
    }

    private static List<Warning> warnings(Specification net, CourseReport report) {
        List<Warning> all = new ArrayList<>();
        boolean blocked = report.verdict() == CourseReport.Verdict.BLOCKED;
        List<String> unreached = blocked ? List.of() : report.unreached();
        List<String> untriggered = blocked ? List.of() : report.untriggered();
        unreached.forEach(task -> all.add(new Warning(
                Warning.Kind.RULED_OUT_TASK, net.root(), List.of(task), Code.RULES_UNREACHED_TASK.with(net.name(), task).message())));
        untriggered.forEach(task -> all.add(new Warning(
                Warning.Kind.UNTRIGGERED_TASK, net.root(), List.of(task), Code.RULES_NEVER_TRIGGERED.with(net.name(), task).message())));
        report.superfluous().forEach(rule -> all.add(new Warning(
                Warning.Kind.SUPERFLUOUS_RULE, net.root(), List.of(), Code.RULES_SUPERFLUOUS.with(rule, net.name()).message())));
        return all;
    }

    /** An event of the engine as a step of a trace. */
    private static Step step(String net, String event) {
        int colon = event.lastIndexOf(':');
        String task = colon < 0 ? event : event.substring(0, colon);
        Step.Phase phase = switch (colon < 0 ? "" : event.substring(colon + 1)) {
            case "start" -> Step.Phase.ENTER;
            case "complete" -> Step.Phase.EXIT;
            case "fail" -> Step.Phase.FAIL;
            default -> Step.Phase.WHOLE;
        };
        return new Step(net, task, phase, null, List.of());
    }

    private static Verification with(
            Verification answer,
            Verdict verdict,
            Answer canEnd,
            List<Trouble> problems,
            List<Warning> warnings,
            List<String> reasons,
            long states) {
        Properties properties =
                new Properties(canEnd, answer.properties().noDeadTasks(), answer.properties().properCompletion());
        List<Warning> allWarnings = new ArrayList<>(answer.warnings());
        allWarnings.addAll(warnings);
        List<String> allReasons = new ArrayList<>(answer.reasons());
        allReasons.addAll(reasons);
        return new Verification(
                answer.name(), verdict, properties, problems, allWarnings, answer.nets(), allReasons, answer.states() + states);
    }
}
