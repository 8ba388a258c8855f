/**
 * The history as a logical database, by the event calculus: every event is a fact, what events initiate and terminate holds in
 * between, and questions about any moment are goals. {@link io.millrace.calculus.HistoryIndex} is the part that an application adds
 * to its engine; {@link io.millrace.calculus.Questions} answers.
 *
 * <p>Inside, {@code Chronicle} says what an event means, {@code Diary} keeps what that makes of one case in rows, {@code Annals} reads
 * the rows back, and {@code Predicates} gives them to the logic machine.
 */
@NullMarked
package io.millrace.calculus;

import org.jspecify.annotations.NullMarked;
