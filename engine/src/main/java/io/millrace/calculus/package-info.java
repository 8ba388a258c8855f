/** Histories as a logical database: what happened, what held when, and moments as people write them. Depends on {@code problem}. */
@NullMarked
package io.millrace.calculus;

import org.jspecify.annotations.NullMarked;
