package io.millrace.journal;

import java.nio.file.Path;

/** Opens stores in directories; found on the class path by {@link java.util.ServiceLoader}. */
public interface StoreProvider {
    /** The name of the store in messages. */
    String name();

    /** Opens the journal in a directory and locks it; creates a new one if there is none. */
    Store open(Path directory);

    /** Opens an existing journal read-only, also while another process holds it. */
    Onlooker lookInto(Path directory);
}
