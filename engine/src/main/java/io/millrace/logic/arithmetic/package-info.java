/**
 * The value of arithmetic expressions, with every operation on long numbers announced before it is carried out. Internal to
 * {@code logic}. Depends on {@code term}.
 */
@NullMarked
package io.millrace.logic.arithmetic;

import org.jspecify.annotations.NullMarked;
