package io.millrace.cli;

import io.millrace.Journal;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.language.Compiled;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Page;
import io.millrace.simulate.Chart;
import io.millrace.simulate.Comparison;
import io.millrace.simulate.ExternalEvent;
import io.millrace.simulate.Fitting;
import io.millrace.simulate.Gantt;
import io.millrace.simulate.Model;
import io.millrace.simulate.Outcome;
import io.millrace.simulate.Simulation;
import io.millrace.testkit.ProcessFinder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

@Command(
        name = "simulate",
        sortOptions = false,
        description = {
            "Runs cases of a process on the engine in simulated time, and reports durations, waiting times and utilisation.",
            "Compares several files or several models as variants."
        })
final class SimulateCommand implements Callable<Integer> {
    private static final int PAGE = 10_000;
    private static final int SHOWN_EVERY = 10_000;

    @Parameters(arity = "0..*", paramLabel = "FILE", description = "A process in any language; several are versions to compare.")
    private List<String> files = List.of();

    @Option(names = "--with", paramLabel = "MODEL", description = "Facts: arrivals, agents, durations; several are variants to compare.")
    private List<Path> models = List.of();

    @Option(names = "--events", paramLabel = "EVENTS", description = "External events with their times: a JSON list, [[\"submit(o1)\", 1], ...].")
    private @Nullable Path events;

    @Option(names = "--until", paramLabel = "T", description = "Stop after this simulated time: seconds, or a span such as 30d.")
    private @Nullable String until;

    @Option(names = "--seed", paramLabel = "N", description = "The seed of the random numbers (1).")
    private long seed = 1;

    @Option(names = "--runs", paramLabel = "N", description = "The number of runs of each variant, each with the next seed (1).")
    private int runs = 1;

    @Option(names = "--json", description = "One JSON object: the history and the figures of one run, or the comparison of several.")
    private boolean json;

    @Option(names = "--chart", paramLabel = "OUT", description = "Draw the comparison as an SVG picture.")
    private @Nullable Path chart;

    @Option(names = "--gantt", paramLabel = "OUT", description = "Draw the work of each agent in the first run as an SVG picture.")
    private @Nullable Path gantt;

    @Option(names = "--ask", paramLabel = "GOAL", description = "Print the answers to a question to the history of the run instead; times count from its beginning.")
    private @Nullable String question;

    @Option(names = "--allow-unsound", description = "Simulate a net although its cases can get stuck.")
    private boolean allowUnsound;

    @Option(names = "--from-journal", description = "Continue from a copy of --journal, as it is or as it was --at a time.")
    private boolean fromJournal;

    @Mixin
    private AtOption at = new AtOption();

    @Option(names = "--fit", description = "Fit a model to the history of --journal and print it; no process is simulated.")
    private boolean fit;

    @Mixin
    private JournalOptions journal = new JournalOptions();

    private final Screen screen;

    SimulateCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() throws IOException {
        if (fit) {
            fit();
            return Mill.FINE;
        }
        if (files.isEmpty() && !fromJournal || runs < 1) {
            throw new RefusedException(Code.BAD_USE.with(files.isEmpty() && !fromJournal ? "Name a process to simulate" : "'--runs' is at least 1"));
        }
        Map<String, Simulation> variants = variants();
        SimulateReport report = new SimulateReport(screen);
        if (variants.size() == 1 && runs == 1) {
            if (question != null) {
                return asked(variants.values().iterator().next(), question);
            }
            Outcome outcome = one(variants.values().iterator().next());
            draw(gantt, () -> Gantt.of(outcome, 0));
            draw(chart, () -> Chart.of(outcome.name(), Comparison.of(variants, seed, 1)));
            if (json) {
                screen.println(outcome.data().json());
            } else {
                report.one(outcome);
            }
            return Mill.FINE;
        }
        if (question != null) {
            throw new RefusedException(Code.BAD_USE.with("--ask is for one run of one variant"));
        }
        Comparison comparison = Comparison.of(variants, seed, runs);
        wipe();
        draw(chart, () -> Chart.of(title(), comparison));
        draw(gantt, () -> Gantt.of(comparison.variants().getFirst().runs().getFirst(), 0));
        if (json) {
            screen.println(comparison.data().json());
        } else {
            report.many(comparison);
        }
        return Mill.FINE;
    }

    private int asked(Simulation simulation, String goal) {
        long[] found = {0};
        simulation.seed(seed).run(questions -> {
            wipe();
            Records.Question question = new Records.Question(goal, Instant.MAX, List.of(), Long.MAX_VALUE);
            found[0] = LocalRecords.answer(questions, question, (text, data) -> screen.println(json ? data.json() : text));
        });
        if (found[0] == 0 && !json) {
            screen.println("no");
        }
        return found[0] > 0 ? Mill.FINE : Mill.NO;
    }

