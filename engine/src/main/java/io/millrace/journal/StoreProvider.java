package io.millrace.journal;

import java.nio.file.Path;

/** Opens stores in directories; found on the class path by {@link java.util.ServiceLoader}. */
public interface StoreProvider {
    String name();

    /** Opens the journal in a directory and holds it; makes a new one where there is none. */
    Store open(Path directory);

    /** Opens an existing journal only to look, whether or not somebody holds it. */
    Onlooker lookInto(Path directory);
}
