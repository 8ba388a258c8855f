/**
 * YAWL nets, as the YAWL paper defines them.
 *
 * <p>Three layers, each knowing only the one above it:
 *
 * <pre>
 *  model      Specification ─▶ Net ─▶ Task, Condition, Flow     immutable records, as a person or a file wrote them;
 *             Nets (the builder), Checks (everything wrong)     may be wrong, and then says what and where
 *  graph      NetGraph                                          one net with numbers for names; implicit conditions made
 *  semantics  Marking, Steps                                    Definitions 7 to 14 as functions of one net's state
 *             Semantics (Lookahead), Enabling                   Definition 17, and what a step changes about it
 * </pre>
 *
 * A state is that of <em>one</em> net for one identity. A composite task's instances have states of their own, so a net never looks
 * into its children: a running composite task counts as able to complete (the view of Definition 19). Depends on
 * {@code work}, {@code data}, {@code id} and {@code problem}; knows no other language.
 */
@NullMarked
package io.millrace.net;

import org.jspecify.annotations.NullMarked;
