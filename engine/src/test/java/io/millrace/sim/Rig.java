package io.millrace.sim;

import io.millrace.Builder;
import io.millrace.Commands;
import io.millrace.Millrace;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.Batch;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.command.Effect;
import io.millrace.language.Compiled;
import io.millrace.language.Plan;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.query.CaseDetails;
import io.millrace.query.HistoryEvent;
import io.millrace.runtime.Counters;
import io.millrace.runtime.PayloadCodec;
import io.millrace.runtime.Settings;
import io.millrace.work.Participant;
import io.millrace.work.WorkItem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An engine for tests on the thread of the test: whatever is asked is carried out, with all that follows from it, before
 * the call returns; the clock stands until it is moved; the process can end at any time and begin again.
 */
public final class Rig {
    private final MemoryStore durable;
    private final SimTime time;
    private final UnaryOperator<Settings> settings;
    private final PayloadCodec codec;
    private final UnaryOperator<Builder> chosen;
    private final List<Consumer<Millrace>> equipment = new ArrayList<>();
    private final List<Effect> effects = new ArrayList<>();
    private final List<Batch> commits = new ArrayList<>();
    private final Counters counters = new Counters();
    private SimThreads threads = new SimThreads(new Random(1));
    private Millrace mill;
    private int failing;
    private final Map<Table, Integer> unreadable = new EnumMap<>(Table.class);
    private int good = -1;
    private boolean holding;

    private Rig(UnaryOperator<Settings> settings, PayloadCodec codec, MemoryStore durable) {
        this(settings, codec, durable, new SimTime(), UnaryOperator.identity());
    }

    private Rig(
            UnaryOperator<Settings> settings, PayloadCodec codec, MemoryStore durable, SimTime time, UnaryOperator<Builder> chosen) {
        this.time = time;
        this.durable = durable;
        this.settings = settings;
        this.codec = codec;
        this.chosen = chosen;
        this.mill = begin();
    }

    public static Rig with(Compiled<?>... processes) {
        return with(UnaryOperator.identity(), processes);
    }

    public static Rig with(UnaryOperator<Settings> settings, Compiled<?>... processes) {
        return new Rig(settings, PayloadCodec.PLAIN, new MemoryStore()).deploy(processes);
    }

    /** An engine with what else a builder can give. */
    public static Rig built(UnaryOperator<Builder> chosen, Compiled<?>... processes) {
        return built(chosen, UnaryOperator.identity(), processes);
    }

    public static Rig built(UnaryOperator<Builder> chosen, UnaryOperator<Settings> settings, Compiled<?>... processes) {
        return new Rig(settings, PayloadCodec.PLAIN, new MemoryStore(), new SimTime(), chosen).deploy(processes);
    }

    public static Rig with(PayloadCodec codec, Compiled<?>... processes) {
        return new Rig(UnaryOperator.identity(), codec, new MemoryStore()).deploy(processes);
    }

    /** An engine that is opened on what another one has left. */
    public static Rig on(MemoryStore durable, Compiled<?>... processes) {
        Rig rig = new Rig(UnaryOperator.identity(), PayloadCodec.PLAIN, durable);
        rig.rest();
        return rig.deploy(processes);
    }

    /** The same with a clock that begins at an instant. */
    public static Rig on(MemoryStore durable, Instant start, UnaryOperator<Settings> settings, Compiled<?>... processes) {
        Rig rig = new Rig(settings, PayloadCodec.PLAIN, durable, new SimTime(start), UnaryOperator.identity());
        rig.rest();
        return rig.deploy(processes);
    }

    private Rig deploy(Compiled<?>... processes) {
        for (Compiled<?> process : processes) {
            done(new Command.Deploy(process));
        }
        return this;
    }

    private Millrace begin() {
        Millrace begun = chosen.apply(Millrace.builder())
                .everything()
                .store(new Watched())
                .codec(codec)
                .time(time)
                .threads(threads)
                .monitor(counters)
                .settings(given -> settings.apply(given.lanes(2).checkReplay(true)))
                .open();
        begun.listen(effects::add);
        return begun;
    }

    /** Sees every commit, and lets some of them fail. */
    private final class Watched implements Store {
        @Override
        public void commit(Batch batch) {
            if (good == 0 || failing > 0) {
                failing--;
                throw new StoreException(Code.DISK_FULL.with("simulated"));
            }
            good--;
            durable.commit(batch);
            commits.add(batch);
        }

        @Override
        public byte @Nullable [] get(Table table, byte[] key) {
            read(table);
            return durable.get(table, key);
        }

        @Override
        public void scan(Table table, byte[] from, byte @Nullable [] to, Direction direction, Visitor visitor) {
            read(table);
            durable.scan(table, from, to, direction, visitor);
        }

