/**
 * The ways by which a task's work reaches people and services outside of the engine: forms, mail, HTTP calls and webhooks. It uses the
 * endpoints of {@code http}, the engine through {@code api}, and the configuration; nothing in the server but {@link
 * io.millrace.server.Server} uses it.
 */
@NullMarked
package io.millrace.server.channel;

import org.jspecify.annotations.NullMarked;
