/** An engine over HTTP. {@link io.millrace.server.Server} is the way in. */
@NullMarked
package io.millrace.server;

import org.jspecify.annotations.NullMarked;
