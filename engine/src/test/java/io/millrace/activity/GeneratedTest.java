package io.millrace.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.query.CaseDetails;
import io.millrace.query.CaseStatus;
import io.millrace.work.Doer;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Generated processes with participants who work in any order, and an engine that crashes now and then, end as a direct
 * recursive interpretation of the same tree does. After every turn the state is compared with its replay.
 */
class GeneratedTest {
    private static final int SEEDS = Integer.getInteger("millrace.seeds", 300);
    private static final int SIZE = 40;

    @Test
    void generated_processes_end_as_a_recursive_interpreter_says() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Throwable failure = attempt(seed, SIZE);
            if (failure != null) {
                throw smallest(seed, failure);
            }
        }
    }

    /** The same seed with a smaller tree is another tree; the smallest that fails is the one to look at. */
    private static AssertionError smallest(long seed, Throwable first) {
        for (int size = 1; size < SIZE; size++) {
            for (long other = seed; other < seed + 50; other++) {
                Throwable failure = attempt(other, size);
                if (failure != null) {
                    Tree tree = new Generator(other, size).tree();
                    return new AssertionError("seed " + other + ", size " + size + ": " + tree, failure);
                }
            }
        }
        return new AssertionError("seed " + seed + ", size " + SIZE, first);
    }

    private static @Nullable Throwable attempt(long seed, int size) {
        try {
            play(new Generator(seed, size).tree(), new Random(seed));
            return null;
        } catch (RuntimeException | AssertionError failure) {
            return failure;
        }
    }

    private static void play(Tree tree, Random random) {
        Bench bench = Bench.of(ActivityProcess.named("p", tree.activity()));
        Map<String, Tree> tasks = tasks(tree);
        bench.start();
        CaseDetails now = bench.look();
        for (int steps = 0; now.info().status() == CaseStatus.RUNNING; steps++) {
            assertThat(steps).as("steps of %s", now.next()).isLessThan(5_000);
            step(bench, now, tasks, random);
            if (random.nextInt(12) == 0) {
                bench.restart();
            }
            now = bench.look();
        }
        assertThat(now.info().outcome()).isEqualTo(Interpreter.run(tree));
        assertThat(now.work()).isEmpty();
        assertThat(now.timers()).isEmpty();
    }

    private static void step(Bench bench, CaseDetails now, Map<String, Tree> tasks, Random random) {
        List<WorkItem> open = now.work();
        if (open.isEmpty() || !now.timers().isEmpty() && random.nextInt(3) == 0) {
            assertThat(now.timers()).as("nothing to do: %s", now.next()).isNotEmpty();
            bench.advance(Duration.ofMinutes(20 + random.nextInt(60)));
            return;
        }
        WorkItem item = open.get(random.nextInt(open.size()));
        boolean startable = item.doer() instanceof Doer.People && item.state() == WorkState.OFFERED;
        if (startable && random.nextInt(3) == 0) {
            bench.done(new Command.StartWork(item.id()));
            return;
        }
        Tree task = tasks.get(item.task());
        if (task instanceof Tree.Risk risk && Tree.isTooRisky(risk.label(), Tree.number(item.input().at(risk.read())))) {
            bench.done(new Command.Fail(item.id(), "too risky: " + risk.task(), 0, false));
        } else {
            bench.complete(item.id(), Data.of(answer(task, item.input())));
        }
    }

    private static int answer(@Nullable Tree task, Data input) {
        return switch (task) {
            case Tree.Do t ->
                Tree.value(t.label(), t.reads().stream().map(slot -> Tree.number(input.at(slot))).toList());
            case Tree.Send t ->
                Tree.value(t.label(), input.at("arguments").asList().stream().map(argument -> Tree.number(argument.at("value"))).toList());
            case Tree.Race t -> Tree.value(t.label(), List.of(Tree.number(input.at(t.read()))));
            case null, default -> 0;
        };
    }

    private static Map<String, Tree> tasks(Tree tree) {
        Map<String, Tree> tasks = new HashMap<>();
        Deque<Tree> all = new ArrayDeque<>(List.of(tree));
        while (!all.isEmpty()) {
            Tree at = all.pop();
            switch (at) {
                case Tree.Do t -> tasks.put(t.task(), t);
                case Tree.Send t -> tasks.put(t.task(), t);
                case Tree.Risk t -> tasks.put(t.task(), t);
                case Tree.Race t -> {
                    tasks.put(t.task() + " a", t);
                    tasks.put(t.task() + " b", t);
                }
                case Tree.First t -> {}
                case Tree.Sum t -> {}
                case Tree.Pause t -> {}
                case Tree.Fails t -> {}
                case Tree.Seq t -> all.addAll(t.steps());
                case Tree.If t -> all.addAll(List.of(t.then(), t.otherwise()));
                case Tree.Loop t -> all.add(t.body());
                case Tree.While t -> all.add(t.body());
                case Tree.Each t -> all.add(t.body());
                case Tree.Par t -> all.addAll(t.branches());
                case Tree.ParEach t -> all.add(t.body());
                case Tree.Guard t -> all.addAll(List.of(t.body(), t.handler()));
            }
        }
        return tasks;
    }
}
