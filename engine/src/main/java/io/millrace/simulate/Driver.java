package io.millrace.simulate;

import io.millrace.Builder;
import io.millrace.Commands;
import io.millrace.Millrace;
import io.millrace.calculus.HistoryIndex;
import io.millrace.calculus.Questions;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.command.Effect;
import io.millrace.data.Data;
import io.millrace.event.Gate;
import io.millrace.event.ReadOnlyCase;
import io.millrace.event.Significant;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.MemoryStore;
import io.millrace.language.Compiled;
import io.millrace.language.ProcessName;
import io.millrace.language.Proof;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.ListedWork;
import io.millrace.query.Page;
import io.millrace.query.WorkQuery;
import io.millrace.work.Doer;
import io.millrace.work.Participant;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One run of a simulation: the engine on this thread, under a clock that jumps to whatever is due next, and the world around it.
 *
 * <pre>
 *   next instant ──▶ what happens outside ──▶ work that ends ──▶ agents are free ──▶ who begins what ──▶ ⟲ until nothing is left
 *                    (events, arrivals)       fixed, varying      (AxH2)              (AxH5, AxH6)        at this instant
 * </pre>
 *
 * The driver speaks to the engine by commands, as anybody else does, and hears by a gate what happens.
 */
final class Driver implements AutoCloseable {
    private static final double MICROS = 1e6;
    /** So much may happen at one instant before it is clear that time does not go on. */
    private static final long MOST_AT_ONCE = 20_000_000;

    private static final long TOLD_EVERY = 10_000;
    private static final int QUEUE = 10_000_000;
    private static final int PAGE = 1_000;
    /** After so long without anything nobody waits for somebody to come to work. */
    private static final long IDLE_FOR = 15L * 86_400 * 1_000_000;
    /** Work that was withdrawn while somebody was about to begin or to end it. */
    private static final Set<Code> TOO_LATE = Set.of(Code.UNKNOWN_WORK, Code.UNKNOWN_CASE, Code.CASE_ENDED);

    /** Work that somebody does. */
    private static final class Running {
        final WorkItem item;
        final Instance of;
        final Term act;
        final String worker;
        final long since;
        final long number;
        /** Earlier it cannot end. */
        long earliest;

        Running(WorkItem item, Instance of, Term act, String worker, long since, long number) {
            this.item = item;
            this.of = of;
            this.act = act;
            this.worker = worker;
            this.since = since;
            this.number = number;
        }
    }

    /** A case that runs. */
    private static final class Instance {
        final long since;
        final @Nullable Paper paper;
        final Term name;
        final Map<String, Integer> iterations = new HashMap<>(2);
        /** The task that was left last. */
        String left = "";

        Instance(long since, @Nullable Paper paper, Term name) {
            this.since = since;
            this.paper = paper;
            this.name = name;
        }
    }

    private final Simulation simulation;
    private final Model model;
    private final long begin;
    private final long until;
    private final Clockwork clock;
    private final Millrace mill;
    private final Commands operator;
    private final Map<String, Commands> speaking = new HashMap<>();
    private final Map<String, Paper> papers = new LinkedHashMap<>();
    private final Crew crew = new Crew(this::cost);
    private final Agenda agenda = new Agenda();
    private final Tally tally = new Tally();
    private final Chronicle chronicle;
    private final Streams chance;
    private final Consequences consequences;

    private final Map<CaseId, Instance> instances = new HashMap<>();
    /** Running cases by the name of their instance, in the order of their start. */
    private final Map<Term, Instance> byName = new LinkedHashMap<>();

    private final Set<Term> started = new HashSet<>();
    private final Map<WorkId, Running> running = new HashMap<>();
    /** Varying activities that wait for their end event. */
    private final EndEvents<Running> endings = new EndEvents<>();

