/**
 * Workflow Prolog on the kernel: programs whose goals wait for replies and instants. A phase of the paper is a turn. Between
 * phases a query is only what it waits for: ground goals and workflow variables; a machine is borrowed for a turn.
 *
 * <p>{@link io.millrace.prolog.WorkflowProlog} reads a program, {@code Phase} runs one phase of a query and decides what it
 * did, {@code PhaseEnded} records that, {@code PrologState} is what remains, kept as a {@code StoredState}. Knows {@code
 * kernel}, {@code work}, {@code logic} and {@code fact}.
 */
@org.jspecify.annotations.NullMarked
package io.millrace.prolog;
