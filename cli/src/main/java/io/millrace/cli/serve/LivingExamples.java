package io.millrace.cli.serve;

import io.millrace.Millrace;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.language.Language;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.WorkQuery;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.random.RandomGenerator;

/**
 * Three processes in which something happens all the time: a claim as a net, a journey under rules, a review as a logic program. People look
 * at the worklist, take an item, think, and complete it, as people do but quicker; a program pays; customers start cases. Somebody who looks at the
 * demonstration can act under any of their names: an item is left alone for a while before it is taken, and what was claimed by hand stays in that hand.
 */
public final class LivingExamples implements AutoCloseable {
    private static final List<String> FILES = List.of("claim.pl", "travel.deps", "review.pl");

    private static final Map<String, List<String>> PEOPLE = Map.of(
            "clara", List.of("clerk"),
            "carl", List.of("clerk"),
            "emil", List.of("expert"),
            "tara", List.of("traveller"),
            "tom", List.of("traveller"),
            "dora", List.of("desk"),
            "fred", List.of("first_reviewer"),
            "sue", List.of("second_reviewer"),
            "edith", List.of("editor"));

    /** How many cases of a process are open at most. */
    private static final int MOST_OPEN = 12;

    private static final Duration PAYING = Duration.ofMillis(400);

    /** For how many thoughts an item is left to visitors of the demonstration. */
    private static final int PATIENCE = 6;

    /** After this time somebody who claimed an item by hand has gone. */
    private static final Duration FORGOTTEN = Duration.ofMinutes(15);

    private final Millrace mill;
    private final Duration pace;
    private final List<Thread> threads = new ArrayList<>();

    /** Deploys the examples and lets them live. */
    public static LivingExamples in(Millrace mill) {
        return new LivingExamples(mill, Duration.ofMillis(1_200));
    }

    /** @param pace how long a person thinks, about */
    LivingExamples(Millrace mill, Duration pace) {
        this.mill = mill;
        this.pace = pace;
        FILES.forEach(this::deploy);
        PEOPLE.forEach((name, roles) -> mill.participant(name, roles.toArray(String[]::new)));
        mill.on("bank", work -> {
            Thread.sleep(PAYING);
            return Data.fields("paid", true);
        });
        PEOPLE.keySet().forEach(name -> live("millrace-demo-" + name, () -> work(name)));
        live("millrace-demo-customers", this::order);
    }

    private void live(String name, Runnable life) {
        threads.add(Thread.ofVirtual().name(name).start(life));
    }

    private void deploy(String file) {
        String source = text(file);
        for (Language language : ServiceLoader.load(Language.class)) {
            if (language.reads(file, source)) {
                mill.deploy(language.compile(language.processIn(file, source), file, source));
                return;
            }
        }
        throw new IllegalStateException("No language reads " + file);
    }

    private static String text(String file) {
        try (InputStream in = Objects.requireNonNull(LivingExamples.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // Customers.

    private void order() {
        RandomGenerator chance = RandomGenerator.getDefault();
        try {
            for (int round = 0; ; round++) {
                attempt(() -> start("claim", Data.fields("amount", chance.nextInt(100, 9_000)), "C-" + chance.nextInt(1_000, 9_999)));
                attempt(() -> start("travel", Data.fields(), "T-" + chance.nextInt(1_000, 9_999)));
                attempt(() -> start("review", Data.of("review(p" + chance.nextInt(100, 999) + ")"), null));
                Thread.sleep(round < 2 ? pace.dividedBy(4) : pace.multipliedBy(2));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void start(String process, Data input, @org.jspecify.annotations.Nullable String key) {
        if (mill.count(CaseQuery.ofProcess(process).inState(CaseStatus.RUNNING)) < MOST_OPEN) {
            mill.operator("customer").start(process, input, key);
        }
    }

    // People.

    private void work(String name) {
        RandomGenerator chance = RandomGenerator.getDefault();
        try {
            while (true) {
                think(chance);
                for (WorkItem item : mill.work(WorkQuery.forParticipant(name), null, 20).items().stream().map(listed -> listed.item()).toList()) {
                    if (isFree(item)) {
                        attempt(() -> take(name, item, chance));
                        break;
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isFree(WorkItem item) {
        Duration age = Duration.between(item.offered(), Instant.now());
        Duration left = item.state() == WorkState.OFFERED ? pace.multipliedBy(PATIENCE) : FORGOTTEN;
        return item.delayed() == null && item.incident() == null && item.state() != WorkState.SUSPENDED && age.compareTo(left) > 0;
    }

    private void take(String name, WorkItem item, RandomGenerator chance) throws InterruptedException {
        if (item.state() == WorkState.OFFERED) {
            mill.as(name).claim(item.id());
        }
        if (item.state() != WorkState.STARTED) {
            mill.as(name).startWork(item.id());
        }
        think(chance);
        switch (item.task()) {
            case "check" -> complete(name, item, Data.fields("fine", true));
            case "second_look" -> complete(name, item, Data.fields("agreed", true));
            case "buy" -> {
                if (chance.nextInt(4) == 0) {
                    mill.as(name).fail(item.id(), "sold out");
                } else {
                    complete(name, item, Data.fields("seat", chance.nextInt(1, 60)));
                }
            }
            case "book" -> complete(name, item, Data.fields("room", chance.nextInt(100, 400)));
            case "first_reviewer", "second_reviewer" -> complete(name, item, Data.of(chance.nextInt(4) == 0 ? "reject" : "accept"));
            case "editor" -> complete(name, item, Data.of("done"));
            default -> complete(name, item, Data.fields());
        }
    }

    /** What a rule delays is recorded, and happens by itself: the person goes on with something else. */
    private void complete(String name, WorkItem item, Data output) {
        mill.as(name).ask(new Command.Complete(item.id(), output, 0)).join();
    }

    private void think(RandomGenerator chance) throws InterruptedException {
        Thread.sleep(chance.nextLong(pace.toMillis() / 2, pace.toMillis() * 3 / 2));
    }

    private interface Attempt {
        void make() throws InterruptedException;
    }

    /** Somebody else may have been quicker, or an operator may have changed things: people shrug and go on. */
    private static void attempt(Attempt attempt) throws InterruptedException {
        try {
            attempt.make();
        } catch (RefusedException e) {
            // As said.
        }
    }

    /** Everybody goes home. */
    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
        try {
            for (Thread thread : threads) {
                thread.join(Duration.ofSeconds(5));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
