package io.millrace.prolog;

import io.millrace.data.Data;
import io.millrace.fact.Facts;
import io.millrace.fact.NoDataException;
import io.millrace.logic.codec.TermCodec;
import io.millrace.logic.machine.Machine;
import io.millrace.logic.machine.Signal;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One phase of a query while it runs: what the goals of sections 2.3, 2.4, 2.7 and 2.10 see and do. The state stays as it
 * is; what the phase decides is collected here and recorded when it has ended.
 */
final class Phase {
    /** A workflow variable as this phase sees it. */
    static final class Seen {
        final int number;
        @Nullable Instant sent;
        @Nullable Instant notBefore;
        @Nullable Term reply;
        @Nullable Instant replied;
        int order;

        Seen(int number) {
            this.number = number;
        }
    }

    /** A message to be sent when the phase has ended. */
    record Message(int variable, Term to, byte[] toBytes, byte[] contentBytes, Data input, boolean asText) {}

    /** A goal that will wait; nothing when it waits for another goal. */
    record Waiting(Term goal, Blocked blocked) {}

    /** How often a term that leaves the machine is walked through. */
    private static final int WALKS = 8;

    /** What a part of such a term takes in all the forms in which it is kept until the end of the phase. */
    private static final int PART_BYTES = 64;

    /** A message or a goal that waits, besides its terms: a work item, an entry of the event. */
    private static final int LEAVING_STEPS = 20;

    private static final int LEAVING_BYTES = 500;

    private final PrologState state;
    private final Instant now;
    private final @Nullable Instant due;
    private final boolean nonGround;
    private final Map<Integer, Seen> seen = new HashMap<>(8);

    private final List<Message> messages = new ArrayList<>(2);
    private final List<Waiting> waiting = new ArrayList<>(2);
    private final List<PhaseEnded.Delay> delays = new ArrayList<>(0);
    /** The variables of goals that wait. Empty unless the program allows such goals. */
    private final Set<Var> pending = Collections.newSetFromMap(new IdentityHashMap<>(0));

    private int created;
    private @Nullable Term result;

    /** @param due the instant of the time event that began the phase, or null */
    Phase(PrologState state, Instant now, @Nullable Instant due, boolean nonGround) {
        this.state = state;
        this.now = now;
        this.due = due;
        this.nonGround = nonGround;
    }

    /** The reply that begins the phase, and when it came. */
    void answered(Variable variable, Term reply, Instant at) {
        Seen answered = look(variable);
        answered.reply = reply;
        answered.replied = at;
        answered.order = state.lastReply() + 1;
    }

    List<Message> messages() {
        return messages;
    }

    List<Waiting> waiting() {
        return waiting;
    }

    List<PhaseEnded.Delay> delays() {
        return delays;
    }

    int created() {
        return created;
    }

    @Nullable
    Term result() {
        return result;
    }

    Instant now() {
        return now;
    }

    @Nullable
    Instant due() {
        return due;
    }

    /** Whether an instant has passed; one that has woken this phase has. */
    boolean passed(Instant time, boolean strictlyBefore) {
        return strictlyBefore || due != null && !time.isAfter(due);
    }

    // Goals that act at once.

    boolean rpc(Machine machine, Term[] args) {
        Term goal = Struct.of("rpc", args);
        checkImmediate(machine, Restriction.RPC_IN_GUARD, goal);
        if (!machine.ground(args[0]) || !machine.ground(args[1])) {
            throw new Broken(Restriction.NOT_GROUND, goal);
        }
        Term third = args[2].deref();
        Seen variable = third instanceof Var ? create() : known(third);
        if (variable == null) {
            throw new Broken(Restriction.NOT_UNBOUND, goal);
        }
        if (variable.sent != null) {
            throw new Broken(Restriction.ALREADY_SENT, goal);
        }
        Instant notBefore = variable.notBefore;
        if (notBefore != null && notBefore.isAfter(now) && !passed(notBefore, false)) {
            wait(machine, goal, Blocked.on(notBefore));
            return true;
        }
        announce(machine, goal);
        send(variable, goal, args[0].deref(), args[1].deref());
        return !(third instanceof Var) || machine.unify(third, WorkflowVariables.term(variable.number));
    }

