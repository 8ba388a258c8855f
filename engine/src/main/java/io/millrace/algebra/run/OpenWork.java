package io.millrace.algebra.run;

import io.millrace.algebra.Occasion;
import io.millrace.language.Course;
import io.millrace.language.Course.Move;
import io.millrace.language.Course.Step;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The open work of a process at a place of its course, while work is offered and taken back in a turn. */
final class OpenWork {
    private final Bindings bindings;
    private final Map<String, String> taskOf = new HashMap<>();
    private final Set<String> begun = new HashSet<>();

    /** Nothing is open. */
    OpenWork(Bindings bindings) {
        this.bindings = bindings;
    }

    /** @param over work that is done, though the process has not reacted to it */
    OpenWork(Course course, Object place, Set<String> over, Bindings bindings) {
        this(bindings);
        for (Move move : course.moves(place)) {
            boolean isWork = move.step() == Step.START || move.step() == Step.COMPLETE;
            if (isWork && !over.contains(move.work())) {
                taskOf.put(move.work(), move.subject());
                if (move.step() == Step.COMPLETE) {
                    begun.add(move.work());
                }
            }
        }
    }

    /** The literals that occur with a move. */
    List<Integer> with(Move move) {
        return switch (move.step()) {
            case START -> bindings.of(Occasion.Kind.TASK_START, move.subject());
            case COMPLETE -> bindings.ended(Occasion.Kind.TASK_COMPLETE, move.subject(), true);
            case FAIL -> bindings.ended(Occasion.Kind.TASK_FAIL, move.subject(), begun.contains(move.work()));
            case SIGNAL -> bindings.of(Occasion.Kind.SIGNAL, move.subject());
            case TIME -> List.of();
        };
    }

    /** The literals that occur when work is offered or taken back. */
    List<Integer> with(Course.Change change) {
        return change.offered()
                ? bindings.of(Occasion.Kind.TASK_OFFER, change.task())
                : bindings.ended(Occasion.Kind.TASK_WITHDRAW, change.task(), begun.contains(change.work()));
    }

    /** Somebody does something; what that rules out. */
    List<Integer> after(Move move) {
        return switch (move.step()) {
            case START -> {
                begun.add(move.work());
                yield List.of();
            }
            case COMPLETE -> {
                taskOf.remove(move.work());
                yield List.of();
            }
            case FAIL -> closed(move.work(), move.subject());
            case SIGNAL, TIME -> List.of();
        };
    }

    /** Work is offered or taken back; what that rules out. */
    List<Integer> after(Course.Change change) {
        if (change.offered()) {
            taskOf.put(change.work(), change.task());
            begun.remove(change.work());
            return List.of();
        }
        return closed(change.work(), change.task());
    }

    /** As long as a task has other work, its events can still happen. */
    private List<Integer> closed(String work, String task) {
        taskOf.remove(work);
        return taskOf.containsValue(task) ? List.of() : bindings.complements(task);
    }
}
