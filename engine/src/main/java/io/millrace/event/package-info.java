/**
 * Where events pass. Every significant event comes through a {@link io.millrace.event.Gate} before it is recorded, which may let it
 * happen, delay or refuse it; every recorded event comes through the {@link io.millrace.event.Projection}s with the state before and
 * after, which keep indexes in the same commit. An engine without them pays nothing. Depends on {@code language}, {@code query},
 * {@code data} and {@code id}.
 */
@NullMarked
package io.millrace.event;

import org.jspecify.annotations.NullMarked;
