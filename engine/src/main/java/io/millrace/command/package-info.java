/**
 * Commands: what somebody asks of an engine, and how the engine answers. Timers and messages between entities are not
 * commands: nobody but the engine can bring them. Depends on {@code language} (a process to deploy), {@code data},
 * {@code id}, {@code problem} and {@code work}.
 */
@NullMarked
package io.millrace.command;

import org.jspecify.annotations.NullMarked;
