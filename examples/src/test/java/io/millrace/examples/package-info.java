/** Runs the examples. */
@NullMarked
package io.millrace.examples;

import org.jspecify.annotations.NullMarked;