    private Outcome one(Simulation simulation) {
        Outcome outcome = (json ? simulation.history() : simulation).seed(seed).run();
        wipe();
        return outcome;
    }

    private String title() {
        return files.stream().map(SimulateCommand::stem).collect(Collectors.joining(", ")) + (runs > 1 ? ", " + runs + " runs each" : "");
    }

    /** Every process with every model. */
    private Map<String, Simulation> variants() throws IOException {
        List<Model> assumed = new ArrayList<>();
        for (Path model : models) {
            assumed.add(Model.read(model.toString(), text(model)));
        }
        if (assumed.isEmpty()) {
            assumed.add(Model.empty());
        }
        List<ExternalEvent> happening = events == null ? List.of() : ExternalEvent.read(events.toString(), text(events));
        Map<String, Simulation> variants = new LinkedHashMap<>();
        for (Map.Entry<String, Simulation> subject : subjects().entrySet()) {
            for (Model model : assumed) {
                String name = files.size() > 1 && assumed.size() > 1
                        ? subject.getKey() + ", " + model.name()
                        : assumed.size() > 1 ? model.name() : subject.getKey();
                Simulation simulation = subject.getValue()
                        .with(model)
                        .events(happening)
                        .until(limit())
                        .progress(items -> progress(name, items));
                variants.put(unique(variants, name), allowUnsound ? simulation.allowUnsound() : simulation);
            }
        }
        return variants;
    }

    /** The processes by name, each on its own or in a copy of the journal. */
    private Map<String, Simulation> subjects() {
        Map<String, Simulation> subjects = new LinkedHashMap<>();
        Simulation copied = fromJournal ? copied() : null;
        for (String file : files) {
            Compiled<?> process = ProcessFinder.find(Path.of(""), file, null).process();
            subjects.put(stem(file), copied == null ? Simulation.of(process) : copied.and(process));
        }
        if (copied != null && files.isEmpty()) {
            subjects.put(stem(journal.directory().toString()), copied);
        }
        return subjects;
    }

    /** Each run has a copy of its own in memory; the journal is only read. */
    private Simulation copied() {
        Instant moment;
        try (Store first = new MemoryStore()) {
            moment = copy(first, at.moment(Instant.now()));
        }
        return Simulation.from(moment, () -> {
            Store copy = new MemoryStore();
            copy(copy, moment);
            return copy;
        });
    }

    private Instant copy(Store into, Instant moment) {
        try (Journal records = JournalOptions.records(journal.look(), JournalOptions.languages())) {
            return records.fork(into, moment, copied -> {});
        }
    }

    private static String unique(Map<String, Simulation> variants, String name) {
        return variants.containsKey(name) ? name + " (" + (variants.size() + 1) + ")" : name;
    }

    private static String stem(String file) {
        String name = String.valueOf(Path.of(file).getFileName());
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }

    private @Nullable Duration limit() {
        if (until == null) {
            return null;
        }
        if (until.matches("[0-9]+([.][0-9]+)?")) {
            double seconds = Double.parseDouble(until);
            return Duration.ofSeconds((long) seconds, Math.round((seconds - Math.floor(seconds)) * 1e9));
        }
        try {
            return new Spans().convert(until);
        } catch (TypeConversionException e) {
            throw new RefusedException(Code.BAD_USE.with("--until takes seconds or a span: " + e.getMessage()), e);
        }
    }

    private static String text(Path file) {
        if (!Files.exists(file)) {
            throw new RefusedException(Code.NO_SUCH_FILE.with(file));
        }
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new RefusedException(Code.UNREADABLE.with(file, String.valueOf(e.getMessage())));
        }
    }

    private interface Picture {
        String svg();
    }

    private void draw(@Nullable Path file, Picture picture) throws IOException {
        if (file != null) {
            NetFiles.write(screen, picture.svg(), file);
        }
    }

    private void fit() {
        Fitting fitting = new Fitting();
        try (Journal records = JournalOptions.records(journal.look())) {
            String cursor = null;
            do {
                Page<HistoryEvent> page = records.history().all(cursor, PAGE, History.Order.OLDEST_FIRST);
                page.items().stream().filter(event -> event.tenant().equals(journal.tenant())).forEach(fitting::add);
                cursor = page.cursor();
            } while (cursor != null);
            screen.out().print(fitting.model(records.participants(journal.tenant())));
        }
    }

    private void progress(String name, long items) {
        if (screen.live() && !json && items % SHOWN_EVERY == 0) {
            String line = String.format("\rsimulating %s: %,d work items", name, items);
            screen.out().print(screen.style(Screen.Style.FAINT, Columns.cut(line, screen.width())));
            screen.flush();
        }
    }

    private void wipe() {
        if (screen.live() && !json) {
            screen.out().print("\r\u001b[K");
        }
    }
}
