package io.millrace.server.http;

/**
 * A part of an address.
 *
 * @param inPath whether it stands in the path; others stand behind the question mark
 * @param repeated whether it may be given several times
 */
public record Parameter(String name, boolean inPath, boolean repeated, Schema schema) {}