    /** Events that no case was meant by; later cases hear of them, too. */
    private final List<ExternalEvent> general = new ArrayList<>();
    private final Deque<Running> released = new ArrayDeque<>();
    private final Set<String> releasedNow = new HashSet<>();
    private long shiftAt = Clockwork.NEVER;
    /** When anything but a change of shifts happened last. */
    private long busyAt;
    private @Nullable RefusedException refusal;

    /** @param indexed whether its history is kept in a store, with the index from which questions are answered */
    Driver(Simulation simulation, boolean indexed) {
        this.simulation = simulation;
        this.model = simulation.model();
        Simulation.Origin origin = simulation.origin();
        Instant first = origin == null ? model.begin : origin.at();
        this.begin = Clockwork.micros(first);
        this.busyAt = begin;
        Duration limit = simulation.until();
        this.until = limit == null ? Clockwork.NEVER - 1 : begin + limit.toNanos() / 1_000;
        this.clock = new Clockwork(first);
        this.chronicle = new Chronicle(simulation.keepsHistory(), begin);
        this.chance = new Streams(simulation.seed());
        this.consequences = new Consequences(model.consequences, chance);
        Builder builder = Millrace.builder()
                .time(clock)
                .threads(clock)
                .nanos(() -> (clock.micros() - begin) * 1_000)
                .onWarning(warning -> {})
                .gate(this::hear)
                .settings(settings -> settings.lanes(1).queue(QUEUE));
        if (origin != null || indexed) {
            builder.everything().store(origin == null ? new MemoryStore() : origin.copies().get());
        }
        if (indexed) {
            builder.projection(HistoryIndex.INSTANCE);
        }
        this.mill = builder.open();
        this.operator = mill.operator();
    }

    @Override
    public void close() {
        clock.rest();
        mill.close();
    }

    Questions questions() {
        return mill.questions().since(Clockwork.instant(begin));
    }

    // Before it begins.

    Outcome run() {
        mill.listen(this::hear);
        for (Compiled<?> process : simulation.processes()) {
            deploy(process);
        }
        employ();
        if (simulation.origin() != null) {
            clock.rest();
            adopt();
        }
        for (ExternalEvent event : simulation.events()) {
            agenda.add(begin + Math.round(event.seconds() * MICROS), Agenda.Rank.OUTSIDE, () -> happens(event));
        }
        for (Model.Arrivals each : model.arrivals) {
            arrive(each, 1, begin);
        }
        long at = Math.min(agenda.next(), clock.nextWish());
        while (at <= until) {
            clock.moveTo(at);
            live();
            at = Math.min(agenda.next(), clock.nextWish());
        }
        return outcome();
    }

    private void deploy(Compiled<?> given) {
        Compiled<?> process = Paper.staffed(given, model);
        Proof proof = process.proof();
        if (proof.objection() != null && simulation.options().length == 0) {
            throw new RefusedException(proof.objection());
        }
        demand(new Command.Deploy(process, proof.objection() == null ? null : proof.objection().message()));
        Paper paper = Paper.of(process);
        if (paper != null) {
            papers.put(process.contract().name(), paper);
        }
    }

    /** Takes over what was going on in a journal: its cases, the work that waits, and the work that somebody does. */
    private void adopt() {
        CaseQuery running = CaseQuery.ALL.inState(CaseStatus.RUNNING).withSubCases();
        each(cursor -> mill.cases(running, cursor, PAGE), info -> {
            Paper paper = papers.get(info.process());
            String key = info.key();
            Term name = paper != null && key != null ? HistoryText.read(key) : Chronicle.caseName(info.id());
            Instance instance = new Instance(Clockwork.micros(info.started()), paper, name);
            instances.put(info.id(), instance);
            if (paper != null) {
                byName.put(name, instance);
                started.add(name);
            }
        });
        List<ListedWork> open = new ArrayList<>();
        each(cursor -> mill.work(WorkQuery.ALL, cursor, PAGE), open::add);
        for (ListedWork each : open) {
            WorkItem item = each.item();
            Instance of = instances.get(item.id().caseId());
            if (of == null || item.incident() != null || item.child() != 0) {
                continue;
            }
            tally.offered(item.task());
            if (item.state() == WorkState.STARTED) {
                tally.taken(item.task(), 0);
                started(item, of, item.holder() == null ? "" : item.holder());
            } else if (item.state() == WorkState.OFFERED) {
                offered(each.process(), item);
            }
        }
    }

