package io.millrace.bench;

import static io.millrace.activity.Activities.call;
import static io.millrace.activity.Activities.parallel;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.work;

import io.millrace.Commands;
import io.millrace.Millrace;
import io.millrace.activity.ActivityProcess;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.journal.Store;
import io.millrace.query.ListedWork;
import io.millrace.query.WorkQuery;
import io.millrace.work.Limits;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The two jobs on which workflow engines are compared here.
 *
 * <ul>
 *   <li><b>A, straight through</b>: five service tasks in a row that do nothing, each its own commit. A case counts when
 *       its client has been told that it is complete and durable.
 *   <li><b>B, human tasks</b>: two tasks side by side, then one. A unit is 20 cases: start 20, then take work of one's
 *       group from the worklist, oldest first, ten at a time, and complete it, until 60 tasks are done.
 *   <li><b>B1, the same one by one</b>: as the harness for other engines drives it. Each client has a group of its own,
 *       starts one case after the other, and claims and completes each item of a page of ten by itself.
 * </ul>
 */
final class Jobs {
    private static final String GROUP = "clerks";
    private static final int CASES = 20;
    private static final int TASKS = 3 * CASES;

    private final Millrace mill;
    private final PrintStream out;

    Jobs(Millrace mill, PrintStream out) {
        this.mill = mill;
        this.out = out;
        mill.deploy(ActivityProcess.named("A", sequence(call("t1"), call("t2"), call("t3"), call("t4"), call("t5"))));
        mill.deploy(humanTasks("B", GROUP));
        for (int i = 1; i <= 5; i++) {
            mill.on("t" + i, Limits.atOnce(1_000), work -> null);
        }
    }

    private static ActivityProcess humanTasks(String name, String group) {
        return ActivityProcess.named(
                name, sequence(parallel(work("u1").role(group), work("u2").role(group)), work("u3").role(group)));
    }

    /** An engine with every part on a store. */
    static Millrace engine(Store store) {
        return Millrace.builder().everything().store(store).open();
    }

    int straightThrough() {
        mill.start("A").result();
        return 1;
    }

    int humanTasks(int client) {
        Commands clerk = mill.as("clerk-" + client);
        List<CompletableFuture<Answer>> starts = new ArrayList<>(CASES);
        for (int i = 0; i < CASES; i++) {
            starts.add(clerk.ask(new Command.Start("B", 0, Data.fields(), null)));
        }
        starts.forEach(CompletableFuture::join);
        int done = 0;
        while (done < TASKS) {
            List<WorkItem> mine = clerk.claimNext(WorkQuery.forRole(GROUP), Math.min(10, TASKS - done));
            if (mine.isEmpty()) {
                Thread.onSpinWait();
            }
            for (WorkItem item : mine) {
                clerk.complete(item.id(), Data.nothing());
                done++;
            }
        }
        return CASES;
    }

    int humanTasksOneByOne(int client) {
        Commands clerk = mill.as("clerk-" + client);
        for (int i = 0; i < CASES; i++) {
            clerk.start("B-" + client, Data.fields());
        }
        WorkQuery mine = WorkQuery.forRole(GROUP + "-" + client).inState(WorkState.OFFERED);
        int done = 0;
        while (done < TASKS) {
            for (ListedWork listed : mill.work(mine, null, 10).items()) {
                clerk.claim(listed.item().id());
                clerk.complete(listed.item().id(), Data.nothing());
                done++;
            }
        }
        return CASES;
    }

    void clerks(int count) {
        for (int i = 0; i < count; i++) {
            mill.participant("clerk-" + i, GROUP, GROUP + "-" + i);
            mill.deploy(humanTasks("B-" + i, GROUP + "-" + i));
        }
    }

    void run(String storage, double seconds, int rounds) {
        clerks(64);
        Load.run(64, 2 * seconds, client -> straightThrough());
        Load.run(16, seconds, this::humanTasks);
        Load.run(16, seconds, this::humanTasksOneByOne);
        for (int round = 0; round < rounds; round++) {
            for (int clients : new int[] {1, 16, 64, 128}) {
                Load.run(clients, seconds, client -> straightThrough()).print(out, "A " + storage, clients);
            }
            for (int clients : new int[] {1, 16, 64}) {
                Load.run(clients, seconds, this::humanTasks).print(out, "B " + storage, clients);
            }
            for (int clients : new int[] {1, 16, 64}) {
                Load.run(clients, seconds, this::humanTasksOneByOne).print(out, "B1 " + storage, clients);
            }
        }
    }
}
