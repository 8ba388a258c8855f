/**
 * The demonstration: an engine in a process of its own that handles claims, is killed in the middle and started again,
 * and a parent that shows it, and afterwards compares what was acknowledged with what is there.
 *
 * <pre>
 *   parent: Demo ── starts, kills, starts again ──▶ child: DemoEngine
 *      ▲                                               engine, people, starter
 *      └── events of the history, acknowledgements ◀── one JSON object a line
 * </pre>
 */
@NullMarked
package io.millrace.cli.demo;

import org.jspecify.annotations.NullMarked;
