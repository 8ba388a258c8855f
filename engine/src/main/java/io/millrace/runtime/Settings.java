package io.millrace.runtime;

import io.millrace.problem.Argument;
import java.time.Duration;

/**
 * What can be set about an engine, with defaults that suit one machine.
 *
 * @param lanes how many shards of entities are worked on side by side
 * @param queue how many commands may wait in a lane before the answer is "not now", and how many calls of a handler
 *     wait in memory
 * @param stepsPerTurn how many steps a language may take in one turn
 * @param dataBytes how large one piece of data (an input, an output, a signal) may be
 * @param fileBytes how large a file that a case refers to may be
 * @param cachedCases how many entities stay in the heap, over all lanes
 * @param requestMemory how long a request id is remembered
 * @param signalMemory how long a signal that nobody waits for is kept
 * @param handlerTimeLimit how long one automatic attempt may take unless its task or its handler says otherwise
 * @param snapshotBytes how much may be recorded of an entity before its state is saved
 * @param checkReplay whether every turn is also replayed from its record and compared (for tests)
 */
public record Settings(
        int lanes,
        int queue,
        long stepsPerTurn,
        int dataBytes,
        long fileBytes,
        int cachedCases,
        Duration requestMemory,
        Duration signalMemory,
        Duration handlerTimeLimit,
        int snapshotBytes,
        boolean checkReplay) {

    public static final Settings DEFAULT = new Settings(
            Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 8),
            10_000,
            10_000_000,
            1 << 20,
            64L << 20,
            50_000,
            Duration.ofDays(7),
            Duration.ofDays(7),
            Duration.ofMinutes(5),
            16_384,
            false);

    public Settings {
        if (lanes < 1 || queue < 1 || stepsPerTurn < 1 || dataBytes < 1 || cachedCases < 1 || snapshotBytes < 1) {
            throw new IllegalArgumentException("Every limit is at least 1");
        }
        Argument.notNegative(requestMemory, "requestMemory");
        Argument.notNegative(signalMemory, "signalMemory");
        Argument.positive(handlerTimeLimit, "handlerTimeLimit");
        Argument.atLeast(0, fileBytes, "fileBytes");
    }

    public Settings lanes(int lanes) {
        return new Settings(lanes, queue, stepsPerTurn, dataBytes, fileBytes, cachedCases, requestMemory, signalMemory, handlerTimeLimit, snapshotBytes, checkReplay);
    }

    public Settings queue(int queue) {
        return new Settings(lanes, queue, stepsPerTurn, dataBytes, fileBytes, cachedCases, requestMemory, signalMemory, handlerTimeLimit, snapshotBytes, checkReplay);
    }

    public Settings stepsPerTurn(long stepsPerTurn) {
        return new Settings(lanes, queue, stepsPerTurn, dataBytes, fileBytes, cachedCases, requestMemory, signalMemory, handlerTimeLimit, snapshotBytes, checkReplay);
    }

    public Settings dataBytes(int dataBytes) {
        return new Settings(lanes, queue, stepsPerTurn, dataBytes, fileBytes, cachedCases, requestMemory, signalMemory, handlerTimeLimit, snapshotBytes, checkReplay);
    }

    public Settings fileBytes(long fileBytes) {
        return new Settings(lanes, queue, stepsPerTurn, dataBytes, fileBytes, cachedCases, requestMemory, signalMemory, handlerTimeLimit, snapshotBytes, checkReplay);
    }

    public Settings cachedCases(int cachedCases) {
        return new Settings(lanes, queue, stepsPerTurn, dataBytes, fileBytes, cachedCases, requestMemory, signalMemory, handlerTimeLimit, snapshotBytes, checkReplay);
    }

    public Settings requestMemory(Duration requestMemory) {
        return new Settings(lanes, queue, stepsPerTurn, dataBytes, fileBytes, cachedCases, requestMemory, signalMemory, handlerTimeLimit, snapshotBytes, checkReplay);
    }

    public Settings signalMemory(Duration signalMemory) {
        return new Settings(lanes, queue, stepsPerTurn, dataBytes, fileBytes, cachedCases, requestMemory, signalMemory, handlerTimeLimit, snapshotBytes, checkReplay);
    }

    public Settings handlerTimeLimit(Duration handlerTimeLimit) {
        return new Settings(lanes, queue, stepsPerTurn, dataBytes, fileBytes, cachedCases, requestMemory, signalMemory, handlerTimeLimit, snapshotBytes, checkReplay);
    }

    public Settings snapshotBytes(int snapshotBytes) {
        return new Settings(lanes, queue, stepsPerTurn, dataBytes, fileBytes, cachedCases, requestMemory, signalMemory, handlerTimeLimit, snapshotBytes, checkReplay);
    }

    public Settings checkReplay(boolean checkReplay) {
        return new Settings(lanes, queue, stepsPerTurn, dataBytes, fileBytes, cachedCases, requestMemory, signalMemory, handlerTimeLimit, snapshotBytes, checkReplay);
    }
}
