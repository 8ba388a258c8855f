package io.millrace.server.api;

import static io.millrace.server.http.Schema.any;
import static io.millrace.server.http.Schema.instant;
import static io.millrace.server.http.Schema.list;
import static io.millrace.server.http.Schema.may;
import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.text;
import static io.millrace.server.http.Schema.truth;
import static io.millrace.server.http.Schema.whole;
import static io.millrace.server.http.Schema.word;

import io.millrace.Journal;
import io.millrace.Tenant;
import io.millrace.data.Data;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.language.Compiled;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.server.http.Access;
import io.millrace.server.http.Computing;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Listing;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Schema;
import io.millrace.simulate.Chart;
import io.millrace.simulate.Comparison;
import io.millrace.simulate.ExternalEvent;
import io.millrace.simulate.Gantt;
import io.millrace.simulate.Model;
import io.millrace.simulate.Simulation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Simulations in the background: of processes with models, and of what may become of the cases that are there. A simulation never
 * touches a real case. It ends with the server.
 */
final class SimulationApi {
    private static final int KEPT = 50;
    private static final int MOST_VARIANTS = 20;
    private static final int MOST_RUNS = 1_000;
    /** One at a time, and a few that wait: each takes a whole processor, and copies of cases take memory. */
    private static final int MOST_WAITING = 10;

    private static final Duration LONGEST = Duration.ofMinutes(15);

    private static final Schema.Fields PROCESS = object(
            "SimulatedProcess",
            "a process that is deployed, or the text of one that is not",
            may("process", text("a deployed process")),
            may("version", whole("its version; the newest if absent", 1, Integer.MAX_VALUE)),
            may("file", text("or the name of a file, which says the language")),
            may("source", text("with its text")),
            may("name", text("the name to run it under; the file says it if absent")),
            may("rules", text("the text of rules that it runs under")));

    private static final Schema.Fields SIMULATION = object(
            "Simulation",
            "a simulation and what came of it",
            must("simulation", text("its id")),
            must("name", text("what is simulated")),
            must("state", word("where it stands", List.of("waiting", "running", "ended", "failed", "stopped"))),
            must("asked", instant("when it was asked for")),
            may("ended", instant("when it ended")),
            must("items", whole("how many work items were done so far, in all runs")),
            must("done", whole("how many runs have ended, of all variants")),
            must("total", whole("how many runs there are, of all variants")),
            may("result", any("for each variant its figures with mean and margin")),
            may("failure", text("why it could not go on")));

    private final Backend backend;
    private final Supplier<Journal> journal;
    private final AtomicLong numbers = new AtomicLong();
    private final Semaphore running = new Semaphore(1, true);
    private final Map<String, Run> runs = new LinkedHashMap<>();

    SimulationApi(Backend backend, Supplier<Journal> journal) {
        this.backend = backend;
        this.journal = journal;
    }

    /** Ends a run from within. */
    private static final class StopException extends RuntimeException {
        private static final long serialVersionUID = 1;

        StopException(String why) {
            super(why, null, false, false);
        }
    }

    private static final class Run {
        final String id;
        final String tenant;
        final String name;
        final Instant asked = Instant.now();
        private final int total;
        private int done;
        private long before;
        private long now;
        private long deadline = Long.MAX_VALUE;
        private boolean begun;
        private boolean stopped;
        private @Nullable Instant ended;
        private @Nullable Comparison result;
        private @Nullable String failure;

        Run(String id, String tenant, String name, int total) {
            this.id = id;
            this.tenant = tenant;
            this.name = name;
            this.total = total;
        }

        synchronized boolean isOver() {
            return ended != null;
        }

        synchronized void begin() {
            check();
            begun = true;
            deadline = System.nanoTime() + LONGEST.toNanos();
        }

        synchronized void did(long items) {
            check();
            now = items;
        }

        /** Items are counted anew in every run. */
        synchronized void ran(int runs) {
            before += now;
            now = 0;
            done = runs;
        }

        private void check() {
            if (stopped) {
                throw new StopException("it was stopped");
            }
            if (System.nanoTime() > deadline) {
                throw new StopException("it took more than " + LONGEST.toMinutes() + " minutes; simulate fewer runs or a shorter time");
            }
        }

        synchronized void stop() {
            stopped = true;
        }

        synchronized void end(@Nullable Comparison comparison, @Nullable String why) {
            result = comparison;
            failure = why;
            ended = Instant.now();
        }

        synchronized Data form() {
            String state = ended == null ? begun ? "running" : "waiting" : failure == null ? "ended" : stopped ? "stopped" : "failed";
            Data data = Data.fields(
                    "simulation", id, "name", name, "state", state, "asked", asked.toString(), "items", before + now, "done", done, "total", total);
            data = ended == null ? data : data.with("ended", ended.toString());
            data = result == null ? data : data.with("result", result.data());
            return failure == null ? data : data.with("failure", failure);
        }

