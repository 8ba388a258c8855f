package io.millrace.prolog;

import io.millrace.logic.machine.Machine;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code T1 << T2} in its four forms (section 2.7), and the form of section 5.2 that delays a message. */
final class Precedence {
    private final Phase phase;
    private final Machine machine;
    private final Term goal;
    private final Term left;
    private final Term right;

    Precedence(Phase phase, Machine machine, Term goal, Term left, Term right) {
        this.phase = phase;
        this.machine = machine;
        this.goal = goal;
        this.left = left;
        this.right = right;
    }

    boolean holds() {
        if (right instanceof Struct side && side.is("messagetime", 1)) {
            return delayed(phase.workflowVariable(side.arg(0), goal));
        }
        Phase.Seen first = replied(left);
        Phase.Seen second = replied(right);
        if (first != null) {
            return second == null ? before(first, absolute(right)) : between(first, second);
        }
        return second == null
                ? absolute(left).compareTo(absolute(right)) < 0
                : after(absolute(left), second);
    }

    /** Replies of one instant are ordered as they were recorded, so exactly one of {@code A << B}, {@code B << A} holds. */
    private boolean between(Phase.Seen first, Phase.Seen second) {
        if (first.reply == null && second.reply == null) {
            return phase.block(machine, goal, Blocked.on(first.number).and(Blocked.on(second.number)));
        }
        return first.reply != null && (second.reply == null || first.order < second.order);
    }

    private boolean before(Phase.Seen variable, BigDecimal time) {
        if (variable.replied != null) {
            return Times.value(variable.replied).compareTo(time) < 0;
        }
        return !passed(time) && blocked(variable, time);
    }

    private boolean after(BigDecimal time, Phase.Seen variable) {
        if (variable.replied != null) {
            return time.compareTo(Times.value(variable.replied)) < 0;
        }
        return passed(time) || blocked(variable, time);
    }

    private boolean passed(BigDecimal time) {
        return phase.passed(Times.instant(time), time.compareTo(Times.value(phase.now())) < 0);
    }

    private boolean blocked(Phase.Seen variable, BigDecimal time) {
        return phase.block(machine, goal, Blocked.on(variable.number).and(Blocked.on(Times.instant(time))));
    }

    private boolean delayed(Phase.Seen variable) {
        BigDecimal time = absolute(left);
        Instant sent = variable.sent;
        return sent == null
                ? phase.delay(machine, goal, variable, Times.instant(time))
                : time.compareTo(Times.value(sent)) < 0;
    }

    private Phase.@Nullable Seen replied(Term side) {
        return side instanceof Struct struct && struct.is("replytime", 1)
                ? phase.workflowVariable(struct.arg(0), goal)
                : null;
    }

    private BigDecimal absolute(Term side) {
        BigDecimal time = Times.value(side);
        if (time == null) {
            throw new Broken(Restriction.BAD_TIME, goal);
        }
        return time;
    }
}
