/**
 * Who may come in: API keys, tokens of an issuer, rates, the certificate, and the log of acts. Knows the engine's data and problems and
 * {@code io.millrace.server.http}; the endpoints do not know it.
 */
@NullMarked
package io.millrace.server.security;

import org.jspecify.annotations.NullMarked;
