package io.millrace.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Millrace;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.net.file.NetFile;
import io.millrace.net.run.NetProcess;
import io.millrace.query.CaseDetails;
import io.millrace.query.CaseStatus;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Page;
import io.millrace.work.Doer;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One case of a generated specification in a real engine, with participants who do whatever is open in any order, held to the
 * transcription: every event is a step of the paper, and whenever the engine rests both have the same tokens and
 * instances, the same enabled tasks, the same ends.
 */
public final class GeneratedCase {
    /** An engine that the case runs in. */
    public interface Subject {
        Millrace mill();

        /** Lets the engine finish what it does. */
        void rest();

        /** The process ends without warning and another begins. */
        void restart();

        /** Lets the next commit fail, if this engine can do that. */
        default boolean failNextCommit() {
            return false;
        }
    }

    /** How often the engine crashes: one step in so many. */
    public enum Crashes {
        SOME(8),
        ALWAYS(1);

        private final int oneIn;

        Crashes(int oneIn) {
            this.oneIn = oneIn;
        }
    }

    private static final int LENGTH = 40;
    private static final int LIMIT = 800;
    private static final int TOKENS = 30;

    private final String process;
    private final Specification specification;
    private final Random random;
    private final Subject subject;
    private final Crashes crashes;
    private final List<String> trace = new ArrayList<>();
    private int told;

    private GeneratedCase(long seed, int size, Subject subject, Crashes crashes) {
        this.process = name(seed, size);
        this.specification = specification(seed, size);
        this.random = new Random(seed);
        this.subject = subject;
        this.crashes = crashes;
    }

    /** The process that a seed stands for. */
    public static NetProcess process(long seed, int size) {
        return NetProcess.named(name(seed, size), specification(seed, size), null);
    }

    private static String name(long seed, int size) {
        return "generated" + seed + "_" + size;
    }

    private static Specification specification(long seed, int size) {
        return Steering.steered(new NetGenerator(seed, size).specification(), seed);
    }

    /**
     * Plays the case of a seed in an engine where its process is deployed.
     *
     * @return how many steps of the paper were compared
     */
    public static int play(long seed, int size, Subject subject, Crashes crashes) {
        GeneratedCase played = new GeneratedCase(seed, size, subject, crashes);
        try {
            return played.play();
        } catch (RuntimeException | AssertionError failure) {
            throw new AssertionError(
                    "seed " + seed + ", size " + size + ", after " + played.trace + "\n"
                            + NetFile.toFacts(new NetGenerator(seed, size).specification()),
                    failure);
        }
    }

    private int play() {
        CaseId root = CaseId.root(done(new Command.Start(process, 0, lot(), null)).asLong());
        Retelling retelling = new Retelling(specification, root, LIMIT);
        try {
            for (int step = 0; step < LENGTH; step++) {
                List<WorkItem> work = compare(root, retelling);
                Command next = next(retelling, work);
                if (next == null || retelling.state().size() > TOKENS) {
                    break;
                }
                trace.add(next.toString());
                if (random.nextInt(crashes.oneIn) == 0 && subject.failNextCommit()) {
                    assertThat(ask(next)).isInstanceOf(Answer.Refused.class);
                    compare(root, retelling);
                }
                done(next);
                if (random.nextInt(crashes.oneIn) == 0) {
                    subject.restart();
                }
            }
        } catch (Paper.TooLarge unknown) {
            // An OR-join on which the transcription has no answer.
        }
        return retelling.steps();
    }

    private Data lot() {
        return Data.fields(Steering.LOT, random.nextInt(1_000_000));
    }

    /** Something that somebody can do, or null if nobody can do anything. */
    private @Nullable Command next(Retelling retelling, List<WorkItem> work) {
        if (random.nextInt(5) == 0) {
            List<Command> additions = new ArrayList<>();
            for (Retelling.Part part : retelling.parts()) {
                retelling.can(part, Paper.Kind.ADD).forEach(task -> additions.add(new Command.AddInstance(part.caseId, task, lot())));
            }
            if (!additions.isEmpty()) {
                return additions.get(random.nextInt(additions.size()));
            }
        }
        if (work.isEmpty()) {
            return null;
        }
        WorkItem item = work.get(random.nextInt(work.size()));
        return item.state() == WorkState.OFFERED && random.nextInt(3) == 0
                ? new Command.StartWork(item.id())
                : new Command.Complete(item.id(), lot(), 0);
    }

