package io.millrace.algebra.run;

import io.millrace.algebra.Occasion;
import io.millrace.algebra.RuleSet;
import io.millrace.algebra.RuleState;
import io.millrace.algebra.run.CourseState.Phase;
import io.millrace.data.Data;
import io.millrace.language.Course;
import io.millrace.language.Course.Move;
import io.millrace.language.Course.Step;
import io.millrace.work.Task;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What can happen in a case of a process under rules: the product of the process's course and the rules. Whether an event may happen
 * is asked of the {@link Scheduler}, what follows for the rules is done by {@link RulesTurn}, as in a running case.
 */
final class CourseSteps {
    /**
     * One step.
     *
     * @param label the event, {@code a:start}; empty for a reaction that was held back
     * @param failing whether somebody must fail for it, which nobody can be asked to do
     * @param decided the literals that occur in it
     * @param started automatic tasks of the process that begin in it
     */
    record Next(String label, boolean failing, List<Integer> decided, List<String> started, CourseState state) {
        Next {
            decided = List.copyOf(decided);
            started = List.copyOf(started);
        }
    }

    private final Course course;
    private final RuleSet rules;
    private final Bindings bindings;
    private final Set<String> own;
    private final List<String> names;
    private final Function<String, Task> tasks;

    /** @param own the tasks that the rules begin */
    CourseSteps(Course course, RuleSet rules, Bindings bindings, Set<String> own, Function<String, Task> tasks) {
        this.course = course;
        this.rules = rules;
        this.bindings = bindings;
        this.own = own;
        this.names = List.copyOf(own);
        this.tasks = tasks;
    }

    Course course() {
        return course;
    }

    Bindings bindings() {
        return bindings;
    }

    List<String> names() {
        return names;
    }

    /** Where cases begin; where the rules hold back the very first turn, nothing else can happen. */
    List<Next> begin() {
        List<Next> all = new ArrayList<>();
        List<Phase> none = names.stream().map(each -> Phase.NEW).toList();
        for (Course.Outcome outcome : course.begin()) {
            CourseState blank = new CourseState(outcome.place(), rules.start(), none, Map.of(), List.of(), Course.Standing.RUNNING, false);
            Rehearsal turn = turn(blank);
            turn.noted(bindings.of(Occasion.Kind.CASE_START, ""));
            Move first = new Move(Step.START, "", "", false);
            Next next = reaction(blank, turn, "", false, outcome, new OpenWork(bindings));
            all.add(next != null ? next : new Next("", false, turn.decided(), List.of(),
                    new CourseState(outcome, turn.standing(), none, Map.of(), List.of(first), Course.Standing.RUNNING, false)));
        }
        return all;
    }

    private Rehearsal turn(CourseState from) {
        return new Rehearsal(from, from.standing(), bindings, names, tasks);
    }

    List<Next> next(CourseState from) {
        Set<Next> all = new LinkedHashSet<>();
        if (from.over() || from.place() instanceof Course.Outcome) {
            return List.of();
        }
        for (Move move : from.held()) {
            resume(from, move, all);
        }
        for (Move move : course.moves(from.place())) {
            if (!from.isRunning()) {
                unheeded(from, move, all);
            } else if (!from.apart().containsKey(move.work())) {
                ofProcess(from, move, all);
            }
        }
        for (int i = 0; i < names.size(); i++) {
            ofRules(from, i, all);
        }
        return List.copyOf(all);
    }

    // Work of the process.

    private void ofProcess(CourseState from, Move move, Set<Next> all) {
        if (move.step() == Step.FAIL && !canFail(from.standing(), bindings, move.subject())) {
            return;
        }
        for (Course.Outcome outcome : course.after(from.place(), move)) {
            Rehearsal turn = turn(from);
            OpenWork works = works(from);
            if (!tried(turn, works, move)) {
                return;
            }
            List<Integer> decided = List.copyOf(turn.decided());
            RuleState stands = turn.standing();
            Next next = reaction(from, turn, label(move.step(), move.subject()), move.step() == Step.FAIL, outcome, works);
            if (next != null) {
                all.add(next);
            } else if (move.step() == Step.COMPLETE || move.step() == Step.FAIL) {
                // What was done stands; the process reacts when the rules let it.
                Map<String, Phase> apart = new HashMap<>(from.apart());
                apart.put(move.work(), Phase.OVER);
                List<Move> held = new ArrayList<>(from.held());
                held.add(move);
                all.add(new Next(label(move.step(), move.subject()), move.step() == Step.FAIL, decided, List.of(),
                        new CourseState(from.place(), stands, from.own(), apart, held, from.ending(), false)));
            }
        }
    }

