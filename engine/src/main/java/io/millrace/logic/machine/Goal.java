package io.millrace.logic.machine;

import io.millrace.logic.term.Functor;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import org.jspecify.annotations.Nullable;

/**
 * One step of a compiled clause body, linked to the step after it.
 *
 * <p>The machine's loop switches on {@code op}: the steps it knows are plain data, and {@link Step} is the way out for
 * everything else. {@code next} is set once, when the body is linked.
 */
abstract class Goal {
    static final int DET = 0;
    static final int CALL = 1;
    static final int EXECUTE = 2;
    static final int PROCEED = 3;
    static final int CUT = 4;
    static final int TRY = 5;
    static final int IF = 6;
    static final int COMMIT = 7;
    static final int SOFT_COMMIT = 8;
    static final int TEST = 9;
    static final int FAIL = 10;
    static final int ENTER = 11;
    static final int STEP = 12;
    static final int SUCCESS = 13;
    static final int HOST = 14;

    /** The end of a body: go on with the continuation. */
    static final Goal RETURN = new Plain(PROCEED);
    /** Failure. */
    static final Goal FAILURE = new Plain(FAIL);
    /** The end of the query. */
    static final Goal DONE = new Plain(SUCCESS);

    int op;
    Goal next = this;
    @Nullable Place place;

    Goal(int op) {
        this.op = op;
    }

    /** Where a goal stands in a program. */
    record Place(Functor procedure, @Nullable String file, int line) {
        @Override
        public String toString() {
            return procedure + (file == null ? "" : " at " + file + ":" + line);
        }
    }

    /** A step without operands. */
    static final class Plain extends Goal {
        Plain(int op) {
            super(op);
        }
    }

    /** A call of a procedure; {@link #EXECUTE} if it is the last one of its body. */
    static final class Call extends Goal {
        final Procedure procedure;
        final Node[] args;
        /** For each argument the slot of the variable that it is, or -1 if it is something else than a variable that has a value. */
        private final int[] slots;

        Call(Procedure procedure, Node[] args) {
            super(CALL);
            this.procedure = procedure;
            this.args = args;
            this.slots = new int[args.length];
            for (int i = 0; i < args.length; i++) {
                slots[i] = args[i].kind == Node.NEXT ? args[i].slot : -1;
            }
        }

        Term[] arguments(Bindings bindings, Term[] vars) {
            int[] known = slots;
            Term[] values = new Term[procedure.frameSize];
            for (int i = 0; i < known.length; i++) {
                int slot = known[i];
                values[i] = slot >= 0 ? Var.deref(vars[slot]) : Node.value(args[i], bindings, vars);
            }
            return values;
        }
    }

    /** Enters a procedure with arguments that are already there. */
    static final class Enter extends Goal {
        final Procedure procedure;
        final Term[] args;

        Enter(Procedure procedure, Term[] args) {
            super(ENTER);
            this.procedure = procedure;
            this.args = args;
        }
    }

    /** Makes variables that more than one branch needs, so that none of them takes a first occurrence for granted. */
    static final class Fresh extends Det {
        final int[] slots;

        Fresh(int[] slots) {
            this.slots = slots;
        }

        @Override
        boolean test(Machine machine, Term[] vars) {
            for (int slot : slots) {
                vars[slot] = machine.bindings.fresh();
            }
            return true;
        }

        @Override
        boolean pure() {
            return true;
        }
    }

    /** {@code (Left ; Right)}: the left side is {@code next}. */
    static final class Try extends Goal {
        Goal left = FAILURE;
        Goal right = FAILURE;

        Try() {
            super(TRY);
        }
    }

    /** {@code (Condition -> Then ; Else)} and its soft and negated relatives; the condition ends in a commit step. */
    static final class If extends Goal {
        Goal condition = FAILURE;
        Goal then = FAILURE;
        Goal otherwise = FAILURE;

        If() {
            super(IF);
        }
    }

    /** A condition that needs no choice point, because it consists of tests only. */
    static final class Test extends Goal {
        final Det[] tests;
        /** The same with a choice point, for tests that wake goals. */
        final If stepwise = new If();
        Goal then = FAILURE;
        Goal otherwise = FAILURE;

        Test(Det[] tests) {
            super(TEST);
            this.tests = tests;
        }
    }

    /** A step that works on the machine's registers, which the loop has written back. */
    abstract static class Step extends Goal {
        Step() {
            super(STEP);
        }

        abstract Goal step(Machine machine);
    }
}
