package io.millrace.server.federation;

/** Names the failures that do not go away by themselves, so that work which meets one is an incident at once. Never thrown. */
final class Hopeless extends RuntimeException {
    private static final long serialVersionUID = 1;

    private Hopeless() {}
}
