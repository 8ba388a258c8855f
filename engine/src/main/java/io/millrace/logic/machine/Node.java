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

    /** Unifies a term with a node: {@link #unify} with the common kinds inlined. */
    static boolean matches(Node node, Bindings bindings, Term[] vars, Term term) {
        return switch (node.kind) {
            case COMPOUND -> ((Compound) node).unify(bindings, vars, term);
            case ATOMIC -> ((Constant) node).same(bindings, term);
            case NEXT -> bindings.unify(vars[node.slot], term);
            default -> node.unify(bindings, vars, term);
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
        boolean unify(Bindings bindings, Term[] vars, Term other) {
            return kind == GROUND ? bindings.unify(term, other) : same(bindings, other);
        }

        /** Unifies an atomic term with another one. */
        @SuppressWarnings("ReferenceEquality") // equal atoms are nearly always the same object
        boolean same(Bindings bindings, Term other) {
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

    /**
     * A compound with variables inside. Most have one or two arguments, and most arguments are variables: what those need is kept here,
     * so that the hot loops do not look at their nodes.
     */
    static final class Compound extends Node {
        final Functor functor;
        private final Node[] args;
        private final int arity;
        private final Node first;
        private final int firstKind;
        private final int firstSlot;
        private final Node second;
        private final int secondKind;
        private final int secondSlot;

        Compound(Functor functor, Node[] args) {
            super(COMPOUND, -1);
            this.functor = functor;
            this.args = args;
            this.arity = args.length;
            this.first = args[0];
            this.firstKind = first.kind;
            this.firstSlot = first.slot;
            this.second = arity > 1 ? args[1] : Void.ONLY;
            this.secondKind = second.kind;
            this.secondSlot = second.slot;
        }

        @Override
        Term build(Bindings bindings, Term[] vars) {
            Term one = value(first, firstKind, firstSlot, bindings, vars);
            if (arity == 2) {
                return Inside.of(functor, one, value(second, secondKind, secondSlot, bindings, vars));
            }
            if (arity == 1) {
                return Inside.of(functor, one);
            }
            Node[] nodes = args;
            Struct struct = Inside.blank(functor);
            Inside.set(struct, 0, one);
            for (int i = 1; i < nodes.length; i++) {
                Inside.set(struct, i, Node.value(nodes[i], bindings, vars));
            }
            return struct;
        }

        private static Term value(Node node, int kind, int slot, Bindings bindings, Term[] vars) {
            return switch (kind) {
                case NEXT -> Var.deref(vars[slot]);
                case FIRST -> first(slot, bindings, vars);
                case ATOMIC -> ((Constant) node).term;
                default -> node.build(bindings, vars);
            };
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
            if (!argument(first, firstKind, firstSlot, bindings, vars, struct.first())) {
                return false;
            }
            if (arity > 1 && !argument(second, secondKind, secondSlot, bindings, vars, struct.second())) {
                return false;
            }
            Node[] nodes = args;
            for (int i = 2; i < nodes.length; i++) {
                Node node = nodes[i];
                if (!argument(node, node.kind, node.slot, bindings, vars, struct.arg(i))) {
                    return false;
                }
            }
            return true;
        }

        private static boolean argument(Node node, int kind, int slot, Bindings bindings, Term[] vars, Term term) {
            return switch (kind) {
                case FIRST -> {
                    vars[slot] = term;
                    yield true;
                }
                case VOID -> true;
                case NEXT -> bindings.unify(vars[slot], term);
                case ATOMIC -> ((Constant) node).same(bindings, term);
                default -> node.unify(bindings, vars, term);
            };
        }
    }
}
