/** HTTP calls to services: only to addresses that the configuration allows, and to the very address that was checked. */
@NullMarked
package io.millrace.server.channel.call;

import org.jspecify.annotations.NullMarked;
