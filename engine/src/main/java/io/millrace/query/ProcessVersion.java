package io.millrace.query;

/**
 * A deployed version of a process. Immutable.
 *
 * @param process the name of the process
 * @param number the version's number: what {@code deploy} returned
 * @param language the language that it is written in
 * @param fingerprint a hash that identifies its definition
 * @param hasCode whether the engine has its code, so that its cases can continue
 */
public record ProcessVersion(String process, int number, String language, String fingerprint, boolean hasCode) {}
