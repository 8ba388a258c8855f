package io.millrace.activity;

/** A slot, or a path into one, has no value where one is needed. */
final class MissingSlot extends IllegalStateException {
    final String path;

    MissingSlot(String path) {
        super("slot '" + path + "' has no value");
        this.path = path;
    }
}
