/**
 * The conversion between terms and data: every ground term to data and back, and every JSON value to a term and back. It connects the logic
 * languages with the rest of the engine. Depends on {@code logic} and {@code data} only.
 */
@org.jspecify.annotations.NullMarked
package io.millrace.fact;
