/** What operators see of a running server: numbers, traces and logs. */
@NullMarked
package io.millrace.server.monitor;

import org.jspecify.annotations.NullMarked;
