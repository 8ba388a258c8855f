/**
 * Commands to an engine, and its answers. Timers and messages between entities are not commands: only the engine creates them. Depends on
 * {@code language} (a process to deploy), {@code data}, {@code id}, {@code problem} and {@code work}.
 */
@NullMarked
package io.millrace.command;

import org.jspecify.annotations.NullMarked;
