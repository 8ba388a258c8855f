package io.millrace.verify;

/**
 * A change of a net after which it was verified to be sound.
 *
 * @param net the net to change
 * @param node the task to change
 * @param change what to change, as a sentence
 */
public record Fix(String net, String node, String change) {}
