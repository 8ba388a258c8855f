package io.millrace.verify;

/**
 * What looking at all states of a net cost, for measuring.
 *
 * @param states how many were looked at
 * @param bytes what they take in memory
 */
public record Search(long states, long bytes) {}
