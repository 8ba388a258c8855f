/**
 * The history as a logical database, by the event calculus: every event is a fact, fluents hold from the event that initiates them to the
 * one that terminates them, and questions about any moment are goals. An application adds {@link io.millrace.calculus.HistoryIndex} to its
 * engine; {@link io.millrace.calculus.Questions} answers.
 *
 * <p>Inside, {@code Chronicle} maps events to facts, {@code Diary} writes the facts of one case to rows, {@code Annals} reads the rows, and
 * {@code Predicates} provides them to the logic machine.
 */
@NullMarked
package io.millrace.calculus;

import org.jspecify.annotations.NullMarked;
