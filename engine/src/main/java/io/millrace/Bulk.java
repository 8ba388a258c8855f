package io.millrace;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.id.CaseId;
import io.millrace.problem.Argument;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseDetails;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.Page;
import io.millrace.work.WorkItem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asks the same of many cases: page by page, each case by commands of its own, all commands of a page at once. A case that was done
 * stays done, whatever becomes of the others.
 */
final class Bulk {
    /** Cases on one page: few enough to leave room for others in the queues, enough to share commits. */
    private static final int PAGE = 200;

    private final Commands commands;
    private final Engine engine;
    private final String tenant;

    Bulk(Commands commands, Engine engine, String tenant) {
        this.commands = commands;
        this.engine = engine;
        this.tenant = tenant;
    }

    Commands.Report run(CaseQuery query, Consumer<Commands.Report> progress, Function<CaseInfo, List<? extends Command.OfCase>> what) {
        Argument.given(query, "query");
        Argument.given(progress, "progress");
        long done = 0;
        List<Commands.Refusal> refused = new ArrayList<>();
        String cursor = null;
        do {
            Page<CaseInfo> page = engine.open().lists().cases(tenant, query, cursor, PAGE);
            Map<CaseId, List<CompletableFuture<Answer>>> asked = new LinkedHashMap<>();
            Map<CaseId, List<? extends Command.OfCase>> commandsOf = new LinkedHashMap<>();
            for (CaseInfo info : page.items()) {
                List<? extends Command.OfCase> wanted = List.of();
                try {
                    wanted = info.status().isOpen() ? what.apply(info) : List.of();
                } catch (RefusedException unreadable) {
                    // Such as a case whose process has no code here. The others do not depend on it.
                    refused.add(new Commands.Refusal(info.id(), unreadable.problem()));
                }
                if (!wanted.isEmpty()) {
                    commandsOf.put(info.id(), wanted);
                    asked.put(info.id(), wanted.stream().map(this::ask).toList());
                }
            }
            for (Map.Entry<CaseId, List<CompletableFuture<Answer>>> each : asked.entrySet()) {
                Problem problem = problem(each.getValue(), commandsOf.getOrDefault(each.getKey(), List.of()));
                if (problem == null) {
                    done++;
                } else {
                    refused.add(new Commands.Refusal(each.getKey(), problem));
                }
            }
            cursor = page.cursor();
            progress.accept(new Commands.Report(done, refused));
        } while (cursor != null);
        return new Commands.Report(done, refused);
    }

    /** Asks one command. A request id becomes one for each case and work item, the same in every repeat. */
    private CompletableFuture<Answer> ask(Command.OfCase command) {
        Object what = command instanceof Command.OfWork ofWork ? ofWork.work() : command.caseId();
        return commands.step(what.toString()).ask(command);
    }

    private @Nullable Problem problem(List<CompletableFuture<Answer>> answers, List<? extends Command.OfCase> asked) {
        Problem first = null;
        for (int i = 0; i < answers.size(); i++) {
            Problem problem = problem(engine.await(answers.get(i)));
            if (problem != null && problem.code() == Code.TOO_BUSY) {
                // The queue was full for a moment; by now the commands before this one are answered.
                problem = problem(engine.await(ask(asked.get(i))));
            }
            first = first == null ? problem : first;
        }
        return first;
    }

    private static @Nullable Problem problem(Answer answer) {
        return switch (answer) {
            case Answer.Done done -> null;
            case Answer.Refused refused -> refused.problem();
            case Answer.Delayed delayed -> delayed.problem();
        };
    }

    /** What tries the incidents of a case again. */
    static List<Command.OfCase> retries(Case wanted) {
        CaseDetails details = wanted.details();
        List<Command.OfCase> retries = new ArrayList<>();
        for (WorkItem item : details.work()) {
            if (item.incident() != null) {
                retries.add(new Command.RetryWork(item.id()));
            }
        }
        if (details.info().incident() != null) {
            retries.add(new Command.RetryCase(wanted.id()));
        }
        return retries;
    }
}
