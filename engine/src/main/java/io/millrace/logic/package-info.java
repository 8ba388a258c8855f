/**
 * Prolog as a library: {@link io.millrace.logic.Prolog} is where programs begin. The package knows nothing of workflow.
 *
 * <pre>
 *   text ──read──▶ Term ──machine──▶ Program (immutable, shared)
 *                                       │
 *                       Library ──▶ Machine (one thread) ──▶ Solutions
 *                       Limits  ──▶    │
 *                                      └─ registers, frames, choice points, trail, dynamic clauses
 * </pre>
 *
 * The rooms, each of which depends only on those above it:
 *
 * <ul>
 *   <li>{@code term}: terms, their order and their text, and the meter of a run
 *   <li>{@code read}, {@code codec}, {@code arithmetic}: texts to terms, terms to bytes and back, the value of expressions
 *   <li>{@code machine}: programs and the machine that runs them
 *   <li>{@code library}: the built-in predicates that need nothing but the machine's public side
 *   <li>this package, which puts the built-in predicates under every program
 * </ul>
 *
 * For users of the library are this package, {@code term}, {@code read}, {@code codec} and {@code machine};
 * {@code arithmetic} and {@code library} are internal. Nothing here reads a clock, a file, a network or a source of
 * randomness, so a program gives the same answers every time; every run is bounded by
 * {@link io.millrace.logic.machine.Limits}. No algorithm over terms uses the Java stack for the depth of a term.
 */
@NullMarked
package io.millrace.logic;

import org.jspecify.annotations.NullMarked;
