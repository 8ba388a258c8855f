/**
 * The environment of an engine: clock, threads, limits, monitor, log and codec. An application may replace each of them. Depends on {@code
 * problem}.
 */
@NullMarked
package io.millrace.runtime;

import org.jspecify.annotations.NullMarked;
