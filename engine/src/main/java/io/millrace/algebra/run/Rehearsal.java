package io.millrace.algebra.run;

import io.millrace.algebra.Occasion;
import io.millrace.algebra.RuleState;
import io.millrace.algebra.run.CourseState.Phase;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.language.ProcessEvent;
import io.millrace.language.Turn;
import io.millrace.work.Doer;
import io.millrace.work.Task;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A turn that is only tried: what the rules do is the same as in a running case, because {@link RulesTurn} does it. Work of the
 * process itself is not in it.
 */
final class Rehearsal implements Turn {
    private static final CaseId CASE = CaseId.parse("1");

    /** The rules stop something that follows from what was done, so that nothing of the turn happens. */
    static final class Stop extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Stop(String literal) {
            super(literal, null, false, false);
        }
    }

    private final Bindings bindings;
    private final List<String> names;
    private final Function<String, Task> tasks;
    private final RulesCase ruled;
    private final boolean[] started;
    /** Literals in the order in which they are decided. */
    private final List<Integer> decided = new ArrayList<>();

    Rehearsal(CourseState from, RuleState standing, Bindings bindings, List<String> names, Function<String, Task> tasks) {
        this.bindings = bindings;
        this.names = names;
        this.tasks = tasks;
        this.ruled = new RulesCase(standing);
        this.started = new boolean[names.size()];
        for (int i = 0; i < names.size(); i++) {
            switch (from.own().get(i)) {
                case NEW -> {}
                case OFFERED, STARTED -> ruled.works.put(names.get(i), i + 1);
                case OVER -> ruled.over.add(names.get(i));
            }
            started[i] = from.own().get(i) == Phase.STARTED;
        }
        ruled.closing = !from.isRunning();
    }

    RulesCase ruled() {
        return ruled;
    }

    RuleState standing() {
        return ruled.standing;
    }

    List<Integer> decided() {
        return decided;
    }

    List<Phase> own() {
        List<Phase> phases = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            boolean open = ruled.works.containsKey(name);
            phases.add(open ? started[i] ? Phase.STARTED : Phase.OFFERED : ruled.over.contains(name) ? Phase.OVER : Phase.NEW);
        }
        return phases;
    }

    // What happens in a turn.

    /** Lets literals occur, or stops if the rules do not accept one of them. */
    void occur(List<Integer> literals) {
        for (int literal : literals) {
            if (Scheduler.fate(standing(), literal) != Scheduler.Fate.OCCURS) {
                throw new Stop(standing().rules().text(literal));
            }
            note(literal);
        }
    }

    /** Records literals whether the rules like them or not. */
    void noted(List<Integer> literals) {
        literals.forEach(this::note);
    }

    private void note(int literal) {
        if (!standing().isDecided(literal)) {
            decided.add(literal);
            ruled.standing = standing().after(literal);
        }
    }

    void offered(String task) {
        occur(bindings.of(Occasion.Kind.TASK_OFFER, task));
    }

    void withdrawn(String task) {
        occur(bindings.of(Occasion.Kind.TASK_WITHDRAW, task));
        noted(bindings.complements(task));
    }

    /** Begins work of the rules' own that nobody has to begin, as far as they let it. */
    boolean begin() {
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            if (ruled.works.containsKey(name) && !started[i] && isAutomatic(tasks.apply(name))) {
                List<Integer> literals = bindings.of(Occasion.Kind.TASK_START, name);
                if (passes(standing(), literals)) {
                    noted(literals);
                    started[i] = true;
                    return true;
                }
            }
        }
        return false;
    }

    void started(String own) {
        started[names.indexOf(own)] = true;
    }

    static boolean isAutomatic(Task task) {
        return !(task.doer() instanceof Doer.People) && task.performers().pool() == null;
    }

    /** Whether the rules accept literals, one after the other. */
    static boolean passes(RuleState before, List<Integer> literals) {
        RuleState standing = before;
        for (int literal : literals) {
            if (Scheduler.fate(standing, literal) != Scheduler.Fate.OCCURS) {
                return false;
            }
            standing = standing.isDecided(literal) ? standing : standing.after(literal);
        }
        return true;
    }

    // What the rules do in it.

    @Override
    public void record(ProcessEvent event) {
        if (event instanceof RulesEvent.Decided e) {
            decided.add(standing().rules().literal(e.literal()));
        }
        ruled.apply((RulesEvent) event);
    }

    @Override
    public int offer(Task task, Data input) {
        offered(task.name());
        return names.indexOf(task.name()) + 1;
    }

    @Override
    public void withdraw(int work, String reason) {
        withdrawn(names.get(work - 1));
    }

    @Override
    public @Nullable WorkItem work(int number) {
        String name = names.get(number - 1);
        if (!ruled.works.containsKey(name)) {
            return null;
        }
        Task task = tasks.apply(name);
        WorkState state = started[number - 1] ? WorkState.STARTED : WorkState.OFFERED;
        WorkId id = new WorkId(CASE, number);
        return new WorkItem(
                id, name, task.doer(), task.performers(), state, null, null, 0, 0, Instant.EPOCH, null, Data.nothing(), null, 0, 0, null);
    }

    @Override
    public List<WorkItem> works() {
        List<WorkItem> all = new ArrayList<>();
        for (int number = 1; number <= names.size(); number++) {
            WorkItem item = work(number);
            if (item != null) {
                all.add(item);
            }
        }
        return all;
    }

    @Override
    public CaseId caseId() {
        return CASE;
    }

    @Override
    public Instant now() {
        return Instant.EPOCH;
    }

    @Override
    public void allocate(int work, long number, boolean start) {}

    @Override
    public int setTimer(Instant due) {
        return 0;
    }

    @Override
    public void cancelTimer(int timer) {}

    @Override
    public int await(String signal, String key) {
        return 0;
    }

    @Override
    public void forget(int ticket) {}

    @Override
    public void release(Data file) {}

    @Override
    public void attribute(String name, Data value) {}

    @Override
    public void complete(Data result) {}

    @Override
    public void fail(String reason) {}

    @Override
    public void cancel(String reason) {}

    @Override
    public void decide(CaseId of, int attempt, boolean accepted, String reason) {
        // Nobody else is there.
    }

    @Override
    public void grant(CaseId of, int attempt, List<String> literals) {
        // Nobody else is there.
    }

    @Override
    public void incident(String reason) {}

    @Override
    public boolean hasIncident() {
        return false;
    }

    @Override
    public void resolved() {}

    @Override
    public void steps(int count) {}
}
