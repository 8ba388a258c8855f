package io.millrace.net;

import org.jspecify.annotations.Nullable;

/**
 * Further content of a file (layout, documentation, forms), which the reader keeps so that the writer can write it back. Only pictures use
 * it, for the layout.
 */
public interface Attachment {
    /** The layout of a net in the file, or null if it has none. */
    default @Nullable NetLayout layout(String net) {
        return null;
    }
}