    private static <T> void each(Function<@Nullable String, Page<T>> pages, Consumer<T> use) {
        String cursor = null;
        do {
            Page<T> page = pages.apply(cursor);
            page.items().forEach(use);
            cursor = page.cursor();
        } while (cursor != null);
    }

    /** Everybody who works begins idle (AxH7). */
    private void employ() {
        for (Paper paper : papers.values()) {
            for (String agent : paper.declared()) {
                chronicle.add(begin, "h7", () -> HistoryText.event("free_agent", Atom.of(agent)));
                if (crew.named(agent) == null) {
                    Crew.Member member = crew.add(agent, Set.of(), hours(agent));
                    tally.worker(agent);
                    shift(paper.process(), member);
                }
            }
        }
        for (Model.Worker worker : model.workers.values()) {
            if (crew.named(worker.name()) == null) {
                crew.add(worker.name(), worker.roles(), model.hoursOf(worker));
                demand(new Command.AddParticipant(new Participant(worker.name(), worker.roles(), Set.of())));
                tally.worker(worker.name());
            }
        }
    }

    /** An agent of a pool who has hours is there or away; this goes on until nothing else has happened for a while. */
    private void shift(String pool, Crew.Member member) {
        WorkingHours hours = member.hours;
        if (hours == null) {
            return;
        }
        long now = clock.micros();
        long next = hours.next(now);
        ask(operator, new Command.SetPresence(pool, member.name, next == now));
        if (now - busyAt < IDLE_FOR) {
            agenda.add(next == now ? hours.end(now) : next, Agenda.Rank.SHIFT, () -> shift(pool, member));
        }
    }

    private @Nullable WorkingHours hours(String agent) {
        return model.hoursOf(model.workers.getOrDefault(agent, new Model.Worker(agent, Set.of(), 0)));
    }

    private double cost(String process, String task, String member) {
        Paper paper = papers.get(process);
        if (paper != null && !paper.qualified(task).isEmpty()) {
            return paper.qualified(task).getOrDefault(member, -1.0);
        }
        Map<String, Distribution> known = model.durations.getOrDefault(task, Map.of());
        Distribution own = known.get(member);
        boolean named = known.keySet().stream().anyMatch(who -> !who.isEmpty());
        return own != null ? own.mean() : named ? -1 : 0;
    }

    private void demand(Command command) {
        CompletableFuture<Answer> answer = operator.ask(command);
        clock.rest();
        if (answer.getNow(Answer.DONE) instanceof Answer.Refused refused) {
            throw new RefusedException(refused.problem());
        }
    }

    /** What the world does to the engine makes sense, unless the model does not fit the process. */
    private void ask(Commands by, Command command) {
        by.ask(command).thenAccept(answer -> {
            if (answer instanceof Answer.Refused refused && refusal == null && !TOO_LATE.contains(refused.problem().code())) {
                String at = Outcome.number((clock.micros() - begin) / MICROS).json();
                refusal = new RefusedException(
                        Code.SIMULATION_REFUSED.with(simulation.name(), at, refused.problem().message()));
            }
        });
    }

    // One instant.

    private void live() {
        long now = clock.micros();
        releasedNow.clear();
        for (long count = 0; step(now); count++) {
            if (refusal != null) {
                throw refusal;
            }
            if (count > MOST_AT_ONCE) {
                throw new RefusedException(Code.SIMULATION_ENDLESS.with(simulation.name(), "time does not go on"));
            }
        }
    }

