package io.millrace.logic.codec;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Big;
import io.millrace.logic.term.Functor;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.Real;
import io.millrace.logic.term.Str;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** Gathers the binary form of one or more terms; see {@link TermCodec} for the form. */
final class TermEncoder {
    /** More than any real state takes; a term that never ends stops here instead of filling the memory. */
    private static final int MAX_BYTES = 1 << 26;

    private final Map<Atom, Integer> atoms = new HashMap<>();
    private final Map<Functor, Integer> functors = new HashMap<>();
    private final Map<Var, Integer> variables = new HashMap<>();
    private final Deque<Term> pending = new ArrayDeque<>();
    private byte[] bytes = new byte[128];
    private int size;

    public TermEncoder() {
        put(TermCodec.VERSION);
    }

    /** Appends a term. */
    public void add(Term term) {
        pending.push(term);
        while (!pending.isEmpty()) {
            item(pending.pop().deref());
            if (size > MAX_BYTES) {
                throw new MalformedTerm("a term is too large for its binary form, or contains itself");
            }
        }
    }

    /** What was gathered so far. */
    public byte[] bytes() {
        return Arrays.copyOf(bytes, size);
    }

    private void item(Term term) {
        switch (term) {
            case Int number -> head(TermCodec.INTEGER, number.value() << 1 ^ number.value() >> 63);
            case Atom atom -> atom(atom);
            case Struct struct when Lists.isCell(struct) -> list(struct);
            case Struct struct -> compound(struct);
            case Var free -> {
                int next = variables.size();
                head(TermCodec.VARIABLE, variables.computeIfAbsent(free, unseen -> next));
            }
            case Str string -> text(TermCodec.STRING, string.value());
            case Real number -> {
                head(TermCodec.OTHER, 0);
                long bits = Double.doubleToLongBits(number.value());
                for (int shift = 56; shift >= 0; shift -= 8) {
                    put((int) (bits >>> shift));
                }
            }
            case Big number -> {
                byte[] content = number.value().toByteArray();
                head(TermCodec.OTHER, content.length);
                put(content);
            }
        }
    }

    private void atom(Atom atom) {
        Integer known = atoms.get(atom);
        if (known != null) {
            head(TermCodec.KNOWN_ATOM, known);
        } else {
            atoms.put(atom, atoms.size());
            text(TermCodec.NEW_ATOM, atom.name());
        }
    }

    private void compound(Struct struct) {
        Integer known = functors.get(struct.functor());
        if (known != null) {
            head(TermCodec.COMPOUND, known);
        } else {
            functors.put(struct.functor(), functors.size() + 1);
            head(TermCodec.COMPOUND, 0);
            varint(struct.arity());
            atom(struct.name());
        }
        for (int i = struct.arity() - 1; i >= 0; i--) {
            pending.push(struct.arg(i));
        }
    }

    /** The cells are counted first, then their elements lie on the stack in order, the tail below them. */
    private void list(Struct first) {
        long count = 0;
        Term end = first;
        while (end instanceof Struct cell && Lists.isCell(cell)) {
            end = cell.arg(1).deref();
            if (++count > MAX_BYTES) {
                throw new MalformedTerm("a list is too long for its binary form, or contains itself");
            }
        }
        boolean proper = end.equals(Atom.NIL);
        head(TermCodec.LIST, count * 2 + (proper ? 0 : 1));
        Term[] elements = new Term[(int) count];
        Term at = first;
        for (int i = 0; i < count && at instanceof Struct cell; i++) {
            elements[i] = cell.arg(0);
            at = cell.arg(1).deref();
        }
        if (!proper) {
            pending.push(end);
        }
        for (int i = elements.length - 1; i >= 0; i--) {
            pending.push(elements[i]);
        }
    }

    private void text(int kind, String text) {
        byte[] content = Utf8.encode(text);
        head(kind, content.length);
        put(content);
    }

    /** The kind in three bits and the number behind it; the first byte has room for four bits of the number. */
    private void head(int kind, long number) {
        long rest = number >>> 4;
        put((int) (number & 0xf) << TermCodec.KIND_BITS | kind | (rest != 0 ? 0x80 : 0));
        if (rest != 0) {
            varint(rest);
        }
    }

    private void varint(long value) {
        long rest = value;
        while (rest >>> 7 != 0) {
            put((int) rest | 0x80);
            rest >>>= 7;
        }
        put((int) rest);
    }

    private void put(int value) {
        if (size == bytes.length) {
            bytes = Arrays.copyOf(bytes, size * 2);
        }
        bytes[size++] = (byte) value;
    }

    private void put(byte[] content) {
        if (size + content.length > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size * 2, size + content.length));
        }
        System.arraycopy(content, 0, bytes, size, content.length);
        size += content.length;
    }
}
