package io.millrace;

import io.millrace.data.Data;
import io.millrace.data.SignalType;
import io.millrace.id.CaseId;
import io.millrace.kernel.Kernel;
import io.millrace.language.Compiled;
import io.millrace.problem.Argument;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseDetails;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseStatus;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Page;
import io.millrace.work.WorkItem;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A handle of one case. It holds only the id; every method asks the engine for the current state. Immutable and safe for use by several
 * threads. Functions inside a process must not call methods that wait.
 */
public final class Case {
    private final Engine engine;
    private final String tenant;
    private final CaseId id;
    /** How many cases had ended when this one was started here, or {@link #LONG_AGO} when it was not. */
    private final long started;

    private static final long LONG_AGO = -Ends.REMEMBERED - 1;

    Case(Engine engine, String tenant, CaseId id) {
        this(engine, tenant, id, LONG_AGO);
    }

    private Case(Engine engine, String tenant, CaseId id, long started) {
        this.engine = engine;
        this.tenant = tenant;
        this.id = id;
        this.started = started;
    }

    /** A case that was just started, when so many had ended. */
    static Case started(Engine engine, String tenant, CaseId id, long ended) {
        return new Case(engine, tenant, id, ended);
    }

    /** The id of the case. */
    public CaseId id() {
        return id;
    }

    /** The complete current state of the case. */
    public CaseDetails details() {
        return engine.await(engine.open().look(tenant, id));
    }

    /** Like {@link #details}, without waiting. */
    public CompletableFuture<CaseDetails> look() {
        return engine.published(engine.open().look(tenant, id));
    }

    /**
     * The number of its last turn. The number rises whenever anything happens in the case, its sub-cases or the case that it is a part of;
     * {@link Commands#ifLast} acts only while it is still this one.
     */
    public long turn() {
        return engine.await(engine.open().turn(tenant, id));
    }

    /** The case as lists show it. An engine with the case list answers this also if the code of the process is missing. */
    public CaseInfo info() {
        return engine.await(engine.open().info(tenant, id));
    }

    /** The status of the case. An engine with the case list answers this also if the code of the process is missing. */
    public CaseStatus status() {
        return info().status();
    }

    /** The current data of the case. For a process made of activities, these are its slots. */
    public Data data() {
        return details().data();
    }

    /** Its open work items, in order. */
    public List<WorkItem> work() {
        return details().work();
    }

    /**
     * Asks the running case a question that its process declares, for example with {@code ActivityProcess.question}. This changes and
     * records nothing.
     */
    public Data ask(String question) {
        Argument.named(question, "question");
        return engine.await(engine.open().question(tenant, id, question));
    }

    /** Asks a question and returns the answer as a Java object; see {@link Data#as(Class)}. */
    public <T> T ask(String question, Class<T> type) {
        Argument.given(type, "type");
        return ask(question).as(type);
    }

    /** Sends a signal to this case, which must wait for it; see {@link Commands#signal(CaseId, String, Data)}. */
    public void signal(String name, Data content) {
        new Commands(engine, tenant).signal(id, name, content);
    }

    /** Sends a typed signal to this case, which must wait for it. */
    public <T> void signal(SignalType<T> signal, T content) {
        new Commands(engine, tenant).signal(id, signal, content);
    }

    /** Describes what happens next, one line for each flow. */
    public List<String> next() {
        return details().next();
    }

    /** Its history from the beginning, by page. */
    public Page<HistoryEvent> history(@Nullable String cursor, int limit) {
        return engine.open().history().ofCase(tenant, id, cursor, Tenant.atLeastOne(limit), History.Order.OLDEST_FIRST);
    }

    /** Its whole history from the beginning. The stream reads page by page. Needs the part {@link Builder#history}. */
    public Stream<HistoryEvent> history() {
        return Page.stream(cursor -> history(cursor, Tenant.PAGE));
    }

    /** Waits for the end of the case and returns the result. */
    public Data result() {
        return engine.await(ended());
    }

    /**
     * Completes with the result when the case completes, and exceptionally when it fails or is cancelled. It completes on a thread that is
     * not the engine's own: continuations may wait and call the engine.
     */
    public CompletableFuture<Data> whenEnded() {
        return engine.published(ended());
    }

    /** Waits for the end of the case and returns the result as a Java object; see {@link Data#as(Class)}. */
    public <T> T result(Class<T> type) {
        Argument.given(type, "type");
        return result().as(type);
    }

