/**
 * Rules between events: the event algebra of Singh's "Formal Aspects of Workflow Management", and DECLARE constraints.
 *
 * <pre>
 *  text       Lexer, Parser ─▶ RuleModule                        what a *.deps file says, with its macros spelled out
 *  algebra    Form ─▶ NormalForm ─▶ Expr, Simplifier             expressions, TSF, residuation (Equations 1 to 8)
 *  automata   Residue: an expression, or the state of a Dfa      one rule behind one interface: step, dead, satisfied
 *  proofs     Graph, Search ─▶ Game, Check                       satisfiability, who can enforce what, what is wrong
 *  run time   RuleSet, RuleState, Instances                      immutable; a state is where the rules stand after a history
 * </pre>
 *
 * A literal is an int: event {@code n} is {@code 2n}, its complement {@code 2n+1}. Depends on {@code problem} and {@code data},
 * and on {@code logic.read} for places in a text; knows no other language and nothing of the engine.
 */
@NullMarked
package io.millrace.algebra;

import org.jspecify.annotations.NullMarked;
