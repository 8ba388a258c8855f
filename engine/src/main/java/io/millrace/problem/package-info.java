/** Error messages: one enum of codes, each with its sentence and its remedy. Depends on nothing. */
@NullMarked
package io.millrace.problem;

import org.jspecify.annotations.NullMarked;
