package io.millrace.net;

/**
 * What a file holds beside the process (layout, documentation, forms), kept by its reader so that its writer can give it
 * back. The engine carries it and never looks inside.
 */
public interface Attachment {}
