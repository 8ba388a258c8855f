/**
 * Processes that show how Millrace is used: the first one of the README, and the claims that {@code mill demo} handles. They use only the
 * public API.
 */
@NullMarked
package io.millrace.examples;

import org.jspecify.annotations.NullMarked;
