package io.millrace.logic.library;

import io.millrace.logic.arithmetic.Arithmetic;
import io.millrace.logic.arithmetic.Comparison;
import io.millrace.logic.machine.Library;
import io.millrace.logic.machine.Machine;
import io.millrace.logic.term.Arguments;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Cost;
import io.millrace.logic.term.Errors;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Numbers;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Arithmetic as predicates: evaluation, comparison, and the relations between integers. */
final class ArithmeticPredicates {
    private ArithmeticPredicates() {}

    static void register(Library.Builder library) {
        library.pure("is", 2, (machine, args) -> machine.unify(args[0], Arithmetic.evaluate(args[1], machine.meter())));
        comparison(library, "<", Comparison.LESS);
        comparison(library, ">", Comparison.GREATER);
        comparison(library, "=<", Comparison.LESS | Comparison.EQUAL);
        comparison(library, ">=", Comparison.GREATER | Comparison.EQUAL);
        comparison(library, "=:=", Comparison.EQUAL);
        comparison(library, "=\\=", Comparison.LESS | Comparison.GREATER);
        library.pure("succ", 2, ArithmeticPredicates::successor);
        library.pure("plus", 3, ArithmeticPredicates::plus);
        library.pure("divmod", 4, (machine, args) -> {
            Term dividend = Arguments.integer(args[0]);
            Term divisor = Arguments.integer(args[1]);
            Term quotient = known("div").of(dividend, divisor, machine.meter());
            return machine.unify(args[2], quotient) && machine.unify(args[3], known("mod").of(dividend, divisor, machine.meter()));
        });
        library.nonDet("between", 3, ArithmeticPredicates::between);
    }

    private static Arithmetic.Binary known(String name) {
        return java.util.Objects.requireNonNull(Arithmetic.BINARY.get(name));
    }

    private static void comparison(Library.Builder library, String name, int accepted) {
        library.pure(name, 2, (machine, args) -> {
            Term left = Arithmetic.evaluate(args[0], machine.meter());
            return Comparison.holds(left, Arithmetic.evaluate(args[1], machine.meter()), accepted, machine.meter());
        });
    }

    private static boolean successor(Machine machine, Term[] args) {
        Term before = args[0].deref();
        Term after = args[1].deref();
        if (before instanceof Var && after instanceof Var) {
            throw Errors.instantiation();
        }
        if (!(before instanceof Var)) {
            natural(before);
        }
        if (!(after instanceof Var)) {
            natural(after);
        }
        if (before instanceof Var) {
            return Numbers.big(after).signum() != 0
                    && machine.unify(before, Arithmetic.subtract(after, Int.of(1), machine.meter()));
        }
        return machine.unify(after, Arithmetic.add(before, Int.of(1), machine.meter()));
    }

    private static void natural(Term term) {
        if (Arguments.big(term).signum() < 0) {
            throw Errors.type("not_less_than_zero", term);
        }
    }

    private static boolean plus(Machine machine, Term[] args) {
        Term x = args[0].deref();
        Term y = args[1].deref();
        Term z = args[2].deref();
        if (z instanceof Var) {
            return machine.unify(z, Arithmetic.add(integer(x), integer(y), machine.meter()));
        }
        if (y instanceof Var) {
            return machine.unify(y, Arithmetic.subtract(integer(z), integer(x), machine.meter()));
        }
        return machine.unify(x, Arithmetic.subtract(integer(z), integer(y), machine.meter()));
    }

    private static Term integer(Term term) {
        return Arguments.integer(term);
    }

    private static Library.Alternatives between(Machine machine, Term[] args) {
        Term low = Arguments.integer(args[0]);
        Term high = args[1].deref();
        boolean endless = high.equals(Atom.of("inf")) || high.equals(Atom.of("infinite"));
        BigInteger end = endless ? null : Arguments.big(high);
        Term value = args[2].deref();
        if (!(value instanceof Var)) {
            BigInteger number = Arguments.big(value);
            machine.meter().work(Cost.linear(Cost.words(number)));
            boolean inside = number.compareTo(Numbers.big(low)) >= 0 && (end == null || number.compareTo(end) <= 0);
            return Library.Alternatives.decided(inside);
        }
        return new Between(Numbers.big(low), end, value);
    }

    private static final class Between implements Library.Alternatives {
        private BigInteger at;
        private final @Nullable BigInteger end;
        private final Term value;

        Between(BigInteger start, @Nullable BigInteger end, Term value) {
            this.at = start;
            this.end = end;
            this.value = value;
        }

        @Override
        public boolean next(Machine machine) {
            if (!more()) {
                return false;
            }
            Term number = Numbers.integer(at);
            at = Numbers.big(Arithmetic.add(number, Int.of(1), machine.meter()));
            return machine.unify(value, number);
        }

        @Override
        public boolean more() {
            return end == null || at.compareTo(end) <= 0;
        }
    }
}
