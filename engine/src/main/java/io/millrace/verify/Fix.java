package io.millrace.verify;

import io.millrace.net.NetTask;

/**
 * A change that makes a net sound, as the verifier has proved. Immutable.
 *
 * @param net the net to change
 * @param node the task to change
 * @param change what to change, as a sentence
 * @param mended the task as it is to be
 */
public record Fix(String net, String node, String change, NetTask mended) {}
