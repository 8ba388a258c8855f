/**
 * Soundness: whether every case of a net can end, ends properly, and uses every task, decided before a case starts. It is decided
 * for the nets of {@code net}, and for plain Petri nets, {@link io.millrace.verify.PlainNet}, that other tools write. Depends on
 * {@code net}, and on what lies below it; runs nothing and does no IO.
 */
@NullMarked
package io.millrace.verify;

import org.jspecify.annotations.NullMarked;
