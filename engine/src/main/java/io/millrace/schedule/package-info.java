/**
 * Recurring starts: a schedule is a process of its own language, whose one case waits for its next instant, starts a case of another
 * process, and waits again. Being a case, it is durable, listed, suspended, migrated and cancelled like every other; its timers fire
 * exactly once in the history, and what it starts goes through a business key, so that no start is doubled or lost. It knows
 * {@code language}, {@code work}, {@code data} and {@code problem}.
 */
@NullMarked
package io.millrace.schedule;

import org.jspecify.annotations.NullMarked;
