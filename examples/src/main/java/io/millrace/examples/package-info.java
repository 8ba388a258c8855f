/**
 * Processes that show how Millrace is used: the first one of the README, and the claims that {@code mill demo} handles.
 * They use what every application can use, and nothing else.
 */
@NullMarked
package io.millrace.examples;

import org.jspecify.annotations.NullMarked;
