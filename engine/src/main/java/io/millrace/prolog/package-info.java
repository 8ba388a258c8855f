/**
 * Workflow Prolog on the kernel: programs whose goals wait for replies and instants. A phase of the paper is a turn. Between phases the
 * state of a query is its waiting goals and workflow variables; a turn borrows a machine.
 *
 * <p>{@link io.millrace.prolog.WorkflowProlog} reads a program, {@code Phase} runs one phase of a query and decides what it
 * did, {@code PhaseEnded} records that, {@code PrologState} is what remains, kept as a {@code StoredState}. Knows {@code
 * kernel}, {@code work}, {@code logic} and {@code fact}.
 */
@org.jspecify.annotations.NullMarked
package io.millrace.prolog;