        private void read(Table table) {
            int left = unreadable.getOrDefault(table, 0);
            if (left > 0) {
                unreadable.put(table, left - 1);
                throw new StoreException(Code.STORE_FAILED.with("simulated, while reading"));
            }
        }

        @Override
        public void close() {}
    }

    public Millrace mill() {
        return mill;
    }

    public Store store() {
        return durable;
    }

    public Instant now() {
        return time.now();
    }

    /** What was released to the outside, in order. */
    public List<Effect> effects() {
        return effects;
    }

    /** What was counted, restarts included. */
    public Counters counters() {
        return counters;
    }

    /** What was committed, in order. */
    public List<Batch> commits() {
        return commits;
    }

    /** The next so many commits fail. */
    public void failCommits(int count) {
        failing = count;
    }

    /** The next so many times a table cannot be read. */
    public void failReads(Table table, int count) {
        unreadable.put(table, count);
    }

    /** After so many commits all others fail, until the process ends. */
    public void failCommitsAfter(int count) {
        good = count;
    }

    /** While held, nothing is carried out: what is asked waits. */
    public void hold(boolean held) {
        holding = held;
        rest();
    }

    /** Carries out everything that can be done without moving the clock. */
    public void rest() {
        while (!holding) {
            Runnable task = threads.next();
            task = task == null ? time.due() : task;
            if (task == null) {
                return;
            }
            task.run();
        }
    }

    /** Moves the clock, stopping wherever somebody wants to be woken. */
    public void advance(Duration duration) {
        Instant target = time.now().plus(duration);
        rest();
        if (holding) {
            time.advance(duration);
            return;
        }
        while (time.advanceToNext(target)) {
            rest();
        }
    }

    /** The process ends without warning and another begins on what is durable. */
    public void restart(Compiled<?>... processes) {
        threads.close();
        time.forget();
        good = -1;
        threads = new SimThreads(new Random(1));
        mill = begin();
        rest();
        deploy(processes);
        equipment.forEach(gift -> gift.accept(mill));
        rest();
    }

    /** Gives the engine something now and after every restart. */
    public Rig equip(Consumer<Millrace> gift) {
        equipment.add(gift);
        gift.accept(mill);
        rest();
        return this;
    }

    public Rig participant(String name, String... roles) {
        done(new Command.AddParticipant(new Participant(name, Set.of(roles), Set.of())));
        return this;
    }

    // Asking.

    public Answer ask(Function<Commands, CompletableFuture<Answer>> asking) {
        CompletableFuture<Answer> answer = asking.apply(mill.operator());
        rest();
        if (!answer.isDone()) {
            throw new AssertionError("no answer");
        }
        return answer.join();
    }

    public Answer ask(Command command) {
        return ask(operator -> operator.ask(command));
    }

    public Answer askAs(String who, Command command) {
        return ask(operator -> operator.as(who).ask(command));
    }

    public Data done(Command command) {
        return value(ask(command));
    }

    public Data doneAs(String who, Command command) {
        return value(askAs(who, command));
    }

    private static Data value(Answer answer) {
        return switch (answer) {
            case Answer.Done done -> done.value();
            case Answer.Refused refused -> throw new AssertionError(refused.problem().message());
            case Answer.Delayed delayed -> throw new AssertionError(delayed.problem().message());
        };
    }

    public Problem refused(Command command) {
        return problem(ask(command));
    }

    public Problem refusedAs(String who, Command command) {
        return problem(askAs(who, command));
    }

    private static Problem problem(Answer answer) {
        return switch (answer) {
            case Answer.Done done -> throw new AssertionError("it was done: " + done);
            case Answer.Refused refused -> refused.problem();
            case Answer.Delayed delayed -> delayed.problem();
        };
    }

    /** What a command would do. */
    public Plan plan(Command command) {
        CompletableFuture<Plan> plan = mill.operator().plan(command);
        rest();
        return plan.join();
    }

    public CaseId start(String process) {
        return start(process, Data.fields());
    }

    public CaseId start(String process, Data input) {
        return CaseId.root(done(new Command.Start(process, 0, input, null)).asLong());
    }

    // Looking.

    public CaseDetails look(CaseId id) {
        CompletableFuture<CaseDetails> details = mill.find(id).look();
        rest();
        return details.join();
    }

    /** The open work items of a case. */
    public List<WorkItem> work(CaseId id) {
        return look(id).work();
    }

    public WorkItem work(CaseId id, int number) {
        return work(id).stream()
                .filter(item -> item.id().equals(new WorkId(id, number)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no work item " + number + " in case " + id));
    }

    /** The kinds of a case's events, sub-cases included. */
    public List<String> events(CaseId id) {
        return history(id).stream().map(HistoryEvent::kind).toList();
    }

    public List<HistoryEvent> history(CaseId id) {
        return mill.find(id).history(null, 10_000).items();
    }
}
