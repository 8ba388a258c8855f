package io.millrace.net;

import org.jspecify.annotations.Nullable;

/** A condition or a task of a net. Its name is unique in the net; its title is for people. Immutable. */
public sealed interface Node permits Condition, NetTask {
    String name();

    String title();

    /** Where it stands in its file, if it was read from one. */
    @Nullable Place place();
}
