package io.millrace.algebra.run;

import io.millrace.algebra.Control;
import io.millrace.algebra.Occasion;
import io.millrace.algebra.RuleSet;
import io.millrace.algebra.RuleState;
import io.millrace.data.Data;
import io.millrace.language.Happening;
import io.millrace.language.Turn;
import io.millrace.problem.Code;
import io.millrace.work.Doer;
import io.millrace.work.Task;
import io.millrace.work.WorkItem;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One turn of a case with rules: what follows from what has occurred. Complements that the rules demand are recorded at once, events
 * that they demand are triggered, and tasks whose beginning they permit are offered, until nothing of that is left.
 */
final class RulesTurn {
    /** The signal by which somebody says that nothing new will be begun. */
    static final String CLOSE = "close";

    private final RulesCase state;
    private final RuleSet rules;
    private final Bindings bindings;
    /** The tasks that the rules begin by themselves. */
    private final Set<String> own;
    private final Function<String, Task> tasks;
    /** What tasks are given. */
    private final Supplier<Data> data;

    private final Turn turn;

    /** @param turn in which events of the rules can be recorded */
    RulesTurn(
            RulesCase state,
            RuleSet rules,
            Bindings bindings,
            Set<String> own,
            Function<String, Task> tasks,
            Supplier<Data> data,
            Turn turn) {
        this.state = state;
        this.rules = rules;
        this.bindings = bindings;
        this.own = own;
        this.tasks = tasks;
        this.data = data;
        this.turn = turn;
    }

    private void record(RulesEvent event) {
        turn.record(event);
    }

    /** Something has happened to a case of rules alone. */
    void react(Happening what) {
        switch (what) {
            case Happening.Started e -> {
                listen(CLOSE);
                bindings.signals().forEach(this::listen);
            }
            case Happening.WorkTaken e -> {}
            case Happening.WorkDone e -> over(e.work(), e.output());
            case Happening.WorkLost e -> over(e.work(), Data.nothing());
            case Happening.TimerDue e -> {}
            case Happening.SignalCame e -> came(e);
            case Happening.Consulted e -> {}
            // The rules may be others than before, with signals of their own.
            case Happening.Resumed e -> bindings.signals().stream()
                    .filter(signal -> !state.tickets.containsValue(signal))
                    .forEach(this::listen);
        }
        settle();
        end();
    }

    private void listen(String signal) {
        record(new RulesEvent.Listening(signal, turn.await(signal, turn.caseId().toString())));
    }

    /** Work of the rules' own is over. */
    void over(int work, Data output) {
        String task = state.taskOf(work);
        if (task != null) {
            record(new RulesEvent.Over(task, output));
        }
    }

    private void came(Happening.SignalCame came) {
        String signal = state.tickets.get(came.ticket());
        if (signal == null) {
            return;
        }
        if (signal.equals(CLOSE)) {
            record(new RulesEvent.Closing());
        } else if (bindings.of(Occasion.Kind.SIGNAL, signal).stream().anyMatch(literal -> !state.standing.isDecided(literal))) {
            listen(signal);
        }
    }

    /** Somebody cancels the case. What is open is given up; what the rules demand after that comes first. */
    boolean cancel(String reason) {
        if (state.cancelling != null || closing() != null) {
            return false;
        }
        record(new RulesEvent.Cancelling(reason));
        for (String task : List.copyOf(state.works.keySet())) {
            if (!isCompensation(task)) {
                giveUp(task, reason);
            }
        }
        return true;
    }

    /** Whether the rules want this task to be done, whatever becomes of the case. */
    private boolean isCompensation(String task) {
        return bindings.of(Occasion.Kind.TASK_START, task).stream().anyMatch(literal -> !rules.type(literal).control().isWilling())
                && !bindings.of(Occasion.Kind.TASK_START, task).stream().allMatch(state.standing::isNever);
    }

