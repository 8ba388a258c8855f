/** Workflow Prolog, beside a second reading of its paper that is written as literally as possible. */
@org.jspecify.annotations.NullMarked
package io.millrace.prolog;
