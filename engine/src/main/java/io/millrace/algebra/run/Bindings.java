package io.millrace.algebra.run;

import io.millrace.algebra.EventType;
import io.millrace.algebra.Occasion;
import io.millrace.algebra.RuleSet;
import io.millrace.event.ReadOnlyCase;
import io.millrace.event.Significant;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Which literals of the rules are which events of the engine. */
final class Bindings {
    private record Key(Occasion.Kind kind, String subject) {}

    private final RuleSet rules;
    private final Map<Key, List<Integer>> literals = new HashMap<>();
    private final Set<String> tasks = new LinkedHashSet<>();
    private final Set<String> signals = new LinkedHashSet<>();

    Bindings(RuleSet rules) {
        this.rules = rules;
        for (int event = 0; event < rules.events(); event++) {
            int literal = 2 * event;
            Optional<Occasion> occasion = occasion(literal);
            occasion.ifPresent(each -> {
                literals.computeIfAbsent(new Key(each.kind(), each.subject()), key -> new ArrayList<>(1)).add(literal);
                if (each.kind().isOfTask()) {
                    tasks.add(each.subject());
                } else if (each.kind() == Occasion.Kind.SIGNAL) {
                    signals.add(each.subject());
                }
            });
        }
    }

    /**
     * What in the engine an event is. One that the file binds to nothing is a signal of its name; if the rules can trigger it, it is
     * nothing but a mark in the history, which is made when they want it.
     */
    Optional<Occasion> occasion(int literal) {
        EventType type = rules.type(literal);
        return type.occasion().isPresent() || type.control().isTriggerable()
                ? type.occasion()
                : Optional.of(new Occasion(Occasion.Kind.SIGNAL, type.name(), Map.of()));
    }

    /** The tasks that events of the rules belong to. */
    Set<String> tasks() {
        return tasks;
    }

    Set<String> signals() {
        return signals;
    }

    /** Whether a task may be done any number of times. */
    boolean isRepeating(String task) {
        return Stream.of(Occasion.Kind.TASK_OFFER, Occasion.Kind.TASK_START, Occasion.Kind.TASK_COMPLETE, Occasion.Kind.TASK_END)
                .flatMap(kind -> of(kind, task).stream())
                .anyMatch(literal -> rules.type(literal).repeating());
    }

    List<Integer> of(Occasion.Kind kind, String subject) {
        return literals.getOrDefault(new Key(kind, subject), List.of());
    }

    /** The literals that occur with an event of the engine, in their order. */
    List<Integer> with(Significant event) {
        return switch (event) {
            case Significant.CaseStarted e -> of(Occasion.Kind.CASE_START, "");
            case Significant.CaseEnded e -> of(Occasion.Kind.CASE_END, "");
            case Significant.WorkOffered e -> of(Occasion.Kind.TASK_OFFER, e.task());
            case Significant.WorkStarted e -> of(Occasion.Kind.TASK_START, e.item().task());
            case Significant.WorkCompleted e -> {
                List<Integer> both = new ArrayList<>();
                if (e.item().state() != WorkState.STARTED) {
                    // Completed by somebody who has not started it before.
                    both.addAll(of(Occasion.Kind.TASK_START, e.item().task()));
                }
                both.addAll(of(Occasion.Kind.TASK_COMPLETE, e.item().task()));
                both.addAll(of(Occasion.Kind.TASK_END, e.item().task()));
                yield both;
            }
            case Significant.WorkFailed e -> ended(Occasion.Kind.TASK_FAIL, e.item());
            case Significant.WorkWithdrawn e -> ended(Occasion.Kind.TASK_WITHDRAW, e.item());
            case Significant.SignalReceived e -> of(Occasion.Kind.SIGNAL, e.signal());
        };
    }

    private List<Integer> ended(Occasion.Kind how, WorkItem item) {
        return ended(how, item.task(), hasBegun(item));
    }

    /** The literals that occur when work ends in some way, with its end if it had begun. */
    List<Integer> ended(Occasion.Kind how, String task, boolean begun) {
        List<Integer> both = new ArrayList<>(of(how, task));
        if (begun) {
            both.addAll(of(Occasion.Kind.TASK_END, task));
        }
        return both;
    }

    /** Whether somebody has begun with work that is open: also if it is suspended since, or waits for another attempt. */
    static boolean hasBegun(WorkItem item) {
        return item.state() == WorkState.STARTED || item.resumesTo() == WorkState.STARTED || item.attempt() > 0;
    }

    /**
     * The literals that an event of the engine rules out: what is lost was not completed, and will not be. As long as the task has other
     * work that is open, it can still be.
     *
     * @param of the case after the event
     */
    List<Integer> ruledOutBy(ReadOnlyCase of, Significant event) {
        return switch (event) {
            case Significant.WorkFailed e -> lost(of, e.item().task());
            case Significant.WorkWithdrawn e -> lost(of, e.item().task());
            case Significant other -> List.of();
        };
    }

    private List<Integer> lost(ReadOnlyCase of, String task) {
        List<Integer> lost = complements(task);
        return lost.isEmpty() || of.hasWork(task) ? List.of() : lost;
    }

    /** The literals that are lost with the work of a task. */
    List<Integer> complements(String task) {
        List<Integer> all = new ArrayList<>();
        for (Occasion.Kind kind : List.of(Occasion.Kind.TASK_START, Occasion.Kind.TASK_COMPLETE)) {
            for (int literal : of(kind, task)) {
                // What repeats may still happen another time.
                if (!rules.type(literal).repeating()) {
                    all.add(literal + 1);
                }
            }
        }
        return all;
    }
}
