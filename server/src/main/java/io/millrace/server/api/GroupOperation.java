package io.millrace.server.api;

import io.millrace.Commands;
import io.millrace.Tenant;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A command to everything that waits because of one cause. What waits is retried itself; it is the whole case that is cancelled or
 * migrated, also where a sub-case waits.
 */
final class GroupOperation {
    /** Few enough to leave room for others in the queues, enough to share commits. */
    private static final int AT_ONCE = 200;

    /** What is done. */
    record Act(String action, int version, Data mapping) {}

    private record Target(CaseId caseId, List<Command> commands) {}

    private final Tenant tenant;
    private final Function<String, Commands> commands;
    private final CaseQuery query;
    private final boolean dryRun;
    private final Act act;
    private final List<Commands.Refusal> refused = new ArrayList<>();
    private long done;

    /**
     * An operation.
     *
     * @param commands those of one step, which has a request id of its own
     * @param query what else must be true of the cases
     */
    GroupOperation(Tenant tenant, Function<String, Commands> commands, CaseQuery query, boolean dryRun, Act act) {
        this.tenant = tenant;
        this.commands = commands;
        this.query = query.onlyIncidents().withSubCases();
        this.dryRun = dryRun;
        this.act = act;
    }

    Commands.Report run(Incidents.Group group, Consumer<Commands.Report> progress) {
        Map<CaseId, List<Incidents.Open>> cases = new LinkedHashMap<>();
        for (Incidents.Open open : group.all()) {
            CaseId target = act.action().equals("retry") ? open.caseId() : CaseId.root(open.caseId().root());
            cases.computeIfAbsent(target, id -> new ArrayList<>()).add(open);
        }
        List<Target> targets = new ArrayList<>();
        for (Map.Entry<CaseId, List<Incidents.Open>> each : cases.entrySet()) {
            targets.add(new Target(each.getKey(), wanted(each.getKey(), each.getValue())));
            if (targets.size() == AT_ONCE) {
                carryOut(targets);
                targets.clear();
                progress.accept(new Commands.Report(done, refused));
            }
        }
        carryOut(targets);
        return new Commands.Report(done, refused);
    }

    /** What is asked of a case; nothing if it does not fit, or has ended meanwhile. */
    private List<Command> wanted(CaseId id, List<Incidents.Open> waiting) {
        try {
            CaseInfo waits = tenant.find(waiting.getFirst().caseId()).info();
            CaseInfo info = tenant.find(id).info();
            if (!query.admits(waits) || !info.status().isOpen()) {
                return List.of();
            }
            if (!act.action().equals("retry")) {
                return BulkApi.commands(tenant, act.action(), info, act.version(), act.mapping());
            }
            return waiting.stream()
                    .<Command>map(open -> open.work() == null ? new Command.RetryCase(open.caseId()) : new Command.RetryWork(open.work()))
                    .toList();
        } catch (RefusedException e) {
            refused.add(new Commands.Refusal(id, e.problem()));
            return List.of();
        }
    }

    private void carryOut(List<Target> targets) {
        Map<CaseId, List<CompletableFuture<Optional<Problem>>>> asked = new LinkedHashMap<>();
        for (Target target : targets) {
            if (!target.commands().isEmpty()) {
                asked.put(target.caseId(), target.commands().stream().map(this::ask).toList());
            }
        }
        asked.forEach((id, answers) -> {
            Problem problem = null;
            for (CompletableFuture<Optional<Problem>> answer : answers) {
                Problem given = Backend.await(answer).orElse(null);
                problem = problem == null ? given : problem;
            }
            if (problem == null) {
                done++;
            } else {
                refused.add(new Commands.Refusal(id, problem));
            }
        });
    }

    /** Why a command is refused, or would be; empty if it is not. */
    private CompletableFuture<Optional<Problem>> ask(Command command) {
        if (dryRun) {
            return commands.apply(step(command)).plan(command).thenApply(plan -> Optional.ofNullable(plan.refusal()));
        }
        // A queue that was full for a moment has room when the commands before are answered.
        return once(command)
                .thenCompose(problem -> problem.filter(full -> full.code() == Code.TOO_BUSY).isPresent()
                        ? once(command)
                        : CompletableFuture.completedFuture(problem));
    }

    private static String step(Command command) {
        return command instanceof Command.OfWork work ? work.work().toString() : command instanceof Command.OfCase of ? of.caseId().toString() : "";
    }

    private CompletableFuture<Optional<Problem>> once(Command command) {
        return commands.apply(step(command)).ask(command).thenApply(answer -> switch (answer) {
            case Answer.Done fine -> Optional.empty();
            case Answer.Refused no -> Optional.of(no.problem());
            case Answer.Delayed later -> Optional.of(later.problem());
        });
    }
}