    /** Does the first of what can happen now, in the order of the rules; false when the instant is over. */
    private boolean step(long now) {
        if (agenda.next() <= now) {
            agenda.take().run();
            clock.rest();
            return true;
        }
        if (!released.isEmpty()) {
            release();
            return true;
        }
        if (clock.nextWish() <= now) {
            clock.wake();
            clock.rest();
            return true;
        }
        Crew.Assignment assignment = crew.next(now);
        if (assignment != null) {
            begin(assignment.work().item, assignment.member().name);
            return true;
        }
        if (crew.nextShift() != Clockwork.NEVER && (shiftAt <= now || crew.nextShift() < shiftAt)) {
            shiftAt = crew.nextShift();
            agenda.add(shiftAt, Agenda.Rank.SHIFT, () -> {});
        }
        return false;
    }

    private void begin(WorkItem item, String worker) {
        ask(speaking.computeIfAbsent(worker, operator::as), new Command.StartWork(item.id()));
        clock.rest();
    }

    // What happens outside.

    private void arrive(Model.Arrivals arrivals, long number, long from) {
        if (number > arrivals.most()) {
            return;
        }
        double gap = Math.max(0, arrivals.gap().draw(chance.of(Streams.Purpose.ARRIVALS, arrivals.process())));
        long at = from + Math.round(gap * MICROS);
        agenda.add(at, Agenda.Rank.OUTSIDE, () -> {
            start(arrivals.process(), number);
            arrive(arrivals, number + 1, at);
        });
    }

    private void start(String process, long number) {
        Data input = Model.draw(model.cases.getOrDefault(process, Map.of()), chance.of(Streams.Purpose.DATA, process));
        Paper paper = papers.get(process);
        if (paper == null) {
            ask(operator, new Command.Start(process, 0, input.isNothing() ? Data.fields() : input, null));
            return;
        }
        Term event = paper.startOf(number);
        happens(new ExternalEvent(event, (clock.micros() - begin) / MICROS, input));
    }

    private void happens(ExternalEvent external) {
        Term event = external.event();
        busyAt = clock.micros();
        chronicle.add(clock.micros(), "ext", () -> event);
        if (event instanceof Struct signal && signal.name().name().equals("signal") && papers.isEmpty()) {
            Data content = signal.arity() > 2 ? Paper.data(signal.arg(2)) : external.description();
            String key = signal.arity() > 1 ? HistoryText.plain(signal.arg(1)) : "";
            ask(operator, new Command.Signal(HistoryText.plain(signal.arg(0)), key, content));
            return;
        }
        if (event instanceof Struct start && start.is("begin", 2)) {
            ask(operator, new Command.Start(HistoryText.plain(start.arg(1)), 0, external.description(), HistoryText.plain(start.arg(0))));
            return;
        }
        if (papers.isEmpty()) {
            // A net that hears of events by their names.
            String key = external.description().at("key") instanceof Data.Text text ? text.value() : "";
            ask(operator, new Command.Signal(Paper.signalOf(external), key, Paper.contentOf(external)));
        }
        for (Paper paper : papers.values()) {
            Term instance = paper.starts(event);
            if (instance != null) {
                Data input = Paper.input(event, instance);
                if (external.description() instanceof Data.Fields more) {
                    for (Map.Entry<String, Data> each : more.asMap().entrySet()) {
                        input = input.with(each.getKey(), each.getValue());
                    }
                }
                ask(operator, new Command.Start(paper.process(), 0, input, HistoryText.of(instance)));
                clock.rest();
                tellLate(paper, instance);
            }
        }
        tell(external);
        for (Running work : endings.happens(event)) {
            endAt(work, Math.max(clock.micros(), work.earliest), Agenda.Rank.VARYING);
        }
        consequences.of(event, clock.micros(), this::plan);
    }

