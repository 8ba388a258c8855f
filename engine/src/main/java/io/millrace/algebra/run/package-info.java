/**
 * Rules between events while cases run: the scheduler of the event algebra inside a turn. {@link io.millrace.algebra.run.RulesLanguage}
 * makes a process of rules alone; what is asked and recorded is in the state of the case, so it survives whatever the case survives.
 */
@NullMarked
package io.millrace.algebra.run;

import org.jspecify.annotations.NullMarked;
