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

/** What a handler is given: the work item on one attempt. */
public final class Work {
    /** What a handler returns whose result comes later, by the {@link #token}. Its time limit ends; a deadline of the task does not. */
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

    /** The id of the work item: with the attempt, an idempotency key. */
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
     * The token of this attempt, by which somebody else brings the result later: the handler hands it on, returns {@link #LATER},
     * and the application calls {@code Millrace.complete(token, output)} or {@code Millrace.fail(token, reason)} when the result is
     * there, also after a restart. A token ends with its attempt.
     */
    public String token() {
        return attempt() + ":" + id() + ":" + tenant;
    }

    /** The agent to whom a pool has assigned the work, in whose name the handler works; empty for work that no pool assigns. */
    public Optional<String> by() {
        return Optional.ofNullable(item.holder());
    }

    /** The trace context of the request that led to this call, if it is known. */
    public Optional<String> trace() {
        return Optional.ofNullable(trace);
    }

    /** What the work is given. */
    public Data input() {
        return item.input();
    }

    /** A field of the input; nothing if it is not there. */
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

    /** Stores a content as a file of the case. What it gives back stands for the file in the output of the work. */
    public Data attach(String name, InputStream content) throws IOException {
        Argument.named(name, "name");
        Argument.given(content, "content");
        return contents.get().attach(tenant, caseId(), name, content);
    }

    /** How large a file may be. */
    long mostFileBytes() {
        return contents.get().mostBytes();
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
