package io.millrace.fact;

/** Thrown for a term that cannot be converted to data; the message gives the reason, as the end of a sentence. */
public final class NoDataException extends Exception {
    private static final long serialVersionUID = 1;

    NoDataException(String why) {
        super(why, null, false, false);
    }
}
