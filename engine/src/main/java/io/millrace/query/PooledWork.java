package io.millrace.query;

import io.millrace.id.WorkId;
import java.time.Instant;

/** Work that waits in a pool for an agent. */
public record PooledWork(String pool, WorkId work, String process, String task, Instant since, int priority) {}