    private void send(Seen variable, Term goal, Term to, Term content) {
        boolean asText = Destination.isProgram(to);
        try {
            messages.add(new Message(
                    variable.number,
                    ShownTerms.outside(to),
                    TermCodec.encode(to),
                    TermCodec.encode(content),
                    data(content, asText),
                    asText));
        } catch (NoDataException e) {
            throw new Broken(Restriction.NO_DATA, goal, String.valueOf(e.getMessage()));
        }
        variable.sent = now;
    }

    /** What the participant gets of a message that has been sent before. */
    static Data input(Term content, boolean asText) {
        try {
            return data(content, asText);
        } catch (NoDataException e) {
            throw new IllegalStateException("a message that was sent: " + e.getMessage(), e);
        }
    }

    private static Data data(Term content, boolean asText) throws NoDataException {
        Term outside = ShownTerms.outside(content);
        return asText ? Attachments.forProgram(outside) : Facts.data(outside);
    }

    boolean wvar(Machine machine, Term[] args) {
        Term goal = Struct.of("wvar", args);
        checkImmediate(machine, Restriction.WVAR_IN_GUARD, goal);
        if (!(args[0].deref() instanceof Var)) {
            throw new Broken(Restriction.NOT_UNBOUND, goal);
        }
        return machine.unify(args[0], WorkflowVariables.term(create().number));
    }

    /** {@code result(Term)}: what the case gives to whoever waits for its end. */
    boolean result(Machine machine, Term[] args) {
        Term goal = Struct.of("result", args);
        checkImmediate(machine, Restriction.RESULT_IN_GUARD, goal);
        if (!machine.ground(args[0])) {
            throw new Broken(Restriction.NOT_GROUND, goal);
        }
        announce(machine, goal);
        result = args[0].deref();
        return true;
    }

    private void checkImmediate(Machine machine, Restriction inGuard, Term goal) {
        if (machine.insideBarrier()) {
            throw new Broken(inGuard, goal);
        }
        if (machine.choicePoints() > 0) {
            throw new Broken(Restriction.CHOICEPOINT, goal);
        }
    }

    // Goals that may wait.

    boolean replycontent(Machine machine, Term[] args) {
        Term goal = Struct.of("replycontent", args);
        checkSuspendable(machine, goal);
        Seen variable = workflowVariable(args[0], goal);
        return variable.reply == null
                ? block(machine, goal, Blocked.on(variable.number))
                : machine.unify(args[1], variable.reply);
    }

    boolean replytime(Machine machine, Term[] args) {
        Term goal = Struct.of("replytime", args);
        checkSuspendable(machine, goal);
        Seen variable = workflowVariable(args[0], goal);
        return variable.replied == null
                ? block(machine, goal, Blocked.on(variable.number))
                : machine.unify(args[1], Times.number(variable.replied));
    }

    boolean messagetime(Machine machine, Term[] args) {
        Term goal = Struct.of("messagetime", args);
        Seen variable = workflowVariable(args[0], goal);
        if (variable.sent == null && variable.notBefore != null) {
            checkSuspendable(machine, goal);
            return block(machine, goal, Blocked.on(variable.notBefore));
        }
        if (variable.sent == null) {
            throw new Broken(Restriction.NO_MESSAGE, goal);
        }
        return machine.unify(args[1], Times.number(variable.sent));
    }

    boolean precedes(Machine machine, Term[] args) {
        Term goal = Struct.of("<<", args);
        checkSuspendable(machine, goal);
        if (!machine.ground(goal)) {
            throw new Broken(Restriction.NOT_GROUND, goal);
        }
        return new Precedence(this, machine, goal, args[0].deref(), args[1].deref()).holds();
    }

    /** {@code T << messagetime(WV)} before the rpc: nothing is sent on the variable before then. */
    boolean delay(Machine machine, Term goal, Seen variable, Instant until) {
        if (machine.insideBarrier()) {
            throw new Broken(Restriction.DELAY_IN_GUARD, goal);
        }
        Instant before = variable.notBefore;
        if (before == null || until.isAfter(before)) {
            variable.notBefore = until;
            delays.add(new PhaseEnded.Delay(variable.number, until));
        }
        return true;
    }