    private void giveUp(String task, String reason) {
        Integer work = state.works.get(task);
        if (work != null) {
            record(new RulesEvent.Over(task, Data.nothing()));
            turn.withdraw(work, reason);
        }
    }

    // What follows.

    void settle() {
        boolean changed = true;
        while (changed) {
            turn.step();
            changed = ruleOut() || abandon() || trigger() || offer();
        }
    }

    /** Complements that the rules demand are recorded as soon as they do. */
    private boolean ruleOut() {
        for (int literal = 1; literal < 2 * rules.events(); literal += 2) {
            if (state.standing.isRequired(literal)
                    && rules.type(literal).control().canCause(true)
                    && state.standing.admits(literal)) {
                record(new RulesEvent.Decided(rules.text(literal)));
                return true;
            }
        }
        return false;
    }

    /** Work whose beginning or whose end is excluded is taken back, unless the rules want it at least to begin. */
    private boolean abandon() {
        for (String task : state.works.keySet()) {
            boolean excluded = isExcluded(Occasion.Kind.TASK_START, task) || isExcluded(Occasion.Kind.TASK_COMPLETE, task) && !isWanted(task);
            if (excluded) {
                giveUp(task, "rules have excluded it");
                return true;
            }
        }
        return false;
    }

    private boolean isExcluded(Occasion.Kind kind, String task) {
        return bindings.of(kind, task).stream().anyMatch(literal -> state.standing.hasOccurred(literal + 1));
    }

    /** What the rules demand and can have is triggered. */
    private boolean trigger() {
        RuleState standing = state.standing;
        for (int literal = 0; literal < 2 * rules.events(); literal += 2) {
            if (standing.mustTrigger(literal) && standing.admits(literal)) {
                Occasion occasion = bindings.occasion(literal).orElse(null);
                if (occasion == null) {
                    record(new RulesEvent.Decided(rules.text(literal)));
                    return true;
                }
                boolean begins = occasion.kind() == Occasion.Kind.TASK_START || occasion.kind() == Occasion.Kind.TASK_OFFER;
                if (begins && own.contains(occasion.subject()) && !state.works.containsKey(occasion.subject())
                        && (isNew(occasion.subject()) || bindings.isRepeating(occasion.subject()))) {
                    offer(occasion.subject());
                    return true;
                }
            }
        }
        return false;
    }

    /** Tasks that wait for nobody's wish are offered when they may begin. */
    private boolean offer() {
        if (state.closing) {
            return false;
        }
        for (String task : own) {
            if ((isNew(task) || isAgain(task)) && mayBegin(task)) {
                offer(task);
                return true;
            }
        }
        return false;
    }

    /** People may do again what repeats; what is automatic would never end, so it begins again only when the rules demand it. */
    private boolean isAgain(String task) {
        return bindings.isRepeating(task) && !state.works.containsKey(task) && tasks.apply(task).doer() instanceof Doer.People;
    }

    private boolean isNew(String task) {
        return !state.works.containsKey(task) && !state.over.contains(task);
    }

    private boolean mayBegin(String task) {
        for (Occasion.Kind kind : List.of(Occasion.Kind.TASK_OFFER, Occasion.Kind.TASK_START)) {
            for (int literal : bindings.of(kind, task)) {
                Control control = rules.type(literal).control();
                if (!control.isWilling() || state.standing.isDecided(literal) || !state.standing.admits(literal)) {
                    return false;
                }
            }
        }
        return true;
    }

    private void offer(String task) {
        int work = turn.offer(tasks.apply(task), data.get());
        record(new RulesEvent.Offered(task, work));
    }

    /** A case of rules alone ends when it is closed, or nothing can come any more. */
    void end() {
        if (!state.closing && (!state.works.isEmpty() || mayStillCome())) {
            return;
        }
        if (close()) {
            if (state.cancelling == null) {
                turn.complete(state.data);
            } else {
                turn.cancel(state.cancelling);
            }
        }
    }

