package io.millrace.cli;

import io.millrace.client.FederatedHistory;
import io.millrace.client.RemoteCase;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
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
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What commands look into: a journal on this machine, or an engine behind a server. The commands do not know which. An instant that is
 * {@link Instant#MAX} means now.
 */
interface Records extends AutoCloseable {
    Page<CaseInfo> cases(CaseQuery query, Instant at, @Nullable String cursor, int limit);

    Page<ListedWork> work(WorkQuery query, @Nullable String cursor, int limit);

    CaseDetails look(CaseId id, Instant at);

    Reason why(CaseId id, String task, Instant at);

    /** What happened, in one case or in all of them; a case that is not there is refused. */
    Page<HistoryEvent> history(@Nullable CaseId id, @Nullable String cursor, int limit, History.Order order);

    /** What happened in a case, here and at the engines that carry out parts of it; only a server can ask them. */
    default FederatedHistory federated(CaseId id, @Nullable String cursor, int limit, History.Order order) {
        throw new RefusedException(Code.BAD_USE.with("--remote needs --server: only a server can ask other engines"));
    }

    /** The open cases of other engines that carry out a case. A journal knows of them what the data of its own cases says. */
    default List<RemoteCase> remote(CaseId id) {
        return List.of();
    }

    /** Tells what happens from now on, until this thread is interrupted. */
    void follow(@Nullable CaseId id, Consumer<HistoryEvent> listener);

    Page<TimerInfo> timers(@Nullable String cursor, int limit);

    List<String> pools();

    PoolInfo pool(String name);

    Page<AgentInfo> agents(String pool, @Nullable String cursor, int limit);

    Page<PooledWork> waiting(String pool, @Nullable String cursor, int limit);

    /**
     * A question to the history.
     *
     * @param rules clauses to use beside those that are deployed
     */
    record Question(String goal, Instant at, List<Clauses> rules, long limit) {}

    /** The text of a file with clauses. */
    record Clauses(String file, String text) {}

    /** Takes an answer: as Prolog writes it, and as data. */
    interface Answers {
        void answer(String text, Data data);
    }

    /** Answers a question, one answer after the other; says how many there were. */
    long ask(Question question, Answers answers);

    @Override
    void close();
}
