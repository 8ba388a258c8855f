package io.millrace.testkit;

import io.millrace.DeployOption;
import io.millrace.Millrace;
import io.millrace.ProcessProvider;
import io.millrace.calculus.HistoryIndex;
import io.millrace.language.Compiled;
import io.millrace.store.rocksdb.RocksStore;
import io.millrace.work.Handler;
import io.millrace.work.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * An engine for tests: with every part, the embedded store in a temporary directory, a clock that only the test moves, and simulated
 * crashes. It also replays every turn from its record and compares the result. Use it from one thread; {@link #mill()} is safe for use by
 * several threads.
 *
 * <p>After a crash it registers everything again that was given through {@link #equip} and its short forms; cases, participants and all
 * other data come from the journal.
 */
public final class TestEngine implements AutoCloseable {
    /** The same on every machine, and more than one, so that what crosses lanes is tried. */
    private static final int LANES = 2;

    /** How long the engine may be busy before a test is told that it never comes to rest. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Path directory;
    private final ManualTime time;
    /** Each once, although processes are deployed again after a restart. */
    private final Set<String> warnings = Collections.synchronizedSet(new LinkedHashSet<>());
    private final List<Consumer<Millrace>> equipment = new ArrayList<>();
    private Life life;
    private Millrace mill;

    private TestEngine(Path directory, Instant start) {
        this.directory = directory;
        this.time = new ManualTime(start);
        this.life = new Life(time);
        this.mill = begin(life);
        time.restingWith(this::quiet);
    }

    /** Opens an engine on an empty journal. */
    public static TestEngine open() {
        return open(ManualTime.START);
    }

    /** Opens an engine on an empty journal, with a clock that starts at an instant. */
    public static TestEngine open(Instant start) {
        try {
            return new TestEngine(Files.createTempDirectory("millrace-test"), start);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Millrace begin(Life life) {
        return Millrace.builder()
                .everything()
                .projection(HistoryIndex.INSTANCE)
                .store(RocksStore.open(directory.resolve("journal")))
                .time(life)
                .threads(life)
                .onWarning(warnings::add)
                // A crash gives no handler time to end.
                .closeGrace(Duration.ZERO)
                .settings(settings -> settings.lanes(LANES).checkReplay(true))
                .open();
    }

    /** The current engine; {@link #restart} replaces it. */
    public Millrace mill() {
        return mill;
    }

    public ManualTime time() {
        return time;
    }

    /** Registers something with the engine now and after every restart: processes, handlers, objects. */
    public TestEngine equip(Consumer<Millrace> gift) {
        gift.accept(mill);
        equipment.add(gift);
        return this;
    }

    /** Deploys a process and returns its version. */
    public int deploy(Compiled<?> process, DeployOption... options) {
        int version = mill.deploy(process, options);
        equipment.add(later -> later.deploy(process, options));
        return version;
    }

    /** Deploys the process of a provider, with what it needs. */
    public int deploy(ProcessProvider provider, DeployOption... options) {
        int version = deploy(provider.process(), options);
        equip(provider::equip);
        return version;
    }

    public TestEngine on(String task, Handler handler) {
        return equip(mill -> mill.on(task, handler));
    }

    public TestEngine bind(String name, Object object) {
        return equip(mill -> mill.bind(name, object));
    }

    public TestEngine program(String name, Program program) {
        return equip(mill -> mill.program(name, program));
    }

    /** The deployment warnings so far, one sentence each. */
    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    /** Moves the clock forward, through every instant at which a timer is due. */
    public void advance(Duration duration) {
        time.advance(duration);
    }

    /** Waits until the engine is quiet: no command, message or call is in progress. Timers that are not due do not count. */
    public void quiet() {
        try {
            mill.whenQuiet().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException(
                    "The engine has not come to rest for " + PATIENCE.toSeconds()
                            + " seconds: a handler waits for something, or a process never stops",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while the engine was busy", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Simulates a crash and a recovery: the engine stops without a shutdown, and a new engine opens its journal. Closing the journal's
     * files writes nothing, so the recovery finds exactly the committed data.
     */
    public void restart() {
        stop();
        life = new Life(time);
        mill = begin(life);
        equipment.forEach(gift -> gift.accept(mill));
        quiet();
    }

    private void stop() {
        life.cut();
        mill.close();
    }

    /** Stops the engine and removes its journal. */
    @Override
    public void close() {
        stop();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