    /** Rules out all that is not decided, if nothing is on its way and the rules let it. */
    boolean close() {
        if (state.works.keySet().stream().anyMatch(this::isBegun)) {
            return false;
        }
        while (closing() == null) {
            if (!choose()) {
                stuck();
                return false;
            }
            settle();
            if (state.works.keySet().stream().anyMatch(this::isBegun)) {
                return false;
            }
        }
        // Rules may speak of tasks that are taken back: then that comes before nothing else can.
        giveUp(task -> !bindings.of(Occasion.Kind.TASK_WITHDRAW, task).isEmpty());
        int[] closing = closing();
        for (int literal : closing == null ? new int[0] : closing) {
            record(new RulesEvent.Decided(rules.text(literal)));
        }
        giveUp(task -> true);
        return true;
    }

    /**
     * Nobody does anything any more, and the rules still demand something that waits for a decision which they leave open. The
     * scheduler decides: rather that something does not happen than that it does.
     */
    private boolean choose() {
        for (int sign = 1; sign >= 0; sign--) {
            for (int literal = sign; literal < 2 * rules.events(); literal += 2) {
                if (!state.standing.isDecided(literal) && rules.type(literal).control().canCause(sign == 1) && mayChoose(literal)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean mayChoose(int literal) {
        if (!state.standing.admits(literal)) {
            return false;
        }
        Occasion occasion = bindings.occasion(literal & ~1).orElse(null);
        if (literal % 2 != 0 || occasion == null) {
            record(new RulesEvent.Decided(rules.text(literal)));
            return true;
        }
        boolean begins = occasion.kind() == Occasion.Kind.TASK_START || occasion.kind() == Occasion.Kind.TASK_OFFER;
        if (!begins || !own.contains(occasion.subject()) || !isNew(occasion.subject())) {
            return false;
        }
        offer(occasion.subject());
        return true;
    }

    /** What is left out when the case ends now, or null if it may not. */
    private int @Nullable [] closing() {
        RuleState standing = state.standing;
        for (int literal : bindings.of(Occasion.Kind.CASE_END, "")) {
            if (!standing.isDecided(literal)) {
                if (!standing.admits(literal)) {
                    return null;
                }
                standing = standing.after(literal);
            }
        }
        return standing.closing();
    }

    private void giveUp(Predicate<String> which) {
        List.copyOf(state.works.keySet()).stream().filter(which).forEach(task -> giveUp(task, "the case is closed"));
    }

    private boolean isBegun(String task) {
        Integer work = state.works.get(task);
        WorkItem item = work == null ? null : turn.work(work);
        return item != null && (Bindings.hasBegun(item) || isWanted(task) || isTriggerable(task));
    }

    private boolean isTriggerable(String task) {
        return bindings.of(Occasion.Kind.TASK_START, task).stream()
                .anyMatch(literal -> !state.standing.isDecided(literal) && !rules.type(literal).control().isWilling());
    }

    /** Whether the rules demand a task that is offered. */
    private boolean isWanted(String task) {
        return bindings.of(Occasion.Kind.TASK_START, task).stream().anyMatch(state.standing::isRequired);
    }

    /** Whether a signal that the case waits for can still change something. */
    private boolean mayStillCome() {
        return bindings.signals().stream()
                .flatMap(signal -> bindings.of(Occasion.Kind.SIGNAL, signal).stream())
                .anyMatch(literal -> !state.standing.isDecided(literal) && !state.standing.isNever(literal));
    }

    /** Rules demand what nobody does any more. That is one incident. */
    private void stuck() {
        String obligation = state.standing.obligation();
        if (!obligation.equals(state.stuck)) {
            record(new RulesEvent.Stuck(obligation));
            turn.incident(Code.OBLIGATIONS_OPEN.with(turn.caseId(), obligation).message());
        }
    }
}
