package io.millrace.kernel.entity;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.data.SharedValues;
import io.millrace.kernel.record.RawEvent;
import io.millrace.language.CaseView;
import io.millrace.language.Compiled;
import io.millrace.language.Contract;
import io.millrace.language.Happening;
import io.millrace.language.Intention;
import io.millrace.language.ProcessEvent;
import io.millrace.language.Turn;
import io.millrace.problem.Problem;
import io.millrace.work.Task;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Stands for a process whose code is not here, for those who replay what the kernel keeps of a case and leave the state of
 * its language alone. Nothing can run on it.
 */
public final class Opaque implements Compiled<Object> {
    private static final Object NOTHING = new Object();
    private static final ProcessEvent UNREAD = new RawEvent("unread", new byte[0], SharedValues.NONE);

    private final String process;

    private Opaque(String process) {
        this.process = process;
    }

    /** The same processes, where those without code are opaque; their names are added to a set. */
    public static Processes around(Processes processes, Set<String> opaque) {
        return new Processes() {
            @Override
            public Compiled<?> compiled(String process, int version) {
                try {
                    // A case that began without its language stays without it, whatever it was migrated to.
                    return opaque.contains(process) ? new Opaque(process) : processes.compiled(process, version);
                } catch (MissingCodeException e) {
                    opaque.add(process);
                    return new Opaque(process);
                }
            }

            @Override
            public int newest(String process) {
                return processes.newest(process);
            }

            @Override
            public boolean isDeployed(String process, int version) {
                return processes.isDeployed(process, version);
            }

            @Override
            public List<InForce> inForce() {
                return processes.inForce();
            }
        };
    }

    private static IllegalStateException cannot() {
        return new IllegalStateException("a process without code cannot run");
    }

    @Override
    public String language() {
        return "";
    }

    @Override
    public String fingerprint() {
        return "";
    }

    @Override
    public Contract contract() {
        return Contract.named(process);
    }

    @Override
    public Task task(String name) {
        throw cannot();
    }

    @Override
    public Object blank() {
        return NOTHING;
    }

    @Override
    public @Nullable Problem check(Object state, Intention what, CaseView view) {
        throw cannot();
    }

    @Override
    public void react(Object state, Happening what, Turn turn) {
        throw cannot();
    }

    @Override
    public void intervene(Object state, Intention.Intervention what, Turn turn) {
        throw cannot();
    }

    @Override
    public void apply(Object state, ProcessEvent event) {
        // The state of the language is left alone.
    }

    @Override
    public ProcessEvent readEvent(In in) {
        return UNREAD;
    }

    @Override
    public void write(Object state, Out out) {
        // The state of the language is left alone.
    }

    @Override
    public Object read(In in) {
        return NOTHING;
    }

    @Override
    public Data data(Object state) {
        return Data.nothing();
    }

    @Override
    public List<String> next(Object state) {
        return List.of();
    }

    @Override
    public Migrated migrate(Object state, Compiled<?> to, Data mapping) {
        throw cannot();
    }

    @Override
    public Object migrated(Object state, Compiled<?> to, Data changes) {
        return NOTHING;
    }
}
