package io.millrace.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Commands;
import io.millrace.Journal;
import io.millrace.calculus.HistoryIndex;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.journal.Batch;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.Shards;
import io.millrace.language.Compiled;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseDetails;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.Moment;
import io.millrace.runtime.PayloadCodec;
import io.millrace.runtime.Settings;
import io.millrace.work.WorkItem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who does anything that can be asked of cases, in any order, while the engine crashes now and then; and who remembers how
 * all cases stood after each step, to compare it later with what the engine says of that instant.
 */
public final class Wanderer {
    private static final Duration TICK = Duration.ofMillis(1);

    private static Settings small(Settings settings) {
        return settings.cachedCases(2).snapshotBytes(300);
    }

    /** What somebody does. */
    private sealed interface Step {
        record Ask(Command command) implements Step {}

        record Advance(Duration duration) implements Step {}

        record Restart() implements Step {}
    }

    private final Rig rig;
    private final long seed;
    private final Random random;
    private final Compiled<?>[] versions;
    private final Function<Random, Data> replies;
    private final TreeMap<Instant, Map<CaseId, CaseDetails>> seen = new TreeMap<>();
    /** What was done before each instant that is remembered. */
    private final Map<Instant, Step> steps = new TreeMap<>();
    private final List<String> trace = new ArrayList<>();
    private boolean careful;
    private boolean late;
    private @Nullable Function<Random, Command> others;
    private Data input = Data.fields();

    /**
     * @param versions of one process; cases are started with the first and may move to the others
     * @param replies what work is completed with
     */
    public Wanderer(long seed, Function<Random, Data> replies, Compiled<?>... versions) {
        this(Rig.with(Wanderer::small, versions), seed, replies, versions);
    }

    /** The same in an engine that keeps the index of the history. */
    public static Wanderer indexed(long seed, Function<Random, Data> replies, Compiled<?>... versions) {
        Rig rig = Rig.built(builder -> builder.projection(HistoryIndex.INSTANCE), Wanderer::small, versions);
        return new Wanderer(rig, seed, replies, versions);
    }

    private Wanderer(Rig rig, long seed, Function<Random, Data> replies, Compiled<?>... versions) {
        this.rig = rig;
        this.seed = seed;
        this.random = new Random(seed);
        this.versions = versions;
        this.replies = replies;
    }

    public Rig rig() {
        return rig;
    }

    public List<String> trace() {
        return trace;
    }

    /** How all cases stood at instants after which nothing happened for a while. */
    public Map<Instant, Map<CaseId, CaseDetails>> seen() {
        return seen;
    }

    /** What cases are started with. */
    public Wanderer input(Data given) {
        input = given;
        return this;
    }

    /** Does nothing that ends a case before its time. */
    public Wanderer careful() {
        careful = true;
        return this;
    }

    /** Does something else now and then. */
    public Wanderer also(Function<Random, Command> other) {
        others = other;
        return this;
    }

    /** Tells some of what it does later than it happened. */
    public Wanderer late() {
        late = true;
        return this;
    }

    /** Starts some cases and takes so many steps. */
    public void wander(int cases, int steps) {
        String process = versions[0].contract().name();
        for (int i = 0; i < cases; i++) {
            take(new Step.Ask(new Command.Start(process, 1, input, null)));
        }
        for (int i = 0; i < steps; i++) {
            take(next());
        }
    }

    private Step next() {
        List<CaseDetails> open = seen.lastEntry().getValue().values().stream().filter(details -> details.info().status().isOpen()).toList();
        List<WorkItem> work = open.stream().flatMap(details -> details.work().stream()).toList();
        int luck = random.nextInt(100);
        if (others != null && luck < 20 && random.nextBoolean()) {
            return new Step.Ask(others.apply(random));
        }
        if (luck < 6 || open.isEmpty()) {
            return new Step.Restart();
        } else if (luck < 16 || work.isEmpty()) {
            return new Step.Advance(Duration.ofMillis(1L << random.nextInt(24)));
        } else if (luck < 80) {
            return new Step.Ask(onWork(work.get(random.nextInt(work.size()))));
        } else {
            return new Step.Ask(onCase(open.get(random.nextInt(open.size()))));
        }
    }

    /** Takes a step and remembers how all cases stand. */
    private void take(Step step) {
        switch (step) {
            // Whether it is refused does not matter.
            case Step.Ask ask -> trace.add(ask.command() + " " + rig.ask(operator -> told(operator).ask(ask.command())));
            case Step.Advance advance -> rig.advance(advance.duration());
            case Step.Restart restart -> rig.restart(versions);
        }
        rig.advance(TICK);
        seen.put(rig.now(), all());
        steps.put(rig.now(), step);
        rig.advance(TICK);
    }

    private Commands told(Commands operator) {
        if (!late || random.nextInt(3) > 0) {
            return operator;
        }
        // Also before the case began, and at the very instant.
        return operator.occurred(rig.now().minusMillis(random.nextInt(4) == 0 ? 0 : random.nextInt(1 << random.nextInt(24))));
    }

    private Map<CaseId, CaseDetails> all() {
        Map<CaseId, CaseDetails> all = new LinkedHashMap<>();
        for (CaseInfo info : rig.mill().cases(CaseQuery.ALL.withSubCases(), null, 10_000).items()) {
            all.put(info.id(), rig.look(info.id()));
        }
        return all;
    }

    /** Makes a comparison whose failure says which run and which step of it show it again. */
    private void compare(Instant at, Runnable comparison) {
        try {
            comparison.run();
        } catch (AssertionError | RuntimeException e) {
            List<Instant> instants = List.copyOf(seen.keySet());
            throw new AssertionError(
                    "seed " + seed + ", step " + (instants.indexOf(at) + 1) + " of " + instants.size() + ", which was " + steps.get(at)
                            + ", at " + at + ": " + e.getMessage(),
                    e);
        }
    }

