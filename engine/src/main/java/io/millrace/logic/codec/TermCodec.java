package io.millrace.logic.codec;

import io.millrace.logic.term.Term;

/**
 * The binary form of terms, for journals and messages: small, and the same bytes for the same term (up to the identity
 * of its variables) on every machine.
 *
 * <p>A text begins with the version. Each item begins with a varint whose low three bits say what it is and whose other
 * bits carry a number, so that small integers, atoms and functors that were seen before, and short lists take one byte:
 *
 * <pre>
 *   0 integer      number = the value in zigzag
 *   1 new atom     number = length of its name in UTF-8, which follows; the atom gets the next index
 *   2 known atom   number = its index
 *   3 compound     number = 0: arity and an atom follow, and the functor gets the next index, counted from 1;
 *                  otherwise the index of a functor; then the arguments
 *   4 list         number = 2 * elements + 1 if a tail other than [] follows the elements
 *   5 variable     number = its index in the order of appearance
 *   6 string       number = length in UTF-8, which follows
 *   7 other        number = 0: eight bytes of a float; otherwise length of a large integer, which follows
 * </pre>
 *
 * Several terms in one text share the indexes. Every length is checked against what is left before anything is
 * allocated, so memory and time for decoding are bounded by the bytes given.
 */
public final class TermCodec {
    static final int VERSION = 1;

    static final int INTEGER = 0;
    static final int NEW_ATOM = 1;
    static final int KNOWN_ATOM = 2;
    static final int COMPOUND = 3;
    static final int LIST = 4;
    static final int VARIABLE = 5;
    static final int STRING = 6;
    static final int OTHER = 7;

    static final int KIND_BITS = 3;

    private TermCodec() {}

    /** The bytes of one term. */
    public static byte[] encode(Term term) {
        TermEncoder encoder = new TermEncoder();
        encoder.add(term);
        return encoder.bytes();
    }

    /** The one term that the bytes hold. Throws {@link MalformedTerm} if they hold anything else. */
    public static Term decode(byte[] bytes) {
        return decode(bytes, Integer.MAX_VALUE);
    }

    /** The one term that the bytes hold, if it has at most so many parts. */
    public static Term decode(byte[] bytes, int maxParts) {
        TermDecoder decoder = new TermDecoder(bytes, maxParts);
        Term term = decoder.next();
        decoder.end();
        return term;
    }
}
