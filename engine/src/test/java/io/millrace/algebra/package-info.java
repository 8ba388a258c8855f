/** Tests of the rules: each algorithm is held against the enumeration of all admissible traces, and against reference tables. */
@NullMarked
package io.millrace.algebra;

import org.jspecify.annotations.NullMarked;
