/**
 * Tests of processes: an engine with a clock that tests move and with simulated crashes, and the player of scenarios. Uses the facade and
 * the embedded store. Only the JUnit package needs JUnit, so that programs can play scenarios without it.
 */
@NullMarked
package io.millrace.testkit;

import org.jspecify.annotations.NullMarked;
