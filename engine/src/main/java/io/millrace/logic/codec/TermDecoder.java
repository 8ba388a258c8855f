package io.millrace.logic.codec;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Big;
import io.millrace.logic.term.Functor;
import io.millrace.logic.term.Inside;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Numbers;
import io.millrace.logic.term.Real;
import io.millrace.logic.term.Str;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes terms out of their binary form; see {@link TermCodec} for the form. Refuses what no encoder writes. */
final class TermDecoder {
    /** A compound term, or the cell of a list, whose arguments are still coming. */
    private static final class Open {
        final Struct whole;
        final boolean list;
        /** The term itself, or the last cell of the list. */
        Struct struct;
        /** Which argument of {@link #struct} comes next. */
        int next;
        /** How many elements of the list follow the one of the last cell. */
        int elements;
        /** Whether the list ends in a tail that is given. */
        boolean tail;

        Open(Struct whole, boolean list) {
            this.whole = whole;
            this.list = list;
            this.struct = whole;
        }
    }

    private final byte[] bytes;
    private final int maxParts;
    private final List<Atom> atoms = new ArrayList<>();
    private final List<Functor> functors = new ArrayList<>();
    private final List<Var> variables = new ArrayList<>();
    private final Deque<Open> open = new ArrayDeque<>();
    private int at;
    private int parts;
    /** How many items the open terms still wait for; never more than there are bytes left. */
    private long owed;

    public TermDecoder(byte[] bytes) {
        this(bytes, Integer.MAX_VALUE);
    }

    /** @param maxParts how many atoms, numbers, variables and compounds all terms together may have */
    public TermDecoder(byte[] bytes, int maxParts) {
        this.bytes = bytes;
        this.maxParts = maxParts;
        int version = take();
        if (version != TermCodec.VERSION) {
            throw new MalformedTerm("the bytes have version " + version + "; this engine reads " + TermCodec.VERSION);
        }
    }

    /** Whether another term follows. */
    public boolean hasNext() {
        return at < bytes.length;
    }

    /** Refuses bytes behind the last term. */
    public void end() {
        if (hasNext()) {
            throw new MalformedTerm("the term ends at byte " + at + ", but there are " + bytes.length);
        }
    }

    /** The next term. */
    public Term next() {
        open.clear();
        owed = 1;
        Term complete = item();
        while (complete == null || !open.isEmpty()) {
            complete = complete == null ? item() : fill(complete);
        }
        return complete;
    }

    /** Puts an argument into the innermost open term; the whole of it if that was the last, otherwise null. */
    private @Nullable Term fill(Term argument) {
        Open innermost = open.element();
        Inside.set(innermost.struct, innermost.next++, argument);
        if (innermost.elements > 0) {
            Struct cell = Inside.blank(Functor.LIST);
            Inside.set(innermost.struct, 1, cell);
            innermost.struct = cell;
            innermost.next = 0;
            innermost.elements--;
            return null;
        }
        if (innermost.next == 1 && innermost.list && !innermost.tail) {
            Inside.set(innermost.struct, innermost.next++, Atom.NIL);
        }
        if (innermost.next < innermost.struct.arity()) {
            return null;
        }
        open.pop();
        return innermost.whole;
    }

    /** The next item if it is complete, or null if it opened a term. */
    private @Nullable Term item() {
        if (++parts > maxParts) {
            throw new MalformedTerm("the terms have more than " + maxParts + " parts");
        }
        owed--;
        int first = take();
        int kind = first & (1 << TermCodec.KIND_BITS) - 1;
        long number = first >> TermCodec.KIND_BITS & 0xf;
        if ((first & 0x80) != 0) {
            number |= varint(60) << 4;
        }
        return switch (kind) {
            case TermCodec.INTEGER -> Int.of(number >>> 1 ^ -(number & 1));
            case TermCodec.NEW_ATOM -> atom(number);
            case TermCodec.KNOWN_ATOM -> atoms.get(index(number, atoms.size()));
            case TermCodec.COMPOUND -> compound(number);
            case TermCodec.LIST -> list(number);
            case TermCodec.VARIABLE -> variable(number);
            case TermCodec.STRING -> Str.of(text(number));
            default -> number == 0 ? real() : large(number);
        };
    }

    private Atom atom(long length) {
        Atom atom = Atom.of(text(length));
        atoms.add(atom);
        return atom;
    }

    private @Nullable Term compound(long number) {
        Functor functor;
        if (number == 0) {
            int arity = length(varint(Integer.SIZE));
            // The name is an item too, but nobody waits for it.
            owed++;
            if (arity == 0 || !(item() instanceof Atom name)) {
                throw new MalformedTerm("a compound term has no name or no arguments");
            }
            functor = new Functor(name, arity);
            functors.add(functor);
        } else {
            functor = functors.get(index(number - 1, functors.size()));
        }
        owe(functor.arity);
        open.push(new Open(Inside.blank(functor), false));
        return null;
    }

    private @Nullable Term list(long number) {
        int elements = length(number >>> 1);
        if (elements == 0) {
            throw new MalformedTerm("a list has no elements");
        }
        owe(elements + (number & 1));
        Open list = new Open(Inside.blank(Functor.LIST), true);
        list.elements = elements - 1;
        list.tail = (number & 1) != 0;
        open.push(list);
        return null;
    }

    private Var variable(long number) {
        if (number == variables.size()) {
            variables.add(Var.numbered(number));
        }
        return variables.get(index(number, variables.size()));
    }

    private Term real() {
        length(8);
        long bits = 0;
        for (int i = 0; i < 8; i++) {
            bits = bits << 8 | take();
        }
        return Real.of(Double.longBitsToDouble(bits));
    }

    private Term large(long number) {
        int length = length(number);
        Term large = Numbers.integer(new BigInteger(bytes, at, length));
        if (!(large instanceof Big)) {
            throw new MalformedTerm("a small integer is written as a large one");
        }
        at += length;
        return large;
    }

    private String text(long number) {
        int length = length(number);
        String text = Utf8.decode(bytes, at, length);
        at += length;
        return text;
    }

    /** A length, once it is certain that as many bytes are left: every part takes at least one. */
    private int length(long value) {
        if (value < 0 || value > bytes.length - at) {
            throw new MalformedTerm("a length of " + value + " is given with " + (bytes.length - at) + " bytes left");
        }
        return (int) value;
    }

    private void owe(long items) {
        owed += items;
        length(owed);
    }

    private static int index(long value, int known) {
        if (value < 0 || value >= known) {
            throw new MalformedTerm("the item " + value + " is referred to, but only " + known + " are known");
        }
        return (int) value;
    }

    private long varint(int bits) {
        long value = 0;
        for (int shift = 0; shift < bits; shift += 7) {
            int next = take();
            long part = next & 0x7f;
            if (bits - shift < 7 && part >>> bits - shift != 0) {
                break;
            }
            value |= part << shift;
            if ((next & 0x80) == 0) {
                return value;
            }
        }
        throw new MalformedTerm("a number has too many digits");
    }

    private int take() {
        if (at == bytes.length) {
            throw new MalformedTerm("the bytes end in the middle of a term");
        }
        return bytes[at++] & 0xff;
    }
}