    private void resume(CourseState from, Move move, Set<Next> all) {
        Map<String, Phase> apart = new HashMap<>(from.apart());
        apart.remove(move.work());
        List<Move> held = new ArrayList<>(from.held());
        held.remove(move);
        CourseState freed = new CourseState(from.place(), from.standing(), from.own(), apart, held, from.ending(), false);
        for (Course.Outcome outcome : course.after(from.place(), move)) {
            OpenWork works = works(freed);
            works.after(move);
            Next next = reaction(freed, turn(freed), "", false, outcome, works);
            if (next != null) {
                all.add(next);
            }
        }
    }

    /** The process wants to end: its work can still be done, and it does not react any more. */
    private void unheeded(CourseState from, Move move, Set<Next> all) {
        Phase phase = from.apart().get(move.work());
        boolean late = phase == Phase.STARTED && move.step() == Step.START;
        Step step = late ? Step.COMPLETE : move.step();
        boolean isWork = step == Step.START
                || step == Step.COMPLETE
                || step == Step.FAIL && canFail(from.standing(), bindings, move.subject());
        if (phase == Phase.OVER || !isWork) {
            return;
        }
        Rehearsal turn = turn(from);
        if (tried(turn, works(from), new Move(step, move.work(), move.subject(), false))) {
            Map<String, Phase> apart = new HashMap<>(from.apart());
            apart.put(move.work(), step == Step.START ? Phase.STARTED : Phase.OVER);
            CourseState after = new CourseState(from.place(), from.standing(), from.own(), apart, from.held(), from.ending(), false);
            Next next = settled(after, turn, label(step, move.subject()), step == Step.FAIL);
            if (next != null) {
                all.add(next);
            }
        }
    }

    // Work of the rules.

    private void ofRules(CourseState from, int number, Set<Next> all) {
        String name = names.get(number);
        Phase phase = from.own().get(number);
        if (phase == Phase.OFFERED) {
            ofRules(from, name, Step.START, all);
        }
        if (phase == Phase.STARTED) {
            ofRules(from, name, Step.COMPLETE, all);
        }
        if ((phase == Phase.OFFERED || phase == Phase.STARTED) && canFail(from.standing(), bindings, name)) {
            ofRules(from, name, Step.FAIL, all);
        }
    }

    private void ofRules(CourseState from, String name, Step step, Set<Next> all) {
        Rehearsal turn = turn(from);
        boolean begun = from.own().get(names.indexOf(name)) == Phase.STARTED;
        if (tried(turn, literals(step, name, begun), step == Step.FAIL ? bindings.complements(name) : List.of())) {
            if (step == Step.START) {
                turn.started(name);
            } else {
                turn.record(new RulesEvent.Over(name, Data.nothing()));
            }
            Next next = settled(from, turn, label(step, name), step == Step.FAIL);
            if (next != null) {
                all.add(next);
            }
        }
    }

    // Turns.

    /** The work of the process that is open: not what is done without a reaction of it. */
    private OpenWork works(CourseState at) {
        Set<String> over = new HashSet<>();
        at.apart().forEach((work, phase) -> {
            if (phase == Phase.OVER) {
                over.add(work);
            }
        });
        return new OpenWork(course, at.place(), over, bindings);
    }

    /** Whether the rules let somebody do something to work of the process; then it is done. */
    private static boolean tried(Rehearsal turn, OpenWork works, Move move) {
        return tried(turn, works.with(move), works.after(move));
    }

    /** Whether the rules let an event happen; then it has. */
    private static boolean tried(Rehearsal turn, List<Integer> literals, List<Integer> lost) {
        try {
            turn.occur(literals);
            turn.noted(lost);
            return true;
        } catch (Rehearsal.Stop stop) {
            return false;
        }
    }

    /** What occurs with a step of a task of the rules' own. */
    private List<Integer> literals(Step step, String task, boolean begun) {
        return switch (step) {
            case START -> bindings.of(Occasion.Kind.TASK_START, task);
            case COMPLETE -> bindings.ended(Occasion.Kind.TASK_COMPLETE, task, true);
            case FAIL -> bindings.ended(Occasion.Kind.TASK_FAIL, task, begun);
            case SIGNAL, TIME -> List.of();
        };
    }

