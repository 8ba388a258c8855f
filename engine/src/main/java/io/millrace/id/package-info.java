/** Ids of cases and work items. Depends on {@code problem} only. */
@NullMarked
package io.millrace.id;

import org.jspecify.annotations.NullMarked;
