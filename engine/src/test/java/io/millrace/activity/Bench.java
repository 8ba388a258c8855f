package io.millrace.activity;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.MemoryStore;
import io.millrace.kernel.Kernel;
import io.millrace.kernel.Setup;
import io.millrace.kernel.Stepped;
import io.millrace.kernel.index.Parts;
import io.millrace.kernel.record.Request;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** An engine on the tester's thread, with a memory store, a clock moved by hand, and the replay check on. */
final class Bench {
    private static final String TENANT = "t";

    private final MemoryStore store = new MemoryStore();
    private final Settings settings;
    private final List<ActivityProcess> processes = new ArrayList<>();
    private Stepped stepped = new Stepped(Stepped.START);
    private Kernel kernel;
    private CaseId last = CaseId.root(1);

    private Bench(Settings settings) {
        this.settings = settings;
        this.kernel = begin();
    }

    static Bench of(Activity activity) {
        return of(ActivityProcess.named("p", activity));
    }

    static Bench of(ActivityProcess... processes) {
        return of(Settings.DEFAULT.lanes(1).checkReplay(true), processes);
    }

    static Bench of(Settings settings, ActivityProcess... processes) {
        Bench bench = new Bench(settings);
        for (ActivityProcess process : processes) {
            bench.deploy(process);
        }
        return bench;
    }

    private Kernel begin() {
        Kernel opened = Kernel.open(new Setup(
                store, Parts.ALL, settings, stepped, stepped, Monitor.NONE, PayloadCodec.PLAIN, List.of(), effects -> {}));
        opened.start();
        return opened;
    }

    void deploy(ActivityProcess process) {
        processes.add(process);
        done(new Command.Deploy(process));
    }

    /** The engine is gone without a word, and another opens what it wrote. */
    void restart() {
        stepped.drain();
        stepped = new Stepped(stepped.now());
        kernel = begin();
        processes.forEach(process -> done(new Command.Deploy(process)));
        stepped.drain();
    }

    private <T> T finished(CompletableFuture<T> answer) {
        stepped.drain();
        return answer.join();
    }

    Answer ask(Command command) {
        Answer answer = finished(kernel.ask(new Request(TENANT, command, null, null, null, null, null, null)));
        stepped.drain();
        return answer;
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

    CaseId start(Object... input) {
        Data data = input.length == 0 ? Data.fields() : fields(input);
        last = CaseId.root(done(new Command.Start("p", 0, data, null)).asLong());
        return last;
    }

    private static Data fields(Object... input) {
        Data data = Data.fields();
        for (int i = 0; i < input.length; i += 2) {
            data = data.with((String) input[i], input[i + 1]);
        }
        return data;
    }

    CaseId caseId() {
        return last;
    }

    CaseDetails look() {
        return finished(kernel.look(TENANT, last));
    }

    CaseStatus status() {
        return look().info().status();
    }

    Data data() {
        return look().data();
    }

    /** The result of a completed case. */
    Data result() {
        CaseDetails details = look();
        if (details.info().status() != CaseStatus.COMPLETED) {
            throw new AssertionError("the case is " + details.info().status() + ": "
                    + details.info().outcome() + details.next());
        }
        return details.info().outcome();
    }

    String reason() {
        CaseDetails details = look();
        if (details.info().status() != CaseStatus.FAILED) {
            throw new AssertionError("the case is " + details.info().status() + ": " + details.next());
        }
        return details.info().outcome().text();
    }

    List<WorkItem> open() {
        return look().work();
    }

    /** The tasks with open work, in the order of the items. */
    List<String> offered() {
        return open().stream().map(WorkItem::task).toList();
    }

    WorkItem item(String task) {
        return open().stream()
                .filter(item -> item.task().equals(task))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no open work '" + task + "' but " + offered()));
    }

    void complete(String task, Object... output) {
        complete(item(task).id(), output.length == 1 ? Data.of(output[0]) : fields(output));
    }

    void complete(WorkId work, Data output) {
        done(new Command.Complete(work, output, 0));
    }

    void startWork(String task) {
        done(new Command.StartWork(item(task).id()));
    }

    void fail(String task, String reason) {
        done(new Command.Fail(item(task).id(), reason, 0, false));
    }

    void signal(String name, String key, Object content) {
        done(new Command.Signal(name, key, Data.of(content)));
    }

    void advance(Duration duration) {
        stepped.advance(duration);
    }

    void move(@Nullable String from, String to) {
        done(new Command.Move(last, from, to));
    }

    void redo(String step) {
        done(new Command.Redo(last, step));
    }

    List<HistoryEvent> history() {
        return kernel.history().ofCase(TENANT, last, null, 10_000, History.Order.OLDEST_FIRST).items();
    }
}
