package io.millrace.work;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.problem.Argument;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The argument of a handler: a work item on one attempt. Safe for use by several threads. */
public final class Work {
    /**
     * The return value of a handler whose result comes later, by the {@link #token}. It ends the timeout of the call, but not a deadline of
     * the task.
     */
    public static final Object LATER = new Object() {
        @Override
        public String toString() {
            return "Work.LATER";
        }
    };

    /** What a handler returns whose result somebody has brought already, by the {@link #token}, while it ran: there is nothing to report. */
    public static final Object BROUGHT = new Object() {
        @Override
        public String toString() {
            return "Work.BROUGHT";
        }
    };

    private final String tenant;
    private final String process;
    private final WorkItem item;
    private final @Nullable String trace;
    private final Runnable heartbeat;
    private final Supplier<Contents> contents;

    Work(
            String tenant,
            String process,
            WorkItem item,
            @Nullable String trace,
            Runnable heartbeat,
            Supplier<Contents> contents) {
        this.tenant = tenant;
        this.process = process;
        this.item = item;
        this.trace = trace;
        this.heartbeat = heartbeat;
        this.contents = contents;
    }

    /** The id of the work item. It is the same for all attempts: use it as an idempotency key. */
    public WorkId id() {
        return item.id();
    }

    /** The case that the work belongs to. */
    public CaseId caseId() {
        return item.id().caseId();
    }

    /** The tenant of the case. */
    public String tenant() {
        return tenant;
    }

    /** The name of the process. */
    public String process() {
        return process;
    }

    /** The name of the task. */
    public String task() {
        return item.task();
    }

    /** Which attempt this is, counted from 1. A call that is repeated after a crash has the same number. */
    public int attempt() {
        return item.attempt();
    }

    /**
     * The token of this attempt, for a result that comes later. The handler passes the token to another program and returns {@link #LATER};
     * the application calls {@code Millrace.complete(token, output)} or {@code Millrace.fail(token, reason)} when it has the result, also
     * after a restart. A token ends with its attempt.
     */
    public String token() {
        return attempt() + ":" + id() + ":" + tenant;
    }

    /** The agent to which a pool has assigned the work; empty for work without a pool. */
    public Optional<String> by() {
        return Optional.ofNullable(item.holder());
    }

    /** The trace context of the request that led to this call, if it is known. */
    public Optional<String> trace() {
        return Optional.ofNullable(trace);
    }

    /** The input of the work. */
    public Data input() {
        return item.input();
    }

    /** A field of the input; nothing if the input does not have it. */
    public Data in(String name) {
        Argument.given(name, "name");
        return item.input().at(name);
    }

    /** Writes the content of a file to which the case refers. */
    public void read(Data file, OutputStream to) throws IOException {
        Argument.given(file, "file");
        Argument.given(to, "to");
        contents.get().read(tenant, caseId(), file, to);
    }

    /** Stores a content as a file of the case and returns a reference, which the output of the work can contain. */
    public Data attach(String name, InputStream content) throws IOException {
        Argument.named(name, "name");
        Argument.given(content, "content");
        return contents.get().attach(tenant, caseId(), name, content);
    }

    /** How large a file may be. */
    long mostFileBytes() {
        return contents.get().mostBytes();
    }

    /** Restarts the timeout of the call. Call this in long-running handlers. */
    public void heartbeat() {
        heartbeat.run();
    }

    @Override
    public String toString() {
        return task() + " " + id() + " attempt " + attempt();
    }
}
