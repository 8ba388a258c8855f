/**
 * Soundness: whether every case of a net can end, ends properly, and uses every task, decided before a case starts. It is decided
 * for the nets of {@code net}, and for plain Petri nets, {@link io.millrace.verify.PlainNet}, that other tools write.
 *
 * <pre>
 *  Specification ─▶ NetModel ──┐                               ┌▶ Exploration (StateSpace: every state, packed)
 *                              ├─▶ Model ─▶ Reduction ─▶ Solution
 *  PlainNet ──────▶ PlainModel ┘                               └▶ Unbounded (KarpMiller, Cover: infinitely many)
 *
 *  Verifier: parts before the whole; then Explanation (what is wrong), Fixes (what would mend it), Warnings (what is seldom meant)
 * </pre>
 *
 * OR-joins are decided by {@code net}'s own semantics, the one that runs cases. Whatever makes a model smaller or an answer
 * quicker is held against plain exploration on generated nets in the tests. Depends on {@code net} and on what lies below
 * it; runs nothing and does no IO.
 */
@NullMarked
package io.millrace.verify;

import org.jspecify.annotations.NullMarked;
