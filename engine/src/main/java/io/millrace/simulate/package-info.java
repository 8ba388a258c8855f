/**
 * Simulation: the engine itself under a clock that jumps from event to event, with agents, arrivals and durations that a model
 * describes. One thread runs everything, so a run follows from its seed. Knows the facade, {@code net}, {@code logic} and
 * {@code fact}; nothing knows it but whoever simulates.
 */
@NullMarked
package io.millrace.simulate;

import org.jspecify.annotations.NullMarked;
