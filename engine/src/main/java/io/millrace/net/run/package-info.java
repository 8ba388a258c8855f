/**
 * Nets on the kernel: a specification as a process whose turns are the steps of Definitions 9 to 17.
 *
 * <p>{@link io.millrace.net.run.NetProcess} is one net of a specification, ready to run; a composite task's instances are
 * sub-cases that run another net of the same specification. {@link io.millrace.net.run.NetState} is a case's marking, data and
 * open work; {@link io.millrace.net.run.NetEvent} what changes it; {@code NetTurn} decides, and is the only place that does.
 */
@NullMarked
package io.millrace.net.run;

import org.jspecify.annotations.NullMarked;
