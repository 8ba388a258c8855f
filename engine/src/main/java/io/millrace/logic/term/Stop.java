package io.millrace.logic.term;

/** The end of a run that no Prolog goal can catch: a limit was reached, it was interrupted, or the program said {@code halt}. */
public final class Stop extends RuntimeException {
    /** Why the run ended. */
    public enum Reason {
        /** It reached the limit of inferences. */
        INFERENCES,
        /** It reached the limit of memory. */
        MEMORY,
        /** A term reached the limit of depth. */
        DEPTH,
        /** Another thread interrupted it. */
        INTERRUPT,
        /** The program called {@code halt}. */
        HALT
    }

    private static final long serialVersionUID = 1L;

    private final Reason reason;
    private final int status;
    private final String sentence;

    private Stop(Reason reason, int status, String sentence, String advice) {
        super(sentence + "." + advice, null, false, false);
        this.reason = reason;
        this.status = status;
        this.sentence = sentence;
    }

    /**
     * The exception for a limit. The unit of the limit follows from the reason: inferences, bytes or levels. Throws {@link
     * IllegalArgumentException} for a reason that is no limit.
     */
    public static Stop limit(Reason reason, long allowed) {
        String what = switch (reason) {
            case INFERENCES -> "it made more inferences than the " + allowed + " allowed";
            case MEMORY -> "it needed more memory than the " + allowed + " bytes allowed";
            case DEPTH -> "it built a term deeper than the " + allowed + " levels allowed";
            case INTERRUPT, HALT -> throw new IllegalArgumentException(reason + " is no limit");
        };
        return new Stop(reason, 1, "The run was stopped: " + what, " Raise the limit or look for a loop.");
    }

    /** The exception for a run that another thread interrupted. */
    public static Stop interrupt() {
        return new Stop(Reason.INTERRUPT, 1, "The run was stopped from outside", "");
    }

    /** The exception for {@code halt/1} with this exit status. */
    public static Stop halt(int status) {
        return new Stop(Reason.HALT, status, "The program called halt(" + status + ")", "");
    }

    /** What happened, as the end of a sentence without a full stop and without advice. */
    public String sentence() {
        return sentence;
    }

    /** Why the run ended. */
    public Reason reason() {
        return reason;
    }

    /** The status given to {@code halt}, or 1. */
    public int status() {
        return status;
    }
}