    /**
     * Waits for the end of the case with a timeout, measured by the clock of the machine, and returns the result. If the case has not ended
     * by then, throws a {@link io.millrace.problem.RefusedException} with {@code MR-1084}; the case continues.
     */
    public Data result(Duration patience) {
        Argument.notNegative(patience, "patience");
        return outcome(engine.await(end(), patience, () -> new RefusedException(Code.NOT_ENDED_YET.with(id, patience))));
    }

    /** Waits for the end of the case with a timeout and returns the result as a Java object. */
    public <T> T result(Class<T> type, Duration patience) {
        Argument.given(type, "type");
        return result(patience).as(type);
    }

    private CompletableFuture<Data> ended() {
        return end().thenApply(this::outcome);
    }

    private Data outcome(Ends.End end) {
        if (end.status() == CaseStatus.COMPLETED) {
            return end.outcome();
        }
        String reason = end.outcome().isNothing() ? "." : ": " + end.outcome().text();
        throw new CaseEndedException("Case '" + id + "' is " + end.status().word() + reason, id);
    }

    private CompletableFuture<Ends.End> end() {
        Kernel kernel = engine.open();
        CompletableFuture<Ends.End> end = engine.ends().of(tenant, id);
        if (!end.isDone() && engine.ends().mayHaveForgotten(started)) {
            // It may have ended before anybody waited, and too long ago to be remembered.
            kernel.info(tenant, id).whenComplete((info, failure) -> {
                if (failure != null) {
                    end.completeExceptionally(failure);
                } else if (!info.status().isOpen()) {
                    end.complete(new Ends.End(info.status(), info.outcome()));
                }
            });
        }
        return end;
    }

    /**
     * A proxy for the value of a slot that may still be missing. Its methods wait until the slot has a value. The proxy holds only the case
     * and the slot, so a proxy created after a restart has the same value.
     *
     * @param type an interface whose methods name fields of the value
     */
    public <T> T slot(String slot, Class<T> type) {
        Argument.named(slot, "slot");
        Argument.given(type, "type");
        engine.open();
        return slot(slot, type, UnaryOperator.identity());
    }

    /** @param waiting what is done with a value before somebody waits for it */
    <T> T slot(String slot, Class<T> type, UnaryOperator<CompletableFuture<Data>> waiting) {
        if (!type.isInterface()) {
            return type.cast(engine.await(waiting.apply(reading(slot))).as(type));
        }
        Object proxy = Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> method.getDeclaringClass() == Object.class
                        ? identity(self, method.getName(), arguments, slot)
                        : method.invoke(engine.await(waiting.apply(reading(slot))).as(type), arguments));
        return type.cast(proxy);
    }

    /** The stand-in itself can be compared and shown without waiting. */
    @SuppressWarnings("ReferenceEquality")
    private Object identity(Object self, String method, Object @Nullable [] arguments, String slot) {
        return switch (method) {
            case "equals" -> arguments != null && self == arguments[0];
            case "hashCode" -> System.identityHashCode(self);
            default -> "slot '" + slot + "' of case " + id;
        };
    }

    /** Completes with the value of a slot as soon as it has one, on a thread that is not the engine's own. */
    public CompletableFuture<Data> value(String slot) {
        Argument.named(slot, "slot");
        return engine.published(reading(slot));
    }

    private CompletableFuture<Data> reading(String slot) {
        Kernel kernel = engine.open();
        CompletableFuture<Data> value = new CompletableFuture<>();
        Runnable look = () -> look(kernel, slot, value);
        var watch = kernel.watch(tenant, id, look);
        value.whenComplete((got, failure) -> watch.close());
        look.run();
        return value;
    }

    /** Reads once; whatever is thrown on the way, the one who waits for the value hears of it. */
    private void look(Kernel kernel, String slot, CompletableFuture<Data> value) {
        try {
            kernel.read(tenant, id, slot)
                    .thenAccept(reading -> take(reading, slot, value))
                    .exceptionally(failure -> {
                        value.completeExceptionally(failure instanceof CompletionException && failure.getCause() != null
                                ? failure.getCause()
                                : failure);
                        return null;
                    });
        } catch (RuntimeException | Error e) {
            value.completeExceptionally(e);
        }
    }

    private void take(Compiled.Reading reading, String slot, CompletableFuture<Data> value) {
        switch (reading) {
            case Compiled.Reading.Here here -> value.complete(here.value());
            case Compiled.Reading.NotYet notYet -> {}
            case Compiled.Reading.Never never ->
                value.completeExceptionally(new CaseEndedException(
                        "Slot '" + slot + "' of case '" + id + "' will never have a value: " + never.reason(), id));
        }
    }

    @Override
    public String toString() {
        return "case " + id;
    }
}
