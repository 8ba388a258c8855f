package io.millrace.algebra.run;

import io.millrace.algebra.Occasion;
import io.millrace.algebra.RuleSet;
import io.millrace.algebra.RuleState;
import io.millrace.language.Course;
import io.millrace.language.Course.Move;
import io.millrace.language.Course.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Finds rules that the course of a process keeps by itself: it is followed without any rule, and the rule only watches. */
final class Watching {
    private record At(Object place, RuleState standing) {}

    private final Course course;
    private final Bindings bindings;
    private final int most;
    private final Set<At> seen = new HashSet<>();
    private final Deque<At> open = new ArrayDeque<>();

    private Watching(CourseSteps steps, int most) {
        this.course = steps.course();
        this.bindings = steps.bindings();
        this.most = most;
    }

    /** The rules that no case of the process breaks, if nobody sees to it. A rule about tasks of the rules' own is not among them. */
    static List<String> superfluous(CourseSteps steps, RuleSet rules, int most) {
        List<String> tasks = steps.course().tasks();
        List<String> kept = new ArrayList<>();
        for (String name : rules.keptNames()) {
            boolean within = rules.literalsOf(name).stream().allMatch(literal -> steps.bindings().occasion(literal)
                    .filter(each -> each.kind().isOfTask() ? tasks.contains(each.subject()) : each.kind() != Occasion.Kind.SIGNAL)
                    .isPresent());
            if (within && new Watching(steps, most).keeps(rules.only(name))) {
                kept.add(name);
            }
        }
        return kept;
    }

    private boolean keeps(RuleSet rule) {
        RuleState start = noted(rule.start(), bindings.of(Occasion.Kind.CASE_START, ""));
        if (!follow(start, course.begin(), () -> new OpenWork(bindings))) {
            return false;
        }
        while (!open.isEmpty()) {
            At at = open.remove();
            if (seen.size() > most) {
                return false;
            }
            for (Move move : course.moves(at.place)) {
                if (move.step() == Step.FAIL && !CourseSteps.canFail(at.standing, bindings, move.subject())) {
                    continue;
                }
                OpenWork works = new OpenWork(course, at.place, Set.of(), bindings);
                RuleState standing = noted(noted(at.standing, works.with(move)), works.after(move));
                if (!follow(standing, course.after(at.place, move), () -> after(at, move))) {
                    return false;
                }
            }
        }
        return true;
    }

    private OpenWork after(At at, Move move) {
        OpenWork works = new OpenWork(course, at.place, Set.of(), bindings);
        works.after(move);
        return works;
    }

    /** Whether the rule holds in all outcomes, as far as is known. */
    private boolean follow(RuleState before, List<Course.Outcome> outcomes, Supplier<OpenWork> working) {
        for (Course.Outcome outcome : outcomes) {
            RuleState standing = before;
            OpenWork works = working.get();
            for (Course.Change change : outcome.changes()) {
                standing = noted(noted(standing, works.with(change)), works.after(change));
            }
            boolean ends = outcome.standing() != Course.Standing.RUNNING;
            standing = ends ? noted(standing, bindings.of(Occasion.Kind.CASE_END, "")) : standing;
            if (!standing.broken().isEmpty() || ends && standing.closing() == null) {
                return false;
            }
            At at = new At(outcome.place(), standing);
            if (!ends && seen.add(at)) {
                open.add(at);
            }
        }
        return true;
    }

    private static RuleState noted(RuleState before, List<Integer> literals) {
        RuleState standing = before;
        for (int literal : literals) {
            standing = standing.isDecided(literal) ? standing : standing.after(literal);
        }
        return standing;
    }
}
