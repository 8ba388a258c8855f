package io.millrace.algebra.run;

import io.millrace.algebra.Control;
import io.millrace.algebra.EventType;
import io.millrace.algebra.Instances;
import io.millrace.algebra.Occasion;
import io.millrace.algebra.RuleSet;
import io.millrace.algebra.RuleState;
import io.millrace.id.CaseId;
import io.millrace.language.Happening;
import io.millrace.language.Turn;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One turn of the case of rules between cases.
 *
 * <p>What is granted has not happened yet: the other case does it in a turn of its own, and tells. Until then nothing is decided that
 * a rule connects with it, so that what is decided rests on what has really happened.
 */
final class AcrossTurn {
    private final AcrossCase state;
    private final RuleSet rules;
    private final Turn turn;
    /** The literals that occurred in this turn. */
    private final List<String> occurred = new ArrayList<>();

    AcrossTurn(AcrossCase state, RuleSet rules, Turn turn) {
        this.state = state;
        this.rules = rules;
        this.turn = turn;
    }

    void consulted(Happening.Consulted asked) {
        List<String> literals = asked.literals().stream().map(each -> counted(asked.from(), each)).toList();
        Happening.Consulted what = new Happening.Consulted(asked.from(), asked.attempt(), asked.matter(), literals);
        AcrossCase.Attempt attempt = new AcrossCase.Attempt(what.from(), what.attempt());
        switch (what.matter()) {
            case WANTED -> {
                if (what.literals().equals(state.granted.get(attempt))) {
                    // It was suspended when the answer came.
                    turn.grant(asked.from(), asked.attempt(), asked.literals());
                } else if (!what.literals().equals(state.waiting.get(attempt))) {
                    boolean gaveUp = state.granted.containsKey(attempt);
                    turn.record(new AcrossEvent.Wanted(what.from(), what.attempt(), what.literals()));
                    if (!gaveUp) {
                        // Nothing has changed for all others.
                        decide(attempt, what.literals());
                        return;
                    }
                }
            }
            case DROPPED -> {
                boolean held = state.granted.containsKey(attempt);
                drop(attempt);
                if (!held) {
                    return;
                }
            }
            case HAPPENED -> {
                if (what.literals().stream().anyMatch(each -> !each.contains("["))) {
                    // That can exclude an event for all constants, of which nothing is remembered.
                    state.blocks.clear();
                }
                what.literals().stream().filter(each -> !isIdle(each)).forEach(this::occurred);
                for (Map.Entry<AcrossCase.Attempt, List<String>> each : List.copyOf(state.granted.entrySet())) {
                    if (each.getKey().by().equals(what.from()) && what.literals().containsAll(each.getValue())) {
                        drop(each.getKey());
                    }
                }
            }
            case LEFT -> left(what.from());
        }
        settle();
    }

    private void drop(AcrossCase.Attempt attempt) {
        if (state.waiting.containsKey(attempt) || state.granted.containsKey(attempt)) {
            turn.record(new AcrossEvent.Dropped(attempt.by(), attempt.number()));
        }
    }

    private void occurred(String literal) {
        if (state.rules.isDecided(literal)) {
            if (!state.rules.hasOccurred(literal) && !literal.startsWith("~")) {
                turn.record(new AcrossEvent.Violated(literal, List.of("what ruled it out")));
            }
            return;
        }
        List<String> broken = state.rules.verdict(literal) == RuleState.Verdict.ACCEPT ? List.of() : state.rules.against(literal);
        decided(literal);
        if (!broken.isEmpty()) {
            turn.record(new AcrossEvent.Violated(literal, broken));
        }
        follow();
    }

    /** Complements that the rules demand are recorded at once, and so are marks: events that are nothing in a case. */
    private void follow() {
        Deque<String> demanded = new ArrayDeque<>(state.demanded);
        while (!demanded.isEmpty()) {
            turn.step();
            String literal = demanded.pop();
            boolean due = literal.startsWith("~") || state.rules.isTriggerable(literal) && state.rules.isPermitted(literal);
            if (due && !state.rules.isDecided(literal)) {
                decided(literal);
                demanded.addAll(state.demanded);
            }
        }
    }

    private void decided(String literal) {
        turn.record(new AcrossEvent.Decided(literal));
        occurred.add(literal);
    }

    /** A case says which work item it is; rules count the executions of a task from 0. */
    private String counted(CaseId by, String literal) {
        EventType type = type(literal);
        Occasion occasion = type == null ? null : type.occasion().orElse(null);
        int position = type == null || occasion == null ? -1 : ordinal(type, occasion);
        if (occasion == null || position < 0) {
            return literal;
        }
        int work = Integer.parseInt(Instances.constant(literal, position));
        AcrossCase.Counter counter = new AcrossCase.Counter(AcrossProcess.constant(by), occasion.subject());
        if (!state.executions.getOrDefault(counter, Map.of()).containsKey(work)) {
            turn.record(new AcrossEvent.Counted(by, occasion.subject(), work));
        }
        return Instances.replaced(literal, position, String.valueOf(state.executions.getOrDefault(counter, Map.of()).get(work)));
    }

    /** A literal as the case has asked for it. */
    private String asked(CaseId by, String literal) {
        EventType type = type(literal);
        Occasion occasion = type == null ? null : type.occasion().orElse(null);
        int position = type == null || occasion == null ? -1 : ordinal(type, occasion);
        if (occasion == null || position < 0) {
            return literal;
        }
        AcrossCase.Counter counter = new AcrossCase.Counter(AcrossProcess.constant(by), occasion.subject());
        int ordinal = Integer.parseInt(Instances.constant(literal, position));
        return state.executions.getOrDefault(counter, Map.of()).entrySet().stream()
                .filter(each -> each.getValue() == ordinal)
                .findFirst()
                .map(each -> Instances.replaced(literal, position, each.getKey().toString()))
                .orElse(literal);
    }

