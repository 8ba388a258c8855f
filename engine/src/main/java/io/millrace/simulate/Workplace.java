package io.millrace.simulate;

import io.millrace.Commands;
import io.millrace.command.Command;
import io.millrace.command.Effect;
import io.millrace.data.Data;
import io.millrace.event.Gate;
import io.millrace.event.ReadOnlyCase;
import io.millrace.event.Significant;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.language.ProcessName;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Term;
import io.millrace.query.CaseStatus;
import io.millrace.work.Doer;
import io.millrace.work.WorkItem;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The work of a run, from the offer to the release of those who did it. It hears by a gate what the engine does, and by effects what it
 * offers and calls.
 */
final class Workplace {
    private static final long TOLD_EVERY = 100;

    private final World world;
    private final Instances instances;
    private final Consequences.Plan plan;
    private final Map<WorkId, Running> running = new HashMap<>();
    /** Varying activities that wait for their end event. */
    private final EndEvents<Running> endings = new EndEvents<>();

    private final Deque<Running> released = new ArrayDeque<>();
    private final Set<String> releasedNow = new HashSet<>();

    /** @param plan takes the external events that follow from work */
    Workplace(World world, Instances instances, Consequences.Plan plan) {
        this.world = world;
        this.instances = instances;
        this.plan = plan;
    }

    /** A new instant begins. */
    void instant() {
        releasedNow.clear();
    }

    /** Whether work has ended whose agents are not free yet. */
    boolean hasReleased() {
        return !released.isEmpty();
    }

    /** An external event happens, which ends the work that has waited for it. */
    void happened(Term event) {
        for (Running work : endings.happens(event)) {
            endAt(work, Math.max(world.clock.micros(), work.earliest), Agenda.Rank.VARYING);
        }
    }

    /** Hears of offers and calls when they are released. */
    void hear(Effect effect) {
        switch (effect) {
            case Effect.OfferWork offer -> offered(offer.process(), offer.work());
            case Effect.CallWork call -> called(call.work());
            case Effect other -> {}
        }
    }

    void offered(String process, WorkItem item) {
        if (isPooled(item) || running.containsKey(item.id())) {
            return;
        }
        if (world.crew.isEmpty()) {
            // The model has nobody: somebody is always there.
            world.agenda.add(world.clock.micros(), Agenda.Rank.OUTSIDE, () -> world.ask(world.operator, new Command.StartWork(item.id())));
        } else {
            world.crew.offer(root(process), item, world.clock.micros());
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
            world.tally.taken(item.task(), 0);
            started(item, of, "");
        }
    }

    /** A gate that accepts everything and listens. */
    Gate.Verdict hear(ReadOnlyCase state, Significant event, Instant now) {
        CaseId id = state.caseId();
        switch (event) {
            case Significant.CaseStarted e -> caseStarted(id, e);
            case Significant.CaseEnded e -> caseEnded(id, e);
            case Significant.WorkOffered e -> workOffered(id, e);
            case Significant.WorkStarted e -> workStarted(id, e.item(), e.by());
            case Significant.WorkCompleted e -> workEnded(id, e.item(), "end");
            case Significant.WorkFailed e -> workEnded(id, e.item(), "fail");
            case Significant.WorkWithdrawn e -> workWithdrawn(id, e.item());
            case Significant.SignalReceived e -> world.chronicle.engine(world.papers.isEmpty(), () -> HistoryText.event(
                    "signal", Atom.of(e.signal()), HistoryText.data(e.content()), Chronicle.caseName(id)));
        }
        return Gate.Verdict.ACCEPT;
    }

    private void caseStarted(CaseId id, Significant.CaseStarted e) {
        world.busyAt = world.clock.micros();
        Paper paper = world.papers.get(e.process());
        Instance instance = instances.add(id, world.clock.micros(), paper, e.key());
        world.tally.began();
        if (paper == null) {
            Term event = HistoryText.event("begin", instance.name, Atom.of(e.process()));
            world.chronicle.add(world.clock.micros(), "engine", () -> event);
            world.consequences.of(event, world.clock.micros(), plan);
        }
    }

    private void caseEnded(CaseId id, Significant.CaseEnded e) {
        Instance of = instances.remove(id);
        if (of == null) {
            return;
        }
        if (id.isRoot()) {
            world.tally.ended(e.how() == CaseStatus.COMPLETED, world.clock.micros() - of.since);
        }
        if (of.paper == null || e.how() != CaseStatus.COMPLETED) {
            String verb = e.how() == CaseStatus.COMPLETED ? "complete" : e.how() == CaseStatus.FAILED ? "fail" : "cancel";
            world.chronicle.add(world.clock.micros(), "engine", () -> e.how() == CaseStatus.COMPLETED
                    ? HistoryText.event(verb, of.name)
                    : HistoryText.event(verb, of.name, HistoryText.data(e.outcome())));
        }
    }

