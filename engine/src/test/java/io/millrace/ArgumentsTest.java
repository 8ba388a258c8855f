package io.millrace;

import static io.millrace.kernel.Steps.people;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.data.SignalType;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.event.Gate;
import io.millrace.event.Projection;
import io.millrace.event.ReadOnlyCase;
import io.millrace.event.RecordedEvent;
import io.millrace.command.Retention;
import io.millrace.kernel.Steps;
import io.millrace.language.Compiled;
import io.millrace.language.Language;
import io.millrace.net.run.NetLanguage;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.History;
import io.millrace.query.WorkQuery;
import io.millrace.runtime.Monitor;
import io.millrace.runtime.PayloadCodec;
import io.millrace.runtime.Threads;
import io.millrace.runtime.Time;
import io.millrace.schedule.Schedule;
import io.millrace.work.Deadline;
import io.millrace.work.Doer;
import io.millrace.work.Agent;
import io.millrace.work.Allocation;
import io.millrace.work.Handler;
import io.millrace.work.Limits;
import io.millrace.work.Participant;
import io.millrace.work.Performers;
import io.millrace.work.Pool;
import io.millrace.work.Program;
import io.millrace.work.RetryPolicy;
import io.millrace.work.Task;
import io.millrace.work.WorkState;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** Arguments that are null or make no sense are refused at once, with a sentence. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ArgumentsTest {
    private static final long PATIENCE_SECONDS = 20;

    private final Millrace mill = Millrace.builder().everything().store(new MemoryStore()).open();

    /** Something that makes sense for each type of parameter. */
    private static final Map<Class<?>, Object> SENSE = Map.ofEntries(
            Map.entry(String.class, "1"),
            Map.entry(String[].class, new String[] {"x"}),
            Map.entry(int.class, 1),
            Map.entry(double.class, 1.0),
            Map.entry(boolean.class, true),
            Map.entry(Object.class, "object"),
            Map.entry(Data.class, Data.fields("file", "0".repeat(64), "name", "x", "bytes", 0)),
            Map.entry(CaseId.class, CaseId.root(1)),
            Map.entry(WorkId.class, new WorkId(CaseId.root(1), 1)),
            Map.entry(Instant.class, Instant.EPOCH),
            Map.entry(Duration.class, Duration.ofSeconds(1)),
            Map.entry(Participant.class, Participant.named("anna")),
            Map.entry(Agent.class, Agent.named("anna")),
            Map.entry(Agent.Qualification.class, new Agent.Qualification("t", "", BigDecimal.ONE)),
            Map.entry(long.class, 1L),
            Map.entry(Pool.class, Pool.named("clerks")),
            Map.entry(Allocation.class, Allocation.builtIn().getFirst()),
            Map.entry(WorkQuery.class, WorkQuery.ALL),
            Map.entry(CaseQuery.class, CaseQuery.ALL),
            Map.entry(Limits.class, Limits.DEFAULT),
            Map.entry(Schedule.class, Schedule.cron("0 2 * * *")),
            Map.entry(Record.class, Limits.DEFAULT),
            Map.entry(SignalType.class, SignalType.of("paid", String.class)),
            Map.entry(Handler.Of.class, (Handler.Of<Object>) input -> null),
            Map.entry(Handler.OfWork.class, (Handler.OfWork<Object>) (input, work) -> null),
            Map.entry(Handler.class, (Handler) work -> null),
            Map.entry(Program.class, Program.of("true")),
            Map.entry(Compiled.class, Steps.of("p", people("a"))),
            Map.entry(DeployOption[].class, new DeployOption[0]),
            Map.entry(Command.class, new Command.RemoveParticipant("nobody")),
            Map.entry(Class.class, Runnable.class),
            Map.entry(Consumer.class, (Consumer<Object>) value -> {}),
            Map.entry(UnaryOperator.class, UnaryOperator.identity()),
            Map.entry(LongSupplier.class, (LongSupplier) () -> 1),
            Map.entry(Path.class, Path.of("x")),
            Map.entry(Store.class, new MemoryStore()),
            Map.entry(History.Order.class, History.Order.OLDEST_FIRST),
            Map.entry(byte[].class, new byte[0]),
            Map.entry(InputStream.class, InputStream.nullInputStream()),
            Map.entry(OutputStream.class, OutputStream.nullOutputStream()),
            Map.entry(Retention.Archive.class, new Retention.Archive() {
                @Override
                public OutputStream file(Data reference) {
                    return OutputStream.nullOutputStream();
                }

                @Override
                public Writer history() {
                    return Writer.nullWriter();
                }
            }),
            Map.entry(Store.Visitor.class, (Store.Visitor) (key, value) -> false),
            Map.entry(Gate.class, Gate.OPEN),
            Map.entry(Projection.class, new Projection() {
                @Override
                public String name() {
                    return "p";
                }

                @Override
                public @Nullable After recorded(@Nullable ReadOnlyCase before, RecordedEvent event) {
                    return null;
                }
            }),
            Map.entry(LongConsumer.class, (LongConsumer) number -> {}),
            Map.entry(Store.Direction.class, Store.Direction.FORWARDS),
            Map.entry(Monitor.class, Monitor.NONE),
            Map.entry(PayloadCodec.class, PayloadCodec.PLAIN),
            Map.entry(Language.class, new NetLanguage()),
            Map.entry(Time.class, new Time() {
                @Override
                public Instant now() {
                    return Instant.EPOCH;
                }

                @Override
                public void wakeAt(Instant due, Runnable call) {}
            }),
            Map.entry(Threads.class, new HeldThreads()),
            Map.entry(CaseStatus.class, CaseStatus.RUNNING),
            Map.entry(WorkState.class, WorkState.OFFERED),
            Map.entry(Doer.class, Doer.people()),
            Map.entry(Performers.class, Performers.ANYONE),
            Map.entry(Deadline.class, Deadline.fail(Duration.ofDays(1), "late")),
            Map.entry(Deadline.Action.class, new Deadline.Fail("late")),
            Map.entry(RetryPolicy.class, RetryPolicy.DEFAULT),
            Map.entry(Shape.class, Shape.any()),
            Map.entry(List.class, List.of("x")),
            Map.entry(java.util.Collection.class, List.of("x")),
            Map.entry(Class[].class, new Class<?>[] {IllegalStateException.class}),
            Map.entry(Set.class, Set.of("x")));

    private static final class HeldThreads implements Threads {
        @Override
        public Strand strand(String name) {
            return task -> {};
        }

        @Override
        public void fork(Runnable task) {}

        @Override
        public void close() {}
    }

    @AfterEach
    void close() {
        mill.close();
    }

    @TestFactory
    List<DynamicTest> every_public_method_refuses_a_null_where_none_belongs() {
        Case one = mill.find("1");
        List<DynamicTest> tests = new ArrayList<>();
        for (Object receiver : List.of(
                mill, mill.tenant("x"), mill.tenant("x").history(), mill.history(), mill.files(), mill.retention(), mill.operator(), one, Millrace.builder(), CaseQuery.ALL,
                WorkQuery.ALL, Limits.DEFAULT, RetryPolicy.DEFAULT, Task.people("t"), Performers.ANYONE, Program.of("true"),
                Participant.named("anna"), Deadline.fail(Duration.ofDays(1), "late"), mill.agents(), Agent.named("anna"), Pool.named("clerks"))) {
            // Users see what the kernel gives them through interfaces.
            boolean closed = receiver.getClass().getPackageName().startsWith("io.millrace.kernel");
            for (Method method : closed ? receiver.getClass().getInterfaces()[0].getMethods() : receiver.getClass().getDeclaredMethods()) {
                addTests(tests, method, receiver);
            }
            for (Constructor<?> constructor : closed ? new Constructor<?>[0] : receiver.getClass().getConstructors()) {
                addTests(tests, constructor, receiver);
            }
        }
        for (Class<?> command : Command.class.getDeclaredClasses()) {
            boolean ours = Set.of("Fire", "Take").contains(command.getSimpleName());
            for (Constructor<?> constructor : ours ? new Constructor<?>[0] : command.getConstructors()) {
                addTests(tests, constructor, command);
            }
        }
        return tests;
    }

    private static void addTests(List<DynamicTest> tests, Executable called, Object receiver) {
        boolean ours = !Modifier.isPublic(called.getModifiers())
                || called.isSynthetic()
                || Set.of("equals", "admits", "slot", "handle").contains(called.getName());
        Parameter[] parameters = called.getParameters();
        for (int i = 0; !ours && i < parameters.length; i++) {
            int missing = i;
            boolean mayBeNull = parameters[i].getAnnotatedType().isAnnotationPresent(Nullable.class);
            if (parameters[i].getType().isPrimitive() || mayBeNull) {
                continue;
            }
            String name = called.getDeclaringClass().getSimpleName() + "." + called.getName() + " without argument " + (i + 1)
                    + " of " + parameters.length;
            tests.add(DynamicTest.dynamicTest(name, () -> {
                @Nullable Object[] arguments = new @Nullable Object[parameters.length];
                for (int j = 0; j < arguments.length; j++) {
                    arguments[j] = j == missing ? null : sense(parameters[j].getType());
                }
                Throwable thrown = CompletableFuture.supplyAsync(() -> call(called, receiver, arguments), Thread.ofVirtual()::start)
                        .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
                assertThat(thrown).as(name).isInstanceOf(IllegalArgumentException.class);
                assertThat(thrown).hasMessageMatching("Argument '.*' is null\\. Give a value\\.");
            }));
        }
    }

    private static Object sense(Class<?> type) {
        Object value = SENSE.get(type);
        assertThat(value).as("something that makes sense for %s", type).isNotNull();
        return value;
    }

    private static @Nullable Throwable call(Executable called, Object receiver, @Nullable Object[] arguments) {
        try {
            if (called instanceof Method method) {
                method.invoke(receiver, arguments);
            } else if (called instanceof Constructor<?> constructor) {
                constructor.newInstance(arguments);
            }
            return null;
        } catch (InvocationTargetException e) {
            return e.getCause();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(Arrays.toString(arguments), e);
        }
    }

    @Test
    void nonsense_is_refused_with_a_sentence_that_names_the_parameter() {
        assertThatThrownBy(() -> mill.start(" ")).hasMessage("Argument 'process' is blank. Give a name.");
        assertThatThrownBy(() -> mill.cases(CaseQuery.ALL, null, 0)).hasMessage("Argument 'limit' is 0. Give a number of at least 1.");
        assertThatThrownBy(() -> mill.operator().claimNext(WorkQuery.ALL, -1)).hasMessageContaining("'most' is -1");
        assertThatThrownBy(() -> mill.operator().startVersion("p", -1, Data.fields(), null)).hasMessageContaining("'version' is -1");
        assertThatThrownBy(() -> mill.tenant("")).hasMessageContaining("'tenant' is blank");
        assertThatThrownBy(() -> Limits.atOnce(0)).hasMessageContaining("'atOnce' is 0");
        assertThatThrownBy(() -> Limits.DEFAULT.perSecond(Double.NaN)).hasMessageContaining("'perSecond' is NaN");
        assertThatThrownBy(() -> RetryPolicy.attempts(0)).hasMessageContaining("'attempts' is 0");
        assertThatThrownBy(() -> RetryPolicy.DEFAULT.backoff(Duration.ofSeconds(-1), 2, Duration.ofSeconds(1)))
                .hasMessageContaining("'first' is PT-1S");
        assertThatThrownBy(() -> Deadline.fail(Duration.ZERO, "late")).hasMessageContaining("'after' is PT0S");
        assertThatThrownBy(() -> Task.people("t").timeLimit(Duration.ZERO)).hasMessageContaining("'timeLimit' is PT0S");
        assertThatThrownBy(() -> Task.people("t").priority(256)).hasMessage("Argument 'priority' is 256. Give a number from 0 to 255.");
        assertThatThrownBy(() -> Millrace.builder().closeGrace(Duration.ofSeconds(-1))).hasMessageContaining("'grace' is PT-1S");
        assertThatThrownBy(() -> mill.history().all(null, 0, History.Order.OLDEST_FIRST)).hasMessageContaining("'limit' is 0");
        assertThatThrownBy(() -> mill.retention().endedBefore("main", Instant.EPOCH, null, -1)).hasMessageContaining("'limit' is -1");
        assertThatThrownBy(() -> mill.files().read(Data.fields("file", "../etc"), OutputStream.nullOutputStream()))
                .hasMessage("Argument 'reference' is {\"file\":\"../etc\"}. Give what attaching a file has given.");
        assertThatThrownBy(() -> mill.participant("anna", "clerk", " ")).hasMessageContaining("an element of roles");
    }

    @Test
    void a_signal_needs_no_key() {
        mill.deploy(io.millrace.activity.ActivityProcess.named("signalled", io.millrace.activity.Activities.signal("go").result("got")));
        Case waiting = mill.start("signalled");
        mill.signal("go", Data.of(7));
        assertThat(waiting.result().at("got")).isEqualTo(Data.of(7));
    }
}
