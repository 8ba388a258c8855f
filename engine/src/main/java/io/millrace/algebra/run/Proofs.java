package io.millrace.algebra.run;

import io.millrace.algebra.EventType;
import io.millrace.algebra.Occasion;
import io.millrace.algebra.RuleReport;
import io.millrace.algebra.RuleSet;
import io.millrace.language.Finding;
import io.millrace.language.Proof;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is reported about rules when they are deployed. */
final class Proofs {
    private Proofs() {}

    /** Inside a case an event is one event, or repeats; constants of other kinds are for rules between cases. */
    static RuleSet insideCase(String process, RuleSet rules) {
        for (EventType each : rules.module().events()) {
            boolean isOfCase = each.parameters().isEmpty()
                    || each.occasion().isPresent()
                            && each.parameters().stream().allMatch(parameter -> isCase(each.occasion().get().sources().get(parameter)));
            if (!isOfCase) {
                throw new RefusedException(Code.RULES_INSIDE.with(process, each.toString()));
            }
        }
        return rules;
    }

    private static boolean isCase(Occasion.@Nullable Origin origin) {
        return origin != null && origin.from() == Occasion.Origin.From.CASE;
    }

    /** Rules that contradict each other, or that others can break, do not run; what never happens is a warning. */
    static Proof of(String process, RuleSet rules) {
        RuleReport report = rules.check();
        Problem objection = null;
        if (Boolean.FALSE.equals(report.consistent())) {
            objection = Code.RULES_INCONSISTENT.with(process, String.join(", ", report.conflict()));
        } else if (Boolean.FALSE.equals(report.enforceable())) {
            objection = Code.RULES_UNENFORCEABLE.with(process, String.join(" ", report.losingPlay()));
        }
        List<Finding> findings = new ArrayList<>();
        report.dead().forEach(event -> findings.add(told(Code.RULES_DEAD_EVENT.with(event))));
        report.neverAccepted().stream()
                .filter(event -> !report.dead().contains(event))
                .forEach(event -> findings.add(told(Code.RULES_NEVER_ACCEPTED.with(event))));
        report.redundant().forEach(rule -> findings.add(told(Code.RULES_REDUNDANT.with(rule))));
        return new Proof(objection, findings);
    }

    /** Tasks that are in no process, and such as the rules should trigger though the process begins them. */
    static List<Finding> unreachable(RuleSet rules, Bindings bindings, List<String> tasks, Set<String> own) {
        List<Finding> findings = new ArrayList<>();
        for (String task : bindings.tasks()) {
            if (!tasks.isEmpty() && !tasks.contains(task) && !own.contains(task)) {
                findings.add(told(Code.RULES_STRANGE_TASK.with(task)));
            }
            if (!own.contains(task)
                    && bindings.of(Occasion.Kind.TASK_START, task).stream().anyMatch(each -> rules.type(each).control().isTriggerable())) {
                findings.add(told(Code.RULES_FOREIGN_TRIGGER.with(task)));
            }
        }
        return findings;
    }

    /** What is told of a process together with its rules. */
    static Proof of(String process, CourseReport report) {
        List<Finding> findings = new ArrayList<>();
        boolean blocked = report.verdict() == CourseReport.Verdict.BLOCKED;
        // Behind the place where cases are blocked, nothing starts anyhow.
        List<String> unreached = blocked ? List.of() : report.unreached();
        unreached.forEach(task -> findings.add(told(Code.RULES_UNREACHED_TASK.with(process, task))));
        List<String> untriggered = blocked ? List.of() : report.untriggered();
        untriggered.forEach(task -> findings.add(told(Code.RULES_NEVER_TRIGGERED.with(process, task))));
        report.superfluous().forEach(rule -> findings.add(told(Code.RULES_SUPERFLUOUS.with(rule, process))));
        if (report.verdict() == CourseReport.Verdict.UNDECIDED) {
            findings.add(told(Code.RULES_NOT_EXPLORED.with(process, report.limit())));
        }
        return new Proof(blocked ? Code.RULES_BLOCK.with(process, report.blocked()) : null, findings);
    }

    private static Finding told(Problem problem) {
        return new Finding(problem, 0, "");
    }
}
