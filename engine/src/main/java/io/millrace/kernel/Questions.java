package io.millrace.kernel;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.journal.StoreException;
import io.millrace.kernel.entity.CaseEntity;
import io.millrace.kernel.entity.CaseRows;
import io.millrace.kernel.entity.CaseState;
import io.millrace.kernel.entity.Ledger;
import io.millrace.kernel.entity.PoolEntity;
import io.millrace.kernel.entity.Rehearsal;
import io.millrace.kernel.index.Listings;
import io.millrace.kernel.lane.Lanes;
import io.millrace.kernel.lane.Life;
import io.millrace.kernel.lane.Quiet;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Input;
import io.millrace.kernel.record.Request;
import io.millrace.language.Compiled;
import io.millrace.language.Plan;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseDetails;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseStatus;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Questions to one case as it stands after everything that was asked before. Each is answered by the case's lane. */
final class Questions {
    private final Setup setup;
    private final Admission admission;
    private final Lanes lanes;
    private final Listings lists;
    private final Function<String, Ledger.Surroundings> inputs;
    private final Life life;
    private final Quiet quiet;

    Questions(
            Setup setup,
            Admission admission,
            Lanes lanes,
            Listings lists,
            Function<String, Ledger.Surroundings> inputs,
            Life life,
            Quiet quiet) {
        this.setup = setup;
        this.admission = admission;
        this.lanes = lanes;
        this.lists = lists;
        this.inputs = inputs;
        this.life = life;
        this.quiet = quiet;
    }

    CompletableFuture<CaseDetails> look(String tenant, CaseId caseId) {
        return look(tenant, caseId, CaseRows::details, CaseRows::details);
    }

    /** The number of the last turn of a case, its sub-cases and its root. */
    CompletableFuture<Long> turn(String tenant, CaseId caseId) {
        CompletableFuture<Long> answer = life.waiting();
        EntityId entity = EntityId.OfCase.of(tenant, caseId);
        quiet.begin();
        answer.whenComplete((turn, failure) -> quiet.end());
        lanes.of(entity)
                .look(entity, state -> state.sequence, answer::complete, problem -> answer.completeExceptionally(new RefusedException(problem)));
        return answer;
    }

    /** What a command on a case would do if it were asked now; nothing is changed. */
    CompletableFuture<Plan> plan(Request request) {
        Problem problem = admission.problemWith(request);
        if (problem != null || !(request.command() instanceof Command.OfCase command)) {
            return CompletableFuture.completedFuture(Plan.refused(
                    problem == null ? Code.INTERVENTION.with("plan this", "it is not a command on a case") : problem));
        }
        CompletableFuture<Plan> plan = life.waiting();
        EntityId.OfCase entity = EntityId.OfCase.of(request.tenant(), command.caseId());
        quiet.begin();
        plan.whenComplete((shown, failure) -> quiet.end());
        lanes.of(entity)
                .look(
                        entity,
                        state -> state.sequence == 0
                                ? Plan.refused(Code.UNKNOWN_CASE.with(command.caseId()))
                                : request.turn() != null && request.turn() != state.sequence
                                ? Plan.refused(Code.CHANGED_MEANWHILE.with("Case '" + command.caseId() + "'"))
                                : Rehearsal.of(
                                        (CaseEntity) state,
                                        new Input.Act(entity, command),
                                        request,
                                        setup.time().now(),
                                        inputs.apply(request.tenant())),
                        plan::complete,
                        refusal -> plan.complete(Plan.refused(refusal)));
        return plan;
    }

    /** The case as lists show it. If its code is missing or its state cannot be rebuilt, the row of the list answers. */
    CompletableFuture<CaseInfo> info(String tenant, CaseId caseId) {
        return look(tenant, caseId, CaseRows::row, info -> info).exceptionallyCompose(failure -> {
            boolean unreadable = failure instanceof RefusedException refused
                    && (refused.code() == Code.NO_CODE || refused.code() == Code.QUARANTINED);
            CaseInfo row = unreadable ? ended(tenant, caseId).orElse(null) : null;
            return row == null ? CompletableFuture.failedFuture(failure) : CompletableFuture.completedFuture(row);
        });
    }

