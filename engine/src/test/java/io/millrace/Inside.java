package io.millrace;

import io.millrace.kernel.Kernel;

/** Gives the simulation the kernel of an engine. */
public final class Inside {
    private Inside() {}

    public static Kernel kernel(Millrace mill) {
        return mill.engine.kernel();
    }
}
