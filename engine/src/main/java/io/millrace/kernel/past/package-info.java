/**
 * What was committed, for those who look back: the history and those who follow it, records without a running engine, archiving and
 * erasing.
 */
@NullMarked
package io.millrace.kernel.past;

import org.jspecify.annotations.NullMarked;
