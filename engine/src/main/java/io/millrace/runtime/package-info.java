/**
 * What an engine runs on and within: clock, threads, limits, monitor, and the codec of what it writes. An application may
 * replace each of them. Depends on {@code problem}.
 */
@NullMarked
package io.millrace.runtime;

import org.jspecify.annotations.NullMarked;