    /** Holds the engine to the paper, and gives the work that is open for people and handlers. */
    private List<WorkItem> compare(CaseId root, Retelling retelling) {
        tell(root, retelling);
        List<WorkItem> work = new ArrayList<>();
        for (Retelling.Part part : retelling.parts()) {
            CaseDetails details = finished(subject.mill().find(part.caseId).look());
            compare(part, retelling, details);
            details.work().stream().filter(item -> !(item.doer() instanceof Doer.Process)).forEach(work::add);
        }
        CaseDetails details = finished(subject.mill().find(root).look());
        if (details.info().status() == CaseStatus.COMPLETED) {
            assertThat(retelling.parts()).as("cases that outlive the root").isEmpty();
        }
        return work;
    }

    private void tell(CaseId root, Retelling retelling) {
        List<HistoryEvent> all = new ArrayList<>();
        String cursor = null;
        do {
            Page<HistoryEvent> page = subject.mill().find(root).history(cursor, 1_000);
            all.addAll(page.items());
            cursor = page.cursor();
        } while (cursor != null);
        for (HistoryEvent event : all.subList(told, all.size())) {
            if (event.kind().equals("CaseCompleted") && event.caseId() != null && event.caseId().equals(root)) {
                Retelling.Part part = retelling.parts().iterator().next();
                assertThat(retelling.isMarked(part)).as("the end is reached in %s", retelling.state()).isTrue();
                assertThat(part.end == End.FIRST || retelling.isQuiet(part)).as("nothing is left to do in %s", retelling.state()).isTrue();
            }
            retelling.tell(event);
        }
        told = all.size();
    }

    private static void compare(Retelling.Part part, Retelling retelling, CaseDetails details) {
        String where = part.caseId + " in " + retelling.state();
        assertThat(details.info().status()).as(where).isEqualTo(CaseStatus.RUNNING);
        Map<String, Integer> tokens = new TreeMap<>();
        details.standing().at("tokens").asMap().forEach((name, count) -> tokens.put(name, count.asInt()));
        assertThat(tokens).as("tokens of %s", where).isEqualTo(retelling.tokens(part));
        Map<String, List<WorkItem>> work = details.work().stream().collect(Collectors.groupingBy(WorkItem::task));
        Set<String> offered = new TreeSet<>();
        for (NetTask task : part.graph.net().tasks()) {
            List<WorkItem> items = work.getOrDefault(task.name(), List.of());
            if (retelling.isBusy(part, task.name())) {
                assertThat(items).as("work of %s of %s", task.name(), where).hasSize(retelling.unfinished(part, task.name()));
            } else if (!items.isEmpty()) {
                assertThat(items).as("offers of %s of %s", task.name(), where).hasSize(1);
                offered.add(task.name());
            }
        }
        assertThat(offered).as("offered in %s", where).isEqualTo(retelling.enabled(part));
        assertThat(retelling.can(part, Paper.Kind.EXIT)).as("exits in %s", where).isEmpty();
        boolean quiet = retelling.isQuiet(part);
        assertThat(retelling.isMarked(part) && (quiet || part.end == End.FIRST)).as("an end in %s", where).isFalse();
        assertThat(details.info().incident() != null).as("an incident in %s", where).isEqualTo(quiet);
    }

    private Data done(Command command) {
        return switch (ask(command)) {
            case Answer.Done done -> done.value();
            case Answer.Refused refused -> throw new AssertionError(refused.problem().message());
            case Answer.Delayed delayed -> throw new AssertionError(delayed.problem().message());
        };
    }

    private Answer ask(Command command) {
        return finished(subject.mill().operator().ask(command));
    }

    private <T> T finished(CompletableFuture<T> future) {
        subject.rest();
        // An engine with threads of its own completes it a moment after it is quiet.
        assertThat(future).as("an answer").succeedsWithin(Duration.ofSeconds(10));
        return future.join();
    }
}
