package io.millrace.prolog;

import io.millrace.data.Form;
import io.millrace.data.In;
import io.millrace.data.Out;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A query between two phases (section 2.5): what it waits for. Who waits for a variable and how many goals mention it
 * follow from the goals, and are kept beside them so that a phase costs what it touches.
 */
final class PrologState {
    static final Form<Function<In, PrologState>> FORM =
            Form.<Function<In, PrologState>>first("a query", PrologState::readFirst).next(PrologState::readSecond);

    private static final int SMALL = 16;

    private final NavigableMap<Integer, Variable> variables = new TreeMap<>();
    private final NavigableMap<Integer, Suspended> goals = new TreeMap<>();
    private final NavigableMap<Instant, TimeEvent> times = new TreeMap<>();

    /** The variable of each message that is still known, by its work item. */
    private final Map<Integer, Variable> byWork = new HashMap<>(4);

    private int lastVariable;
    private int lastGoal;
    private int lastReply;
    private int lastFree;
    private byte @Nullable [] result;

    /** What the query has not reacted to, in order. */
    private final List<Held> held = new ArrayList<>(0);

    /** Whether its goals were suspended by another version of the program and not evaluated since. */
    private boolean moved;

    int lastVariable() {
        return lastVariable;
    }

    int lastGoal() {
        return lastGoal;
    }

    /** The last number of a free variable in a suspended goal; only programs that allow such goals have any. */
    int lastFree() {
        return lastFree;
    }

    int lastReply() {
        return lastReply;
    }

    byte @Nullable [] result() {
        return result;
    }

    /** What an error keeps from happening, in order; empty if nothing is kept. */
    List<Held> held() {
        return held;
    }

    /** The reply to a message that is kept until an operator retries it, or null. */
    byte @Nullable [] heldReply(int work) {
        for (Held each : held) {
            if (work != 0 && each.work() == work) {
                return each.reply();
            }
        }
        return null;
    }

    boolean moved() {
        return moved;
    }

    /** The case is under another version of the program now. */
    void move() {
        moved = true;
    }

    @Nullable
    Variable variable(int number) {
        return variables.get(number);
    }

    @Nullable
    Variable ofWork(int work) {
        return byWork.get(work);
    }

    Collection<Variable> variables() {
        return variables.values();
    }

    Collection<Suspended> goals() {
        return goals.values();
    }

    @Nullable
    Suspended goal(int number) {
        return goals.get(number);
    }

    /** What waits for an instant: its timer, and the goals in the order of suspension. */
    static final class TimeEvent {
        private final List<Integer> waiting = new ArrayList<>(1);
        private int timer;

        int timer() {
            return timer;
        }

        List<Integer> waiting() {
            return waiting;
        }
    }

    NavigableMap<Instant, TimeEvent> times() {
        return times;
    }

    /** The instant for which a timer was set, or null. Those that are due come first. */
    @Nullable
    Instant timeOf(int timer) {
        for (Map.Entry<Instant, TimeEvent> entry : times.entrySet()) {
            if (entry.getValue().timer == timer) {
                return entry.getKey();
            }
        }
        return null;
    }

    void apply(PrologEvent event) {
        switch (event) {
            case PhaseEnded phase -> apply(phase);
            case PhaseHeld kept -> {
                if (!kept.again()) {
                    held.add(kept.held());
                }
            }
            case AskedAgain again -> apply(again);
        }
    }

    private void apply(AskedAgain again) {
        held.removeIf(each -> each.work() == again.dropped());
        Variable variable = byWork.remove(again.dropped());
        if (variable == null) {
            throw new IllegalStateException("no variable has message " + again.dropped());
        }
        variable.work = again.work();
        byWork.put(again.work(), variable);
    }

