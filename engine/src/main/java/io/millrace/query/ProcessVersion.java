package io.millrace.query;

/**
 * A deployed version of a process. Immutable.
 *
 * @param process the name of the process
 * @param number the version's number: what {@code deploy} returned
 * @param language the language that it is written in
 * @param fingerprint what distinguishes its definition from others
 * @param hasCode whether its code is there, so that its cases can go on
 */
public record ProcessVersion(String process, int number, String language, String fingerprint, boolean hasCode) {}
