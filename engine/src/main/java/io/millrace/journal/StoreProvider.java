package io.millrace.journal;

import java.nio.file.Path;

/** Opens stores in directories; found on the class path by {@link java.util.ServiceLoader}. */
public interface StoreProvider {
    String name();

    Store open(Path directory);
}
