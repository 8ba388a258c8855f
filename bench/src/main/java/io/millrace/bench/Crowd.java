package io.millrace.bench;

import static io.millrace.activity.Activities.call;
import static io.millrace.activity.Activities.work;

import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.server.Server;
import io.millrace.server.ServerSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A crowd at one server, which runs in a process of its own: a thousand watch a case each, two hundred workers wait for jobs, and clients
 * start cases, until a number of requests was answered. Every change of a watched case must reach its watcher, every case must end, and
 * the server's memory must not grow.
 */
final class Crowd {
    private static final int WATCHERS = 1_000;
    private static final int WORKERS = 200;
    private static final int STARTERS = 32;
    private static final int UNDER_WAY = 2_000;
    private static final int LOOKS = 10;

    private final Path directory;
    private final PrintStream out;
    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong started = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicBoolean drained = new AtomicBoolean();

    Crowd(Path directory, PrintStream out) {
        this.directory = directory;
        this.out = out;
    }

    /** The server's process: says its port, and on each line that it reads collects garbage and says how much is left. */
    static void child(Path journal) throws IOException {
        try (Server server = Server.open(ServerSettings.of(journal).port(0))) {
            server.mill().deploy(ActivityProcess.named("job", call("t1")));
            server.mill().deploy(ActivityProcess.named("watched", work("look")));
            System.out.println(server.port());
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            while (in.readLine() != null) {
                System.gc();
                Runtime runtime = Runtime.getRuntime();
                System.out.println(runtime.totalMemory() - runtime.freeMemory());
            }
        }
    }

    void run(long wanted) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(List.of(
                        ProcessHandle.current().info().command().orElse("java"),
                        "--enable-native-access=ALL-UNNAMED",
                        "-Xmx768m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        directory.resolve("journal").toString(),
                        "crowd",
                        "0"))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader said = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
                Writer ask = process.outputWriter(StandardCharsets.UTF_8)) {
            int port = Integer.parseInt(String.valueOf(said.readLine()));
            press(port, wanted, said, ask);
        } finally {
            process.destroy();
            process.waitFor();
        }
    }

    private void press(int port, long wanted, BufferedReader said, Writer ask) throws IOException, InterruptedException {
        out.printf(
                Locale.ROOT, "%,d watchers, %,d workers and %,d clients at one server, %,d requests%n", WATCHERS, WORKERS, STARTERS, wanted);
        List<AtomicInteger> seen = new ArrayList<>();
        List<String> cases = new ArrayList<>();
        List<Wire> lines = watchers(port, cases, seen);
        List<Thread> threads = new ArrayList<>(workers(port));
        threads.addAll(starters(port));
        long began = System.nanoTime();
        int changes = 0;
        try (Wire wire = new Wire(port)) {
            for (int look = 1; look <= LOOKS; look++) {
                while (requests.get() < wanted * look / LOOKS) {
                    Thread.sleep(50);
                }
                for (String each : cases) {
                    wire.post("/api/v1/cases/" + each + "/change-data", "{\"name\":\"n\",\"value\":" + look + "}");
                    requests.incrementAndGet();
                }
                changes++;
                ask.write("look\n");
                ask.flush();
                double seconds = (System.nanoTime() - began) / 1e9;
                out.printf(
                        Locale.ROOT,
                        "%,12d requests, %,8.0f a second, %,9d cases ended, heap after collection %,5d MB%n",
                        requests.get(), requests.get() / seconds, ended.get(), Long.parseLong(String.valueOf(said.readLine())) >> 20);
            }
            over.set(true);
            long open = -1;
            for (int i = 0; i < 600 && open != 0; i++) {
                open = Data.parse(wire.get("/api/v1/cases?process=job&state=running&count=true&limit=1")).at("count").asLong();
                Thread.sleep(100);
            }
            drained.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
            int all = changes;
            for (int i = 0; i < 100 && seen.stream().anyMatch(each -> each.get() < all); i++) {
                Thread.sleep(100);
            }
            long lost = seen.stream().filter(each -> each.get() != all).count();
            out.printf(
                    Locale.ROOT,
                    "cases started %,d, still open %,d; watchers that did not see each of %d changes exactly once: %,d%n",
                    started.get(), open, changes, lost);
        } finally {
            over.set(true);
            drained.set(true);
            lines.forEach(Wire::close);
        }
    }

    private List<Wire> watchers(int port, List<String> cases, List<AtomicInteger> seen) throws IOException {
        List<Wire> lines = new ArrayList<>();
        try (Wire wire = new Wire(port)) {
            for (int i = 0; i < WATCHERS; i++) {
                cases.add(Data.parse(wire.post("/api/v1/cases", "{\"process\":\"watched\"}")).at("case").text());
            }
        }
        for (String each : cases) {
            AtomicInteger count = new AtomicInteger();
            seen.add(count);
            Wire line = new Wire(port);
            lines.add(line);
            String head = "GET /api/v1/events?case=" + each + "&kind=Intervened HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n\r\n";
            line.socket().getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            BufferedReader in = new BufferedReader(new InputStreamReader(line.socket().getInputStream(), StandardCharsets.UTF_8), 1_024);
            String first = in.readLine();
            while (first != null && !first.startsWith(": watching")) {
                first = in.readLine();
            }
            Thread.ofVirtual().start(() -> {
                try {
                    for (String text = in.readLine(); text != null; text = in.readLine()) {
                        if (text.startsWith("event: ")) {
                            count.incrementAndGet();
                        }
                    }
                } catch (IOException e) {
                    // The line is closed at the end.
                }
            });
        }
        return lines;
    }

    private List<Thread> workers(int port) {
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            workers.add(Thread.ofVirtual().start(() -> {
                try (Wire wire = new Wire(port)) {
                    List<Data> done = List.of();
                    while (!drained.get()) {
                        Data asked = Data.fields("tasks", List.of("t1"), "most", 1, "wait", "PT2S", "done", done);
                        Data answer = Data.parse(wire.post("/api/v1/jobs/fetch", asked.json()));
                        requests.incrementAndGet();
                        ended.addAndGet(done.size() - answer.at("refused").asList(Data.class).size());
                        done = answer.at("jobs").asList(Data.class).stream().<Data>map(job -> Data.fields("job", job.at("job"))).toList();
                    }
                } catch (UncheckedIOException e) {
                    if (!drained.get()) {
                        out.println("A worker lost its server: " + e.getMessage());
                    }
                }
            }));
        }
        return workers;
    }

    private List<Thread> starters(int port) {
        List<Thread> starters = new ArrayList<>();
        for (int i = 0; i < STARTERS; i++) {
            starters.add(Thread.ofVirtual().start(() -> {
                try (Wire wire = new Wire(port)) {
                    while (!over.get()) {
                        if (started.get() - ended.get() > UNDER_WAY) {
                            Thread.sleep(2);
                            continue;
                        }
                        wire.post("/api/v1/cases", "{\"process\":\"job\"}");
                        requests.incrementAndGet();
                        started.incrementAndGet();
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
        return starters;
    }
}
