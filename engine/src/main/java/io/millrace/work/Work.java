package io.millrace.work;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a handler is given: the work item on one attempt. */
public final class Work {
    private final String tenant;
    private final String process;
    private final WorkItem item;
    private final @Nullable String trace;
    private final Runnable heartbeat;

    Work(String tenant, String process, WorkItem item, @Nullable String trace, Runnable heartbeat) {
        this.tenant = tenant;
        this.process = process;
        this.item = item;
        this.trace = trace;
        this.heartbeat = heartbeat;
    }

    public WorkId id() {
        return item.id();
    }

    public CaseId caseId() {
        return item.id().caseId();
    }

    public String tenant() {
        return tenant;
    }

    public String process() {
        return process;
    }

    public String task() {
        return item.task();
    }

    /** Which attempt this is, counted from 1. A call that is repeated after a crash has the same number. */
    public int attempt() {
        return item.attempt();
    }

    /** The trace context of the request that led to this call, if it is known. */
    public Optional<String> trace() {
        return Optional.ofNullable(trace);
    }

    public Data input() {
        return item.input();
    }

    /** A field of the input; nothing if it is not there. */
    public Data in(String name) {
        return item.input().at(name);
    }

    /** Says that the handler is alive: its time limit starts again. */
    public void heartbeat() {
        heartbeat.run();
    }

    @Override
    public String toString() {
        return task() + " " + id() + " attempt " + attempt();
    }
}
