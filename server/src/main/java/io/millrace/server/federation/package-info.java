/**
 * Other engines as participants (federation). A process of another engine is a process here: {@link
 * io.millrace.server.federation.RemoteProcess} says what its cases do, which is to start a case there, to wait for its result and to take
 * it back when it is not wanted any more. Each of these steps is automatic work in the journal, and {@link
 * io.millrace.server.federation.Federation} does it through the client. So nothing has to be remembered anywhere else: what a crash
 * interrupts is open work, which is done again, and the other engine recognises the repeat.
 */
@NullMarked
package io.millrace.server.federation;

import org.jspecify.annotations.NullMarked;