    /** The restrictions of section 2.4 on every goal that might suspend. */
    void checkSuspendable(Machine machine, Term goal) {
        if (machine.choicePoints() > 0) {
            throw new Broken(Restriction.CHOICEPOINT, goal);
        }
        if (!nonGround && !machine.insideBarrier() && !machine.ground(goal)) {
            throw new Broken(Restriction.NOT_GROUND, goal);
        }
    }

    /** In a guard the guard blocks; outside, the goal is set aside and the query goes on to its right. */
    boolean block(Machine machine, Term goal, Blocked blocked) {
        if (machine.insideBarrier()) {
            throw new Signal(blocked);
        }
        wait(machine, goal, blocked);
        return true;
    }

    // Workflow variables.

    private Seen create() {
        created++;
        Seen variable = new Seen(state.lastVariable() + created);
        seen.put(variable.number, variable);
        return variable;
    }

    Seen workflowVariable(Term term, Term goal) {
        Seen variable = known(term.deref());
        if (variable == null) {
            throw new Broken(Restriction.NOT_A_WORKFLOW_VARIABLE, goal);
        }
        return variable;
    }

    private @Nullable Seen known(Term term) {
        int number = WorkflowVariables.number(term);
        if (number == 0) {
            return null;
        }
        Seen here = seen.get(number);
        Variable stored = here == null ? state.variable(number) : null;
        return stored == null ? here : look(stored);
    }

    private Seen look(Variable stored) {
        return seen.computeIfAbsent(stored.number, number -> {
            Seen variable = new Seen(number);
            variable.sent = stored.sent;
            variable.notBefore = stored.notBefore;
            variable.replied = stored.replied;
            variable.order = stored.order;
            variable.reply = stored.reply == null ? null : TermCodec.decode(stored.reply);
            return variable;
        });
    }

    // Goals with variables (section 5.2).

    /** A goal that was suspended before and has not been woken: its variables stay unbound. */
    boolean stays(Machine machine, Term goal) {
        pending.addAll(machine.variables(goal));
        return true;
    }

    /** Whether a goal shares a variable with one that waits; then it waits for it. */
    boolean delayed(Machine machine, Term goal) {
        if (machine.insideBarrier() || pending.isEmpty() || Collections.disjoint(pending, machine.variables(goal))) {
            return false;
        }
        if (machine.choicePoints() > 0) {
            throw new Broken(Restriction.CHOICEPOINT, goal);
        }
        wait(machine, goal, new Blocked());
        return true;
    }

    /**
     * The end of the phase: a goal that still waits for a variable waits on if the variable is one of a goal that is suspended; it is called
     * again in every phase that follows. Nobody else could bind the variable any more, so otherwise the phase is an error.
     */
    void keepDelayed(Machine machine) {
        List<Term> left = new ArrayList<>(machine.waiting());
        waiting.forEach(each -> machine.delayed(each.goal()).stream().filter(goal -> !left.contains(goal)).forEach(left::add));
        boolean found = true;
        while (found && !left.isEmpty()) {
            found = false;
            Set<Var> shared = Collections.newSetFromMap(new IdentityHashMap<>());
            pending.forEach(variable -> shared.addAll(machine.variables(variable)));
            waiting.forEach(each -> shared.addAll(machine.variables(each.goal())));
            for (Term goal : List.copyOf(left)) {
                if (!Collections.disjoint(shared, machine.variables(goal))) {
                    wait(machine, goal, new Blocked());
                    left.remove(goal);
                    found = true;
                }
            }
        }
        if (!left.isEmpty()) {
            throw new Broken(Restriction.STILL_DELAYED, left.get(0));
        }
    }

    private void wait(Machine machine, Term goal, Blocked blocked) {
        announce(machine, goal);
        waiting.add(new Waiting(goal, blocked));
        if (nonGround) {
            pending.addAll(machine.variables(goal));
        }
    }

    /**
     * Accounts for a term that leaves the machine: it is looked through, written in binary form, shown and turned into data.
     * None of that has a meter, so a term that is too large, shares its parts without end or contains itself stops here.
     */
    static void announce(Machine machine, Term term) {
        long size = machine.size(term);
        machine.spend(size * WALKS + LEAVING_STEPS);
        machine.reserve(size * PART_BYTES + LEAVING_BYTES);
    }
}