    /** Demands that a copy of the journal as it was goes on as this one did, if everybody does the same again. */
    public void compareForks(int every) {
        int count = 0;
        for (Instant at : seen.keySet()) {
            if (count++ % every == 0) {
                compare(at, () -> compareFork(at));
            }
        }
    }

    /** An engine on a copy of the journal as it was. */
    public Rig fork(Instant at) {
        MemoryStore copy = new MemoryStore();
        try (Journal journal = Journal.open(copyOf(rig.store()), PayloadCodec.PLAIN, List.of(), List.of())) {
            assertThat(journal.fork(copy, at, turns -> {})).isEqualTo(at);
        }
        assertThat(Journal.check(copy, PayloadCodec.PLAIN, List.of(), List.of(), turns -> {}).findings()).as("a fork at %s", at).isEmpty();
        return Rig.on(copy, at, Wanderer::small, versions);
    }

    private void compareFork(Instant at) {
        Wanderer again = new Wanderer(fork(at), seed, replies, versions);
        assertThat(again.all()).as("cases of a fork at %s", at).isEqualTo(seen.get(at));
        again.rig.advance(TICK);
        seen.tailMap(at, false).forEach((instant, then) -> {
            compare(instant, () -> {
                again.take(Objects.requireNonNull(steps.get(instant)));
                assertThat(again.rig.now().minus(TICK)).isEqualTo(instant);
                assertThat(again.seen.get(instant)).as(() -> "a fork at " + at + " that has come to " + instant + " by " + again.trace).isEqualTo(then);
            });
        });
    }

    /** A store that closes without forgetting. */
    private static Store copyOf(Store store) {
        MemoryStore copy = new MemoryStore();
        for (Table table : Table.values()) {
            Batch rows = new Batch();
            store.scan(table, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> !rows.put(table, key, value).isEmpty());
            copy.commit(rows);
        }
        return copy;
    }

    private Command onWork(WorkItem item) {
        return switch (random.nextInt(10)) {
            case 0 -> new Command.StartWork(item.id());
            case 1 -> new Command.SuspendWork(item.id());
            case 2 -> new Command.ResumeWork(item.id());
            case 3 -> careful
                    ? new Command.Claim(item.id())
                    : random.nextInt(4) == 0
                    ? new Command.Withdraw(item.id(), "not needed")
                    : new Command.Fail(item.id(), "cannot", 0, false);
            default -> new Command.Complete(item.id(), replies.apply(random), 0);
        };
    }

    private Command onCase(CaseDetails details) {
        CaseId id = details.info().id();
        String task = details.work().isEmpty() ? "a" : details.work().getFirst().task();
        return switch (random.nextInt(9)) {
            case 0 -> careful || id.isRoot() && random.nextInt(4) > 0 ? new Command.RetryCase(id) : new Command.CancelCase(id, "of chance");
            case 1, 2 -> details.info().status() == CaseStatus.SUSPENDED ? new Command.ResumeCase(id) : new Command.SuspendCase(id);
            case 3 -> new Command.ChangeData(id, "extra", Data.of(random.nextInt(100)));
            case 4 -> new Command.Redo(id, task);
            case 5 -> new Command.Move(id, null, task);
            case 6 -> new Command.AddInstance(id, task, replies.apply(random));
            default -> new Command.Migrate(CaseId.root(id.root()), 1 + random.nextInt(versions.length), Data.fields());
        };
    }

    /** Demands that the engine says of every remembered instant what was seen then. */
    public void compare() {
        seen.forEach((instant, then) -> compare(instant, () -> {
            Moment moment = rig.mill().at(instant);
            then.forEach((id, details) ->
                    assertThat(moment.look(id)).as(() -> "case " + id + " at " + instant + ", after " + trace).isEqualTo(details));
            Map<CaseId, CaseStatus> states = new TreeMap<>();
            moment.cases(CaseQuery.ALL.withSubCases(), null, 10_000).items().forEach(info -> states.put(info.id(), info.status()));
            Map<CaseId, CaseStatus> expected = new TreeMap<>();
            then.forEach((id, details) -> expected.put(id, details.info().status()));
            assertThat(states).as("cases at %s", instant).isEqualTo(expected);
        }));
        assertThat(rig.mill().at(Instant.EPOCH).cases(CaseQuery.ALL, null, 10).items()).isEmpty();
    }

    /**
     * Demands that the index is the one that is built anew from the turns, and, unless something was told late, that it says of every
     * remembered instant what was seen then.
     */
    public void compareIndex() {
        IndexAudit audit = new IndexAudit(rig);
        if (!late) {
            seen.forEach((instant, then) -> compare(instant, () -> audit.compare(instant, then.values())));
        }
        compare(seen.lastKey(), audit::compareRebuilt);
    }

    /** How many snapshots of cases are kept for looking back. */
    public int keptSnapshots() {
        Keys keys = new Keys(Shards.in(rig.store()));
        int[] count = {0};
        for (long root = 1; root <= 3; root++) {
            EntityId id = new EntityId.OfCase("main", root);
            rig.store().scan(Table.SNAPSHOTS, keys.keptSnapshot(id, 0), keys.keptSnapshot(id, Long.MAX_VALUE), Store.Direction.FORWARDS, (key, value) -> ++count[0] > 0);
        }
        return count[0];
    }

    /** Demands that nothing of a case can be seen before it began. */
    public void compareBefore(CaseId id) {
        try {
            rig.mill().at(Instant.EPOCH).look(id);
            throw new AssertionError("case " + id + " was there before it began");
        } catch (RefusedException e) {
            assertThat(e.getMessage()).contains("MR-5010");
        }
    }
}
