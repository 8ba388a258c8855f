/**
 * Simulation: the engine itself under a clock that jumps from event to event, with agents, arrivals and durations that a model describes.
 * One thread runs everything, so the same seed gives the same run. Depends on the facade, {@code net}, {@code logic} and {@code fact}; no
 * other package of the engine depends on it.
 */
@NullMarked
package io.millrace.simulate;

import org.jspecify.annotations.NullMarked;
