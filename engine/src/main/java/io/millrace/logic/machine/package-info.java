/**
 * Programs and the machine that runs them: clauses are compiled to linked goals, which a loop carries out on registers,
 * frames, choice points and a trail.
 *
 * <p>Open to users of the library: {@code Program} and its builder, {@code Machine}, {@code Solutions}, {@code Limits}, and
 * what a host adds ({@code Library}, {@code Guarded}, {@code Signal}). The predicates that reach into the machine are here:
 * control, the database, flags and global variables. Depends on {@code term}, {@code read} and {@code arithmetic}.
 */
@NullMarked
package io.millrace.logic.machine;

import org.jspecify.annotations.NullMarked;
