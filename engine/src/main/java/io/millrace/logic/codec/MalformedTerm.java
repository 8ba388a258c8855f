package io.millrace.logic.codec;

/** Bytes that are not the binary form of a term, or a term that has none because it is too large or never ends. */
public final class MalformedTerm extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MalformedTerm(String sentence) {
        super(sentence, null, false, true);
    }
}
