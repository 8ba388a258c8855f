/**
 * Prolog as a library; {@link io.millrace.logic.Prolog} is the entry point. The package is independent of workflow.
 *
 * <pre>
 *   text ──read──▶ Term ──machine──▶ Program (immutable, shared)
 *                                       │
 *                       Library ──▶ Machine (one thread) ──▶ Solutions
 *                       Limits  ──▶    │
 *                                      └─ registers, frames, choice points, trail, dynamic clauses
 * </pre>
 *
 * The packages, each of which depends only on those above it:
 *
 * <ul>
 *   <li>{@code term}: terms, their order and their text, and the meter of a run
 *   <li>{@code read}, {@code codec}, {@code arithmetic}: texts to terms, terms to bytes and back, the value of expressions
 *   <li>{@code machine}: programs and the machine that runs them
 *   <li>{@code library}: the built-in predicates that need only the machine's public methods
 *   <li>this package, which adds the built-in predicates to every program
 * </ul>
 *
 * Users of the library need this package, {@code term}, {@code read}, {@code codec} and {@code machine}; {@code arithmetic} and {@code
 * library} are internal. Nothing here reads a clock, a file, a network or a source of randomness, so a program gives the same answers every
 * time; {@link io.millrace.logic.machine.Limits} limits every run. No algorithm over terms uses the Java stack for the depth of a term.
 */
@NullMarked
package io.millrace.logic;

import org.jspecify.annotations.NullMarked;
