package io.millrace.algebra.run;

import io.millrace.algebra.Control;
import io.millrace.algebra.Occasion;
import io.millrace.algebra.RuleSet;
import io.millrace.algebra.RuleState;
import io.millrace.data.Data;
import io.millrace.language.Happening;
import io.millrace.language.Turn;
import io.millrace.problem.Code;
import io.millrace.work.Task;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

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
    private final Function<String, Task> tasks;
    private final Turn turn;

    RulesTurn(RulesCase state, RuleSet rules, Bindings bindings, Function<String, Task> tasks, Turn turn) {
        this.state = state;
        this.rules = rules;
        this.bindings = bindings;
        this.tasks = tasks;
        this.turn = turn;
    }

    private void record(RulesEvent event) {
        turn.record(event);
    }

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
            case Happening.Resumed e -> {}
        }
        settle();
    }

    private void listen(String signal) {
        record(new RulesEvent.Listening(signal, turn.await(signal, turn.caseId().toString())));
    }

    private void over(int work, Data output) {
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
        if (state.cancelling != null || state.standing.closing() != null) {
            return false;
        }
        record(new RulesEvent.Cancelling(reason));
        for (String task : List.copyOf(state.works.keySet())) {
            if (!isCompensation(task)) {
                giveUp(task, reason);
            }
        }
        settle();
        return true;
    }

    /** Whether the rules want this task to be done, whatever becomes of the case. */
    private boolean isCompensation(String task) {
        return bindings.of(Occasion.Kind.TASK_START, task).stream().anyMatch(literal -> rules.type(literal).control().isTriggerable())
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
            changed = ruleOut() || trigger() || offer();
        }
        end();
    }

    /** Complements that the rules demand are recorded as soon as they do. */
    private boolean ruleOut() {
        for (int literal = 1; literal < 2 * rules.events(); literal += 2) {
            if (state.standing.isRequired(literal)
                    && rules.type(literal).control().canCause(true)
                    && Scheduler.accepts(state.standing, literal)) {
                record(new RulesEvent.Decided(rules.text(literal)));
                drop(literal - 1);
                return true;
            }
        }
        return false;
    }

    /** Work whose beginning or whose end is ruled out is taken back. */
    private void drop(int literal) {
        bindings.occasion(literal).ifPresent(occasion -> {
            if (occasion.kind() == Occasion.Kind.TASK_START || occasion.kind() == Occasion.Kind.TASK_COMPLETE) {
                giveUp(occasion.subject(), "rules have excluded " + rules.text(literal));
            }
        });
    }

    /** What the rules demand and can have is triggered. */
    private boolean trigger() {
        RuleState standing = state.standing;
        for (int literal = 0; literal < 2 * rules.events(); literal += 2) {
            if (standing.mustTrigger(literal) && Scheduler.accepts(standing, literal)) {
                Occasion occasion = bindings.occasion(literal).orElse(null);
                if (occasion == null) {
                    record(new RulesEvent.Decided(rules.text(literal)));
                    return true;
                }
                boolean begins = occasion.kind() == Occasion.Kind.TASK_START || occasion.kind() == Occasion.Kind.TASK_OFFER;
                if (begins && isNew(occasion.subject())) {
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
        for (String task : bindings.tasks()) {
            if (isNew(task) && mayBegin(task)) {
                offer(task);
                return true;
            }
        }
        return false;
    }

    private boolean isNew(String task) {
        return !state.works.containsKey(task) && !state.over.contains(task);
    }

    private boolean mayBegin(String task) {
        for (Occasion.Kind kind : List.of(Occasion.Kind.TASK_OFFER, Occasion.Kind.TASK_START)) {
            for (int literal : bindings.of(kind, task)) {
                Control control = rules.type(literal).control();
                if (control.isTriggerable() || state.standing.isDecided(literal) || !Scheduler.accepts(state.standing, literal)) {
                    return false;
                }
            }
        }
        return true;
    }

    private void offer(String task) {
        int work = turn.offer(tasks.apply(task), state.data);
        record(new RulesEvent.Offered(task, work));
    }

    /** The case ends when it is closed, nothing is on its way, and what is left can be left out. */
    private void end() {
        if (state.works.keySet().stream().anyMatch(task -> !state.closing || isBegun(task))) {
            return;
        }
        if (!state.closing && mayStillCome()) {
            return;
        }
        if (state.standing.closing() == null) {
            stuck();
            return;
        }
        // Rules may speak of tasks that are taken back: then that comes before nothing else can.
        giveUp(task -> !bindings.of(Occasion.Kind.TASK_WITHDRAW, task).isEmpty());
        int[] closing = state.standing.closing();
        for (int literal : closing == null ? new int[0] : closing) {
            record(new RulesEvent.Decided(rules.text(literal)));
        }
        giveUp(task -> true);
        if (state.cancelling == null) {
            turn.complete(state.data);
        } else {
            turn.cancel(state.cancelling);
        }
    }

    private void giveUp(Predicate<String> which) {
        List.copyOf(state.works.keySet()).stream().filter(which).forEach(task -> giveUp(task, "the case is closed"));
    }

    private boolean isBegun(String task) {
        Integer work = state.works.get(task);
        WorkItem item = work == null ? null : turn.work(work);
        return item != null && (item.state() == WorkState.STARTED || isWanted(task));
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

    /** Rules demand what nobody does any more. A person is told, once. */
    private void stuck() {
        String obligation = state.standing.obligation();
        if (!obligation.equals(state.stuck)) {
            record(new RulesEvent.Stuck(obligation));
            turn.incident(Code.OBLIGATIONS_OPEN.with(turn.caseId(), obligation).message());
        }
    }
}
