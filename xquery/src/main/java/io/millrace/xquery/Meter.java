package io.millrace.xquery;

import io.millrace.net.EvaluationException;
import io.millrace.net.Evaluator;
import java.util.IdentityHashMap;
import net.sf.saxon.om.Item;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.SaxonApiUncheckedException;
import net.sf.saxon.trans.UncheckedXPathException;
import net.sf.saxon.trans.XPathException;
import net.sf.saxon.value.BigIntegerValue;
import net.sf.saxon.value.BigDecimalValue;
import net.sf.saxon.value.StringValue;
import org.jspecify.annotations.Nullable;

/**
 * Counts the steps of one evaluation, and ends it when there are too many or when they nest too deeply. No clock takes part, so
 * an expression ends the same way on every machine.
 *
 * <p>A step is one item that passes from one part of an expression to another, {@value #UNIT} characters of text or 64 bits of a
 * number in it, one look of a regular expression at a character, one node that is copied, or {@value #UNIT} nodes that are looked at. What an evaluation holds in memory has passed
 * here, so the limit of steps bounds memory as well.
 *
 * <p>The parts of an expression that Saxon calls without a context (regular expressions) find the meter by their thread.
 */
final class Meter {
    /** Characters that count as one step, and nodes that are looked at. */
    static final int UNIT = 8;

    /** So many steps are reported to the turn at once. */
    private static final int CHUNK = 1024;

    private static final ThreadLocal<Meter> CURRENT = new ThreadLocal<>();

    /** Ends an evaluation. It is an Error since Saxon wraps exceptions that pass through a function; it never leaves this package. */
    static final class Exhausted extends Error {
        private static final long serialVersionUID = 1;

        Exhausted(String message, @Nullable Throwable cause) {
            super(message, cause, false, false);
        }
    }

    private final Limits limits;
    private final Evaluator.Budget budget;
    private final IdentityHashMap<Siblings, long[]> sizes = new IdentityHashMap<>();
    private long steps;
    private long reported;
    private int moves;
    private int depth;

    Meter(Limits limits, Evaluator.Budget budget) {
        this.limits = limits;
        this.budget = budget;
    }

    /** The meter of the evaluation that this thread does; expressions are compiled without one. */
    static Meter current() {
        Meter meter = CURRENT.get();
        if (meter == null) {
            throw new IllegalStateException("An expression is evaluated that nothing counts");
        }
        return meter;
    }

    /** Something evaluated under a meter. */
    interface Work<T> {
        T run() throws SaxonApiException, XPathException;
    }

    /** Does the whole of an evaluation. Whatever goes wrong in it is an {@link EvaluationException}, except that the turn's budget ends. */
    <T> T during(Work<T> work) {
        EvaluationException failure;
        try {
            T result = attached(work);
            budget.steps(unreported());
            return result;
        } catch (Exhausted e) {
            if (e.getCause() instanceof RuntimeException spent) {
                throw spent;
            }
            failure = new EvaluationException(String.valueOf(e.getMessage()), e);
        } catch (EvaluationException e) {
            failure = e;
        } catch (SaxonApiException | XPathException | UncheckedXPathException | SaxonApiUncheckedException e) {
            failure = new EvaluationException(String.valueOf(e.getMessage()), e);
        } catch (ArithmeticException | ClassCastException | IllegalArgumentException | IllegalStateException | IndexOutOfBoundsException
                | NullPointerException | UnsupportedOperationException e) {
            failure = new EvaluationException("The library that evaluates it fails: " + e, e);
        } catch (StackOverflowError e) {
            failure = new EvaluationException("The expression nests too deeply", e);
        }
        budget.steps(unreported());
        throw failure;
    }

    /** Does a part of an evaluation on this thread. */
    <T> T attached(Work<T> work) throws SaxonApiException, XPathException {
        Meter before = CURRENT.get();
        CURRENT.set(this);
        try {
            return work.run();
        } finally {
            CURRENT.set(before);
        }
    }

    long steps() {
        return steps;
    }

    void step(long count) {
        steps += count;
        if (steps > limits.steps()) {
            steps = limits.steps();
            throw new Exhausted("The expression takes more than " + limits.steps() + " steps", null);
        }
        if (steps - reported >= CHUNK) {
            report();
        }
    }

    /** Tells the turn what was taken since the last time. */
    private void report() {
        try {
            budget.steps(unreported());
        } catch (RuntimeException spent) {
            throw new Exhausted("The turn has no steps left", spent);
        }
    }

    private int unreported() {
        int count = (int) (steps - reported);
        reported = steps;
        return count;
    }

    /** A look at a node. */
    void move() {
        if (++moves == UNIT) {
            moves = 0;
            step(1);
        }
    }

    void moves(long count) {
        step(count / UNIT);
    }

    void enter() {
        if (++depth > limits.depth()) {
            throw new Exhausted("The expression nests deeper than " + limits.depth() + " evaluations", null);
        }
    }

    void leave() {
        depth--;
    }

    /** What an item weighs: its text or digits count, what is below a node does not. */
    static long weight(Item item) {
        return switch (item) {
            case StringValue text -> ofText(text.getContent().length());
            case BigIntegerValue number -> 1 + number.asBigInteger().bitLength() / 64;
            case BigDecimalValue number -> 1 + number.getDecimalValue().unscaledValue().bitLength() / 64;
            default -> 1;
        };
    }

    static long ofText(long length) {
        return 1 + length / UNIT;
    }

    /** The operands of one expression whose cost is a product of their sizes, or the square of the size of each item. */
    static final class Siblings {
        private final int count;
        private final boolean squared;

        Siblings(int count, boolean squared) {
            this.count = count;
            this.squared = squared;
        }
    }

    /** An operand is evaluated again, from its beginning. */
    void begin(Siblings siblings, int index) {
        sizes(siblings)[index] = 0;
    }

    /** Accounts for part of an operand that is combined with all that is known of its siblings. */
    void combine(Siblings siblings, int index, long weight) {
        if (siblings.squared) {
            step(saturated(weight, weight) / UNIT);
            return;
        }
        long[] known = sizes(siblings);
        known[index] += weight;
        long others = 0;
        for (int i = 0; i < known.length; i++) {
            others += i == index ? 0 : known[i];
        }
        step(saturated(weight, others) / UNIT);
    }

    private static long saturated(long a, long b) {
        return b != 0 && a > Integer.MAX_VALUE / b ? Integer.MAX_VALUE : a * b;
    }

    private long[] sizes(Siblings siblings) {
        return sizes.computeIfAbsent(siblings, made -> new long[made.count]);
    }
}
