/**
 * Work items and their states, performers, retries and calls of automatic work. Pure data and rules, and the dispatcher that calls handlers
 * and programs. Depends on {@code data}, {@code id} and {@code problem}; knows neither the kernel nor any language.
 */
@NullMarked
package io.millrace.work;

import org.jspecify.annotations.NullMarked;
