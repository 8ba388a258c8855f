package io.millrace.logic.library;

import io.millrace.logic.machine.Library;
import io.millrace.logic.machine.Machine;
import io.millrace.logic.term.Arguments;
import io.millrace.logic.term.Errors;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.Meter;
import io.millrace.logic.term.Numbers;
import io.millrace.logic.term.Str;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a text, as {@code sub_atom/5} enumerates them: by where they begin, then by their length.
 *
 * <p>What is known narrows the search before it starts: two of the three numbers leave one candidate, one leaves one for
 * each place, and a known part is looked for. The search knows its last candidate, so that nothing is left behind it.
 */
final class SubText implements Library.Alternatives {
    private static final int UNKNOWN = -1;

    private final String text;
    private final Term held;
    private final int @Nullable [] offsets;
    private final int size;
    private final Term[] results;
    private final Function<String, Term> part;
    private final int length;
    private final int after;
    private final int lastBefore;
    private int before;
    private int current;

    private SubText(Meter meter, String text, int b, int l, int a, Term[] results, Function<String, Term> part) {
        this.text = text;
        this.offsets = offsets(text, meter);
        this.held = Str.of(text);
        this.size = offsets == null ? text.length() : offsets.length - 1;
        this.results = results;
        this.part = part;
        this.length = l;
        this.after = a;
        if (b != UNKNOWN) {
            this.before = b;
            this.lastBefore = b;
        } else if (l != UNKNOWN && a != UNKNOWN) {
            this.before = size - l - a;
            this.lastBefore = before;
        } else {
            this.before = 0;
            this.lastBefore = size - Math.max(0, Math.max(l, a));
        }
    }

    /**
     * The parts of a text.
     *
     * @param results the terms for what comes before, the length, what comes after, and the part itself
     * @param known the part if it is known
     * @param part how a part is made a term
     */
    static Library.Alternatives of(Meter meter, String text, Term[] results, @Nullable String known, Function<String, Term> part) {
        meter.scan(text.length());
        int b = number(results[0], text);
        int l = number(results[1], text);
        int a = number(results[2], text);
        return known == null
                ? new SubText(meter, text, b, l, a, results, part)
                : Occurrences.of(new TextSearch(known, meter), text, known, b, a, results);
    }

    /** A number that may be unknown; one that no text can reach is as good as one that this text cannot reach. */
    private static int number(Term term, String text) {
        Term at = term.deref();
        if (at instanceof Var) {
            return UNKNOWN;
        }
        Term number = Arguments.integer(at);
        if (Numbers.big(number).signum() < 0) {
            throw Errors.domain("not_less_than_zero", number);
        }
        return number instanceof Int i ? (int) Math.min(i.value(), text.length() + 1L) : text.length() + 1;
    }

    /** Where each character begins; null if that is its number, as it is unless a character takes two places. */
    private static int @Nullable [] offsets(String text, Meter meter) {
        int count = Text.length(text);
        if (count == text.length()) {
            return null;
        }
        meter.bytes((long) Integer.BYTES * count);
        int[] offsets = new int[count + 1];
        for (int i = 0; i < count; i++) {
            offsets[i + 1] = offsets[i] + Character.charCount(text.codePointAt(offsets[i]));
        }
        return offsets;
    }

    private int offset(int character) {
        return offsets == null ? character : offsets[character];
    }

    @Override
    public boolean next(Machine machine) {
        int from = before;
        if (from > size) {
            before = lastBefore + 1;
            return false;
        }
        int count = length != UNKNOWN ? length : after != UNKNOWN ? size - from - after : current;
        boolean single = length != UNKNOWN || after != UNKNOWN;
        if (single || current == size - from) {
            before++;
            current = 0;
        } else {
            current++;
        }
        if (from < 0 || count < 0 || from + count > size || after != UNKNOWN && size - from - count != after) {
            return false;
        }
        machine.meter().text(count);
        return machine.unify(results[0], Int.of(from))
                && machine.unify(results[1], Int.of(count))
                && machine.unify(results[2], Int.of(size - from - (long) count))
                && machine.unify(results[3], part.apply(text.substring(offset(from), offset(from + count))));
    }

    @Override
    public boolean more() {
        return before <= lastBefore;
    }

    @Override
    public Term held() {
        return held;
    }

    /** The places where a known part occurs. */
    private static final class Occurrences implements Library.Alternatives {
        private static final int CHARACTERS_PER_STEP = 32;

        private final TextSearch search;
        private final String text;
        private final String known;
        private final Term held;
        private final Term[] results;
        private int at;
        private boolean single;

        private Occurrences(TextSearch search, String text, String known, Term[] results) {
            this.search = search;
            this.text = text;
            this.known = known;
            this.held = Lists.of(Str.of(text), Str.of(known));
            this.results = results;
        }

        static Library.Alternatives of(
                TextSearch search, String text, String known, int before, int after, Term[] results) {
            Occurrences all = new Occurrences(search, text, known, results);
            int size = Text.length(text);
            int from = before != UNKNOWN ? before : after != UNKNOWN ? size - after - Text.length(known) : UNKNOWN;
            if (before == UNKNOWN && after == UNKNOWN) {
                all.at = search.in(text, 0);
                return all;
            }
            boolean fits = from >= 0 && from <= size;
            all.at = fits && text.startsWith(known, text.offsetByCodePoints(0, from))
                    ? text.offsetByCodePoints(0, from)
                    : UNKNOWN;
            all.single = true;
            return all;
        }

        @Override
        public boolean next(Machine machine) {
            if (at < 0) {
                return false;
            }
            machine.meter().work(1 + (text.length() + (long) known.length()) / CHARACTERS_PER_STEP);
            int from = text.codePointCount(0, at);
            int count = Text.length(known);
            at = !single && at < text.length() ? search.in(text, at + 1) : UNKNOWN;
            return machine.unify(results[0], Int.of(from))
                    && machine.unify(results[1], Int.of(count))
                    && machine.unify(results[2], Int.of(Text.length(text) - from - (long) count));
        }

        @Override
        public boolean more() {
            return at >= 0;
        }

        @Override
        public Term held() {
            return held;
        }
    }
}
