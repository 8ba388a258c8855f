package io.millrace.store.rocksdb;

import static io.millrace.kernel.Steps.handler;
import static io.millrace.kernel.Steps.people;
import static io.millrace.kernel.Steps.process;
import static io.millrace.kernel.Steps.task;

import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.kernel.Steps;
import io.millrace.language.Contract;
import io.millrace.runtime.Monitor;
import io.millrace.work.Agent;
import io.millrace.work.Handler;
import io.millrace.work.Performers;
import io.millrace.work.Pool;
import io.millrace.work.RetryPolicy;
import io.millrace.work.Task;
import io.millrace.work.Work;
import io.millrace.work.WorkFailure;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * What an engine that is killed again and again has to do: processes with every kind of step, and handlers that leave a
 * line in a file for each call. The line is in the hands of the operating system before the call returns, so it survives
 * the process.
 */
final class Workload implements AutoCloseable {
    /** Processes by how often they are started. */
    static final List<String> PROCESSES =
            List.of("order", "order", "keyed", "keyed", "timed", "timed", "signalled", "signalled", "parent", "flaky", "flaky", "together", "sleeper", "pooled", "pooled");

    static final List<String> KEYS = List.of("k0", "k1", "k2", "k3", "k4", "k5");
    static final List<String> PEOPLE = List.of("anna", "bert");
    static final String SIGNAL = "go";
    /** What a handler says when it fails on purpose. */
    static final String ON_PURPOSE = "on purpose";

    private final FileOutputStream effects;
    private final boolean faults;

    /**
     * @param effects the file to which every call of a handler adds a line
     * @param faults whether handlers fail now and then
     */
    Workload(Path effects, boolean faults) throws IOException {
        this.effects = new FileOutputStream(effects.toFile(), true);
        this.faults = faults;
    }

    /** Deploys all processes and registers who does the work. */
    void deploy(Millrace mill) {
        PEOPLE.forEach(mill::participant);
        RetryPolicy soon = RetryPolicy.attempts(3).backoff(Duration.ofMillis(1), 3, Duration.ofMillis(20));
        mill.deploy(Steps.of("order", people("check"), handler("pay"), handler("ship")));
        mill.deploy(Steps.of(new Contract("keyed", Shape.any(), true, List.of("number")), handler("pay"), people("review")));
        mill.deploy(Steps.of("timed", waiting(5), handler("ring"), waiting(40)));
        mill.deploy(Steps.of("signalled", handler("pay"), new Steps.Step.Await(SIGNAL, "key"), handler("ship")));
        mill.deploy(Steps.of("child", handler("pay"), waiting(10), people("check")));
        mill.deploy(Steps.of("parent", process("sub", "child"), handler("ship")));
        mill.deploy(Steps.of("flaky", task(Task.handler("try").retry(soon)), handler("ring")));
        mill.deploy(Steps.of(
                "together",
                new Steps.Step.Together(List.of(Task.handler("pay"), Task.people("check"), Task.handler("ship"))),
                process("sub", "timed")));
        mill.deploy(Steps.of("sleeper", new Steps.Step.Wait(Duration.ofDays(1)), handler("ring")));
        mill.deploy(Steps.of(
                "pooled",
                task(Task.people("check").offeredTo(Performers.pool("clerks"))),
                task(Task.handler("try").retry(soon).offeredTo(Performers.pool("machines"))),
                task(Task.people("check").offeredTo(Performers.pool("clerks"))),
                task(Task.handler("ship").offeredTo(Performers.pool("machines")))));
        mill.agents().define(Pool.named("clerks")
                .agents(PEOPLE.stream().map(name -> Agent.named(name).qualified("check", 1)).toList()));
        mill.agents().define(Pool.named("machines")
                .settling()
                .agent(Agent.named("m1").qualifiedForAll(1))
                .agent(Agent.named("m2").qualified("try", 2)));
        Handler quick = this::perform;
        mill.on("pay", quick).on("ship", quick).on("ring", quick).on("try", this::perhaps);
    }

    private static Steps.Step waiting(long millis) {
        return new Steps.Step.Wait(Duration.ofMillis(millis));
    }

    private Data perform(Work work) throws IOException {
        effects.write((work.id() + " " + work.attempt() + "\n").getBytes(StandardCharsets.US_ASCII));
        return Data.fields(work.task(), work.attempt());
    }

    private Data perhaps(Work work) throws IOException, WorkFailure {
        Data result = perform(work);
        int luck = faults ? Math.floorMod((work.id() + " " + work.attempt()).hashCode() * 0x9E3779B9, 100) : 100;
        if (luck < 3) {
            throw new WorkFailure(ON_PURPOSE);
        }
        if (luck < 50) {
            throw new IllegalStateException(ON_PURPOSE);
        }
        return result;
    }

    @Override
    public void close() throws IOException {
        effects.close();
    }

    /** Tells of everything that must never be counted. */
    record Alarm(Consumer<String> tell) implements Monitor {
        private static final List<String> FAULTS = List.of("quarantined", "turn.failures", "commit.failures");

        @Override
        public void count(String counter, long more) {
            if (FAULTS.contains(counter)) {
                tell.accept(counter);
            }
        }

        @Override
        public void gauge(String gauge, LongSupplier value) {}

        @Override
        public void took(String what, long nanos) {}
    }
}
