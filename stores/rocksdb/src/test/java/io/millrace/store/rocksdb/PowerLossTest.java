package io.millrace.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The power goes at many moments of a run whose operations on files were recorded. Whatever part of the writes that
 * nobody waited for is left, every acknowledged commit is there, no refused one, and the one in between as a whole or not
 * at all.
 *
 * <p>The recorder is compiled here; where there is no C compiler the test is skipped. More moments with
 * {@code -Dmillrace.powerlosses=5000}, the same choices with {@code -Dmillrace.seed=…}, though not the same trace.
 */
class PowerLossTest {
    private static final int LOSSES = Integer.getInteger("millrace.powerlosses", 120);
    private static final Path RECORDER = Path.of("src", "test", "c", "recorder.c");

    /** A disk in memory, where there is one: what is left after each loss is opened there, and need not be waited for. */
    private static final Path MEMORY = Path.of("/dev/shm");

    @TempDir
    Path temporary = Path.of("");

    private final long seed = Long.getLong("millrace.seed", System.nanoTime() % 1_000_000);

    /** What the run knows at a moment. */
    private final TreeMap<Long, Integer> acknowledged = new TreeMap<>();

    private long tried;
    private int attempt;

    @Test
    void every_acknowledged_commit_survives_a_loss_of_power_at_any_moment() throws IOException, InterruptedException {
        Path root = Files.createDirectory(temporary.resolve("disk")).toRealPath();
        List<Trace.Operation> trace = record(root);
        Random random = new Random(seed);
        VolatileDisk disk = new VolatileDisk(root);
        Set<Integer> moments = moments(trace, random);
        List<String> losses = new ArrayList<>();
        Path place = Files.createTempDirectory(Files.isWritable(MEMORY) ? MEMORY : temporary, "millrace-power");
        for (int i = 0; i < trace.size() && losses.size() < 5; i++) {
            disk.apply(trace.get(i));
            if (trace.get(i) instanceof Trace.Mark mark) {
                take(mark.text());
            }
            if (moments.contains(i)) {
                Path left = place.resolve("left-" + i);
                disk.loseInto(left, random);
                for (String flaw : flawsOf(left.resolve(RecordedRun.JOURNAL))) {
                    losses.add("after operation " + i + " of " + trace.size() + ", " + trace.get(i).getClass().getSimpleName()
                            + ", with " + acknowledged.size() + " commits acknowledged: " + flaw);
                }
                remove(left);
            }
        }
        remove(place);
        System.out.println("power lost at " + moments.size() + " moments of " + trace.size() + " operations with "
                + acknowledged.size() + " commits, seed " + seed);
        assertThat(losses).as("seed %s", seed).isEmpty();
        assertThat(acknowledged).hasSizeGreaterThan(300);
    }

    private void take(String mark) {
        String[] words = mark.split(" ");
        switch (words[0]) {
            case "try" -> {
                tried = Long.parseLong(words[1]);
                attempt = Integer.parseInt(words[2]);
            }
            case "done" -> {
                acknowledged.put(tried, attempt);
                tried = 0;
            }
            case "refused" -> tried = 0;
            default -> assertThat(mark).startsWith("fail");
        }
    }

    /** Opens what is left twice: the second time after one more commit. */
    private List<String> flawsOf(Path journal) {
        try {
            TreeMap<Long, Integer> found = new TreeMap<>(acknowledged);
            try (RocksStore store = RocksStore.open(journal, RecordedRun.SETTINGS)) {
                store.verify();
                if (tried > 0 && Rows.numbers(store, Table.EVENTS).contains(tried)) {
                    found.put(tried, attempt);
                }
                List<String> flaws = RecordedRun.flaws(store, found);
                if (!flaws.isEmpty()) {
                    return flaws;
                }
                long next = found.isEmpty() ? 1 : found.lastKey() + 1;
                store.commit(RecordedRun.batch(next, 1));
                found.put(next, 1);
            }
            try (RocksStore store = RocksStore.open(journal, RecordedRun.SETTINGS)) {
                return RecordedRun.flaws(store, found);
            }
        } catch (StoreException e) {
            return List.of(e.problem().message());
        }
    }

    /** Half of the moments are anywhere; the others are where names change or somebody waits for the disk. */
    private static Set<Integer> moments(List<Trace.Operation> trace, Random random) {
        List<Integer> special = IntStream.range(0, trace.size() - 1)
                .filter(i -> !(trace.get(i) instanceof Trace.Write || trace.get(i) instanceof Trace.Mark))
                .boxed()
                .toList();
        Set<Integer> moments = new TreeSet<>();
        while (moments.size() < Math.min(LOSSES, trace.size() / 2)) {
            moments.add(
                    random.nextBoolean()
                            ? random.nextInt(trace.size())
                            : special.get(random.nextInt(special.size())) - random.nextInt(2) + 1);
        }
        return moments;
    }

    private List<Trace.Operation> record(Path root) throws IOException, InterruptedException {
        Path recorder = temporary.resolve("recorder.so");
        assumeTrue(
                compiled(recorder),
                "The recorder of file operations cannot be compiled: gcc is missing or failed. No loss of power was tried.");
        Path trace = temporary.resolve("trace");
        try (Child child = Child.startRecorded(recorder, root, trace, Child.libraries(temporary.resolve("libraries")))) {
            while (child.line() != null) {
                // It says nothing; its end is what counts.
            }
            assertThat(child.exit()).isZero();
        }
        return Trace.read(trace);
    }

    private static boolean compiled(Path recorder) throws InterruptedException {
        try {
            return new ProcessBuilder("gcc", "-shared", "-fPIC", "-O1", "-o", recorder.toString(), RECORDER.toString())
                            .inheritIO()
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
