package io.millrace.cli.demo;

import io.millrace.Commands;
import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.problem.RefusedException;
import io.millrace.query.WorkQuery;
import io.millrace.work.WorkItem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * People, as far as an engine can tell: each looks at the worklist, takes the first item, thinks, and completes it. An
 * operator puts incidents right.
 */
final class People {
    private static final Duration THINKING = Duration.ofMillis(350);
    private static final Duration LOOKING = Duration.ofMillis(25);
    private static final Duration CONSIDERING = Duration.ofMillis(700);

    private final Millrace mill;
    private final Consumer<String> acknowledged;
    private final List<Thread> threads = new ArrayList<>();

    /** @param acknowledged told of every completion when the engine has said that it is recorded */
    People(Millrace mill, Consumer<String> acknowledged) {
        this.mill = mill;
        this.acknowledged = acknowledged;
    }

    void begin() {
        mill.participants().forEach(person -> threads.add(Thread.ofVirtual().start(() -> live(person.name()))));
        threads.add(Thread.ofVirtual().start(this::operate));
    }

    void end() throws InterruptedException {
        threads.forEach(Thread::interrupt);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void live(String name) {
        try {
            while (true) {
                List<WorkItem> mine = held(name);
                if (mine.isEmpty()) {
                    mine = mill.as(name).claimNext(WorkQuery.forParticipant(name), 1);
                }
                if (mine.isEmpty()) {
                    Thread.sleep(LOOKING);
                }
                for (WorkItem item : mine) {
                    Thread.sleep(THINKING);
                    complete(mill.as(name), item, Data.fields("approved", Samples.approves(item.id().caseId().root())));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What they had taken before the engine was killed is still theirs. */
    private List<WorkItem> held(String name) {
        return mill.worklist(name).stream().filter(item -> name.equals(item.holder())).toList();
    }

    private void operate() {
        try {
            while (true) {
                Thread.sleep(CONSIDERING);
                for (var incident : mill.work(WorkQuery.ALL.onlyIncidents(), null, 10).items()) {
                    Thread.sleep(CONSIDERING);
                    complete(
                            mill.operator().because("paid by cheque"),
                            incident.item(),
                            Data.fields("cheque", incident.item().id().toString()));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void complete(Commands commands, WorkItem item, Data output) {
        try {
            commands.complete(item.id(), output);
            acknowledged.accept("complete " + item.id());
        } catch (RefusedException e) {
            // Somebody else was faster; the next look at the list shows what is left.
        }
    }
}
