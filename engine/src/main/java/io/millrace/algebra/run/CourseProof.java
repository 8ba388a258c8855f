package io.millrace.algebra.run;

import io.millrace.algebra.RuleSet;
import io.millrace.algebra.run.CourseReport.Verdict;
import io.millrace.language.Course;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Looks at every state that a case of a process under rules can come to, breadth first. A state is good if the case can end from it
 * without anybody failing; the first one that is not is the end of a shortest way into trouble.
 */
final class CourseProof {
    /** Enough for processes that people draw; one with more states is deployed with a warning. */
    static final int MOST_STATES = 50_000;

    /** The same if questions to the rules are searched for, which takes long. */
    private static final int MOST_SEARCHED = 2_000;

    /** With more events, a single state takes too long if questions are searched for. */
    static final int MOST_EVENTS = 100;

    /** The same for each rule that may be superfluous, which is only a warning. */
    private static final int MOST_WATCHED = 5_000;

    private final CourseSteps steps;
    private final RuleSet rules;
    private final int most;
    private final Map<CourseState, Integer> numbers = new HashMap<>();
    private final List<CourseState> states = new ArrayList<>();
    /** By which step a state was found, and from where. */
    private final List<CourseSteps.Next> found = new ArrayList<>();

    private final List<Integer> from = new ArrayList<>();
    /** For each state, those from which somebody can come to it by doing something. */
    private final List<List<Integer>> before = new ArrayList<>();

    private final Set<String> events = new LinkedHashSet<>();
    private final BitSet begun = new BitSet();

    private CourseProof(CourseSteps steps, RuleSet rules, int most) {
        this.steps = steps;
        this.rules = rules;
        this.most = most;
    }

    static CourseReport of(CourseSteps steps, RuleSet rules, int most) {
        if (!rules.isCompiled() && rules.events() > MOST_EVENTS) {
            return undecided(0);
        }
        int states = rules.isCompiled() ? most : Math.min(most, MOST_SEARCHED);
        List<String> superfluous = Watching.superfluous(steps, rules, Math.min(states, MOST_WATCHED));
        return new CourseProof(steps, rules, states).report(steps.course().tasks(), superfluous);
    }

    private static CourseReport undecided(int states) {
        return new CourseReport(Verdict.UNDECIDED, List.of(), List.of(), "", List.of(), List.of(), List.of(), states);
    }

    /** @param tasks those of the process that have work */
    private CourseReport report(List<String> tasks, List<String> superfluous) {
        for (CourseSteps.Next first : steps.begin()) {
            add(first, -1);
        }
        for (int at = 0; at < states.size(); at++) {
            if (states.size() > most) {
                return undecided(most);
            }
            for (CourseSteps.Next next : steps.next(states.get(at))) {
                add(next, at);
            }
        }
        List<String> unreached = tasks.stream().filter(task -> !events.contains(task + ":start")).toList();
        List<String> untriggered = new ArrayList<>();
        for (int i = 0; i < steps.names().size(); i++) {
            if (!begun.get(i)) {
                untriggered.add(steps.names().get(i));
            }
        }
        BitSet good = good();
        if (good.nextClearBit(0) >= states.size()) {
            return new CourseReport(Verdict.CAN_END, List.of(), List.of(), "", unreached, untriggered, superfluous, states.size());
        }
        int blocked = blocked(good);
        Blame blame = new Blame(steps, rules, states.get(blocked), path(blocked));
        return new CourseReport(
                Verdict.BLOCKED, way(blocked), blame.rules(), blame.reason(), unreached, untriggered, superfluous, states.size());
    }

    private void add(CourseSteps.Next next, int at) {
        events.add(next.label());
        next.started().forEach(task -> events.add(CourseSteps.label(Course.Step.START, task)));
        Integer known = numbers.get(next.state());
        int number = known == null ? states.size() : known;
        if (known == null) {
            numbers.put(next.state(), number);
            states.add(next.state());
            found.add(next);
            from.add(at);
            before.add(new ArrayList<>(2));
            for (int i = 0; i < next.state().own().size(); i++) {
                begun.set(i, begun.get(i) || next.state().own().get(i) != CourseState.Phase.NEW);
            }
        }
        if (at >= 0 && !next.failing()) {
            before.get(number).add(at);
        }
    }

    private BitSet good() {
        BitSet good = new BitSet();
        Deque<Integer> open = new ArrayDeque<>();
        for (int i = 0; i < states.size(); i++) {
            if (states.get(i).over()) {
                good.set(i);
                open.add(i);
            }
        }
        while (!open.isEmpty()) {
            for (int earlier : before.get(open.remove())) {
                if (!good.get(earlier)) {
                    good.set(earlier);
                    open.add(earlier);
                }
            }
        }
        return good;
    }

    /** The events on the way to a state. */
    private List<String> way(int state) {
        return path(state).stream().map(CourseSteps.Next::label).filter(label -> !label.isEmpty()).toList();
    }

    private List<CourseSteps.Next> path(int state) {
        Deque<CourseSteps.Next> path = new ArrayDeque<>();
        for (int at = state; at >= 0; at = from.get(at)) {
            path.push(found.get(at));
        }
        return List.copyOf(path);
    }

    /**
     * The nearest state without a way to the end in which it can be seen what stands in the way. The case may be lost before: then
     * others can still go on for a while.
     */
    private int blocked(BitSet good) {
        Set<Integer> seen = new LinkedHashSet<>();
        int rest = rest(good, seen);
        Set<Integer> refused = new HashSet<>();
        for (int state : rest >= 0 ? Set.of(rest) : seen) {
            refused.addAll(steps.refused(states.get(state)));
        }
        for (int state = good.nextClearBit(0); state < states.size(); state = good.nextClearBit(state + 1)) {
            if (state == rest || steps.refused(states.get(state)).stream().anyMatch(refused::contains)) {
                return state;
            }
        }
        return good.nextClearBit(0);
    }

    /** Where a case comes to rest if everybody goes on from a bad state, or -1 if it goes on for ever. */
    private int rest(BitSet good, Set<Integer> seen) {
        Deque<Integer> open = new ArrayDeque<>(List.of(good.nextClearBit(0)));
        seen.addAll(open);
        while (!open.isEmpty()) {
            int at = open.remove();
            List<Integer> next = new ArrayList<>();
            for (CourseSteps.Next each : steps.next(states.get(at))) {
                Integer number = each.failing() ? null : numbers.get(each.state());
                if (number != null) {
                    next.add(number);
                }
            }
            if (next.isEmpty()) {
                return at;
            }
            next.stream().filter(seen::add).forEach(open::add);
        }
        return -1;
    }
}
