/** Runs the commands, the script, and everything that the documents say can be run. */
@NullMarked
package io.millrace.cli;

import org.jspecify.annotations.NullMarked;