    private void workOffered(CaseId id, Significant.WorkOffered e) {
        Instance of = instances.get(id);
        if (of == null) {
            return;
        }
        world.tally.offered(e.task());
        if (of.paper == null) {
            world.chronicle.add(world.clock.micros(), "engine", () -> HistoryText.event("offer", Atom.of(e.task()), of.name));
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
        long waited = world.clock.micros() - Clockwork.micros(item.offered());
        world.tally.taken(item.task(), waited);
        started(item, of, by == null ? "" : by);
    }

    void started(WorkItem item, Instance of, String worker) {
        long now = world.clock.micros();
        world.busyAt = now;
        release();
        Crew.Member member = world.crew.named(worker);
        if (member != null) {
            world.crew.busy(member);
        }
        Term act = act(of, item.task());
        Running work = new Running(item, of, act, worker, now, world.agenda.number());
        running.put(item.id(), work);
        String rule = releasedNow.contains(worker) ? "h5" : "h6";
        if (of.paper != null) {
            world.chronicle.add(now, rule, () -> HistoryText.event("assign", who(worker), act, of.name));
        }
        Term start = HistoryText.event("start", act, who(worker), of.name);
        world.chronicle.add(now, of.paper == null ? "engine" : "h1", () -> start);
        world.consequences.of(start, now, plan);
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

    /** Somebody is done with it, and has gone on to something else; it ends when rules no longer delay that. */
    void handedIn(WorkItem item, Instance of) {
        running.put(item.id(), new Running(item, of, act(of, item.task()), "", world.clock.micros(), world.agenda.number()));
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
        boolean modelled = world.model.durations.containsKey(item.task());
        double seconds = cost != null && !modelled
                ? cost
                : world.model.duration(item.task(), worker).draw(world.chance.of(Streams.Purpose.DURATION, item.task()));
        return Clockwork.micros(Math.max(0, seconds));
    }

    private void endAt(Running work, long at, Agenda.Rank rank) {
        world.agenda.add(at, rank, work.number, () -> end(work));
    }

    private void end(Running work) {
        if (!running.containsKey(work.item.id())) {
            return;
        }
        String task = work.item.task();
        double risk = world.model.failures.getOrDefault(task, 0.0);
        boolean fails = risk > 0 && world.chance.of(Streams.Purpose.FAILURE, task).uniform() < risk;
        Commands by = work.item.doer() instanceof Doer.People && !work.worker.isEmpty()
                ? world.by(work.worker)
                : world.operator;
        WorkId id = work.item.id();
        world.ask(by, fails ? new Command.Fail(id, "by chance", 0, false) : new Command.Complete(id, result(task), 0));
    }

    private Data result(String task) {
        Map<String, Variate> fields = world.model.results.get(task);
        return fields == null ? Data.nothing() : Model.draw(fields, world.chance.of(Streams.Purpose.RESULT, task));
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
        long now = world.clock.micros();
        Crew.Member member = world.crew.named(work.worker);
        long worked = member == null || member.hours == null ? now - work.since : member.hours.within(work.since, now);
        world.tally.done(item.task(), work.of.name, work.worker, work.since - world.begin, now - world.begin, worked);
        if (world.tally.items() % TOLD_EVERY == 0) {
            world.simulation.progress().accept(world.tally.items());
        }
        Term end = HistoryText.event(how, work.act, who(work.worker), work.of.name);
        String rule = work.of.paper == null ? "engine" : work.of.paper.isVarying(item.task()) ? "h4" : "h3";
        world.chronicle.add(now, rule, () -> end);
        world.consequences.of(end, now, plan);
        released.add(work);
    }

    /** Those whose work has ended are free, once everything that ends at this instant has (AxH2). */
    void release() {
        for (Running work = released.poll(); work != null; work = released.poll()) {
            release(work);
        }
    }

    private void release(Running work) {
        if (work.of.paper != null) {
            world.chronicle.add(world.clock.micros(), "h2", () -> HistoryText.event("release", who(work.worker), work.act, work.of.name));
        }
        releasedNow.add(work.worker);
        Crew.Member member = world.crew.named(work.worker);
        if (member != null) {
            world.crew.release(member);
        }
    }

    private void workWithdrawn(CaseId id, WorkItem item) {
        Instance of = instances.get(id);
        if (running.containsKey(item.id())) {
            workEnded(id, item, "withdraw");
        } else if (of != null) {
            world.crew.withdraw(item.id());
            world.tally.withdrawn(item.task());
            world.chronicle.engine(of.paper == null, () -> HistoryText.event("withdraw", Atom.of(item.task()), who(""), of.name));
        }
    }
}
