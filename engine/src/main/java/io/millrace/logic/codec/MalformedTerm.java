package io.millrace.logic.codec;

/** Thrown for bytes that are not the binary form of a term, or for a term that is too large or cyclic. */
public final class MalformedTerm extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MalformedTerm(String sentence) {
        super(sentence, null, false, true);
    }
}
