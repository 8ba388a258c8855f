package io.millrace.kernel.record;

import io.millrace.kernel.lane.Failures;

/**
 * Something is not as the kernel's own code must have left it. The engine stops, because it cannot know what else is
 * wrong; see {@link Failures}.
 */
public final class BrokenInvariant extends RuntimeException {
    public BrokenInvariant(String what) {
        super(what);
    }
}
