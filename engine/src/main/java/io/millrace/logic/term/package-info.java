/**
 * Terms: what they are, how they are ordered and written, and what it costs to walk through them. Depends on no other room.
 *
 * <p>Open to users of the library: {@code Term} and its kinds, {@code Lists}, {@code Numbers}, {@code Terms},
 * {@code Operators}, {@code Writer}, {@code PrologError} and {@code Stop}. The others are for the rooms of {@code logic}
 * only: {@code Inside} builds terms and binds variables, {@code Meter} and {@code Cost} count the work of a run, and
 * {@code Arguments}, {@code Chars}, {@code Errors}, {@code Functor}, {@code Kind}, {@code Order} and {@code TermWalks} serve
 * the predicates.
 */
@NullMarked
package io.millrace.logic.term;

import org.jspecify.annotations.NullMarked;
