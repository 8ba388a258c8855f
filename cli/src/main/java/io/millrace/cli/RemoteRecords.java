package io.millrace.cli;

import io.millrace.client.FederatedHistory;
import io.millrace.client.Following;
import io.millrace.client.MillraceClient;
import io.millrace.client.RemoteCase;
import io.millrace.id.CaseId;
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
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An engine behind a server. */
final class RemoteRecords implements Records {
    private final Screen screen;
    private final MillraceClient client;

    RemoteRecords(Screen screen, MillraceClient client) {
        this.screen = screen;
        this.client = client;
    }

    @Override
    public Page<CaseInfo> cases(CaseQuery query, Instant at, @Nullable String cursor, int limit) {
        return client.cases(query, at, cursor, limit);
    }

    @Override
    public Page<ListedWork> work(WorkQuery query, @Nullable String cursor, int limit) {
        return client.work(query, cursor, limit);
    }

    @Override
    public CaseDetails look(CaseId id, Instant at) {
        return client.look(id, at);
    }

    @Override
    public Reason why(CaseId id, String task, Instant at) {
        return client.why(id, task, at);
    }

    @Override
    public Page<HistoryEvent> history(@Nullable CaseId id, @Nullable String cursor, int limit, History.Order order) {
        if (id == null) {
            return client.history(cursor, limit, order);
        }
        Page<HistoryEvent> page = client.history(id, cursor, limit, order);
        if (page.items().isEmpty() && cursor == null) {
            // Every case has a history: without one, asking for the case itself says that there is none.
            client.look(id);
        }
        return page;
    }

    @Override
    public FederatedHistory federated(CaseId id, @Nullable String cursor, int limit, History.Order order) {
        client.look(id);
        return client.federatedHistory(id, cursor, limit, order);
    }

    @Override
    public List<RemoteCase> remote(CaseId id) {
        return client.remoteCases(id);
    }

    @Override
    public void follow(@Nullable CaseId id, Consumer<HistoryEvent> listener) {
        if (id != null) {
            client.look(id);
        }
        try (Following following = client.follow(null, id, List.of(), listener)) {
            following.ended().get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new CompletionException(e.getCause());
        }
    }

    @Override
    public Page<TimerInfo> timers(@Nullable String cursor, int limit) {
        return client.timers(cursor, limit);
    }

    @Override
    public List<String> pools() {
        return client.pools().stream().map(PoolInfo::name).toList();
    }

    @Override
    public PoolInfo pool(String name) {
        return client.pool(name);
    }

    @Override
    public Page<AgentInfo> agents(String pool, @Nullable String cursor, int limit) {
        return client.agents(pool, cursor, limit);
    }

    @Override
    public Page<PooledWork> waiting(String pool, @Nullable String cursor, int limit) {
        return client.waiting(pool, cursor, limit);
    }

    @Override
    public long ask(Question question, Answers answers) {
        int most = (int) Math.min(question.limit(), Integer.MAX_VALUE);
        io.millrace.client.Answers found = client.questions(
                question.goal(), question.at(), question.rules().stream().map(Clauses::text).toList(), most);
        for (int i = 0; i < found.values().size(); i++) {
            answers.answer(found.texts().get(i), found.values().get(i));
        }
        if (found.more() && found.values().size() < question.limit()) {
            screen.complain("There are more answers than a server gives at once; the first " + found.values().size() + " are shown.");
        }
        return found.values().size();
    }

    @Override
    public void close() {}
}
