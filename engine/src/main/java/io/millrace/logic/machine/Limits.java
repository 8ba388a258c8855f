package io.millrace.logic.machine;

/**
 * The limits of one run of a machine. Immutable.
 *
 * @param inferences how many calls and retries it may make
 * @param memoryBytes the maximum of reachable memory, as the machine estimates it
 * @param termDepth the maximum depth of a term that is stored, copied or returned; the length of a list does not count
 */
public record Limits(long inferences, long memoryBytes, int termDepth) {
    /** Limits that ordinary programs do not reach. */
    public static final Limits GENEROUS = new Limits(Long.MAX_VALUE, 4L << 30, Integer.MAX_VALUE);

    /** Checks that every limit allows something. */
    public Limits {
        if (inferences <= 0 || memoryBytes <= 0 || termDepth <= 0) {
            throw new IllegalArgumentException("a limit is a positive number");
        }
    }

    /** The same with another number of inferences. */
    public Limits withInferences(long number) {
        return new Limits(number, memoryBytes, termDepth);
    }

    /** The same with another amount of memory. */
    public Limits withMemory(long bytes) {
        return new Limits(inferences, bytes, termDepth);
    }

    /** The same with another depth. */
    public Limits withTermDepth(int depth) {
        return new Limits(inferences, memoryBytes, depth);
    }
}
