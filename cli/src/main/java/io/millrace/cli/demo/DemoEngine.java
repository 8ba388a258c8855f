package io.millrace.cli.demo;

import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.examples.Claims;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Page;
import io.millrace.query.Subscription;
import io.millrace.query.WorkQuery;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The child: an engine with everybody who takes part in the claims, until all of them are done or it is killed. What it
 * prints has happened: an acknowledgement is printed when the engine has given it, an event when it can be read.
 */
public final class DemoEngine {
    private static final int PAGE = 500;
    private static final Duration BETWEEN_CLAIMS = Duration.ofMillis(80);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(40);

    private final Millrace mill;
    private final PrintStream out;
    private final int count;
    /** What is in the history or was acknowledged here. */
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    private DemoEngine(Millrace mill, PrintStream out, int count) {
        this.mill = mill;
        this.out = out;
        this.count = count;
    }

    /** Arguments: the journal's directory, the bank's ledger, how many claims. */
    public static void main(String[] arguments) throws InterruptedException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        endWithParent();
        Instant began = Instant.now();
        try (Millrace mill = Millrace.open(Path.of(arguments[0]))) {
            mill.deploy(new Claims().process());
            Duration opened = Duration.between(began, Instant.now());
            new DemoEngine(mill, out, Integer.parseInt(arguments[2])).run(opened, Path.of(arguments[1]));
        }
    }

    /** A parent that is gone closes our input; nobody would see what we do. */
    private static void endWithParent() {
        Thread.ofPlatform().daemon().start(() -> {
            try {
                while (System.in.read() >= 0) {
                    // What is said does not matter, only that somebody is there.
                }
            } catch (IOException e) {
                // As good as an end.
            }
            Runtime.getRuntime().halt(1);
        });
    }

    private void run(Duration opened, Path ledger) throws InterruptedException {
        String end = mill.history().end();
        showPast();
        say(Data.fields(
                "ready",
                Data.fields(
                        "openedMillis", opened.toMillis(),
                        "running", running(PAGE),
                        "work", mill.work(WorkQuery.ALL, null, PAGE).items().size())));
        try (Subscription following = mill.history().follow(end, this::show)) {
            Claims.equip(mill, ledger);
            People people = new People(mill, this::acknowledged);
            people.begin();
            startClaims();
            while (running(1) > 0) {
                Thread.sleep(BETWEEN_LOOKS);
            }
            people.end();
            String last = mill.history().end();
            while (Long.parseLong(following.cursor()) < Long.parseLong(last)) {
                Thread.sleep(BETWEEN_LOOKS);
            }
        }
        say(Data.fields("finished", true));
    }

    private void showPast() {
        String cursor = null;
        do {
            Page<HistoryEvent> page = mill.history().all(cursor, PAGE, History.Order.OLDEST_FIRST);
            page.items().forEach(this::show);
            cursor = page.cursor();
        } while (cursor != null);
    }

    /** Every claim has a request id: after a restart all are sent again, and those that were there stay as they are. */
    private void startClaims() throws InterruptedException {
        for (int number = 1; number <= count; number++) {
            String key = "claim-" + number;
            var started = mill.operator().request(key).start(Claims.NAME, Data.of(Samples.claim(number)), key);
            boolean fresh = acknowledged("start " + started.id());
            if (fresh) {
                Thread.sleep(BETWEEN_CLAIMS);
            }
        }
    }

    private boolean acknowledged(String what) {
        say(Data.fields("acknowledged", what));
        return known.add(what);
    }

    private int running(int most) {
        return mill.cases(CaseQuery.ofProcess(Claims.NAME).inState(CaseStatus.RUNNING), null, most)
                .items()
                .size();
    }

    private void show(HistoryEvent event) {
        if (event.caseId() != null && event.kind().equals("CaseStarted")) {
            known.add("start " + event.caseId());
        }
        say(Data.fields("event", event.toData()));
    }

    private void say(Data line) {
        synchronized (out) {
            out.println(line.json());
        }
    }
}
