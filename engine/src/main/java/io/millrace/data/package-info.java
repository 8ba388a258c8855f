/**
 * The data of cases and work: immutable JSON-like values with exact numbers. A value has one binary form (for journals), one JSON form, and
 * converts to and from plain Java; a {@code Shape} declares a type. The constructors limit the nesting depth ({@link
 * io.millrace.data.Data#MAX_DEPTH}), so that code over values may recurse. Depends on {@code problem} only.
 */
@NullMarked
package io.millrace.data;

import org.jspecify.annotations.NullMarked;
