package io.millrace.server.api;

import io.millrace.Journal;
import io.millrace.data.Data;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.OpenApi;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Everything that can be asked of an engine over HTTP. */
public final class Endpoints implements AutoCloseable {
    /** Under which all endpoints lie. */
    public static final String PREFIX = "/api/v1";

    private final List<Endpoint> all = new ArrayList<>();
    private final Changes changes;
    private final JobApi jobs;
    private final HistoryApi history;
    private final Data document;

    /**
     * The endpoints of an engine.
     *
     * @param journal opens the engine's journal for a reader while the engine runs
     * @param ready whether requests are taken
     * @param others those of parts of the server, by the name of their group
     */
    public Endpoints(Backend backend, About about, Supplier<Journal> journal, BooleanSupplier ready, Map<String, List<Endpoint>> others) {
        this.changes = new Changes(backend.mill());
        add("System", new SystemApi(backend, about, ready, this::document).endpoints());
        add("System", new SearchApi(backend).endpoints());
        WorkApi work = new WorkApi(backend, changes);
        DefinitionApi definitions = new DefinitionApi(backend, work);
        add("Processes", new ProcessApi(backend).endpoints());
        add("Processes", definitions.processes());
        add("Processes", new FigureApi(backend).endpoints());
        add("Processes", new VerifyApi(backend).endpoints());
        add("Processes", new RulesApi(backend).endpoints());
        add("Cases", new CaseApi(backend).endpoints());
        add("Cases", definitions.cases());
        FileApi files = new FileApi(backend, work);
        add("Cases", files.cases());
        add("Work", work.endpoints());
        add("Work", definitions.work());
        add("Work", files.work());
        this.jobs = new JobApi(backend, files);
        add("Jobs", jobs.endpoints());
        add("Signals and timers", new SignalApi(backend).endpoints());
        this.history = new HistoryApi(backend, changes);
        add("History", history.endpoints());
        add("Staff", new StaffApi(backend).endpoints());
        add("Staff", new AgentApi(backend).endpoints());
        add("Staff", new ActivityApi(backend).endpoints());
        add("Simulation", new SimulationApi(backend, journal).endpoints());
        add("Operations", new IncidentApi(backend).endpoints());
        add("Operations", new BulkApi(backend).endpoints());
        add("Operations", new ScheduleApi(backend).endpoints());
        add("Operations", new RetentionApi(backend, journal).endpoints());
        others.forEach(this::add);
        this.document = OpenApi.document(PREFIX, about.version(), all);
    }

    private void add(String group, List<Endpoint> endpoints) {
        endpoints.forEach(endpoint -> all.add(endpoint.in(group)));
    }

    public List<Endpoint> all() {
        return List.copyOf(all);
    }

    /** The OpenAPI document. */
    public Data document() {
        return document;
    }

    /** How many jobs workers have now. */
    public long lockedJobs() {
        return jobs.locked();
    }

    /** Ends what streams and what waits. */
    @Override
    public void close() {
        jobs.close();
        history.close();
        changes.close();
    }

    /** No worker can ask any more: the engine need not wait for the jobs that they have. */
    public void releaseJobs() {
        jobs.release();
    }
}
