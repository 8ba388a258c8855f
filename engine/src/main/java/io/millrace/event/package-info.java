/**
 * Interceptors of events. Every significant event passes a {@link io.millrace.event.Gate} before it is recorded, which may accept, delay or
 * refuse it. Every recorded event passes the {@link io.millrace.event.Projection}s with the state before and after, which keep indexes in
 * the same commit. An engine without them has no cost. Depends on {@code language}, {@code query}, {@code data} and {@code id}.
 */
@NullMarked
package io.millrace.event;

import org.jspecify.annotations.NullMarked;
