package io.millrace.logic.machine;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Functor;
import io.millrace.logic.term.PrologError;
import io.millrace.logic.term.Term;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Host predicates, written in Java, in addition to the standard ones. Immutable and safe for use by several threads, if its predicates are.
 *
 * <p>A host predicate gets its arguments dereferenced, binds variables with {@link Machine#unify}, and creates variables with {@link
 * Machine#fresh}. It may throw a {@link PrologError}, which the program can catch, or a {@link Signal}, which it cannot.
 */
public final class Library {
    /** No host predicates. */
    public static final Library NONE = new Library(Map.of());

    /** A predicate with at most one solution. */
    @FunctionalInterface
    public interface Det {
        /** Whether it holds, with its bindings made. */
        boolean call(Machine machine, Term[] args);
    }

    /** A predicate with any number of solutions. */
    @FunctionalInterface
    public interface NonDet {
        /** The solutions of one call, to be asked for one after the other. */
        Alternatives call(Machine machine, Term[] args);
    }

    /** The solutions of one call of a {@link NonDet}. */
    public interface Alternatives {
        /** Makes the bindings of the next solution, and says whether there was one. The last one's are undone before. */
        boolean next(Machine machine);

        /** Whether {@link #next} should be asked again; no choice point is left if not. */
        boolean more();

        /** A call that is decided at once. */
        static Alternatives decided(boolean holds) {
            return new Alternatives() {
                @Override
                public boolean next(Machine machine) {
                    return holds;
                }

                @Override
                public boolean more() {
                    return false;
                }
            };
        }

        /** A call that unifies a term with each of some others. */
        static Alternatives each(Term target, List<? extends Term> terms) {
            return new Alternatives() {
                private int at;

                @Override
                public boolean next(Machine machine) {
                    return at < terms.size() && machine.unify(target, terms.get(at++));
                }

                @Override
                public boolean more() {
                    return at < terms.size();
                }
            };
        }

        /** What the call keeps in order to go on, for the limit on memory. */
        default Term held() {
            return Atom.NIL;
        }
    }

    /** A predicate that says how the machine goes on; only this package has such. */
    @FunctionalInterface
    interface Control {
        Goal invoke(Machine machine, Term[] args);
    }

    /** What a predicate is made of: one of the three. */
    record Entry(Functor functor, Object function, boolean pure) {}

    final Map<Functor, Entry> entries;

    private Library(Map<Functor, Entry> entries) {
        this.entries = entries;
    }

    /** A builder of a library. */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects predicates. */
    public static final class Builder {
        private final Map<Functor, Entry> entries = new LinkedHashMap<>();

        private Builder() {}

        /** Adds a predicate with at most one solution. */
        public Builder det(String name, int arity, Det predicate) {
            return add(name, arity, predicate, false);
        }

        /** Adds a predicate with any number of solutions. */
        public Builder nonDet(String name, int arity, NonDet predicate) {
            return add(name, arity, predicate, false);
        }

        /** Adds a predicate that only looks at its arguments and binds variables. */
        public Builder pure(String name, int arity, Det predicate) {
            return add(name, arity, predicate, true);
        }

        Builder control(String name, int arity, Control predicate) {
            return add(name, arity, predicate, false);
        }

        /** Adds all predicates of another library. */
        public Builder all(Library library) {
            entries.putAll(library.entries);
            return this;
        }

        private Builder add(String name, int arity, Object function, boolean pure) {
            Functor functor = Functor.of(name, arity);
            entries.put(functor, new Entry(functor, function, pure));
            return this;
        }

        /** The library. */
        public Library build() {
            return new Library(Map.copyOf(entries));
        }
    }
}
