/**
 * The whole engine on one thread, with a clock, threads and a store that a seed controls: every run of a seed is the
 * same run, crashes and failing commits included.
 */
@NullMarked
package io.millrace.sim;

import org.jspecify.annotations.NullMarked;
