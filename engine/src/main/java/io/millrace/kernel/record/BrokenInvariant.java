package io.millrace.kernel.record;

/**
 * Something is not as the kernel's own code must have left it. The engine stops, because it cannot know what else is
 * wrong.
 */
public final class BrokenInvariant extends RuntimeException {
    public BrokenInvariant(String what) {
        super(what);
    }

    /** Broken invariants and errors of the virtual machine: nobody knows what was left half done. */
    public static boolean isFatal(Throwable failure) {
        return failure instanceof VirtualMachineError && !(failure instanceof StackOverflowError)
                || failure instanceof BrokenInvariant;
    }
}
