package io.millrace.algebra.run;

import io.millrace.algebra.Control;
import io.millrace.algebra.Occasion;
import io.millrace.algebra.RuleSet;
import io.millrace.algebra.RuleState;
import io.millrace.event.Gate;
import io.millrace.event.ReadOnlyCase;
import io.millrace.event.Significant;
import io.millrace.language.ProcessEvent;
import io.millrace.problem.Code;
import io.millrace.problem.Problem.Grounds;
import io.millrace.work.WorkItem;
import java.util.ArrayList;
import java.util.List;

/** Decides what becomes of the engine's events under the rules: the paper's scheduler, for one case and one event at a time. */
final class Scheduler {
    private final RuleSet rules;
    private final Bindings bindings;

    Scheduler(RuleSet rules, Bindings bindings) {
        this.rules = rules;
        this.bindings = bindings;
    }

    /** What becomes of a literal that is tried. */
    enum Fate {
        /** It occurs, or has occurred before. */
        OCCURS,
        /** It cannot occur yet. */
        WAITS,
        /** It was excluded before. */
        WAS_EXCLUDED,
        /** It can never occur. */
        IS_EXCLUDED
    }

    static Fate fate(RuleState standing, int literal) {
        Control control = standing.rules().type(literal).control();
        if (standing.isDecided(literal)) {
            return !standing.hasOccurred(literal) && control.isRefusable() ? Fate.WAS_EXCLUDED : Fate.OCCURS;
        }
        if (standing.admits(literal) || !control.isDelayable()) {
            return Fate.OCCURS;
        }
        boolean never = standing.isNever(literal) || standing.isLost(literal);
        return never && control.isRefusable() ? Fate.IS_EXCLUDED : never ? Fate.OCCURS : Fate.WAITS;
    }

    Gate.Verdict verdict(RuleState before, ReadOnlyCase of, Significant event) {
        RuleState standing = before;
        for (int literal : literals(before, event)) {
            switch (fate(standing, literal)) {
                case OCCURS -> standing = standing.isDecided(literal) ? standing : standing.after(literal);
                case WAITS -> {
                    return new Gate.Delay(
                            reason(standing, literal), null, rules.type(literal).limit().orElse(null), grounds(standing, literal));
                }
                case WAS_EXCLUDED -> {
                    return new Gate.Refuse(Code.RULED_OUT.with(rules.text(literal), of.caseId(), "it was excluded before"));
                }
                case IS_EXCLUDED -> {
                    return new Gate.Refuse(Code.RULED_OUT.with(rules.text(literal), of.caseId(), against(standing, literal))
                            .because(new Grounds(standing.against(literal), List.of())));
                }
            }
        }
        return Gate.Verdict.ACCEPT;
    }

    /** What the rules take notice of: the literals that occur, with the rules that they break. */
    List<ProcessEvent> noted(RuleState before, ReadOnlyCase of, Significant event) {
        List<ProcessEvent> noted = new ArrayList<>(1);
        RuleState standing = before;
        for (int literal : literals(before, event)) {
            standing = note(standing, literal, noted);
        }
        for (int literal : bindings.ruledOutBy(of, event)) {
            standing = note(standing, literal, noted);
        }
        return noted;
    }

    /** The literals that occur with an event. Work that was started and given back has ended, too, though its item tells nothing of that. */
    private List<Integer> literals(RuleState standing, Significant event) {
        List<Integer> literals = bindings.with(event);
        WorkItem item = switch (event) {
            case Significant.WorkFailed e -> e.item();
            case Significant.WorkWithdrawn e -> e.item();
            case Significant other -> null;
        };
        if (item == null
                || Bindings.hasBegun(item)
                || bindings.of(Occasion.Kind.TASK_START, item.task()).stream().noneMatch(standing::hasOccurred)) {
            return literals;
        }
        List<Integer> all = new ArrayList<>(literals);
        all.addAll(bindings.of(Occasion.Kind.TASK_END, item.task()));
        return all;
    }

    private RuleState note(RuleState standing, int literal, List<ProcessEvent> noted) {
        if (standing.isDecided(literal)) {
            if (literal % 2 == 0 && !standing.hasOccurred(literal)) {
                noted.add(new RulesEvent.Violated(rules.text(literal), List.of("what ruled it out")));
            }
            return standing;
        }
        RuleState after = standing.after(literal);
        noted.add(new RulesEvent.Decided(rules.text(literal)));
        List<String> broken = new ArrayList<>(after.broken());
        broken.removeAll(standing.broken());
        if (!broken.isEmpty()) {
            noted.add(new RulesEvent.Violated(rules.text(literal), broken));
        }
        return after;
    }

    static String against(RuleState standing, int literal) {
        List<String> names = standing.against(literal);
        if (names.isEmpty()) {
            return "after it the rules could not be kept in every case";
        }
        return names.size() == 1 ? "rule '" + names.getFirst() + "' excludes it" : "rules " + String.join(", ", names) + " exclude it";
    }

    /** The rules for which a literal has to wait, and the events that would lift that. */
    static Grounds grounds(RuleState standing, int literal) {
        return new Grounds(standing.against(literal), standing.liftedBy(literal).stream().map(standing.rules()::text).toList());
    }

    /** Why a literal has to wait, and what would lift that. */
    static String reason(RuleState standing, int literal) {
        RuleSet rules = standing.rules();
        List<String> names = standing.against(literal);
        List<Integer> lifting = standing.liftedBy(literal);
        String who = names.isEmpty()
                ? "the rules could not be kept in every case"
                : (names.size() == 1 ? "rule '" : "rules '") + String.join("', '", names) + (names.size() == 1 ? "' does not permit " : "' do not permit ")
                        + rules.text(literal) + " yet";
        return lifting.isEmpty()
                ? who
                : who + "; it can happen after " + String.join(" or ", lifting.stream().map(rules::text).toList());
    }
}
