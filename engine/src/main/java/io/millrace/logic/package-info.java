/**
 * Prolog as a library: terms, a reader and a writer, compiled programs, and a machine that runs them.
 *
 * <pre>
 *   text ──Reader──▶ Term ──Compiler──▶ Program (immutable, shared)
 *                                          │
 *                      Library ──▶ Machine (one thread) ──▶ Solutions
 *                      Limits  ──▶    │
 *                                     └─ registers, frames, choice points, trail, dynamic clauses
 * </pre>
 *
 * The package knows nothing of workflow. Nothing in it reads a clock, a file, a network or a source of randomness, so
 * a program gives the same answers every time; every run is bounded by {@code Limits}. No algorithm over terms uses the
 * Java stack for the depth of a term.
 */
@NullMarked
package io.millrace.logic;

import org.jspecify.annotations.NullMarked;
