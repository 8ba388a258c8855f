/**
 * Testing processes: an engine with a clock that tests move and a crash on command, and the player of scenarios. Uses
 * the facade and the embedded store; JUnit only in the package below, so that programs play scenarios without it.
 */
@NullMarked
package io.millrace.testkit;

import org.jspecify.annotations.NullMarked;
