package io.millrace.cli.demo;

import io.millrace.cli.Screen;
import io.millrace.cli.Screen.Style;
import io.millrace.data.Data;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The course of the demonstration: run, kill, run again, compare. */
public final class Demo {
    private static final Duration PATIENCE = Duration.ofMillis(50);
    /** A child that says nothing for so long is stuck. */
    private static final Duration SILENCE = Duration.ofSeconds(60);

    private final Screen screen;
    private final Path directory;
    private final int claims;
    private final Instant began = Instant.now();
    private final Board board;
    private final Set<String> acknowledged = new LinkedHashSet<>();
    private Tally tally = new Tally();

    public Demo(Screen screen, Path directory, int claims) {
        this.screen = screen;
        this.directory = directory;
        this.claims = claims;
        this.board = new Board(screen, claims, began);
    }

    /** What the parent knew at the moment of the kill. */
    private record Kill(long pid, Instant when, int running, int work, int acknowledged) {}

    /** What a child found when it was ready. */
    private record Recovery(Duration whole, Duration opening, int running, int work) {}

    /** Runs it, and says whether everything that was acknowledged is there. */
    public boolean run() throws InterruptedException {
        board.say(screen.style(Style.STRONG, claims + " claims") + ": assessed by a Java handler, reviewed by people, paid by a program;");
        board.say("every step is recorded in " + Child.journal(directory) + " before anybody hears of it.");
        Kill kill;
        try (Child first = Child.start(directory, claims)) {
            follow(first, claims * 2 / 5);
            kill = kill(first);
        }
        board.say("");
        board.say(screen.style(Style.BAD, "kill -9 " + kill.pid()) + "  the engine is gone: " + kill.running()
                + " claims are under way, " + kill.work() + " work items open,");
        board.say(kill.acknowledged() + " commands were acknowledged.");
        tally = new Tally();
        Recovery recovery;
        try (Child second = Child.start(directory, claims)) {
            recovery = ready(second);
            long missing = missing();
            board.say(String.format(
                    Locale.ROOT,
                    "%s  ready after %.2f s, %.2f s of it for the journal; found: %d claims under way,",
                    screen.style(Style.GOOD, "restarted"),
                    recovery.whole().toMillis() / 1000.0,
                    recovery.opening().toMillis() / 1000.0,
                    recovery.running()));
            board.say(recovery.work() + " open work items, and "
                    + (missing == 0 ? "everything that was acknowledged." : "not " + missing + " acknowledged commands."));
            follow(second, Integer.MAX_VALUE);
        }
        board.settle(tally);
        return new Findings(screen, tally, acknowledged, payments())
                .print(kill.pid(), kill.when(), kill.acknowledged(), recovery.whole(), Duration.between(began, Instant.now()));
    }

    /** Shows what the child says until so many claims are done, or until it has finished. */
    private void follow(Child child, int enough) throws InterruptedException {
        Instant heard = Instant.now();
        while (tally.ended() < enough) {
            Data line = child.next(PATIENCE);
            if (line != null) {
                heard = Instant.now();
                if (line.has("finished")) {
                    return;
                }
                if (Child.isEnd(line)) {
                    throw gone(child);
                }
                take(line);
            } else if (heard.plus(SILENCE).isBefore(Instant.now())) {
                throw gone(child);
            }
            board.show(tally);
        }
    }

    private static RefusedException gone(Child child) {
        return new RefusedException(Code.FAILED.with("the engine of the demonstration ended or hangs; it said: " + child.complaint()));
    }

    /** Kills the child, and reads what it had said until then: all that counts as acknowledged. */
    private Kill kill(Child child) throws InterruptedException {
        child.kill();
        Instant when = Instant.now();
        Data line = child.next(SILENCE);
        while (line != null && !Child.isEnd(line)) {
            take(line);
            line = child.next(SILENCE);
        }
        board.settle(tally);
        return new Kill(child.pid(), when, tally.running(), tally.openWork(), acknowledged.size());
    }

    private Recovery ready(Child child) throws InterruptedException {
        while (true) {
            Data line = child.next(SILENCE);
            if (line == null || Child.isEnd(line)) {
                throw gone(child);
            }
            if (line.has("ready")) {
                Data ready = line.at("ready");
                return new Recovery(
                        child.age(),
                        Duration.ofMillis(ready.at("openedMillis").asLong()),
                        ready.at("running").asInt(),
                        ready.at("work").asInt());
            }
            take(line);
        }
    }

    private void take(Data line) {
        if (line.has("event")) {
            tally.take(line.at("event"));
        } else if (line.has("acknowledged")) {
            acknowledged.add(line.at("acknowledged").text());
        }
    }

    private long missing() {
        return acknowledged.stream().filter(what -> !tally.knows(what)).count();
    }

    private List<String> payments() {
        Path ledger = Child.ledger(directory);
        try {
            return Files.exists(ledger) ? Files.readAllLines(ledger) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes what the demonstration left, if anything. */
    public static void remove(@Nullable Path directory) throws IOException {
        if (directory == null || !Files.exists(directory)) {
            return;
        }
        try (var files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
