/**
 * The binary form of terms, in which cases keep them. Open to users of the library. Depends on {@code term}.
 */
@NullMarked
package io.millrace.logic.codec;

import org.jspecify.annotations.NullMarked;
