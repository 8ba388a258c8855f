/**
 * Terms and data: one rule that takes every ground term to data and back, and every JSON value to a term and back. It
 * stands between the languages of logic and the rest of the engine, and knows {@code logic} and {@code data} only.
 */
@org.jspecify.annotations.NullMarked
package io.millrace.fact;
