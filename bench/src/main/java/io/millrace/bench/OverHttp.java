package io.millrace.bench;

import static io.millrace.activity.Activities.call;
import static io.millrace.activity.Activities.sequence;

import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.server.Server;
import io.millrace.server.ServerSettings;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Job A over HTTP: clients start cases, and workers fetch their five tasks and bring the results, each step durable before it is answered.
 * Server, clients and workers share the machine.
 */
final class OverHttp {
    private static final List<String> TASKS = List.of("t1", "t2", "t3", "t4", "t5");
    private static final int UNDER_WAY = 2_000;
    private static final int STARTERS = 32;
    private static final int WORKERS = 6;
    private static final int BATCH = 200;
    private static final int RATE = 1_000;

    private final Path directory;
    private final PrintStream out;

    OverHttp(Path directory, PrintStream out) {
        this.directory = directory;
        this.out = out;
    }

    void run(double seconds) throws InterruptedException {
        long began = System.nanoTime();
        try (Server server = Server.open(ServerSettings.of(directory.resolve("journal")).port(0))) {
            out.printf(Locale.ROOT, "the server is ready after %.2f s%n", (System.nanoTime() - began) / 1e9);
            server.mill().deploy(ActivityProcess.named("A", sequence(TASKS.stream().map(task -> call(task)).toList())));
            measure(server.port(), 2 * seconds);
            out.printf(
                    Locale.ROOT,
                    "job A over HTTP, %d clients and %d workers that take %d jobs at a time: %,.0f cases a second%n",
                    STARTERS, WORKERS, BATCH, measure(server.port(), seconds));
            long[] latencies = paced(server.port(), seconds);
            out.printf(
                    Locale.ROOT,
                    "starts at %,d a second while workers work: p50 %.2f ms, p99 %.2f ms%n",
                    RATE, latencies[latencies.length / 2] / 1e6, latencies[(int) (latencies.length * 0.99)] / 1e6);
        }
    }

    /** Cases a second that came to their end. */
    private static double measure(int port, double seconds) throws InterruptedException {
        AtomicLong ended = new AtomicLong();
        AtomicBoolean over = new AtomicBoolean();
        Semaphore room = new Semaphore(UNDER_WAY);
        List<Thread> threads = new ArrayList<>(workers(port, over, ended, room));
        for (int i = 0; i < STARTERS; i++) {
            threads.add(Thread.ofVirtual().start(() -> {
                try (Wire wire = new Wire(port)) {
                    while (!over.get()) {
                        room.acquire();
                        wire.post("/api/v1/cases", "{\"process\":\"A\"}");
                    }
                } catch (InterruptedException e) {
                    // The time is over.
                }
            }));
        }
        long began = System.nanoTime();
        Thread.sleep((long) (seconds * 1_000));
        double reached = ended.get() / ((System.nanoTime() - began) / 1e9);
        over.set(true);
        room.release(STARTERS);
        for (Thread thread : threads) {
            thread.join();
        }
        return reached;
    }

    private static List<Thread> workers(int port, AtomicBoolean over, AtomicLong ended, Semaphore room) {
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            workers.add(Thread.ofVirtual().start(() -> {
                try (Wire wire = new Wire(port)) {
                    List<Data> done = List.of();
                    while (!over.get() || !done.isEmpty()) {
                        Data asked = Data.fields("tasks", TASKS, "most", BATCH, "wait", "PT0.5S", "done", done);
                        List<Data> next = new ArrayList<>();
                        int last = 0;
                        for (Data job : Data.parse(wire.post("/api/v1/jobs/fetch", asked.json())).at("jobs").asList(Data.class)) {
                            next.add(Data.fields("job", job.at("job")));
                            last += job.at("task").text().equals("t5") ? 1 : 0;
                        }
                        done = next;
                        ended.addAndGet(last);
                        room.release(last);
                    }
                }
            }));
        }
        return workers;
    }

    /** How long starts take that come at a steady rate, in order. */
    private static long[] paced(int port, double seconds) throws InterruptedException {
        AtomicBoolean over = new AtomicBoolean();
        List<Thread> workers = workers(port, over, new AtomicLong(), new Semaphore(0));
        int count = (int) (RATE * seconds);
        long[] latencies = new long[count];
        List<Thread> clients = new ArrayList<>();
        long began = System.nanoTime();
        for (int i = 0; i < STARTERS; i++) {
            int client = i;
            clients.add(Thread.ofVirtual().start(() -> {
                try (Wire wire = new Wire(port)) {
                    for (int number = client; number < count; number += STARTERS) {
                        long due = began + number * (1_000_000_000L / RATE);
                        while (System.nanoTime() < due) {
                            java.util.concurrent.locks.LockSupport.parkNanos(due - System.nanoTime());
                        }
                        wire.post("/api/v1/cases", "{\"process\":\"A\"}");
                        // From when it was due: a start that waits for the one before it has waited.
                        latencies[number] = System.nanoTime() - due;
                    }
                }
            }));
        }
        for (Thread client : clients) {
            client.join();
        }
        over.set(true);
        for (Thread worker : workers) {
            worker.join();
        }
        Arrays.sort(latencies);
        return latencies;
    }
}
