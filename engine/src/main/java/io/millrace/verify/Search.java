package io.millrace.verify;

/**
 * The cost of exploring all states of a net, for measurements.
 *
 * @param states the number of explored states
 * @param bytes what they take in memory
 */
public record Search(long states, long bytes) {}
