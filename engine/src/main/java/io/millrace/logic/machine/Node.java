package io.millrace.logic.machine;

import io.millrace.logic.term.Functor;
import io.millrace.logic.term.Inside;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;

/**
 * A term of a clause, compiled: it builds its instance from the variables of a call, or unifies an existing term with it.
 *
 * <p>Nodes are immutable and shared by all machines. {@code kind} lets the hot loops handle variables and constants
 * without a virtual call. The depth of a tree of nodes is bounded by the compiler, so nodes may recurse.
 */
abstract class Node {
    static final int FIRST = 0;
    static final int NEXT = 1;
    static final int VOID = 2;
    static final int ATOMIC = 3;
    static final int GROUND = 4;
    static final int COMPOUND = 5;

    final int kind;
    final int slot;

    Node(int kind, int slot) {
        this.kind = kind;
        this.slot = slot;
    }

    abstract Term build(Bindings bindings, Term[] vars);

    abstract boolean unify(Bindings bindings, Term[] vars, Term term);

    /** The instance: {@link #build} with the common kinds inlined. */
    static Term value(Node node, Bindings bindings, Term[] vars) {
        return switch (node.kind) {
            case NEXT -> Var.deref(vars[node.slot]);
            case FIRST -> first(node.slot, bindings, vars);
            case ATOMIC -> ((Constant) node).term;
            default -> node.build(bindings, vars);
        };
    }

    private static Term first(int slot, Bindings bindings, Term[] vars) {
        Var variable = bindings.fresh();
        vars[slot] = variable;
        return variable;
    }

    /** The first occurrence of a variable: its slot is filled. */
    static final class First extends Node {
        First(int slot) {
            super(FIRST, slot);
        }

        @Override
        Term build(Bindings bindings, Term[] vars) {
            return first(slot, bindings, vars);
        }

        @Override
        boolean unify(Bindings bindings, Term[] vars, Term term) {
            vars[slot] = term;
            return true;
        }
    }

    /** A later occurrence of a variable: its slot is read. */
    static final class Next extends Node {
        Next(int slot) {
            super(NEXT, slot);
        }

        @Override
        Term build(Bindings bindings, Term[] vars) {
            return Var.deref(vars[slot]);
        }

        @Override
        boolean unify(Bindings bindings, Term[] vars, Term term) {
            return bindings.unify(vars[slot], term);
        }
    }

    /** A variable that occurs once. */
    static final class Void extends Node {
        static final Void ONLY = new Void();

        private Void() {
            super(VOID, -1);
        }

        @Override
        Term build(Bindings bindings, Term[] vars) {
            return bindings.fresh();
        }

        @Override
        boolean unify(Bindings bindings, Term[] vars, Term term) {
            return true;
        }
    }

    /** An atomic or ground term, or in a goal given at run time any term that is already there. */
    static final class Constant extends Node {
        final Term term;

        Constant(Term term) {
            super(term instanceof Struct || term instanceof Var ? GROUND : ATOMIC, -1);
            this.term = term;
        }

        @Override
        Term build(Bindings bindings, Term[] vars) {
            return kind == ATOMIC ? term : Var.deref(term);
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // equal atoms are nearly always the same object
        boolean unify(Bindings bindings, Term[] vars, Term other) {
            if (kind == GROUND) {
                return bindings.unify(term, other);
            }
            Term at = Var.deref(other);
            if (at == term) {
                return true;
            }
            if (at instanceof Var variable) {
                bindings.bind(variable, term);
                return true;
            }
            return bindings.meter.equal(term, at);
        }
    }

    /** A compound with variables inside. */
    static final class Compound extends Node {
        final Functor functor;
        final Node first;
        final Node[] args;

        Compound(Functor functor, Node[] args) {
            super(COMPOUND, -1);
            this.functor = functor;
            this.first = args[0];
            this.args = args;
        }

        @Override
        Term build(Bindings bindings, Term[] vars) {
            Node[] nodes = args;
            Term value = Node.value(first, bindings, vars);
            if (nodes.length == 2) {
                return Inside.of(functor, value, Node.value(nodes[1], bindings, vars));
            }
            if (nodes.length == 1) {
                return Inside.of(functor, value);
            }
            Struct struct = Inside.blank(functor);
            Inside.set(struct, 0, value);
            for (int i = 1; i < nodes.length; i++) {
                Inside.set(struct, i, Node.value(nodes[i], bindings, vars));
            }
            return struct;
        }

        @Override
        boolean unify(Bindings bindings, Term[] vars, Term term) {
            Term at = Var.deref(term);
            if (at instanceof Struct struct) {
                return struct.functor().is(functor) && arguments(bindings, vars, struct);
            }
            if (at instanceof Var variable) {
                bindings.bind(variable, build(bindings, vars));
                return true;
            }
            return false;
        }

        private boolean arguments(Bindings bindings, Term[] vars, Struct struct) {
            if (!argument(first, bindings, vars, struct.first())) {
                return false;
            }
            Node[] nodes = args;
            for (int i = 1; i < nodes.length; i++) {
                if (!argument(nodes[i], bindings, vars, struct.arg(i))) {
                    return false;
                }
            }
            return true;
        }

        private static boolean argument(Node node, Bindings bindings, Term[] vars, Term term) {
            return switch (node.kind) {
                case FIRST -> {
                    vars[node.slot] = term;
                    yield true;
                }
                case VOID -> true;
                case NEXT -> bindings.unify(vars[node.slot], term);
                default -> node.unify(bindings, vars, term);
            };
        }
    }
}
