package io.millrace.bench;

import io.millrace.net.Junction;
import io.millrace.net.Net;
import io.millrace.net.NetBuilder;
import io.millrace.net.Nets;
import io.millrace.net.Specification;
import io.millrace.verify.PlainNet;
import io.millrace.verify.Search;
import io.millrace.verify.Verdict;
import io.millrace.verify.Verification;
import io.millrace.verify.Verifier;
import io.millrace.verify.file.PlainForm;
import io.millrace.verify.file.PlainNetFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What the proof of soundness costs: for industrial models, for nets with very many states, for the plain search, and from a cold start. */
final class Proofs {
    private static final Path MODELS = Path.of("..", "shared", "corpora", "nets", "ibm", "models.tar.xz");
    private static final int ROUNDS = 7;

    private final PrintStream out;
    private final Path directory;

    Proofs(PrintStream out, Path directory) {
        this.out = out;
        this.directory = directory;
    }

    void run() throws IOException, InterruptedException {
        models();
        out.println();
        time("20 parallel branches of 10 tasks, sound", Verdict.SOUND, parallel(20, 10, Junction.AND, Junction.AND));
        time("the same, but joined by XOR", Verdict.UNSOUND, parallel(20, 10, Junction.AND, Junction.XOR));
        time("an OR-split of 10 with its OR-join in a loop", Verdict.SOUND, loop(10));
        out.println();
        for (int blocks : new int[] {250, 500, 1_000, 2_000}) {
            time(4 * blocks + " tasks, OR-blocks in a row", Verdict.SOUND, row(blocks, -1, -1));
        }
        time("4000 tasks, one of the joins in the middle is wrong", Verdict.UNSOUND, row(1_000, 500, -1));
        time("nested OR-blocks of 64 leaves, paper's reading", Verdict.UNSOUND, specification(nested(6)));
        changed(1_000);
        out.println();
        search("plain: 7 branches of 5 tasks", plain(7, 5));
        search("plain: 8 branches of 4 tasks", plain(8, 4));
        search("an OR-split and an OR-join of 6 branches of 5", parallel(6, 5, Junction.OR, Junction.OR));
        search("two OR-joins, one behind the other, of 6 branches of 5", chained(6, 5));
        search("a task that cancels 5 branches of 4", cancelling(5, 4));
        out.println();
        coldStart();
    }

    private static long nanos(Runnable work) {
        long began = System.nanoTime();
        work.run();
        return System.nanoTime() - began;
    }

    /** Each model as often as the whole set takes rounds; the best of each, since others use the machine, too. */
    private void models() throws IOException, InterruptedException {
        List<PlainNet> nets = read();
        if (nets.isEmpty()) {
            out.println("industrial models: skipped, there is no " + MODELS);
            return;
        }
        long[] best = new long[nets.size()];
        Arrays.fill(best, Long.MAX_VALUE);
        for (int round = 0; round < 4 * ROUNDS; round++) {
            for (int i = 0; i < best.length; i++) {
                PlainNet net = nets.get(i);
                best[i] = Math.min(best[i], nanos(() -> Verifier.standard().verify(net)));
            }
        }
        Arrays.sort(best);
        out.printf(Locale.ROOT, "%d industrial models: %.3f ms in the median, %.2f ms at worst, %.1f ms all together%n",
                best.length, best[best.length / 2] / 1e6, best[best.length - 1] / 1e6, Arrays.stream(best).sum() / 1e6);
    }