    /** Tells the cases that an event speaks of; one that speaks of none, all that hear it, now and when they start. */
    private void tell(ExternalEvent external) {
        if (papers.values().stream().noneMatch(paper -> paper.hears(external))) {
            return;
        }
        List<Instance> meant = new ArrayList<>(1);
        boolean known = meant(external.event(), meant);
        if (!known) {
            general.add(external);
            meant.addAll(byName.values());
        }
        for (Instance each : meant) {
            if (each.paper != null && each.paper.hears(external)) {
                signal(external, each.name);
            }
        }
    }

    /** Finds the running cases that a term speaks of. Says whether it speaks of any that was ever started. */
    private boolean meant(Term term, List<Instance> found) {
        boolean known = started.contains(term);
        Instance instance = byName.get(term);
        if (instance != null && !found.contains(instance)) {
            found.add(instance);
        }
        if (term instanceof Struct struct) {
            for (int i = 0; i < struct.arity(); i++) {
                known |= meant(struct.arg(i).deref(), found);
            }
        }
        return known;
    }

    private void tellLate(Paper paper, Term instance) {
        for (ExternalEvent each : general) {
            if (paper.hears(each)) {
                signal(each, instance);
            }
        }
    }

    private void signal(ExternalEvent external, Term instance) {
        ask(operator, new Command.Signal(Paper.signalOf(external), HistoryText.of(instance), Paper.contentOf(external)));
        // A case waits for the next signal of a name when it has the one before.
        clock.rest();
    }

    private void plan(Term event, long at) {
        if (at <= until) {
            agenda.add(at, Agenda.Rank.OUTSIDE, () -> happens(new ExternalEvent(event, (at - begin) / MICROS, Data.nothing())));
        }
    }

    // What the engine does.

    /** Hears of offers and calls when they are released. */
    private void hear(Effect effect) {
        switch (effect) {
            case Effect.OfferWork offer -> offered(offer.process(), offer.work());
            case Effect.CallWork call -> called(call.work());
            case Effect other -> {}
        }
    }

    private void offered(String process, WorkItem item) {
        if (isPooled(item) || running.containsKey(item.id())) {
            return;
        }
        if (crew.isEmpty()) {
            // The model has nobody: somebody is always there.
            agenda.add(clock.micros(), Agenda.Rank.OUTSIDE, () -> ask(operator, new Command.StartWork(item.id())));
        } else {
            crew.offer(root(process), item, clock.micros());
        }
    }

    /** Whether a pool of the engine gives it to somebody. */
    private boolean isPooled(WorkItem item) {
        return item.performers().pool() != null;
    }

    private static String root(String process) {
        return ProcessName.parse(process).whole();
    }

    /** Automatic work takes as long as the model says, and nobody waits for anybody. */
    private void called(WorkItem item) {
        Instance of = instances.get(item.id().caseId());
        if (of != null) {
            tally.taken(item.task(), 0);
            started(item, of, "");
        }
    }

    /** A gate that accepts everything and listens. */
    private Gate.Verdict hear(ReadOnlyCase state, Significant event, Instant now) {
        CaseId id = state.caseId();
        switch (event) {
            case Significant.CaseStarted e -> caseStarted(id, e);
            case Significant.CaseEnded e -> caseEnded(id, e);
            case Significant.WorkOffered e -> workOffered(id, e);
            case Significant.WorkStarted e -> workStarted(id, e.item(), e.by());
            case Significant.WorkCompleted e -> workEnded(id, e.item(), "end");
            case Significant.WorkFailed e -> workEnded(id, e.item(), "fail");
            case Significant.WorkWithdrawn e -> workWithdrawn(id, e.item());
            case Significant.SignalReceived e -> chronicle.engine(papers.isEmpty(), () -> HistoryText.event(
                    "signal", Atom.of(e.signal()), HistoryText.data(e.content()), Chronicle.caseName(id)));
        }
        return Gate.Verdict.ACCEPT;
    }

