package io.millrace.algebra.run;

import io.millrace.algebra.RuleSet;
import io.millrace.algebra.RuleState;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Which rules stand in the way in a state of a case, and of what. */
final class Blame {
    private final RuleSet rules;
    private final List<CourseSteps.Next> path;
    private final Set<String> names = new LinkedHashSet<>();
    private final List<String> sentences = new ArrayList<>();

    /** @param path how the case came there */
    Blame(CourseSteps steps, RuleSet rules, CourseState at, List<CourseSteps.Next> path) {
        this.rules = rules;
        this.path = path;
        if (!at.isRunning()) {
            end(at.standing());
        }
        for (int literal : steps.refused(at)) {
            sentences.add(switch (Scheduler.fate(at.standing(), literal)) {
                case WAITS, OCCURS -> {
                    names.addAll(at.standing().against(literal));
                    yield Scheduler.reason(at.standing(), literal);
                }
                case IS_EXCLUDED -> {
                    names.addAll(at.standing().against(literal));
                    yield rules.text(literal) + " cannot happen: " + Scheduler.against(at.standing(), literal);
                }
                case WAS_EXCLUDED -> excluded(literal);
            });
        }
    }

    /** Something was excluded on the way: by rules, or because its work was taken back or failed. */
    private String excluded(int literal) {
        RuleState standing = rules.start();
        for (CourseSteps.Next each : path) {
            for (int decided : each.decided()) {
                if (decided == literal + 1) {
                    List<String> by = standing.against(literal);
                    names.addAll(by);
                    return by.isEmpty()
                            ? rules.text(literal) + " was excluded when its work was withdrawn"
                            : rules.text(literal) + " cannot happen: " + Scheduler.against(standing, literal);
                }
                standing = standing.isDecided(decided) ? standing : standing.after(decided);
            }
        }
        return rules.text(literal) + " was excluded before";
    }

    /** The process wants to end, and something is left to be done. */
    private void end(RuleState standing) {
        for (String name : rules.keptNames()) {
            RuleState alone = rules.only(name).start();
            for (CourseSteps.Next each : path) {
                for (int literal : each.decided()) {
                    alone = alone.isDecided(literal) ? alone : alone.after(literal);
                }
            }
            if (alone.closing() == null) {
                names.add(name);
            }
        }
        String who = names.isEmpty() ? "the rules" : (names.size() == 1 ? "rule '" : "rules '") + String.join("', '", names) + "'";
        sentences.add(who + " still " + (names.size() == 1 ? "demands " : "demand ") + standing.obligation());
    }

    List<String> rules() {
        return List.copyOf(names);
    }

    String reason() {
        return sentences.isEmpty() ? "the rules and the process wait for each other" : String.join("; ", sentences);
    }
}
