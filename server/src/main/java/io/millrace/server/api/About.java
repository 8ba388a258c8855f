package io.millrace.server.api;

/**
 * What a page wants to know of a server before anything else.
 *
 * @param version the server's version
 * @param security whether callers must say who they are
 * @param demo whether living examples run in it
 */
public record About(String version, boolean security, boolean demo) {}
