package io.millrace.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.KeptStore;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.Batch;
import io.millrace.journal.Table;
import io.millrace.kernel.check.JournalCheck;
import io.millrace.event.Gate;
import io.millrace.event.Projection;
import io.millrace.kernel.index.Parts;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Input;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.Message;
import io.millrace.kernel.record.Outbox;
import io.millrace.kernel.record.Request;
import io.millrace.kernel.record.Shards;
import io.millrace.language.Plan;
import io.millrace.problem.Problem;
import io.millrace.query.CaseDetails;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.JournalReport;
import io.millrace.runtime.Monitor;
import io.millrace.runtime.PayloadCodec;
import io.millrace.runtime.Settings;
import io.millrace.work.Participant;
import io.millrace.work.WorkItem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;

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
    private final Gate gate;
    private List<Projection> projections;
    private final boolean stored;
    private final Steps[] processes;
    private Stepped stepped = new Stepped(Stepped.START);
    private Kernel kernel;
    private long told;

    Gated(Gate gate, List<Projection> projections, Steps... processes) {
        this(true, gate, projections, processes);
    }

    Gated(boolean stored, Gate gate, List<Projection> projections, Steps... processes) {
        this.stored = stored;
        this.gate = gate;
        this.projections = projections;
        this.processes = processes;
        kernel = open();
    }

    /** Ends the engine without warning, and opens another one on its store. */
    void crash() {
        stepped = new Stepped(stepped.now());
        kernel = open();
    }

    /** The same journal in an engine with other projections. */
    void projections(Projection... others) {
        projections = List.of(others);
        crash();
    }

    /** Builds on a thread of its own, which waits for commits. */
    void rebuild(Projection projection, LongConsumer progress) {
        meanwhile(() -> kernel.indexing().rebuild(projection, progress));
    }

    void erase(CaseId id) {
        meanwhile(() -> kernel.retention().erase(TENANT, id));
    }

    private void meanwhile(Runnable task) {
        CompletableFuture<Void> done = CompletableFuture.runAsync(task, runnable -> Thread.ofVirtual().start(runnable));
        while (!done.isDone()) {
            stepped.drain();
            Thread.onSpinWait();
        }
        done.join();
    }

    private Kernel open() {
        Setup setup = new Setup(
                stored ? store : null,
                Parts.ALL,
                Settings.DEFAULT.lanes(1).checkReplay(true),
                stepped,
                stepped,
                Monitor.NONE,
                PayloadCodec.PLAIN,
                List.of(),
                effects -> {});
        Kernel opened = Kernel.open(setup.with(gate).with(projections));
        opened.start();
        for (Steps process : processes) {
            finished(opened.ask(Request.internal(TENANT, new Command.Deploy(process))));
        }
        stepped.drain();
        return opened;
    }

    Kernel kernel() {
        return kernel;
    }

    /** Nothing is wrong in the whole journal. */
    void check() {
        assertThat(findings()).isEmpty();
    }

    List<JournalReport.Finding> findings() {
        return JournalCheck.of(store, PayloadCodec.PLAIN, List.of(), projections, turns -> {}).findings();
    }

    private <T> T finished(CompletableFuture<T> answer) {
        stepped.drain();
        return answer.join();
    }

    Answer ask(Command command) {
        return finished(kernel.ask(Request.internal(TENANT, command)));
    }

    Answer askAs(String who, Command command) {
        return finished(kernel.ask(new Request(TENANT, command, Participant.named(who), null, null, null, null, null)));
    }

    Answer askOnce(String id, Command command) {
        return finished(kernel.ask(new Request(TENANT, command, null, null, null, id, null, null)));
    }

    /** Asks something and goes no further than its commit: what follows from it is still to be done. */
    void stepUntilCommitted(Command command) {
        CompletableFuture<Answer> answer = kernel.ask(Request.internal(TENANT, command));
        while (!answer.isDone()) {
            stepped.step();
        }
    }

    /** A message of another entity arrives: it is in the outbox when the engine starts. */
    void told(Message.Decide message) {
        EntityId sender = new EntityId.OfMailbox(TENANT, "rule", "");
        EntityId.OfCase receiver = EntityId.OfCase.of(TENANT, message.caseId());
        Out body = new Out();
        Outbox.write(body, Input.taken(sender, ++told, receiver, message, Stepped.START));
        store.commit(new Batch().put(Table.OUTBOX, new Keys(Shards.in(store)).message(sender, told, receiver), body.toBytes()));
        crash();
    }

    Data done(Command command) {
        return switch (ask(command)) {
            case Answer.Done done -> done.value();
            case Answer.Refused refused -> throw new AssertionError(refused.problem().message());
            case Answer.Delayed delayed -> throw new AssertionError(delayed.problem().message());
        };
    }

    Problem refused(Command command) {
        return switch (ask(command)) {
            case Answer.Done done -> throw new AssertionError("not refused: " + command);
            case Answer.Refused refused -> refused.problem();
            case Answer.Delayed delayed -> delayed.problem();
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
