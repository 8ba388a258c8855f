package io.millrace.net;

import org.jspecify.annotations.Nullable;

/**
 * What a file holds beside the process (layout, documentation, forms), kept by its reader so that its writer can give it
 * back. The engine carries it; only pictures look inside, for the layout.
 */
public interface Attachment {
    /** How the file draws a net, or null if it does not. */
    default @Nullable NetLayout layout(String net) {
        return null;
    }
}
