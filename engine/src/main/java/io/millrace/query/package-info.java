/**
 * Questions to an engine and their answers: which cases, which work, what a case looks like, what happened. Plain data,
 * without any part of the kernel. Depends on {@code data}, {@code id} and {@code work}.
 */
@NullMarked
package io.millrace.query;

import org.jspecify.annotations.NullMarked;
