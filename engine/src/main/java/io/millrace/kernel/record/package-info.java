/**
 * What is recorded: events, messages and inputs, the ids of entities, and how all of it is written under which keys. Knows no
 * state and takes no decision.
 */
@NullMarked
package io.millrace.kernel.record;

import org.jspecify.annotations.NullMarked;