    /** Reads what stands under a name in a case's data; of a case that has ended, in its result. */
    CompletableFuture<Compiled.Reading> read(String tenant, CaseId caseId, String name) {
        return look(
                tenant,
                caseId,
                member -> member.status.isOpen()
                        ? member.code().reading(member.language(), name)
                        : reading(CaseRows.info(member), name),
                info -> reading(info, name));
    }

    /** Asks a running case a question that its process declares. */
    CompletableFuture<Data> ask(String tenant, CaseId caseId, String question) {
        return look(
                tenant,
                caseId,
                member -> {
                    if (!member.status.isOpen()) {
                        throw new RefusedException(Code.CASE_ENDED.with("ask", caseId, member.status.word()));
                    }
                    return member.code().answer(member.language(), question, setup.time().now());
                },
                info -> {
                    throw new RefusedException(Code.CASE_ENDED.with("ask", caseId, info.status().word()));
                });
    }

    /** Asks a pool. One into which work was put before anybody defined it is there, too. */
    <T> CompletableFuture<T> pool(String tenant, String name, Function<PoolEntity, T> question) {
        CompletableFuture<T> answer = life.waiting();
        EntityId entity = new EntityId.OfPool(tenant, name);
        quiet.begin();
        answer.whenComplete((given, failure) -> quiet.end());
        lanes.of(entity)
                .look(
                        entity,
                        state -> state.sequence == 0
                                ? Optional.<T>empty()
                                : Optional.of(question.apply((PoolEntity) state)),
                        found -> found.ifPresentOrElse(
                                answer::complete,
                                () -> answer.completeExceptionally(new RefusedException(Code.UNKNOWN_POOL.with(name)))),
                        problem -> answer.completeExceptionally(new RefusedException(problem)));
        return answer;
    }

    private static Compiled.Reading reading(CaseInfo ended, String name) {
        Data value = ended.status() == CaseStatus.COMPLETED ? ended.outcome().at(name) : Data.nothing();
        return value.isNothing()
                ? new Compiled.Reading.Never("the case is " + ended.status().word())
                : new Compiled.Reading.Here(value);
    }

    /** Asks a case in the heap, or, when it has left because it ended, the row that is left of it. */
    private <T> CompletableFuture<T> look(
            String tenant, CaseId caseId, Function<CaseState, T> question, Function<CaseInfo, T> ended) {
        CompletableFuture<T> answer = life.waiting();
        EntityId entity = EntityId.OfCase.of(tenant, caseId);
        quiet.begin();
        answer.whenComplete((details, failure) -> quiet.end());
        lanes.of(entity)
                .look(
                        entity,
                        state -> {
                            CaseState member = ((CaseEntity) state).member(caseId);
                            return member == null || member.process.isEmpty()
                                    ? Optional.<T>empty()
                                    : Optional.of(question.apply(member));
                        },
                        found -> answer(answer, found, tenant, caseId, ended),
                        problem -> answer.completeExceptionally(new RefusedException(problem)));
        return answer;
    }

    /** Whatever is thrown here, the one who waits must hear of it. */
    private <T> void answer(
            CompletableFuture<T> answer, Optional<T> found, String tenant, CaseId caseId, Function<CaseInfo, T> ended) {
        try {
            found.or(() -> ended(tenant, caseId).map(ended))
                    .ifPresentOrElse(
                            answer::complete,
                            () -> answer.completeExceptionally(new RefusedException(Code.UNKNOWN_CASE.with(caseId))));
        } catch (StoreException e) {
            answer.completeExceptionally(new RefusedException(e.problem()));
        } catch (RuntimeException | Error e) {
            answer.completeExceptionally(e);
        }
    }

    /** A sub-case that has ended leaves its root case's state; the list of cases remembers it. */
    private Optional<CaseInfo> ended(String tenant, CaseId caseId) {
        return setup.parts().cases() ? Optional.ofNullable(lists.find(tenant, caseId)) : Optional.empty();
    }
}
