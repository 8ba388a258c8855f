package io.millrace.bench;

import static io.millrace.activity.Activities.call;
import static io.millrace.activity.Activities.parallelEach;

import io.millrace.Millrace;
import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.journal.MemoryStore;
import io.millrace.work.Limits;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** What one branch of a parallel activity costs when there are many. */
final class Instances {
    private final PrintStream out;

    Instances(PrintStream out) {
        this.out = out;
    }

    void run() {
        try (Millrace mill = Millrace.builder()
                .everything()
                .store(new MemoryStore())
                .settings(settings -> settings.dataBytes(16 << 20))
                .open()) {
            mill.deploy(ActivityProcess.named("each", parallelEach("items", "item", call("check").input("item"))));
            mill.on("check", Limits.atOnce(1_000), work -> null);
            for (int warm = 0; warm < 200; warm++) {
                once(mill, 100);
            }
            double few = IntStream.range(0, 100).mapToDouble(i -> once(mill, 100)).average().orElse(0);
            out.printf(Locale.ROOT, "%,9d branches: %6.1f µs each%n", 100, few);
            for (int count : new int[] {1_000, 10_000, 100_000}) {
                // A case of a thousand takes milliseconds: one alone would say little.
                double each = IntStream.range(0, Math.max(1, 20_000 / count))
                        .mapToDouble(i -> once(mill, count))
                        .average()
                        .orElse(0);
                out.printf(Locale.ROOT, "%,9d branches: %6.1f µs each, %.2f times as much%n", count, each, each / few);
            }
        }
    }

    private static double once(Millrace mill, int count) {
        List<Integer> items = IntStream.range(0, count).boxed().toList();
        long began = System.nanoTime();
        mill.start("each", Data.fields("items", items)).result();
        return (System.nanoTime() - began) / 1e3 / count;
    }
}
