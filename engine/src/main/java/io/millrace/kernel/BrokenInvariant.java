package io.millrace.kernel;

/**
 * Something is not as the kernel's own code must have left it. The engine stops, because it cannot know what else is
 * wrong; see {@link Failures}.
 */
final class BrokenInvariant extends RuntimeException {
    BrokenInvariant(String what) {
        super(what);
    }
}