    private void caseStarted(CaseId id, Significant.CaseStarted e) {
        busyAt = clock.micros();
        Paper paper = papers.get(e.process());
        String key = e.key();
        Term name = paper != null && key != null ? HistoryText.read(key) : Chronicle.caseName(id);
        Instance instance = new Instance(clock.micros(), paper, name);
        instances.put(id, instance);
        if (paper != null) {
            byName.put(name, instance);
            started.add(name);
        }
        tally.began();
        if (paper == null) {
            Term event = HistoryText.event("begin", name, Atom.of(e.process()));
            chronicle.add(clock.micros(), "engine", () -> event);
            consequences.of(event, clock.micros(), this::plan);
        }
    }

    private void caseEnded(CaseId id, Significant.CaseEnded e) {
        Instance of = instances.remove(id);
        if (of == null) {
            return;
        }
        byName.remove(of.name);
        if (id.isRoot()) {
            tally.ended(e.how() == CaseStatus.COMPLETED, clock.micros() - of.since);
        }
        if (of.paper == null || e.how() != CaseStatus.COMPLETED) {
            String verb = e.how() == CaseStatus.COMPLETED ? "complete" : e.how() == CaseStatus.FAILED ? "fail" : "cancel";
            chronicle.add(clock.micros(), "engine", () -> e.how() == CaseStatus.COMPLETED
                    ? HistoryText.event(verb, of.name)
                    : HistoryText.event(verb, of.name, HistoryText.data(e.outcome())));
        }
    }

    private void workOffered(CaseId id, Significant.WorkOffered e) {
        Instance of = instances.get(id);
        if (of == null) {
            return;
        }
        tally.offered(e.task());
        if (of.paper == null) {
            chronicle.add(clock.micros(), "engine", () -> HistoryText.event("offer", Atom.of(e.task()), of.name));
        } else if (of.paper.hasBlocks()) {
            of.paper.begun(of.left, e.task()).forEach(begun -> of.iterations.merge(
                    begun.block(), 1, (before, first) -> begun.again() ? before + 1 : first));
        }
    }

    private void workStarted(CaseId id, WorkItem item, @Nullable String by) {
        Instance of = instances.get(id);
        if (of == null || running.containsKey(item.id())) {
            return;
        }
        long waited = clock.micros() - Clockwork.micros(item.offered());
        tally.taken(item.task(), waited);
        started(item, of, by == null ? "" : by);
    }

    private void started(WorkItem item, Instance of, String worker) {
        long now = clock.micros();
        busyAt = now;
        release();
        Crew.Member member = crew.named(worker);
        if (member != null) {
            crew.busy(member);
        }
        Term act = act(of, item.task());
        Running work = new Running(item, of, act, worker, now, agenda.number());
        running.put(item.id(), work);
        String rule = releasedNow.contains(worker) ? "h5" : "h6";
        if (of.paper != null) {
            chronicle.add(now, rule, () -> HistoryText.event("assign", who(worker), act, of.name));
        }
        Term start = HistoryText.event("start", act, who(worker), of.name);
        chronicle.add(now, of.paper == null ? "engine" : "h1", () -> start);
        consequences.of(start, now, this::plan);
        long lasts = lasts(of, item, worker);
        work.earliest = member == null || member.hours == null ? now + lasts : member.hours.after(now, lasts);
        if (of.paper == null || !of.paper.isVarying(item.task())) {
            endAt(work, work.earliest, Agenda.Rank.FIXED);
            return;
        }
        Term event = of.paper.endEvent(item.task(), act);
        if (event == null || endings.has(event)) {
            endAt(work, work.earliest, Agenda.Rank.VARYING);
        } else {
            endings.await(event, work);
        }
    }

    /** The paper's name for what is done. */
    private static Term act(Instance of, String task) {
        return of.paper == null
                ? Atom.of(task)
                : of.paper.execution(task, of.name, block -> of.iterations.getOrDefault(block, 1));
    }

    private static Atom who(String worker) {
        return Atom.of(worker.isEmpty() ? "nobody" : worker);
    }

