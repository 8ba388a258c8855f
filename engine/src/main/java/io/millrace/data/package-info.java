/**
 * The data of cases and work: JSON-like values that never change, with exact numbers. A value has one binary form
 * (what journals hold), one JSON form (what people write) and converts to and from plain Java; a {@code Shape} declares
 * what a value must look like. How deep values nest is limited from construction on ({@link
 * io.millrace.data.Data#MAX_DEPTH}), so that code over values may recurse. Depends on {@code problem} only.
 */
@NullMarked
package io.millrace.data;

import org.jspecify.annotations.NullMarked;
