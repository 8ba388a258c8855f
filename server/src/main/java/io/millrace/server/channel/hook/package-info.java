/** Webhooks: events of the history that are sent to services, signed and in order. */
@NullMarked
package io.millrace.server.channel.hook;

import org.jspecify.annotations.NullMarked;
