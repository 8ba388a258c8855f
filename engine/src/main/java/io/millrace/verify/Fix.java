package io.millrace.verify;

/**
 * A change that makes a net sound, as the verifier has proved. Immutable.
 *
 * @param net the net to change
 * @param node the task to change
 * @param change what to change, as a sentence
 */
public record Fix(String net, String node, String change) {}