    /** Which parameter of an event is the number of the execution; negative if none is. */
    private static int ordinal(EventType type, Occasion occasion) {
        for (int i = 0; i < type.parameters().size(); i++) {
            Occasion.Origin origin = occasion.sources().get(type.parameters().get(i));
            if (origin != null && origin.from() == Occasion.Origin.From.ORDINAL) {
                return i;
            }
        }
        return -1;
    }

    /** A case has ended. What it could have done is excluded where somebody may wait for it; the rest was never spoken of. */
    private void left(CaseId by) {
        String constant = AcrossProcess.constant(by);
        for (String literal : state.rules.undecided(constant)) {
            EventType type = type(literal);
            if (type != null && AcrossProcess.isOf(type, literal, constant) && !state.rules.isDecided(literal)) {
                occurred(isOver(literal) ? literal : "~" + literal);
            }
        }
        turn.record(new AcrossEvent.Forgotten(constant));
    }

    /** Whether an event is the end of work that has started: with its case, it has ended. */
    private boolean isOver(String end) {
        return starts(end).stream().anyMatch(state.rules::hasOccurred);
    }

    /** Whether an event is the end of work that has not started. */
    private boolean isIdle(String end) {
        List<String> starts = starts(end);
        return !starts.isEmpty() && starts.stream().noneMatch(state.rules::hasOccurred);
    }

    /** The starts of the work of which an event is the end; none if it is something else. */
    private List<String> starts(String end) {
        EventType type = type(end);
        Occasion occasion = type == null ? null : type.occasion().orElse(null);
        if (type == null || occasion == null || occasion.kind() != Occasion.Kind.TASK_END) {
            return List.of();
        }
        String constants = end.substring(type.name().length());
        return rules.module().events().stream()
                .filter(each -> each.parameters().equals(type.parameters()))
                .filter(each -> each.occasion()
                        .filter(start -> start.kind() == Occasion.Kind.TASK_START && start.subject().equals(occasion.subject()))
                        .isPresent())
                .map(each -> each.name() + constants)
                .toList();
    }

    /** Decides what waits, in the order in which it came. */
    void settle() {
        boolean changed = true;
        while (changed) {
            turn.step();
            changed = false;
            for (Map.Entry<AcrossCase.Attempt, List<String>> each : List.copyOf(state.waiting.entrySet())) {
                changed |= decide(each.getKey(), each.getValue());
            }
        }
    }

    private boolean decide(AcrossCase.Attempt attempt, List<String> literals) {
        if (literals.size() == 1 && isStillBlocked(attempt, literals.getFirst())) {
            return false;
        }
        Instances after = state.rules;
        for (String literal : literals) {
            Control control = control(literal);
            if (after.hasOccurred(literal) || !control.isDelayable()) {
                continue;
            }
            if (state.granted.entrySet().stream()
                    .filter(each -> !each.getKey().equals(attempt))
                    .flatMap(each -> each.getValue().stream())
                    .anyMatch(other -> !state.rules.hasOccurred(other) && state.rules.interferes(literal, other))) {
                return false;
            }
            switch (after.verdict(literal)) {
                case ACCEPT -> after = literals.size() == 1 ? after : after.with(literal);
                case DELAY -> {
                    after.block(literal).ifPresent(found -> state.blocks.put(attempt, found));
                    return false;
                }
                case REFUSE -> {
                    if (!control.isRefusable()) {
                        // Nobody can keep it from happening, so a rule is broken.
                        continue;
                    }
                    String reason = "rule '" + String.join("', '", state.rules.against(literal)) + "' excludes " + literal;
                    turn.record(new AcrossEvent.Denied(attempt.by(), attempt.number(), reason));
                    turn.decide(attempt.by(), attempt.number(), false, reason);
                    return true;
                }
            }
        }
        turn.record(new AcrossEvent.Granted(attempt.by(), attempt.number()));
        turn.grant(attempt.by(), attempt.number(), literals.stream().map(each -> asked(attempt.by(), each)).toList());
        return true;
    }

    /**
     * Whether what did not let an attempt happen still does not, or something else does not by now. It is asked first because it is
     * asked often: of all that waits, whenever something has happened.
     */
    private boolean isStillBlocked(AcrossCase.Attempt attempt, String literal) {
        Instances.Block block = state.blocks.remove(attempt);
        if (block == null || occurred.stream().anyMatch(each -> state.rules.isExcluded(literal, each))) {
            return false;
        }
        if (!state.rules.isBlocked(literal, block)) {
            block = state.rules.block(literal).orElse(null);
        }
        if (block != null) {
            state.blocks.put(attempt, block);
        }
        return block != null;
    }

    private Control control(String literal) {
        EventType type = type(literal);
        return type == null ? Control.FLEXIBLE : type.control();
    }

    private @Nullable EventType type(String literal) {
        String name = literal.contains("[") ? literal.substring(0, literal.indexOf('[')) : literal;
        return rules.module().events().stream().filter(each -> each.name().equals(name)).findFirst().orElse(null);
    }

    /** The rules are lifted: all that waits may happen. */
    void lift(String reason) {
        state.waiting.keySet().forEach(each -> turn.decide(each.by(), each.number(), true, ""));
        turn.cancel(reason);
    }
}