        synchronized Comparison result() {
            if (result == null) {
                throw new RefusedException(Code.SIMULATION_OPEN.with(id));
            }
            return result;
        }
    }

    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.post("/simulations", "startSimulation")
                        .summary("Simulates processes with models, each with each, in the background; with 'from', what may become of the cases of that instant.")
                        .access(Access.SIMULATE)
                        .once()
                        .body(object(
                                "StartSimulation",
                                "",
                                may("processes", list("the processes; several are variants, and so are several models", PROCESS)),
                                may(
                                        "models",
                                        list(
                                                "what is assumed: arrivals, agents, durations",
                                                object(null, "", must("name", text("its name")), must("facts", text("the facts of the model"))))),
                                may("events", list("external events with their times, such as [\"submit(o1)\", 1]", any("an event"))),
                                may("until", text("how much time to simulate, such as P30D; without it, until nothing is left to do")),
                                may("seed", whole("the first seed of the random numbers; 1 if absent")),
                                may("runs", whole("how many runs of each variant, each with the next seed; 1 if absent", 1, MOST_RUNS)),
                                may("allowUnsound", truth("whether to simulate a net although its cases can get stuck")),
                                may("from", instant("goes on from a copy of the journal as it was then"))))
                        .answers(202, SIMULATION)
                        .computes()
                        .does(this::start),
                Endpoint.get("/simulations", "listSimulations")
                        .summary("Lists the simulations since the server started, oldest first.")
                        .access(Access.SIMULATE)
                        .lists("SimulationPage", SIMULATION)
                        .does(this::listed),
                Endpoint.get("/simulations/{simulation}", "getSimulation")
                        .summary("Shows how far a simulation is, and what came of it.")
                        .access(Access.SIMULATE)
                        .path("simulation", "its id")
                        .answers(200, SIMULATION)
                        .does(exchange -> Reply.ok(found(exchange).form())),
                Endpoint.delete("/simulations/{simulation}", "stopSimulation")
                        .summary("Stops a simulation; one that has ended is forgotten.")
                        .access(Access.SIMULATE)
                        .path("simulation", "its id")
                        .answers(204, null)
                        .does(this::stop),
                Endpoint.get("/simulations/{simulation}/chart", "drawSimulation")
                        .summary("Draws the figures of the variants side by side as SVG.")
                        .access(Access.SIMULATE)
                        .path("simulation", "its id")
                        .answers(DefinitionApi.SVG)
                        .computes()
                        .does(exchange -> svg(Chart.of(found(exchange).name, found(exchange).result()))),
                Endpoint.get("/simulations/{simulation}/gantt", "drawSimulatedWork")
                        .summary("Draws who did what when in the first run of the first variant as SVG.")
                        .access(Access.SIMULATE)
                        .path("simulation", "its id")
                        .answers(DefinitionApi.SVG)
                        .computes()
                        .does(exchange -> svg(Gantt.of(found(exchange).result().variants().getFirst().runs().getFirst(), 0))));
    }

    private static Reply svg(String picture) {
        return new Reply.Bytes(DefinitionApi.SVG, picture.getBytes(StandardCharsets.UTF_8));
    }

    private Reply start(Exchange exchange) {
        Data body = exchange.body();
        Map<String, Simulation> variants = variants(exchange);
        int times = body.at("runs").isNothing() ? 1 : body.at("runs").asInt();
        long seed = body.at("seed").isNothing() ? 1 : body.at("seed").asLong();
        String title = String.join(", ", variants.keySet());
        String name = title.length() > 200 ? title.substring(0, 200) + "…" : title;
        Run run = remember(exchange.identity().tenant(), name, variants.size() * times);
        variants.replaceAll((variant, simulation) -> simulation.progress(run::did));
        Computing.start("simulation-" + run.id, () -> carryOut(run, variants, seed, times));
        return Reply.accepted(run.form());
    }

    private void carryOut(Run run, Map<String, Simulation> variants, long seed, int times) {
        running.acquireUninterruptibly();
        try {
            run.begin();
            run.end(Comparison.of(variants, seed, times, run::ran), null);
        } catch (RuntimeException e) {
            run.end(null, String.valueOf(e.getMessage()));
        } catch (OutOfMemoryError | StackOverflowError e) {
            run.end(null, "it needs more memory than there is");
        } finally {
            running.release();
            if (!run.isOver()) {
                run.end(null, "it failed; the log of the server says why");
            }
        }
    }

    private Run remember(String tenant, String name, int total) {
        synchronized (runs) {
            if (runs.values().stream().filter(each -> !each.isOver()).count() >= MOST_WAITING) {
                throw new RefusedException(Code.SIMULATIONS_BUSY.with(MOST_WAITING));
            }
            Run run = new Run(Long.toString(numbers.incrementAndGet()), tenant, name, total);
            runs.put(run.id, run);
            if (runs.size() > KEPT) {
                runs.values().stream().filter(Run::isOver).findFirst().ifPresent(oldest -> runs.remove(oldest.id));
            }
            return run;
        }
    }

    /** Every process with every model. */
    private Map<String, Simulation> variants(Exchange exchange) {
        Data body = exchange.body();
        Map<String, Simulation> subjects = subjects(exchange);
        List<Model> models = new ArrayList<>();
        body.at("models").asList(Data.class).forEach(model -> models.add(Model.read(model.at("name").text(), model.at("facts").text())));
        if (models.isEmpty()) {
            models.add(Model.empty());
        }
        if (subjects.size() * models.size() > MOST_VARIANTS) {
            throw Exchange.bad("there are " + subjects.size() * models.size() + " variants, at most " + MOST_VARIANTS + " can be compared");
        }
        List<ExternalEvent> events = body.at("events").isNothing() ? List.of() : ExternalEvent.read("events", body.at("events").json());
        Duration until = exchange.duration("until").orElse(null);
        boolean unsound = body.at("allowUnsound").equals(Data.of(true));
        Map<String, Simulation> variants = new LinkedHashMap<>();
        subjects.forEach((subject, simulation) -> {
            for (Model model : models) {
                String name = models.size() == 1 ? subject : subjects.size() == 1 ? model.name() : subject + ", " + model.name();
                Simulation variant = simulation.with(model).events(events).until(until);
                variants.put(variants.containsKey(name) ? name + " (" + (variants.size() + 1) + ")" : name, unsound ? variant.allowUnsound() : variant);
            }
        });
        return variants;
    }

    private Map<String, Simulation> subjects(Exchange exchange) {
        Data body = exchange.body();
        Tenant tenant = backend.tenant(exchange);
        Simulation copied = body.at("from").isNothing() ? null : copied(exchange, Exchange.instant("from", body.at("from").text()));
        Map<String, Simulation> subjects = new LinkedHashMap<>();
        for (Data each : body.at("processes").asList(Data.class)) {
            Compiled<?> process = process(tenant, each);
            String name = process.contract().name() + (each.at("version").isNothing() ? "" : " " + each.at("version").json());
            subjects.put(
                    subjects.containsKey(name) ? name + " (" + (subjects.size() + 1) + ")" : name,
                    copied == null ? Simulation.of(process) : copied.and(process));
        }
        if (subjects.isEmpty()) {
            if (copied == null) {
                throw Exchange.bad("it says neither 'processes' nor 'from': there is nothing to simulate");
            }
            subjects.put("journal", copied);
        }
        return subjects;
    }

    private static Compiled<?> process(Tenant tenant, Data named) {
        if (!named.at("process").isNothing()) {
            String process = named.at("process").text();
            return DefinitionApi.definition(tenant, process, named.at("version").isNothing() ? null : named.at("version").asInt());
        }
        if (named.at("file").isNothing() || named.at("source").isNothing()) {
            throw Exchange.bad("each of 'processes' has a 'process', or a 'file' and a 'source'");
        }
        return ProcessApi.compile(named);
    }

    /** Each run has a copy of its own in memory; the journal is only read. The copy has the cases of all tenants. */
    private Simulation copied(Exchange exchange, Instant at) {
        exchange.identity().demandAllTenants("copies of the journal");
        Instant moment = at.isAfter(Instant.now()) ? Instant.now() : at;
        return Simulation.from(moment, () -> {
            Store copy = new MemoryStore();
            try (Journal records = journal.get()) {
                records.fork(copy, moment, rows -> {});
            }
            return copy;
        });
    }

    private Reply listed(Exchange exchange) {
        synchronized (runs) {
            return Listing.of(
                    exchange, runs.values().stream().filter(run -> run.tenant.equals(exchange.identity().tenant())).map(Run::form).toList());
        }
    }

    private Run found(Exchange exchange) {
        String id = exchange.path("simulation");
        synchronized (runs) {
            Run run = runs.get(id);
            if (run == null || !run.tenant.equals(exchange.identity().tenant())) {
                throw new RefusedException(Code.NO_SUCH_ADDRESS.with("/api/v1/simulations/" + id));
            }
            return run;
        }
    }

    private Reply stop(Exchange exchange) {
        Run run = found(exchange);
        run.stop();
        if (run.isOver()) {
            synchronized (runs) {
                runs.remove(run.id);
            }
        }
        return Reply.done();
    }
}
