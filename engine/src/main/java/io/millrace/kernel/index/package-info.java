/**
 * The rows beside the events, written in the same commit: lists of work and cases, timers, contents of files.
 */
@NullMarked
package io.millrace.kernel.index;

import org.jspecify.annotations.NullMarked;