    private long lasts(Instance of, WorkItem item, String worker) {
        Double cost = of.paper == null ? null : of.paper.qualified(item.task()).get(worker);
        boolean modelled = model.durations.containsKey(item.task());
        double seconds = cost != null && !modelled
                ? cost
                : model.duration(item.task(), worker).draw(chance.of(Streams.Purpose.DURATION, item.task()));
        return Math.max(0, Math.round(seconds * MICROS));
    }

    private void endAt(Running work, long at, Agenda.Rank rank) {
        agenda.add(at, rank, work.number, () -> end(work));
    }

    private void end(Running work) {
        if (!running.containsKey(work.item.id())) {
            return;
        }
        String task = work.item.task();
        double risk = model.failures.getOrDefault(task, 0.0);
        boolean fails = risk > 0 && chance.of(Streams.Purpose.FAILURE, task).uniform() < risk;
        Commands by = work.item.doer() instanceof Doer.People && !work.worker.isEmpty()
                ? speaking.computeIfAbsent(work.worker, operator::as)
                : operator;
        ask(by, fails ? new Command.Fail(work.item.id(), "by chance", 0, false) : new Command.Complete(work.item.id(), result(task), 0));
    }

    private Data result(String task) {
        Map<String, Variate> fields = model.results.get(task);
        return fields == null ? Data.nothing() : Model.draw(fields, chance.of(Streams.Purpose.RESULT, task));
    }

    private void workEnded(CaseId id, WorkItem item, String how) {
        Running work = running.remove(item.id());
        Instance of = instances.get(id);
        if (of != null) {
            of.left = item.task();
        }
        if (work == null) {
            return;
        }
        long now = clock.micros();
        Crew.Member member = crew.named(work.worker);
        long worked = member == null || member.hours == null ? now - work.since : member.hours.within(work.since, now);
        tally.done(item.task(), work.of.name, work.worker, work.since - begin, now - begin, worked);
        if (tally.items() % TOLD_EVERY == 0) {
            simulation.progress().accept(tally.items());
        }
        Term end = HistoryText.event(how, work.act, who(work.worker), work.of.name);
        String rule = work.of.paper == null ? "engine" : work.of.paper.isVarying(item.task()) ? "h4" : "h3";
        chronicle.add(now, rule, () -> end);
        consequences.of(end, now, this::plan);
        released.add(work);
    }

    /** Those whose work has ended are free, once everything that ends at this instant has (AxH2). */
    private void release() {
        for (Running work = released.poll(); work != null; work = released.poll()) {
            release(work);
        }
    }

    private void release(Running work) {
        if (work.of.paper != null) {
            chronicle.add(clock.micros(), "h2", () -> HistoryText.event("release", who(work.worker), work.act, work.of.name));
        }
        releasedNow.add(work.worker);
        Crew.Member member = crew.named(work.worker);
        if (member != null) {
            crew.release(member);
        }
    }

    private void workWithdrawn(CaseId id, WorkItem item) {
        Instance of = instances.get(id);
        if (running.containsKey(item.id())) {
            workEnded(id, item, "withdraw");
        } else if (of != null) {
            crew.withdraw(item.id());
            tally.withdrawn(item.task());
            chronicle.engine(of.paper == null, () -> HistoryText.event("withdraw", Atom.of(item.task()), who(""), of.name));
        }
    }

    private Outcome outcome() {
        long now = simulation.until() == null ? clock.micros() : Math.max(clock.micros(), until);
        Map<String, Double> prices = new HashMap<>();
        for (Crew.Member member : crew.members()) {
            Model.Worker worker = model.workers.getOrDefault(member.name, new Model.Worker(member.name, Set.of(), 0));
            prices.put(member.name, model.price(worker));
            tally.there(member.name, member.hours == null ? now - begin : member.hours.within(begin, now));
        }
        return tally.outcome(
                simulation.name(), simulation.seed(), (now - begin) / MICROS, prices, chronicle.entries(), crew.waitingByTask());
    }
}
