/**
 * Recurring starts. A schedule is a process of its own language, whose single case waits for its next instant, starts a case of another
 * process, and waits again. As a case it is durable, listed, suspended, migrated and cancelled like every other. Its timers fire exactly
 * once in the history, and a business key makes each start unique, so that no start is repeated or lost. It knows {@code language}, {@code
 * work}, {@code data} and {@code problem}.
 */
@NullMarked
package io.millrace.schedule;

import org.jspecify.annotations.NullMarked;
