package io.millrace;

import io.millrace.calculus.HistoryIndex;
import io.millrace.calculus.Questions;
import io.millrace.calculus.RulesProcess;
import io.millrace.command.Retention;
import io.millrace.event.Projection;
import io.millrace.exchange.LogExport;
import io.millrace.exchange.LogSelection;
import io.millrace.exchange.LogSummary;
import io.millrace.exchange.LogWriter;
import io.millrace.id.CaseId;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.kernel.check.JournalCheck;
import io.millrace.kernel.entity.PoolViews;
import io.millrace.kernel.entity.Projections;
import io.millrace.kernel.past.Records;
import io.millrace.language.Compiled;
import io.millrace.language.Language;
import io.millrace.problem.Argument;
import io.millrace.query.AgentInfo;
import io.millrace.query.CaseDetails;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.History;
import io.millrace.query.JournalReport;
import io.millrace.query.ListedWork;
import io.millrace.query.Moment;
import io.millrace.query.Page;
import io.millrace.query.PoolInfo;
import io.millrace.query.PooledWork;
import io.millrace.query.TimerInfo;
import io.millrace.query.WorkQuery;
import io.millrace.runtime.PayloadCodec;
import io.millrace.work.Participant;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A journal without a running engine: no lanes, timers or calls. You can read and check it, and archive or erase its ended cases. It does
 * not need the code of processes; it shows events of an unknown language by their kind, with their bytes. Safe for use by several threads
 * for reading.
 */
public final class Journal implements AutoCloseable {
    private final Store store;
    private final PayloadCodec codec;
    private final Records records;

    private Journal(Store store, PayloadCodec codec, Records records) {
        this.store = store;
        this.codec = codec;
        this.records = records;
    }

    /**
     * Opens a journal.
     *
     * @param store closed with the journal
     * @param languages the languages that show the state of cases; everything else works without them
     * @param projections the projections whose rows are removed when a case is erased
     */
    public static Journal open(Store store, PayloadCodec codec, List<Language> languages, List<Projection> projections) {
        return new Journal(store, codec, new Records(
                Argument.given(store, "store"),
                Argument.given(codec, "codec"),
                List.copyOf(Argument.given(languages, "languages")),
                List.copyOf(Argument.given(projections, "projections"))));
    }

    /**
     * Reads a whole journal and checks its consistency: replays all turns, compares snapshots, lists, timers and messages with the replay,
     * and checks that files exist. The store stays open.
     *
     * @param projections the projections whose rows are compared with the turns; others are ignored
     * @param progress receives the number of turns read, from time to time
     */
    public static JournalReport check(
            Store store, PayloadCodec codec, List<Language> languages, List<Projection> projections, LongConsumer progress) {
        return JournalCheck.of(
                Argument.given(store, "store"),
                Argument.given(codec, "codec"),
                List.copyOf(Argument.given(languages, "languages")),
                List.copyOf(Argument.given(projections, "projections")),
                Argument.given(progress, "progress"));
    }

    /** The current state of a case and its open sub-cases, the case itself first. Their process must be text of one of the given languages. */
    public List<CaseDetails> look(String tenant, CaseId id) {
        return records.look(Argument.named(tenant, "tenant"), Argument.given(id, "id"));
    }

    /** The cases of a tenant as they were at an instant; {@link Instant#MAX} for the current state. */
    public Moment at(String tenant, Instant instant) {
        return records.at(Argument.named(tenant, "tenant"), Argument.given(instant, "instant"));
    }

    /**
     * Copies this journal as it was at an instant into an empty store, in which an engine can continue from there. The copy has the cases,
     * their work and timers, deployed processes, participants, keys, waiting signals and messages of that instant. This method only reads
     * this journal; an engine may run on it, if the store was opened read-only. An engine on the copy needs a clock that begins at the
     * returned instant. The copy has no rows of projections: an engine with these projections rebuilds them.
     *
     * @param to the target, which stays open
     * @param at {@link Instant#MAX} for the journal as it is, with all its rows
     * @param progress receives the amount copied so far, from time to time
     * @return the instant, or that of the last commit
     */
    public Instant fork(Store to, Instant at, LongConsumer progress) {
        return records.fork(Argument.given(to, "to"), Argument.given(at, "at"), Argument.given(progress, "progress"));
    }

    /** A case by its id, or null. */
    public @Nullable CaseInfo find(String tenant, CaseId id) {
        return records.lists().find(Argument.named(tenant, "tenant"), Argument.given(id, "id"));
    }

    /**
     * Adds the code of a process made of Java objects, so that its cases can be shown completely: of the deployed versions with that name and
     * structure.
     */
    public void know(String tenant, Compiled<?> process) {
        records.know(Argument.named(tenant, "tenant"), Argument.given(process, "process"));
    }

    /** A page of the cases that match a query. */
    public Page<CaseInfo> cases(String tenant, CaseQuery query, @Nullable String cursor, int limit) {
        return records.lists().cases(Argument.named(tenant, "tenant"), Argument.given(query, "query"), cursor, Tenant.atLeastOne(limit));
    }

    /** A page of the open work that matches a query. */
    public Page<ListedWork> work(String tenant, WorkQuery query, @Nullable String cursor, int limit) {
        return records.lists().work(Argument.named(tenant, "tenant"), Argument.given(query, "query"), cursor, Tenant.atLeastOne(limit));
    }

