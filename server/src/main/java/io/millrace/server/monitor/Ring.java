package io.millrace.server.monitor;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The newest samples of a fixed number, the oldest of which leave. Not safe for use by several threads. */
final class Ring {
    /** What was measured at the end of a step. */
    record Sample(Instant at, double[] values) {}

    private final Duration step;
    private final Sample[] samples;
    private int count;
    private int next;

    Ring(Duration step, int size) {
        this.step = step;
        this.samples = new Sample[size];
    }

    Duration step() {
        return step;
    }

    void add(Sample sample) {
        samples[next] = sample;
        next = (next + 1) % samples.length;
        count = Math.min(count + 1, samples.length);
    }

    /** Those from an instant on, oldest first. */
    List<Sample> from(Instant from) {
        List<Sample> found = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Sample sample = samples[Math.floorMod(next - count + i, samples.length)];
            if (!sample.at().isBefore(from)) {
                found.add(sample);
            }
        }
        return found;
    }
}
