package io.millrace.fact;

/** A term that no data stands for; the message says why, as the end of a sentence. */
public final class NoDataException extends Exception {
    private static final long serialVersionUID = 1;

    NoDataException(String why) {
        super(why, null, false, false);
    }
}
