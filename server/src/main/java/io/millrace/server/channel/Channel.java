package io.millrace.server.channel;

import io.millrace.Millrace;
import io.millrace.server.config.Section;
import org.jspecify.annotations.Nullable;

/**
 * By which way the work of a task reaches the person or program that does it.
 *
 * @param tenant whose work is meant
 * @param process whose work is meant, or null for all
 * @param task the name of the task; for automatic work the name of its handler
 * @param what says how
 * @param <T> how
 */
public record Channel<T>(String tenant, @Nullable String process, String task, T what) {
    /** Reads whose work is meant. */
    static <T> Channel<T> of(Section section, T what) {
        return new Channel<>(
                section.optional("tenant").orElse(Millrace.TENANT), section.optional("process").orElse(null), section.text("task"), what);
    }

    /** Whether the work of a task in a process goes this way. */
    public boolean isFor(String ofTenant, String ofProcess, String ofTask) {
        return tenant.equals(ofTenant) && (process == null || process.equals(ofProcess)) && task.equals(ofTask);
    }
}
