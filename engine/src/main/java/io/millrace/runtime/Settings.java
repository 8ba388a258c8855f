package io.millrace.runtime;

import java.time.Duration;
import java.util.function.Consumer;

/** Settings of an engine, with defaults for one machine. Immutable: each setter returns a changed copy. */
public final class Settings {
    /** The default settings. */
    public static final Settings DEFAULT = new Settings();

    private int lanes = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 8);
    private int queue = 10_000;
    private long queueBytes = 64L << 20;
    private long stepsPerTurn = 10_000_000;
    private int turnBytes = 64 << 20;
    private int commitBytes = 16 << 20;
    private int dataBytes = 1 << 20;
    private long fileBytes = 64L << 20;
    private int cachedCases = 50_000;
    private int cachedTimers = 8_000;
    private Duration requestMemory = Duration.ofDays(7);
    private Duration signalMemory = Duration.ofDays(7);
    private Duration handlerTimeLimit = Duration.ofMinutes(5);
    private Duration slowTurn = Duration.ofSeconds(1);
    private int snapshotBytes = 16_384;
    private boolean endProcess;
    private boolean checkReplay;

    private Settings() {}

    private Settings with(Consumer<Settings> change) {
        Settings copy = new Settings();
        copy.lanes = lanes;
        copy.queue = queue;
        copy.queueBytes = queueBytes;
        copy.stepsPerTurn = stepsPerTurn;
        copy.turnBytes = turnBytes;
        copy.commitBytes = commitBytes;
        copy.dataBytes = dataBytes;
        copy.fileBytes = fileBytes;
        copy.cachedCases = cachedCases;
        copy.cachedTimers = cachedTimers;
        copy.requestMemory = requestMemory;
        copy.signalMemory = signalMemory;
        copy.handlerTimeLimit = handlerTimeLimit;
        copy.slowTurn = slowTurn;
        copy.snapshotBytes = snapshotBytes;
        copy.endProcess = endProcess;
        copy.checkReplay = checkReplay;
        change.accept(copy);
        return copy;
    }

    private static int positive(String name, int value) {
        positive(name, (long) value);
        return value;
    }

    private static long positive(String name, long value) {
        if (value < 1) {
            throw new IllegalArgumentException("The setting '" + name + "' is at least 1: " + value);
        }
        return value;
    }

    private static Duration notNegative(String name, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException("The setting '" + name + "' is not negative: " + value);
        }
        return value;
    }

    /** The number of lanes: threads that run turns in parallel. */
    public int lanes() {
        return lanes;
    }

    /** Sets the number of lanes, which run turns in parallel. */
    public Settings lanes(int lanes) {
        return with(copy -> copy.lanes = positive("lanes", lanes));
    }

    /**
     * How many commands of a lane may wait for an answer before the engine refuses further ones ({@code MR-1031}), and how many calls of a
     * handler wait in memory.
     */
    public int queue() {
        return queue;
    }

    /** How many commands may wait in a lane. */
    public Settings queue(int queue) {
        return with(copy -> copy.queue = positive("queue", queue));
    }

    /** How many bytes of data the waiting commands of a lane may have together. */
    public long queueBytes() {
        return queueBytes;
    }

    /** How many bytes of commands may wait in a lane. */
    public Settings queueBytes(long queueBytes) {
        return with(copy -> copy.queueBytes = positive("queueBytes", queueBytes));
    }

    /** How many steps one turn may take. */
    public long stepsPerTurn() {
        return stepsPerTurn;
    }

    /** How many steps a turn may take. */
    public Settings stepsPerTurn(long stepsPerTurn) {
        return with(copy -> copy.stepsPerTurn = positive("stepsPerTurn", stepsPerTurn));
    }

    /** How many bytes one turn may record. */
    public int turnBytes() {
        return turnBytes;
    }

    /** How many bytes a turn may record. */
    public Settings turnBytes(int turnBytes) {
        return with(copy -> copy.turnBytes = positive("turnBytes", turnBytes));
    }

    /** How many bytes a commit takes before it leaves further turns to the next; one turn is always taken. */
    public int commitBytes() {
        return commitBytes;
    }

    /** How many bytes a commit takes. */
    public Settings commitBytes(int commitBytes) {
        return with(copy -> copy.commitBytes = positive("commitBytes", commitBytes));
    }

    /** How large one piece of data (an input, an output, a signal) may be. */
    public int dataBytes() {
        return dataBytes;
    }

    /** How large one value of a case may be. */
    public Settings dataBytes(int dataBytes) {
        return with(copy -> copy.dataBytes = positive("dataBytes", dataBytes));
    }

    /** How large a file that a case refers to may be. */
    public long fileBytes() {
        return fileBytes;
    }

    /** How large a file of a case may be. */
    public Settings fileBytes(long fileBytes) {
        return with(copy -> copy.fileBytes = positive("fileBytes", fileBytes));
    }

    /** How many entities stay in the heap, over all lanes. */
    public int cachedCases() {
        return cachedCases;
    }

    /** How many cases stay in the heap. */
    public Settings cachedCases(int cachedCases) {
        return with(copy -> copy.cachedCases = positive("cachedCases", cachedCases));
    }

    /** How many timers of a lane stay in the heap: those that are due next. */
    public int cachedTimers() {
        return cachedTimers;
    }

    /** How many timers stay in the heap. */
    public Settings cachedTimers(int cachedTimers) {
        return with(copy -> copy.cachedTimers = positive("cachedTimers", cachedTimers));
    }

    /** How long a request id is remembered. */
    public Duration requestMemory() {
        return requestMemory;
    }

    /** How long request ids are remembered. */
    public Settings requestMemory(Duration requestMemory) {
        return with(copy -> copy.requestMemory = notNegative("requestMemory", requestMemory));
    }

    /** How long the engine keeps a signal that no case waits for. */
    public Duration signalMemory() {
        return signalMemory;
    }

    /** Sets how long the engine keeps a signal that no case waits for. */
    public Settings signalMemory(Duration signalMemory) {
        return with(copy -> copy.signalMemory = notNegative("signalMemory", signalMemory));
    }

    /** The default timeout of one automatic attempt, if neither its task nor its handler has one. */
    public Duration handlerTimeLimit() {
        return handlerTimeLimit;
    }

    /** Sets the default timeout of handlers. */
    public Settings handlerTimeLimit(Duration handlerTimeLimit) {
        return with(copy -> copy.handlerTimeLimit = notNegative("handlerTimeLimit", handlerTimeLimit));
    }

    /** The engine logs a turn that takes longer than this, with its current activity. */
    public Duration slowTurn() {
        return slowTurn;
    }

    /** After how long a turn is logged as slow. */
    public Settings slowTurn(Duration slowTurn) {
        return with(copy -> copy.slowTurn = notNegative("slowTurn", slowTurn));
    }

    /** How many bytes of events an entity may have before the engine writes a snapshot. */
    public int snapshotBytes() {
        return snapshotBytes;
    }

    /** After how many bytes of events a snapshot is written. */
    public Settings snapshotBytes(int snapshotBytes) {
        return with(copy -> copy.snapshotBytes = positive("snapshotBytes", snapshotBytes));
    }

    /**
     * Whether the process ends (with status 70) when the engine stops because of an error of the virtual machine or a
     * broken invariant: for deployments in which a supervisor starts the process again.
     */
    public boolean endProcess() {
        return endProcess;
    }

    /** Sets whether the process ends when the engine stops because of an error. */
    public Settings endProcess(boolean endProcess) {
        return with(copy -> copy.endProcess = endProcess);
    }

    /** Whether every turn is also replayed from its record and compared: for tests. */
    public boolean checkReplay() {
        return checkReplay;
    }

    /** Whether every turn is replayed and compared; for tests. */
    public Settings checkReplay(boolean checkReplay) {
        return with(copy -> copy.checkReplay = checkReplay);
    }
}
