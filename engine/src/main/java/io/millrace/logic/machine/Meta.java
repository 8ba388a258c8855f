package io.millrace.logic.machine;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Errors;
import io.millrace.logic.term.Functor;
import io.millrace.logic.term.PrologError;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.util.function.Consumer;

/** Goals given as terms at run time: {@code call/N}, {@code catch/3}, {@code findall/3}. */
final class Meta {
    static final Term[] NO_VARIABLES = {};

    /** A catcher with its frame and the goals that enter and leave it. */
    private static final int CATCH_BYTES = 256;

    /** {@code call/1}, for goals that come from outside a program. */
    static final Procedure CALL = new Procedure(Functor.of("call", 1), 0);

    static {
        CALL.entry = new Library.Entry(CALL.functor, (Library.Control) Meta::callWith, false);
    }

    private Meta() {}

    /** Prepares the machine to run a goal that is opaque to cuts, and returns where to go on. */
    static Goal call(Machine machine, Term goal) {
        Term at = Var.deref(goal);
        return switch (at) {
            case Var v -> throw Errors.instantiation();
            case Atom atom -> enter(machine, new Functor(atom, 0), atom);
            case Struct struct -> enter(machine, struct.functor(), struct);
            default -> throw Errors.type("callable", at);
        };
    }

    private static Goal enter(Machine machine, Functor functor, Term goal) {
        Procedure procedure = machine.procedure(functor);
        if (procedure.control()) {
            return compiled(machine, goal, machine.choice);
        }
        Term[] args = new Term[Math.max(procedure.frameSize, functor.arity)];
        if (goal instanceof Struct struct) {
            for (int i = 0; i < functor.arity; i++) {
                args[i] = Var.deref(struct.arg(i));
            }
        }
        return new Goal.Enter(procedure, args);
    }

    /** Compiles a control construct and sets the registers for it. */
    private static Goal compiled(Machine machine, Term goal, Choice cut) {
        Goal first;
        try {
            first = Compiler.body(goal, machine::procedure, Goal.RETURN, machine.meter);
        } catch (PrologError notCallable) {
            throw Errors.type("callable", goal);
        }
        machine.vars = NO_VARIABLES;
        machine.cut = cut;
        return first;
    }

    /** {@code call(G, A...)}: the arguments are added to the goal. */
    static Goal callWith(Machine machine, Term[] args) {
        int added = args.length - 1;
        if (added == 0) {
            return call(machine, args[0]);
        }
        Term closure = Var.deref(args[0]);
        int given = closure instanceof Struct struct ? struct.functor().arity : 0;
        Atom name = switch (closure) {
            case Var v -> throw Errors.instantiation();
            case Atom atom -> atom;
            case Struct struct -> struct.functor().name;
            default -> throw Errors.type("callable", closure);
        };
        Functor functor = new Functor(name, given + added);
        Procedure procedure = machine.procedure(functor);
        Term[] all = new Term[Math.max(procedure.frameSize, given + added)];
        for (int i = 0; i < given; i++) {
            all[i] = ((Struct) closure).arg(i);
        }
        System.arraycopy(args, 1, all, given, added);
        return procedure.control()
                ? compiled(machine, Struct.of(functor, all), machine.choice)
                : new Goal.Enter(procedure, all);
    }

    /** A control construct too deeply nested to be compiled with its clause; transparent to cuts. */
    static final class Later extends Goal.Step {
        private final Node node;

        Later(Node node) {
            this.node = node;
        }

        @Override
        Goal step(Machine machine) {
            Term goal = Node.value(node, machine.bindings, machine.vars);
            machine.cont = new Frame(machine.vars, next, machine.cont, machine.cut);
            return compiled(machine, goal, machine.cut);
        }
    }

    /** {@code catch/3}: a choice point that takes exceptions, and a step that retires it when the goal is done. */
    static Goal catching(Machine machine, Term[] args) {
        machine.meter.bytes(CATCH_BYTES);
        Catch mark = new Catch(machine, args[1], args[2]);
        machine.push(mark);
        machine.cont = new Frame(NO_VARIABLES, new Exit(mark), machine.cont, machine.cut);
        // Entered as a goal of its own, so that an error in calling it finds the catcher in place.
        return new Goal.Enter(CALL, new Term[] {args[0]});
    }

    /** The catcher of a running or finished {@code catch/3}; it only takes exceptions while its goal runs. */
    static final class Catch extends Choice implements Bindings.Undo {
        final Term catcher;
        final Term recovery;
        boolean active = true;

        Catch(Machine machine, Term catcher, Term recovery) {
            super(OTHER, machine.choice, machine.bindings.top, machine.bindings.serial, machine.cont, false);
            this.catcher = catcher;
            this.recovery = recovery;
        }

        @Override
        Goal resume(Machine machine) {
            return Goal.FAILURE;
        }

        @Override
        void held(Consumer<Term> visitor) {
            visitor.accept(catcher);
            visitor.accept(recovery);
        }

        @Override
        public void undo() {
            active = true;
        }

        @Override
        public long age() {
            return mark - 1;
        }
    }

    /** Retires the catcher; each has its own, in a frame of its own. */
    static final class Exit extends Goal.Step {
        private final Catch mark;

        Exit(Catch mark) {
            this.mark = mark;
        }

        @Override
        Goal step(Machine machine) {
            if (machine.choice == mark) {
                machine.pop();
            } else {
                mark.active = false;
                machine.bindings.push(mark);
            }
            return Goal.RETURN;
        }
    }
}