    /** Timers that have not fired, by instant. */
    public Page<TimerInfo> timers(String tenant, @Nullable String cursor, int limit) {
        return records.history().explained(records.lists().timers(Argument.named(tenant, "tenant"), cursor, Tenant.atLeastOne(limit)));
    }

    /** The names of the deployed processes. */
    public List<String> processes(String tenant) {
        return records.processes(Argument.named(tenant, "tenant"));
    }

    /** The names of the pools of agents, including undefined pools that have waiting work. */
    public List<String> pools(String tenant) {
        return records.pools(Argument.named(tenant, "tenant"));
    }

    /** The current numbers of a pool. */
    public PoolInfo pool(String tenant, String name) {
        return PoolViews.info(records.pool(Argument.named(tenant, "tenant"), Argument.named(name, "name")));
    }

    /** The agents of a pool in the order of their declaration, with their work. */
    public Page<AgentInfo> agents(String tenant, String pool, @Nullable String cursor, int limit) {
        return PoolViews.agents(
                records.pool(Argument.named(tenant, "tenant"), Argument.named(pool, "pool")), cursor, Tenant.atLeastOne(limit));
    }

    /** The waiting work of a pool, in the order in which the pool assigns it. */
    public Page<PooledWork> waiting(String tenant, String pool, @Nullable String cursor, int limit) {
        return PoolViews.waiting(
                records.pool(Argument.named(tenant, "tenant"), Argument.named(pool, "pool")), cursor, Tenant.atLeastOne(limit));
    }

    /** The participants of a tenant. */
    public List<Participant> participants(String tenant) {
        return records.participants(Argument.named(tenant, "tenant"));
    }

    /** The history of the whole journal, with all tenants. It cannot be followed, because there are no notifications of commits. */
    public History history() {
        return records.history();
    }

    /**
     * Builds the rows of a projection from the turns, as {@link Millrace#rebuild} does in a running engine. Needs a writable store. An
     * engine that is opened without the projection removes the rows again.
     *
     * @param progress receives the number of completed cases and other entities
     * @return the processes whose code is missing, so that the projection may have received less of their cases
     */
    public Set<String> build(Projection projection, LongConsumer progress) {
        return records.build(Argument.given(projection, "projection"), store, Argument.given(progress, "progress"));
    }

    /** Whether the journal has the rows of a projection, whole. */
    public boolean has(Projection projection) {
        return records.isComplete(Argument.given(projection, "projection"));
    }

    /**
     * Questions to the history of a tenant, with the rules that are deployed. They are answered from the {@link HistoryIndex}, if the
     * journal has it; otherwise that is made in memory first.
     *
     * @param now what {@code now} means
     * @param progress receives the number of completed cases and other entities, where the index has to be made
     */
    public Questions questions(String tenant, Supplier<Instant> now, LongConsumer progress) {
        Argument.named(tenant, "tenant");
        return Questions.to(source(Argument.given(progress, "progress")), tenant, Argument.given(now, "now"))
                .with(records.newest(tenant).stream()
                        .filter(RulesProcess.class::isInstance)
                        .map(process -> ((RulesProcess) process).rules())
                        .toList());
    }

    /**
     * Writes an event log of a tenant's cases, for tools that analyse those. The cases and the text of their processes are read as they
     * are in the store; of a process whose language was not given, what the language decides is not seen.
     *
     * @param into one of {@link io.millrace.exchange.XesWriter} and {@link io.millrace.exchange.OcelWriter}
     * @param progress receives the number of events written, after each root case
     * @throws IOException if the log cannot be written
     */
    public LogSummary export(String tenant, LogSelection selection, LogWriter into, LongConsumer progress) throws IOException {
        Argument.named(tenant, "tenant");
        return LogExport.write(
                new PastOf(tenant),
                Argument.given(selection, "selection"),
                Argument.given(into, "into"),
                Argument.given(progress, "progress"));
    }

    /** The history of one tenant in this journal. */
    private final class PastOf implements LogExport.Past {
        private final String tenant;

        PastOf(String tenant) {
            this.tenant = tenant;
        }

        @Override
        public @Nullable CaseInfo find(CaseId root) {
            return records.lists().find(tenant, root);
        }

        @Override
        public Page<CaseInfo> roots(@Nullable String cursor, int limit) {
            return records.lists().cases(tenant, CaseQuery.ALL, cursor, limit);
        }

        @Override
        public Set<String> replay(CaseId root, Projection watcher) {
            return records.replay(tenant, root, watcher);
        }

        @Override
        public List<Participant> participants() {
            return records.participants(tenant);
        }

        @Override
        public String end() {
            return records.history().end();
        }
    }

    private Projection.Stored source(LongConsumer progress) {
        if (records.isComplete(HistoryIndex.INSTANCE)) {
            return Projections.rows(HistoryIndex.INSTANCE, store, codec);
        }
        MemoryStore made = new MemoryStore();
        records.build(HistoryIndex.INSTANCE, made, progress);
        return Projections.rows(HistoryIndex.INSTANCE, made, codec);
    }

    /** Archives and erases. Needs a store that takes commits. */
    public Retention retention() {
        return records.retention();
    }

    @Override
    public void close() {
        records.close();
    }
}
