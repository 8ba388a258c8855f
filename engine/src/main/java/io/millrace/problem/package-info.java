/**
 * What Millrace says when something cannot be done: one enum of codes, each with its sentence and its way out.
 * Depends on nothing.
 */
@NullMarked
package io.millrace.problem;

import org.jspecify.annotations.NullMarked;
