package io.millrace.kernel;

import io.millrace.command.Answer;
import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.kernel.lane.Ask;
import io.millrace.kernel.lane.Backlog;
import io.millrace.kernel.lane.Committer;
import io.millrace.kernel.lane.Lanes;
import io.millrace.kernel.lane.Life;
import io.millrace.kernel.lane.Quiet;
import io.millrace.kernel.record.Input;
import io.millrace.kernel.record.Request;
import io.millrace.kernel.record.Requests;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Takes commands to their lanes, and their answers back to whoever waits. */
final class Asking {
    private static final int SWEPT = 10_000;
    private static final Duration REPORT_AGAIN = Duration.ofMillis(500);

    private final Setup setup;
    private final Router router;
    private final Admission admission;
    private final Requests requests;
    private final Lanes lanes;
    private final Committer committer;
    private final Commits commits;
    private final Life life;
    private final Quiet quiet;

    Asking(
            Setup setup,
            Router router,
            Admission admission,
            Store store,
            Lanes lanes,
            Committer committer,
            Commits commits,
            Life life,
            Quiet quiet) {
        this.setup = setup;
        this.router = router;
        this.admission = admission;
        this.requests = new Requests(
                store, setup.codec(), setup.time(), setup.settings().requestMemory(), this::sweepRequests);
        this.lanes = lanes;
        this.committer = committer;
        this.commits = commits;
        this.life = life;
        this.quiet = quiet;
    }

    /** Asks a command; the answer comes when it is durable. */
    CompletableFuture<Answer> ask(Request request) {
        try {
            return request.requestId() != null ? requests.once(request, key -> first(request, key)) : first(request, null);
        } catch (StoreException e) {
            return refused(e.problem());
        }
    }

    /** The answer that a request was given before, or null. */
    @Nullable CompletableFuture<Answer> known(Request request) {
        return requests.known(request);
    }

    /** Asks what was not asked before. A refusal that needs no turn is remembered like any other answer. */
    private CompletableFuture<Answer> first(Request request, Requests.@Nullable Key key) {
        Problem problem = admission.problemWith(request);
        CompletableFuture<Answer> answer = problem == null ? submit(request, key) : refused(problem);
        boolean remembered = setup.store() != null && problem == null;
        return key == null || remembered ? answer : answer.thenCompose(given -> remembering(key, given));
    }

    /** Remembers an answer that no turn has written down: one without a turn, or in an engine without a store. */
    private CompletableFuture<Answer> remembering(Requests.Key key, Answer answer) {
        if (answer instanceof Answer.Refused refused && refused.problem().code() == Code.TOO_BUSY) {
            return CompletableFuture.completedFuture(answer);
        }
        Batch batch = new Batch();
        Requests.remember(batch, key, answer, setup.time().now(), setup.codec());
        CompletableFuture<Answer> durable = new CompletableFuture<>();
        Runnable gone = waiting(durable);
        commits.submit(batch, failure -> {
            gone.run();
            durable.complete(failure == null ? answer : new Answer.Refused(failure));
        });
        return durable;
    }

    private void sweepRequests() {
        setup.threads().fork(() -> {
            Batch batch = new Batch();
            if (requests.sweep(batch, SWEPT) > 0) {
                commits.submit(batch, problem -> {});
            }
        });
    }

    /** An answer that comes in any case: the engine's end is one, too. */
    private Runnable waiting(CompletableFuture<Answer> answer) {
        return life.waiting(() -> {
            Problem reason = life.reason();
            answer.complete(new Answer.Refused(reason == null ? Code.STOPPED.with("The engine is closed") : reason));
        });
    }

    private CompletableFuture<Answer> submit(Request request, Requests.@Nullable Key key) {
        long bytes = Backlog.bytesOf(request.command());
        Input input = router.route(request.tenant(), request.command());
        Backlog backlog = lanes.backlogOf(input.to());
        if (!backlog.enter(bytes, setup.settings())) {
            return refused(Code.TOO_BUSY.with(backlog.count()));
        }
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        Runnable gone = waiting(answer);
        quiet.begin();
        lanes.of(input.to()).ask(new Ask(input, request, key, given -> {
            backlog.leave(bytes);
            gone.run();
            answer.complete(given);
        }, quiet::end, committer.epoch()));
        return answer;
    }

    private static CompletableFuture<Answer> refused(Problem problem) {
        return CompletableFuture.completedFuture(new Answer.Refused(problem));
    }

    /**
     * Takes the result of an automatic attempt. It must not get lost: what cannot be taken now is asked again, what
     * comes too late is dropped, and what is wrong with it is given back.
     */
    void report(Request request, Runnable settled, Consumer<Problem> wrong) {
        Input input = router.route(request.tenant(), request.command());
        quiet.begin();
        lanes.of(input.to()).ask(new Ask(
                input, request, null, answer -> reported(request, answer, settled, wrong), quiet::end, committer.epoch()));
    }

    private void reported(Request request, Answer answer, Runnable settled, Consumer<Problem> wrong) {
        if (!(answer instanceof Answer.Refused refused) || life.isClosing()) {
            settled.run();
            return;
        }
        switch (refused.problem().code()) {
            case STORE_FAILED, DISK_FULL, NO_CODE, WORK_SUSPENDED, PROJECTION_FAILED ->
                setup.time().wakeAt(setup.time().now().plus(REPORT_AGAIN), () -> report(request, settled, wrong));
            case UNKNOWN_CASE, UNKNOWN_WORK, CASE_ENDED, OLD_ATTEMPT -> {
                setup.monitor().count("late.results", 1);
                settled.run();
            }
            default -> wrong.accept(refused.problem());
        }
    }
}
