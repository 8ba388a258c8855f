/**
 * Texts to terms: the reader, its flags and errors, and grammar rules. Open to users of the library. Depends on
 * {@code term}.
 */
@NullMarked
package io.millrace.logic.read;

import org.jspecify.annotations.NullMarked;
