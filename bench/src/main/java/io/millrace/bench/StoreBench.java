package io.millrace.bench;

import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.store.rocksdb.RocksStore;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * What the RocksDB store does without an engine, beside a bare file to which as many bytes are appended and forced.
 *
 * <p>A transaction is one event row of 150 bytes, alone or with three changes of work rows (60 bytes put, 30 bytes put,
 * one row deleted that an earlier transaction put). Cases are visited in random order, as an engine does.
 *
 * <p>Arguments: seconds for each measurement (5), directory (a temporary one).
 */
public final class StoreBench {
    private static final int CASES = 100_000;
    private static final int EVENT_BYTES = 150;
    private static final List<Integer> TRANSACTIONS_PER_COMMIT = List.of(1, 16, 256);

    private final Path directory;
    private final long nanos;
    private final PrintStream out;

    private StoreBench(Path directory, long nanos, PrintStream out) {
        this.directory = directory;
        this.nanos = nanos;
        this.out = out;
    }

    public static void main(String[] arguments) throws IOException {
        double seconds = arguments.length > 0 ? Double.parseDouble(arguments[0]) : 5;
        Path parent = arguments.length > 1 ? Path.of(arguments[1]) : Path.of(System.getProperty("java.io.tmpdir"));
        Path directory = Files.createTempDirectory(parent, "millrace-store-bench");
        try {
            new StoreBench(directory, (long) (seconds * 1e9), System.out).run();
        } finally {
            remove(directory);
        }
    }

    private void run() throws IOException {
        out.println("what               per commit   transactions/s       rows/s    p50 ms    p99 ms   of a bare file");
        for (Shape shape : Shape.values()) {
            for (int size : TRANSACTIONS_PER_COMMIT) {
                Result bare = appendAndForce(shape.bytes * size);
                Result store = commit(shape, size);
                out.printf(
                        "%-18s %10d %16.0f %12.0f %9.3f %9.3f %15.0f%%%n",
                        shape.title,
                        size,
                        store.perSecond * size,
                        store.perSecond * size * shape.rows,
                        store.millis(0.5),
                        store.millis(0.99),
                        100 * store.perSecond / bare.perSecond);
                out.printf(
                        "%-18s %10d %16.0f %12s %9.3f %9.3f%n",
                        "  bare file", size, bare.perSecond * size, "", bare.millis(0.5), bare.millis(0.99));
            }
        }
        reopening();
    }

    /** What one transaction writes. */
    private enum Shape {
        EVENT("event", 1, EVENT_BYTES + 20),
        EVENT_AND_WORK("event and work", 4, EVENT_BYTES + 60 + 30 + 4 * 20);

        private final String title;
        private final int rows;
        private final int bytes;

        Shape(String title, int rows, int bytes) {
            this.title = title;
            this.rows = rows;
            this.bytes = bytes;
        }
    }

    private Result commit(Shape shape, int size) {
        Path journal = directory.resolve(shape + "-" + size);
        Transactions transactions = new Transactions(shape);
        try (Store store = RocksStore.open(journal)) {
            Runnable one = () -> store.commit(transactions.next(size));
            measure(one, nanos / 4);
            return measure(one, nanos);
        } finally {
            remove(journal);
        }
    }

    private Result appendAndForce(int bytes) throws IOException {
        Path file = directory.resolve("bare");
        byte[] random = new byte[bytes];
        new Random(1).nextBytes(random);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            Runnable one = () -> append(channel, random);
            measure(one, nanos / 4);
            return measure(one, nanos);
        } finally {
            Files.delete(file);
        }
    }

    private static void append(FileChannel channel, byte[] bytes) {
        try {
            channel.write(ByteBuffer.wrap(bytes));
            channel.force(false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How long it takes to open a journal whose log is long, as after a kill. */
    private void reopening() {
        Path journal = directory.resolve("reopening");
        Transactions transactions = new Transactions(Shape.EVENT_AND_WORK);
        try (Store store = RocksStore.open(journal)) {
            for (int i = 0; i < 1000; i++) {
                store.commit(transactions.next(256));
            }
        }
        long start = System.nanoTime();
        RocksStore.open(journal).close();
        out.printf("opening with %d transactions in the log: %.0f ms%n", 256_000, (System.nanoTime() - start) / 1e6);
    }

    private static Result measure(Runnable one, long nanos) {
        long[] times = new long[1 << 16];
        int count = 0;
        long start = System.nanoTime();
        long last = start;
        while (last - start < nanos) {
            one.run();
            long now = System.nanoTime();
            if (count == times.length) {
                times = Arrays.copyOf(times, 2 * count);
            }
            times[count++] = now - last;
            last = now;
        }
        long[] sorted = Arrays.copyOf(times, count);
        Arrays.sort(sorted);
        return new Result(count / ((last - start) / 1e9), sorted);
    }

    private record Result(double perSecond, long[] sortedNanos) {
        double millis(double share) {
            return sortedNanos[(int) (share * (sortedNanos.length - 1))] / 1e6;
        }
    }

    /** An endless run of transactions over many cases. */
    private static final class Transactions {
        private final Shape shape;
        private final Random random = new Random(7);
        private final long[] sequences = new long[CASES];
        private final byte[] event = new byte[EVENT_BYTES];
        private final byte[] work = new byte[60];
        private final byte[] listed = new byte[30];

        Transactions(Shape shape) {
            this.shape = shape;
            random.nextBytes(event);
            random.nextBytes(work);
            random.nextBytes(listed);
        }

        Batch next(int size) {
            Batch batch = new Batch();
            for (int i = 0; i < size; i++) {
                int entity = random.nextInt(CASES);
                long sequence = ++sequences[entity];
                batch.put(Table.EVENTS, key('e', entity, sequence), event);
                if (shape == Shape.EVENT_AND_WORK) {
                    batch.put(Table.WORK, key('c', entity, sequence), work)
                            .put(Table.WORK, key('l', entity, 0), listed)
                            .delete(Table.WORK, key('c', entity, sequence - 1));
                }
            }
            return batch;
        }

        private static byte[] key(char kind, int entity, long sequence) {
            return ByteBuffer.allocate(17)
                    .put((byte) kind)
                    .putLong(entity)
                    .putLong(sequence)
                    .array();
        }
    }

    private static void remove(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
