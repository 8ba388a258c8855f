/**
 * Queries of an engine and their results: cases, work, timers, history. Plain data, without types of the kernel. Depends on {@code data},
 * {@code id} and {@code work}.
 */
@NullMarked
package io.millrace.query;

import org.jspecify.annotations.NullMarked;
