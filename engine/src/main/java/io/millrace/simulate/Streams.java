package io.millrace.simulate;

import java.util.HashMap;
import java.util.Map;

/** The streams of chance of one run, by what they are for. */
final class Streams {
    private final long seed;
    private final Map<String, Chance> streams = new HashMap<>();

    Streams(long seed) {
        this.seed = seed;
    }

    Chance of(String purpose) {
        return streams.computeIfAbsent(purpose, key -> Chance.of(seed, key));
    }
}
