package io.millrace.logic;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.Numbers;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Real;
import io.millrace.logic.term.Str;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Terms of all kinds, with a taste for what is hard to write: operators everywhere, signs, brackets, odd names. */
public final class RandomTerms {
    private static final String[] ATOMS = {
        "a", "foo", "[]", "{}", "!", ";", ",", "|", ".", "-", "+", "*", "=", ":-", "\\+", "is", "mod", "dynamic", "$", "\\",
        "", " ", "A", "_x", "it's", "a\nb", "/*", "*/", "%", "\\n", "é", "É", "日本", "→", "0", "-1", "e", "\u0000", "\u00a0",
        "pre", "post", "left", "right", "none", "=.", "..", "😀", "'", "\"", "`", "x.y", "end_of_file", "()", "a(b"
    };
    private static final String[] OPERATORS = {
        "-", "+", "\\", ":-", "?-", "\\+", "dynamic", "$", "=", "is", "*", "/", "^", "**", ",", ";", "->", "|", ":", "-->",
        "pre", "post", "left", "right", "none", "both", "my op", "=.", "[]", "{}", "."
    };

    private final Random random;
    private final List<Var> variables = new ArrayList<>();

    public RandomTerms(long seed) {
        random = new Random(seed);
        for (int i = 0; i < 3; i++) {
            variables.add(Var.numbered(i));
        }
    }

    /** The usual operators and some of every type, a few of them of the same priority on purpose. */
    public Operators operators() {
        Operators operators = Operators.iso();
        for (String name : List.of("pre", "post", "left", "right", "none", "both", "my op", "=.", "-", "foo")) {
            Operators.Type type = Operators.Type.values()[random.nextInt(Operators.Type.values().length)];
            int priority = random.nextBoolean() ? 200 : 1 + random.nextInt(1200);
            // A name is never an infix and a postfix operator at once.
            if (type.infix()) {
                operators = operators.with(0, Operators.Type.XF, name);
            } else if (type.postfix()) {
                operators = operators.with(0, Operators.Type.XFX, name);
            }
            operators = operators.with(priority, type, name);
        }
        return operators;
    }

    public Term next() {
        return next(5);
    }

    private Term next(int depth) {
        return switch (random.nextInt(depth == 0 ? 5 : 11)) {
            case 0 -> atom();
            case 1 -> integer();
            case 2 -> real();
            case 3 -> Str.of(ATOMS[random.nextInt(ATOMS.length)]);
            case 4 -> variables.get(random.nextInt(variables.size()));
            case 5, 6 -> Struct.of(operator(), next(depth - 1));
            case 7, 8 -> Struct.of(operator(), next(depth - 1), next(depth - 1));
            case 9 -> Lists.of(several(depth), random.nextInt(3) == 0 ? next(depth - 1) : Atom.NIL);
            default -> Struct.of(atom(), several(depth).toArray(new Term[0]));
        };
    }

    private List<Term> several(int depth) {
        List<Term> terms = new ArrayList<>();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            terms.add(next(depth - 1));
        }
        return terms;
    }

    private Atom atom() {
        return Atom.of(ATOMS[random.nextInt(ATOMS.length)]);
    }

    private Atom operator() {
        return Atom.of(OPERATORS[random.nextInt(OPERATORS.length)]);
    }

    private Term integer() {
        return switch (random.nextInt(4)) {
            case 0 -> Int.of(random.nextInt(20) - 10);
            case 1 -> Int.of(random.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE);
            case 2 -> Numbers.integer(new BigInteger(200, random).negate());
            default -> Int.of(random.nextLong() >> random.nextInt(64));
        };
    }

    private Term real() {
        return switch (random.nextInt(5)) {
            case 0 -> Real.of(random.nextInt(20) - 10);
            case 1 -> Real.of(random.nextBoolean() ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY);
            case 2 -> Real.of(random.nextInt(1000) / 100.0 - 5);
            case 3 -> Real.of(-0.0);
            default -> {
                double any = Double.longBitsToDouble(random.nextLong());
                yield Real.of(Double.isFinite(any) ? any : Double.MIN_VALUE);
            }
        };
    }
}