    private List<PlainNet> read() throws IOException, InterruptedException {
        if (!Files.exists(MODELS)) {
            return List.of();
        }
        Process tar = new ProcessBuilder("tar", "-xf", MODELS.toString(), "-C", directory.toString()).inheritIO().start();
        if (tar.waitFor() != 0) {
            return List.of();
        }
        List<PlainNet> nets = new ArrayList<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                nets.add(PlainNetFile.read(file.toString(), Files.readString(file)).orRefuse());
            }
        }
        return nets;
    }

    private void time(String what, Verdict expected, Specification specification) {
        long first = nanos(() -> Verifier.standard().verify(specification));
        long best = first;
        Verification answer = Verifier.standard().verify(specification);
        for (int round = 0; round < ROUNDS; round++) {
            best = Math.min(best, nanos(() -> Verifier.standard().verify(specification)));
        }
        String verdict = answer.verdict() == expected ? answer.verdict().toString() : "NOT " + expected + " but " + answer.verdict();
        out.printf(Locale.ROOT, "%-56s %s, %.1f ms, the first time %.1f ms%n", what, verdict, best / 1e6, first / 1e6);
    }

    /** A net that was verified, and then again after each change of one block. */
    private void changed(int blocks) {
        Verifier.standard().verify(row(blocks, -1, -1));
        long[] times = new long[20];
        for (int i = 0; i < times.length; i++) {
            Specification specification = row(blocks, -1, 37 * i);
            times[i] = nanos(() -> Verifier.standard().verify(specification));
        }
        Arrays.sort(times);
        out.printf(Locale.ROOT, "%-56s %.1f ms in the median, %.1f ms at worst%n",
                4 * blocks + " tasks, again after one block has changed", times[times.length / 2] / 1e6, times[times.length - 1] / 1e6);
    }

    /**
     * OR-blocks in a row.
     *
     * @param wrong the block that has an AND-join, or -1
     * @param changed the block that has a task more, or -1
     */
    private static Specification row(int blocks, int wrong, int changed) {
        NetBuilder net = Nets.net("row").input("i").to("s0");
        for (int i = 0; i < blocks; i++) {
            net.task("s" + i).split(Junction.OR).to("a" + i, "b" + i);
            net.task("a" + i).to(i == changed ? "x" : "j" + i);
            net.task("b" + i).to("j" + i);
            if (i == changed) {
                net.task("x").to("j" + i);
            }
            net.task("j" + i).join(i == wrong ? Junction.AND : Junction.OR).to(i == blocks - 1 ? "o" : "s" + (i + 1));
        }
        return specification(net.output("o").build());
    }

    private static Net nested(int depth) {
        NetBuilder net = Nets.net("nested").input("i").to("s");
        nest(net, "", depth, "o");
        return net.output("o").build();
    }

    private static void nest(NetBuilder net, String name, int depth, String next) {
        if (depth == 0) {
            net.task("s" + name).to(next);
            return;
        }
        net.task("s" + name).split(Junction.OR).to("s" + name + "a", "s" + name + "b");
        nest(net, name + "a", depth - 1, "j" + name);
        nest(net, name + "b", depth - 1, "j" + name);
        net.task("j" + name).join(Junction.OR).to(next);
    }

    private void search(String what, Specification specification) {
        search(what, () -> Verifier.standard().maxStates(Integer.MAX_VALUE).search(specification));
    }

    private void search(String what, PlainNet net) {
        search(what, () -> Verifier.standard().maxStates(Integer.MAX_VALUE).search(net));
    }

    private void search(String what, Supplier<Search> search) {
        Search found = search.get();
        long best = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long began = System.nanoTime();
            found = search.get();
            best = Math.min(best, System.nanoTime() - began);
        }
        out.printf(Locale.ROOT, "%-56s %,d states, %,.0f a second, %.1f bytes each%n",
                what, found.states(), found.states() * 1e9 / best, (double) found.bytes() / found.states());
    }

    private void coldStart() throws IOException, InterruptedException {
        if (!Files.isExecutable(Path.of("mill"))) {
            out.println("cold start: skipped, 'mill' is not here");
            return;
        }
        long best = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long began = System.nanoTime();
            new ProcessBuilder("./mill", "verify", "examples/nets/trip.pl").redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
            best = Math.min(best, System.nanoTime() - began);
        }
        out.printf(Locale.ROOT, "./mill verify examples/nets/trip.pl: %.0f ms%n", best / 1e6);
    }

    private static PlainNet plain(int branches, int tasks) {
        return PlainForm.of(parallel(branches, tasks, Junction.AND, Junction.AND));
    }

    private static Specification parallel(int branches, int tasks, Junction split, Junction join) {
        NetBuilder net = Nets.net("branches").input("i").to("split").task("split").split(split);
        branches(net, branches, tasks, "join");
        return specification(net.task("join").join(join).to("o").output("o").build());
    }

    private static void branches(NetBuilder net, int branches, int tasks, String to) {
        for (int branch = 0; branch < branches; branch++) {
            net.to("b" + branch + "_0");
        }
        for (int branch = 0; branch < branches; branch++) {
            for (int task = 0; task < tasks; task++) {
                net.task("b" + branch + "_" + task).to(task == tasks - 1 ? to : "b" + branch + "_" + (task + 1));
            }
        }
    }

    /** Half of the branches are joined first, and then with the other half. */
    private static Specification chained(int branches, int tasks) {
        NetBuilder net = Nets.net("chained").input("i").to("split").task("split").split(Junction.OR);
        for (int branch = 0; branch < branches; branch++) {
            net.to("b" + branch + "_0");
        }
        for (int branch = 0; branch < branches; branch++) {
            for (int task = 0; task < tasks; task++) {
                String end = branch < branches / 2 ? "half" : "join";
                net.task("b" + branch + "_" + task).to(task == tasks - 1 ? end : "b" + branch + "_" + (task + 1));
            }
        }
        net.task("half").join(Junction.OR).to("join");
        return specification(net.task("join").join(Junction.OR).to("o").output("o").build());
    }

    private static Specification loop(int branches) {
        NetBuilder net = Nets.net("loop").input("i").to("split").task("split").join(Junction.XOR).split(Junction.OR);
        branches(net, branches, 1, "join");
        return specification(net.task("join").join(Junction.OR).split(Junction.XOR).to("split", "o").output("o").build());
    }

    /** Branches in parallel, and beside them a task that ends the case and cancels what they are at. */
    private static Specification cancelling(int branches, int tasks) {
        NetBuilder net = Nets.net("cancelling").input("i").to("split").task("split").split(Junction.AND).to("stop");
        branches(net, branches, tasks, "join");
        net.task("join").join(Junction.AND).cancels("c(split,stop)").to("o");
        net.task("stop").to("o");
        for (int branch = 0; branch < branches; branch++) {
            for (int task = 0; task < tasks; task++) {
                String name = "b" + branch + "_" + task;
                net.cancels("c(" + (task == 0 ? "split" : "b" + branch + "_" + (task - 1)) + "," + name + ")");
                net.cancels("c(" + name + "," + (task == tasks - 1 ? "join" : "b" + branch + "_" + (task + 1)) + ")");
            }
        }
        return specification(net.output("o").build());
    }

    private static Specification specification(Net net) {
        return Nets.specification("bench", net);
    }
}
