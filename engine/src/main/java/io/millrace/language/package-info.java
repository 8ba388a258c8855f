/**
 * The contract between languages and the kernel: reading processes ({@link io.millrace.language.Language}), processes that are ready to run
 * ({@link io.millrace.language.Compiled}), and the operations of a turn ({@link io.millrace.language.Turn}). A language implements these
 * types and does not depend on the kernel. Depends on {@code data}, {@code id}, {@code problem} and {@code work}.
 */
@NullMarked
package io.millrace.language;

import org.jspecify.annotations.NullMarked;
