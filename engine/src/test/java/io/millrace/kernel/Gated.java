package io.millrace.kernel;

import io.millrace.KeptStore;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.kernel.entity.Gate;
import io.millrace.kernel.entity.Projection;
import io.millrace.kernel.index.Parts;
import io.millrace.kernel.record.Request;
import io.millrace.language.Plan;
import io.millrace.problem.Problem;
import io.millrace.query.CaseDetails;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.runtime.Monitor;
import io.millrace.runtime.PayloadCodec;
import io.millrace.runtime.Settings;
import io.millrace.work.WorkItem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A kernel with a gate and projections, which does what it is asked before the call returns. */
final class Gated {
    private static final String TENANT = "t";

    final List<Batch> commits = new ArrayList<>();
    final KeptStore store = new KeptStore() {
        @Override
        public void commit(Batch batch) {
            super.commit(batch);
            commits.add(batch);
        }
    };
    private final Stepped stepped = new Stepped(Stepped.START);
    private final Kernel kernel;

    Gated(Gate gate, List<Projection> projections, Steps... processes) {
        this(true, gate, projections, processes);
    }

    Gated(boolean stored, Gate gate, List<Projection> projections, Steps... processes) {
        Kernel.Setup setup = new Kernel.Setup(
                stored ? store : null,
                Parts.ALL,
                Settings.DEFAULT.lanes(1).checkReplay(true),
                stepped,
                stepped,
                Monitor.NONE,
                PayloadCodec.PLAIN,
                List.of(),
                effects -> {});
        kernel = Kernel.open(setup.with(gate).with(projections));
        kernel.start();
        for (Steps process : processes) {
            done(new Command.Deploy(process));
        }
    }

    private <T> T finished(CompletableFuture<T> answer) {
        stepped.drain();
        return answer.join();
    }

    Answer ask(Command command) {
        return finished(kernel.ask(Request.internal(TENANT, command)));
    }

    Data done(Command command) {
        return switch (ask(command)) {
            case Answer.Done done -> done.value();
            case Answer.Refused refused -> throw new AssertionError(refused.problem().message());
        };
    }

    Problem refused(Command command) {
        return switch (ask(command)) {
            case Answer.Done done -> throw new AssertionError("not refused: " + command);
            case Answer.Refused refused -> refused.problem();
        };
    }

    /** Gives the result of a handler. */
    void report(Command command) {
        kernel.report(Request.internal(TENANT, command), () -> {}, problem -> {
            throw new AssertionError(problem.message());
        });
        stepped.drain();
    }

    Plan plan(Command command) {
        return finished(kernel.plan(Request.internal(TENANT, command)));
    }

    CaseId start(String process) {
        return CaseId.root(done(new Command.Start(process, 0, Data.fields(), null)).asLong());
    }

    void advance(Duration duration) {
        stepped.advance(duration);
        stepped.drain();
    }

    CaseDetails look(CaseId id) {
        return finished(kernel.look(TENANT, id));
    }

    boolean exists(CaseId id) {
        CompletableFuture<CaseDetails> details = kernel.look(TENANT, id);
        stepped.drain();
        return !details.isCompletedExceptionally();
    }

    List<String> offered(CaseId id) {
        return look(id).work().stream().map(WorkItem::task).toList();
    }

    WorkItem item(CaseId id, String task) {
        return look(id).work().stream().filter(item -> item.task().equals(task)).findFirst().orElseThrow();
    }

    WorkId work(CaseId id, String task) {
        return item(id, task).id();
    }

    List<HistoryEvent> history(CaseId id) {
        return kernel.history().ofCase(TENANT, id, null, 10_000, History.Order.OLDEST_FIRST).items();
    }

    List<HistoryEvent> all() {
        return kernel.history().all(null, 10_000, History.Order.OLDEST_FIRST).items();
    }

    List<String> kinds(CaseId id) {
        return history(id).stream().map(HistoryEvent::kind).toList();
    }
}
