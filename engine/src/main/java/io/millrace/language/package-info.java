/**
 * What a language is to the kernel: a way to read processes ({@link io.millrace.language.Language}), a process that is
 * ready to run ({@link io.millrace.language.Compiled}), and what it can do in a turn
 * ({@link io.millrace.language.Turn}). Whoever writes a language implements these types and needs nothing of the kernel.
 * Depends on {@code data}, {@code id}, {@code problem} and {@code work}.
 */
@NullMarked
package io.millrace.language;

import org.jspecify.annotations.NullMarked;
