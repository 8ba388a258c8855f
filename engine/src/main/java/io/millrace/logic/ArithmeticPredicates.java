package io.millrace.logic;

import java.math.BigInteger;

/** Arithmetic as predicates: evaluation, comparison, and the relations between integers. */
final class ArithmeticPredicates {
    private ArithmeticPredicates() {}

    static void register(Library.Builder library) {
        library.pure("is", 2, (machine, args) -> machine.unify(args[0], Arithmetic.evaluate(args[1], machine)));
        comparison(library, "<", Det.Compare.LESS);
        comparison(library, ">", Det.Compare.GREATER);
        comparison(library, "=<", Det.Compare.LESS | Det.Compare.EQUAL);
        comparison(library, ">=", Det.Compare.GREATER | Det.Compare.EQUAL);
        comparison(library, "=:=", Det.Compare.EQUAL);
        comparison(library, "=\\=", Det.Compare.LESS | Det.Compare.GREATER);
        library.pure("succ", 2, ArithmeticPredicates::successor);
        library.pure("plus", 3, ArithmeticPredicates::plus);
        library.pure("divmod", 4, (machine, args) -> {
            Term dividend = Arguments.integer(args[0]);
            Term divisor = Arguments.integer(args[1]);
            Term quotient = known("div").of(dividend, divisor, machine.meter);
            return machine.unify(args[2], quotient) && machine.unify(args[3], known("mod").of(dividend, divisor, machine.meter));
        });
        library.nonDet("between", 3, ArithmeticPredicates::between);
    }

    private static Arithmetic.Binary known(String name) {
        return java.util.Objects.requireNonNull(Arithmetic.BINARY.get(name));
    }

    private static void comparison(Library.Builder library, String name, int accepted) {
        library.pure(name, 2, (machine, args) -> {
            Term left = Arithmetic.evaluate(args[0], machine);
            return Det.Compare.holds(left, Arithmetic.evaluate(args[1], machine), accepted, machine.meter);
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
                    && machine.unify(before, Arithmetic.subtract(after, Int.of(1), machine.meter));
        }
        return machine.unify(after, Arithmetic.add(before, Int.of(1), machine.meter));
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
            return machine.unify(z, Arithmetic.add(integer(x), integer(y), machine.meter));
        }
        if (y instanceof Var) {
            return machine.unify(y, Arithmetic.subtract(integer(z), integer(x), machine.meter));
        }
        return machine.unify(x, Arithmetic.subtract(integer(z), integer(y), machine.meter));
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
            machine.meter.work(Cost.linear(Cost.words(number)));
            boolean inside = number.compareTo(Numbers.big(low)) >= 0 && (end == null || number.compareTo(end) <= 0);
            return new One(inside);
        }
        return new Between(Numbers.big(low), end, value);
    }

    /** A call that is decided at once. */
    record One(boolean holds) implements Library.Alternatives {
        @Override
        public boolean next(Machine machine) {
            return holds;
        }

        @Override
        public boolean more() {
            return false;
        }
    }

    private static final class Between implements Library.Alternatives {
        private BigInteger at;
        private final @org.jspecify.annotations.Nullable BigInteger end;
        private final Term value;

        Between(BigInteger start, @org.jspecify.annotations.Nullable BigInteger end, Term value) {
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
            IntegerFunctions.sum(at, BigInteger.ONE, machine.meter);
            at = at.add(BigInteger.ONE);
            return machine.unify(value, number);
        }

        @Override
        public boolean more() {
            return end == null || at.compareTo(end) <= 0;
        }
    }
}
