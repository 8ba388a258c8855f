/**
 * The built-in predicates on terms, numbers, lists and text, and the library that is written in Prolog. Internal to
 * {@code logic}. Depends on {@code machine} and what that depends on.
 */
@NullMarked
package io.millrace.logic.library;

import org.jspecify.annotations.NullMarked;
