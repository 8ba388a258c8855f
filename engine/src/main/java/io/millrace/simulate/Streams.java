package io.millrace.simulate;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/** The streams of chance of one run: one for each thing that is drawn, so that a change in one leaves the others as they are. */
final class Streams {
    /** What is drawn. */
    enum Purpose {
        ARRIVALS,
        DATA,
        DURATION,
        FAILURE,
        RESULT,
        CONSEQUENCE
    }

    private final long seed;
    private final Map<Purpose, Map<String, Chance>> streams = new EnumMap<>(Purpose.class);

    Streams(long seed) {
        this.seed = seed;
        for (Purpose purpose : Purpose.values()) {
            streams.put(purpose, new HashMap<>());
        }
    }

    Chance of(Purpose purpose, String name) {
        Map<String, Chance> ofPurpose = streams.get(purpose);
        Chance known = ofPurpose == null ? null : ofPurpose.get(name);
        if (known == null) {
            known = Chance.of(seed, purpose.name() + " " + name);
            streams.computeIfAbsent(purpose, key -> new HashMap<>()).put(name, known);
        }
        return known;
    }
}