    /** Whether somebody can fail at a task now: the attributes of its events say whether that can be forced upon the rules. */
    static boolean canFail(RuleState standing, Bindings bindings, String task) {
        return bindings.complements(task).stream()
                .allMatch(literal -> standing.isDecided(literal) || standing.rules().type(literal).control().canForce(true));
    }

    static String label(Step step, String subject) {
        return switch (step) {
            case START -> subject + ":start";
            case COMPLETE -> subject + ":complete";
            case FAIL -> subject + ":fail";
            case SIGNAL -> "signal " + subject;
            case TIME -> subject + ":timeout";
        };
    }

    /** The process reacts; nothing, if the rules stop something of that. */
    private @Nullable Next reaction(
            CourseState from, Rehearsal turn, String label, boolean failing, Course.Outcome outcome, OpenWork works) {
        try {
            for (Course.Change change : outcome.changes()) {
                turn.occur(works.with(change));
                turn.noted(works.after(change));
            }
        } catch (Rehearsal.Stop stop) {
            return null;
        }
        CourseState after = new CourseState(
                outcome.place(), from.standing(), from.own(), from.apart(), from.held(), outcome.standing(), false);
        return settled(after, turn, label, failing);
    }

    /** The rules do what follows, and the case ends if it wants to and may. */
    private @Nullable Next settled(CourseState from, Rehearsal turn, String label, boolean failing) {
        try {
            turn.ruled().closing = !from.isRunning();
            List<String> started = new ArrayList<>();
            Object place = begun(from, turn, started);
            RulesTurn settling = new RulesTurn(turn.ruled(), rules, bindings, own, tasks, Data::nothing, turn);
            settling.settle();
            boolean over = !from.isRunning() && settling.close();
            if (over) {
                return new Next(label, failing, turn.decided(), started,
                        new CourseState("over", turn.standing(), List.of(), Map.of(), List.of(), from.ending(), true));
            }
            CourseState after = new CourseState(place, from.standing(), from.own(), from.apart(), from.held(), from.ending(), false);
            place = begun(after, turn, started);
            return new Next(label, failing, turn.decided(), started,
                    new CourseState(place, turn.standing(), turn.own(), from.apart(), from.held(), from.ending(), false));
        } catch (Rehearsal.Stop stop) {
            return null;
        }
    }

    /** Automatic work begins as soon as the rules let it. */
    private Object begun(CourseState from, Rehearsal turn, List<String> started) {
        Object place = from.place();
        boolean changed = true;
        while (changed) {
            changed = turn.begin();
            for (Move move : from.isRunning() ? course.moves(place) : List.<Move>of()) {
                List<Integer> literals = move.automatic() ? works(from).with(move) : List.of();
                if (move.automatic() && !from.apart().containsKey(move.work()) && Rehearsal.passes(turn.standing(), literals)) {
                    turn.noted(literals);
                    started.add(move.subject());
                    place = course.after(place, move).getFirst().place();
                    changed = true;
                    break;
                }
            }
        }
        return place;
    }

    /** What stands in the way of each event that somebody could bring about, and of the end. */
    List<Integer> refused(CourseState at) {
        List<Integer> refused = new ArrayList<>();
        if (at.place() instanceof Course.Outcome first) {
            changes(at, first, refused);
            return refused;
        }
        for (Move move : at.held()) {
            course.after(at.place(), move).forEach(outcome -> changes(at, outcome, refused));
        }
        for (Move move : course.moves(at.place())) {
            if (move.step() != Step.FAIL && !at.apart().containsKey(move.work())) {
                first(at, works(at).with(move), refused);
            }
        }
        for (int i = 0; i < names.size(); i++) {
            switch (at.own().get(i)) {
                case OFFERED -> first(at, literals(Step.START, names.get(i), false), refused);
                case STARTED -> first(at, literals(Step.COMPLETE, names.get(i), true), refused);
                case NEW, OVER -> {}
            }
        }
        return refused;
    }

    private void changes(CourseState at, Course.Outcome outcome, List<Integer> refused) {
        for (Course.Change change : outcome.changes()) {
            first(at, bindings.of(change.offered() ? Occasion.Kind.TASK_OFFER : Occasion.Kind.TASK_WITHDRAW, change.task()), refused);
        }
    }

    private static void first(CourseState at, List<Integer> literals, List<Integer> refused) {
        literals.stream().filter(each -> Scheduler.fate(at.standing(), each) != Scheduler.Fate.OCCURS).findFirst()
                .filter(each -> !refused.contains(each)).ifPresent(refused::add);
    }
}
