package io.millrace.cli;

import io.millrace.Journal;
import io.millrace.calculus.Questions;
import io.millrace.calculus.Rules;
import io.millrace.calculus.Solution;
import io.millrace.calculus.Solutions;
import io.millrace.id.CaseId;
import io.millrace.journal.Onlooker;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.AgentInfo;
import io.millrace.query.CaseDetails;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.ListedWork;
import io.millrace.query.Page;
import io.millrace.query.PoolInfo;
import io.millrace.query.PooledWork;
import io.millrace.query.Reason;
import io.millrace.query.TimerInfo;
import io.millrace.query.WorkQuery;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A journal on this machine, whether or not an engine runs on it. */
final class LocalRecords implements Records {
    private static final long LOOK_EVERY_MILLIS = 250;

    private final Screen screen;
    private final Onlooker store;
    private final Journal journal;
    private final String tenant;

    LocalRecords(Screen screen, Path directory, String tenant) {
        this.screen = screen;
        this.store = JournalOptions.look(directory);
        this.journal = JournalOptions.records(store, JournalOptions.languages());
        this.tenant = tenant;
    }

    @Override
    public Page<CaseInfo> cases(CaseQuery query, Instant at, @Nullable String cursor, int limit) {
        return at.equals(Instant.MAX) ? journal.cases(tenant, query, cursor, limit) : journal.at(tenant, at).cases(query, cursor, limit);
    }

    @Override
    public Page<ListedWork> work(WorkQuery query, @Nullable String cursor, int limit) {
        return journal.work(tenant, query, cursor, limit);
    }

    @Override
    public CaseDetails look(CaseId id, Instant at) {
        return journal.at(tenant, at).look(id);
    }

    @Override
    public Reason why(CaseId id, String task, Instant at) {
        return journal.at(tenant, at).why(id, task);
    }

    @Override
    public Page<HistoryEvent> history(@Nullable CaseId id, @Nullable String cursor, int limit, History.Order order) {
        if (id == null) {
            return journal.history().all(cursor, limit, order);
        }
        known(id);
        return journal.history().ofCase(tenant, id, cursor, limit, order);
    }

    private void known(CaseId id) {
        if (journal.find(tenant, id) == null) {
            throw new RefusedException(Code.UNKNOWN_CASE.with(id));
        }
    }

    /** Looks again and again: a journal of another process has no bell to ring. */
    @Override
    public void follow(@Nullable CaseId id, Consumer<HistoryEvent> listener) {
        if (id != null) {
            known(id);
        }
        String next = journal.history().end();
        try {
            while (!Thread.currentThread().isInterrupted()) {
                store.catchUp();
                Page<HistoryEvent> page = journal.history().all(next, 1_000, History.Order.OLDEST_FIRST);
                page.items().stream()
                        .filter(event -> id == null || event.caseId() != null && event.caseId().isWithin(id))
                        .forEach(listener);
                next = page.cursor() == null ? journal.history().end() : page.cursor();
                if (page.cursor() == null) {
                    Thread.sleep(LOOK_EVERY_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Page<TimerInfo> timers(@Nullable String cursor, int limit) {
        return journal.timers(tenant, cursor, limit);
    }

    @Override
    public List<String> pools() {
        return journal.pools(tenant);
    }

    @Override
    public PoolInfo pool(String name) {
        return journal.pool(tenant, name);
    }

    @Override
    public Page<AgentInfo> agents(String pool, @Nullable String cursor, int limit) {
        return journal.agents(tenant, pool, cursor, limit);
    }

    @Override
    public Page<PooledWork> waiting(String pool, @Nullable String cursor, int limit) {
        return journal.waiting(tenant, pool, cursor, limit);
    }

    @Override
    public long ask(Question question, Answers answers) {
        Questions questions;
        try (Progress progress = new Progress(screen, "Reading the history", "cases")) {
            questions = journal.questions(tenant, Instant::now, progress::at);
        }
        return answer(questions, question, answers);
    }

    /** Answers from any history. */
    static long answer(Questions questions, Question question, Answers answers) {
        Questions equipped = questions;
        for (Clauses clauses : question.rules()) {
            equipped = equipped.with(Rules.read(clauses.file(), clauses.text()));
        }
        equipped = question.at().equals(Instant.MAX) ? equipped : equipped.at(question.at());
        long found = 0;
        try (Solutions solutions = equipped.ask(question.goal())) {
            while (found < question.limit() && solutions.hasNext()) {
                Solution solution = solutions.next();
                found++;
                answers.answer(solution.toString(), solution.toData());
            }
        }
        return found;
    }

    @Override
    public void close() {
        journal.close();
    }
}
