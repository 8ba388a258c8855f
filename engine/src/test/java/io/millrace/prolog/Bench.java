package io.millrace.prolog;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.command.Effect;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.MemoryStore;
import io.millrace.kernel.Kernel;
import io.millrace.kernel.Setup;
import io.millrace.kernel.Stepped;
import io.millrace.kernel.index.Parts;
import io.millrace.kernel.record.Request;
import io.millrace.language.Compiled;
import io.millrace.problem.Problem;
import io.millrace.query.CaseDetails;
import io.millrace.query.CaseStatus;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.runtime.Monitor;
import io.millrace.runtime.PayloadCodec;
import io.millrace.runtime.Settings;
import io.millrace.work.WorkItem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** An engine on the tester's thread, with a memory store, a clock moved by hand, and the replay check on. */
final class Bench implements Script.Stage {
    private static final String TENANT = "t";

    private final MemoryStore store = new MemoryStore();
    private final boolean restarting;
    private Stepped stepped;
    private Kernel kernel;
    private CaseId last = CaseId.root(1);
    private int told;
    final List<Effect> effects = new ArrayList<>();

    /** @param restarting whether the engine crashes and recovers after every phase */
    Bench(Instant start, boolean restarting) {
        this.stepped = new Stepped(start);
        this.restarting = restarting;
        this.kernel = begin();
    }

    static Bench of(String program) {
        Bench bench = new Bench(Instant.EPOCH, false);
        bench.deploy("p", program);
        return bench;
    }

    private Kernel begin() {
        Kernel opened = Kernel.open(new Setup(
                store,
                Parts.ALL,
                Settings.DEFAULT.lanes(1).checkReplay(true),
                stepped,
                stepped,
                Monitor.NONE,
                PayloadCodec.PLAIN,
                List.of(new WorkflowProlog()),
                effects::addAll));
        opened.start();
        return opened;
    }

    int deploy(String name, String program) {
        return deploy(new WorkflowProlog().compile(name, program));
    }

    int deploy(Compiled<?> process) {
        return done(new Command.Deploy(process)).asInt();
    }

    /** The engine is gone without a word, and another opens what it wrote. */
    void restart() {
        stepped.drain();
        stepped = new Stepped(stepped.now());
        kernel = begin();
        stepped.drain();
    }

    private <T> T finished(CompletableFuture<T> answer) {
        stepped.drain();
        return answer.join();
    }

    Answer ask(Command command) {
        Answer answer = finished(kernel.ask(new Request(TENANT, command, null, null, null, null, null, null)));
        settle();
        return answer;
    }

    /** Lets what is due happen: an instant that has come when a goal begins to wait for it is a phase of its own. */
    private void settle() {
        stepped.drain();
        stepped.advance(Duration.ZERO);
        stepped.drain();
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

    CaseId start(Data input) {
        last = CaseId.root(done(new Command.Start("p", 0, input, null)).asLong());
        return last;
    }

    @Override
    public void start() {
        start(Data.nothing());
        between();
    }

    private void between() {
        if (restarting) {
            restart();
        }
    }

    @Override
    public void advanceTo(Instant instant) {
        Duration ahead = Duration.between(stepped.now(), instant);
        stepped.advance(ahead.isNegative() ? Duration.ZERO : ahead);
        settle();
        between();
    }

    @Override
    public @Nullable Problem complete(int work, Data output) {
        Answer answer = ask(new Command.Complete(new WorkId(last, work), output, 0));
        between();
        return answer instanceof Answer.Refused refused ? refused.problem() : null;
    }

    /** Replies to an open message with a term. */
    void reply(int message, String term) {
        Problem problem = complete(message, WorkflowProlog.data(term));
        if (problem != null) {
            throw new AssertionError(problem.message());
        }
    }

    @Override
    public List<Data> phases() {
        List<Data> phases = history().stream()
                .filter(event -> PhaseReports.isPhase(event.kind()))
                .map(HistoryEvent::detail)
                .toList();
        List<Data> fresh = phases.subList(told, phases.size());
        told = phases.size();
        return fresh;
    }

    List<HistoryEvent> history() {
        return kernel.history().ofCase(TENANT, last, null, 100_000, History.Order.OLDEST_FIRST).items();
    }

    CaseDetails look() {
        return finished(kernel.look(TENANT, last));
    }

    CaseStatus status() {
        return look().info().status();
    }

    /** Why the case waits for an operator; empty if it does not. */
    String incident() {
        String incident = look().info().incident();
        return incident == null ? "" : incident;
    }

    Data outcome() {
        return look().info().outcome();
    }

    List<String> offered() {
        return look().work().stream().map(WorkItem::task).toList();
    }

    CaseId caseId() {
        return last;
    }

    void advance(Duration duration) {
        advanceTo(stepped.now().plus(duration));
    }
}