    private void apply(PhaseEnded phase) {
        if (phase.held()) {
            held.removeFirst();
        }
        if (phase.cause() == PhaseEnded.Cause.MIGRATED || phase.cause() == PhaseEnded.Cause.INITIAL) {
            moved = false;
        }
        if (phase.work() != 0) {
            answer(phase);
        }
        phase.woken().forEach(this::remove);
        for (int i = 0; i < phase.created(); i++) {
            lastVariable++;
            variables.put(lastVariable, new Variable(lastVariable));
        }
        phase.delayed().forEach(delay -> known(delay.variable()).notBefore = delay.until());
        for (PhaseEnded.Sent sent : phase.sent()) {
            Variable variable = known(sent.variable());
            variable.work = sent.work();
            variable.asText = sent.asText();
            variable.files = sent.files();
            variable.to = sent.to();
            variable.content = sent.content();
            variable.sent = phase.at();
            byWork.put(sent.work(), variable);
        }
        phase.suspended().forEach(this::add);
        lastFree = Math.max(lastFree, phase.lastFree());
        phase.cancelled().forEach(this::drop);
        phase.collected().forEach(this::drop);
        phase.timersGone().forEach(times::remove);
        phase.timersSet().forEach(timer -> event(timer.due()).timer = timer.timer());
        if (phase.result() != null) {
            result = phase.result();
        }
        if (phase.status() != PhaseEnded.Status.RUNNING) {
            goals.clear();
            times.clear();
            held.clear();
        }
    }

    private TimeEvent event(Instant instant) {
        return times.computeIfAbsent(instant, due -> new TimeEvent());
    }

    private void answer(PhaseEnded phase) {
        Variable variable = byWork.get(phase.work());
        if (variable == null) {
            throw new IllegalStateException("no variable has message " + phase.work());
        }
        variable.reply = phase.reply();
        variable.replied = phase.replied() == null ? phase.at() : phase.replied();
        variable.to = null;
        variable.content = null;
        variable.order = ++lastReply;
    }

    private void add(Suspended goal) {
        lastGoal = Math.max(lastGoal, goal.number());
        goals.put(goal.number(), goal);
        goal.mentions().forEach(number -> known(number).mentions++);
        goal.variables().forEach(number -> known(number).addWaiting(goal.number()));
        goal.times().forEach(instant -> event(instant).waiting.add(goal.number()));
    }

    private void remove(int number) {
        Suspended goal = goals.remove(number);
        if (goal == null) {
            throw new IllegalStateException("no goal has the number " + number);
        }
        goal.mentions().forEach(variable -> known(variable).mentions--);
        goal.variables().forEach(variable -> known(variable).removeWaiting(number));
        goal.times().forEach(instant -> event(instant).waiting.remove(Integer.valueOf(number)));
    }

    private void drop(int number) {
        Variable variable = variables.remove(number);
        if (variable != null) {
            byWork.remove(variable.work);
            held.removeIf(each -> each.work() != 0 && each.work() == variable.work);
        }
    }

    private Variable known(int number) {
        Variable variable = variables.get(number);
        if (variable == null) {
            throw new IllegalStateException("there is no workflow variable wv" + number);
        }
        return variable;
    }

    /** Whether writing and reading it costs next to nothing. */
    boolean isSmall() {
        return variables.size() + goals.size() + times.size() + held.size() <= SMALL;
    }

    void write(Out out) {
        FORM.begin(out).varint(lastVariable).varint(lastGoal).varint(lastReply).varint(lastFree).bytesOrNull(result);
        out.each(variables.values(), (o, variable) -> variable.write(o));
        out.each(goals.values(), (o, goal) -> goal.write(o));
        out.each(times.entrySet(), (o, time) -> o.instant(time.getKey()).varint(time.getValue().timer));
        out.each(held, (o, each) -> each.write(o)).bool(moved);
    }

    static PrologState read(In in) {
        return FORM.reader(in).apply(in);
    }

    private static PrologState readFirst(In in) {
        return read(in, Variable::readFirst);
    }

    private static PrologState readSecond(In in) {
        PrologState state = read(in, Variable::read);
        state.held.addAll(in.each(Held::read));
        state.moved = in.bool();
        return state;
    }

    private static PrologState read(In in, Function<In, Variable> variable) {
        PrologState state = new PrologState();
        state.lastVariable = in.varint32();
        int lastGoal = in.varint32();
        state.lastReply = in.varint32();
        state.lastFree = in.varint32();
        state.result = in.bytesOrNull();
        List<Variable> variables = in.each(variable);
        for (Variable each : variables) {
            state.variables.put(each.number, each);
            if (each.work != 0) {
                state.byWork.put(each.work, each);
            }
        }
        in.each(Suspended::read).forEach(state::add);
        state.lastGoal = lastGoal;
        in.each(each -> new PhaseEnded.TimerFor(each.instant(), each.varint32()))
                .forEach(timer -> state.event(timer.due()).timer = timer.timer());
        return state;
    }
}
