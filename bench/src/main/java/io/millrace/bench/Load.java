package io.millrace.bench;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** Closed-loop load: so many clients each do a unit of work again and again until the time is over. */
final class Load {
    /** A unit of work; gives how many cases it brought to their end. */
    interface Unit {
        int run(int client);
    }

    /** What was reached: cases a second, and how long a unit took. */
    record Reached(double perSecond, double p50Millis, double p99Millis) {
        void print(PrintStream out, String what, int clients) {
            out.printf(Locale.ROOT, "%-28s %6d %12.0f %9.2f %9.2f%n", what, clients, perSecond, p50Millis, p99Millis);
        }
    }

    private Load() {}

    static void head(PrintStream out) {
        out.printf("%-28s %6s %12s %9s %9s%n", "what", "clients", "cases/s", "p50 ms", "p99 ms");
    }

    static Reached run(int clients, double seconds, Unit unit) {
        AtomicLong done = new AtomicLong();
        long[][] latencies = new long[clients][];
        CountDownLatch ready = new CountDownLatch(1);
        Thread[] threads = new Thread[clients];
        long[] end = {0};
        for (int i = 0; i < clients; i++) {
            int client = i;
            threads[i] = Thread.ofPlatform().daemon().start(() -> {
                await(ready);
                long[] mine = new long[1024];
                int count = 0;
                while (System.nanoTime() < end[0]) {
                    long began = System.nanoTime();
                    int cases = unit.run(client);
                    if (count == mine.length) {
                        mine = Arrays.copyOf(mine, count * 2);
                    }
                    mine[count++] = System.nanoTime() - began;
                    done.addAndGet(cases);
                }
                latencies[client] = Arrays.copyOf(mine, count);
            });
        }
        long began = System.nanoTime();
        end[0] = began + (long) (seconds * 1e9);
        ready.countDown();
        for (Thread thread : threads) {
            join(thread);
        }
        double took = (System.nanoTime() - began) / 1e9;
        long[] all = Arrays.stream(latencies).flatMapToLong(Arrays::stream).sorted().toArray();
        return new Reached(done.get() / took, percentile(all, 0.5), percentile(all, 0.99));
    }

    private static double percentile(long[] sorted, double share) {
        return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1L, (long) (sorted.length * share))] / 1e6;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
