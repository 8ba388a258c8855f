/** The names of things: case ids and work item ids. Depends on {@code problem} only. */
@NullMarked
package io.millrace.id;

import org.jspecify.annotations.NullMarked;
