package io.millrace.net;

import org.jspecify.annotations.Nullable;

/** A condition or a task of a net. Its name is unique in the net; its title is for people. Immutable. */
public sealed interface Node permits Condition, NetTask {
    /** The name by which flows, cancellation sets and events refer to it. */
    String name();

    /** The title that drawings show. */
    String title();

    /** Where it stands in its file, if it was read from one. */
    @Nullable Place place();
}
