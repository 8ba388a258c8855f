package io.millrace.simulate;

import io.millrace.calculus.Questions;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.event.Gate;
import io.millrace.event.ReadOnlyCase;
import io.millrace.event.Significant;
import io.millrace.language.Compiled;
import io.millrace.language.Proof;
import io.millrace.logic.term.Term;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseDetails;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.ListedWork;
import io.millrace.query.Page;
import io.millrace.query.WorkQuery;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
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
    /** So much may happen at one instant before it is clear that time does not advance. */
    private static final long MOST_AT_ONCE = 20_000_000;

    private static final int PAGE = 1_000;
    /** The events of work with which somebody takes it, or is done with it. */
    private static final Set<String> TAKING = Set.of("WorkStarted", "WorkCompleted", "WorkFailed");

    private final World world;
    private final Instances instances = new Instances();
    private final Workplace workplace;
    private final Outside outside;
    private long shiftAt = Clockwork.NEVER;

    /** @param indexed whether its history is kept in a store, with the index from which questions are answered */
    Driver(Simulation simulation, boolean indexed) {
        this.world = new World(simulation, indexed, this::hear);
        this.workplace = new Workplace(world, instances, this::plan);
        this.outside = new Outside(world, instances, workplace);
    }

    private Gate.Verdict hear(ReadOnlyCase state, Significant event, Instant now) {
        return workplace.hear(state, event, now);
    }

    private void plan(Term event, long at) {
        outside.plan(event, at);
    }

    @Override
    public void close() {
        world.clock.rest();
        world.mill.close();
    }

    Questions questions() {
        return world.mill.questions().since(Clockwork.instant(world.begin));
    }

    Outcome run() {
        world.mill.listen(workplace::hear);
        for (Compiled<?> process : world.simulation.processes()) {
            deploy(process);
        }
        new Staff(world).employ();
        if (world.simulation.origin() != null) {
            world.clock.rest();
            adopt();
        }
        for (ExternalEvent event : world.simulation.events()) {
            world.agenda.add(Clockwork.later(world.begin, event.seconds()), Agenda.Rank.OUTSIDE, () -> outside.happens(event));
        }
        for (Model.Arrivals each : world.model.arrivals) {
            outside.arrive(each, 1, world.begin);
        }
        long at = Math.min(world.agenda.next(), world.clock.nextWish());
        while (at <= world.until) {
            world.clock.moveTo(at);
            live();
            at = Math.min(world.agenda.next(), world.clock.nextWish());
        }
        world.simulation.progress().accept(world.tally.items());
        return outcome();
    }

    private void deploy(Compiled<?> given) {
        Compiled<?> process = Paper.staffed(given, world.model);
        Proof proof = process.proof();
        if (proof.objection() != null && world.simulation.options().length == 0) {
            throw new RefusedException(proof.objection());
        }
        world.demand(new Command.Deploy(process, proof.objection() == null ? null : proof.objection().message()));
        Paper paper = Paper.of(process);
        if (paper != null) {
            world.papers.put(process.contract().name(), paper);
        }
    }

    /** Takes over what was going on in a journal: its cases, the work that waits, and the work that somebody does. */
    private void adopt() {
        CaseQuery running = CaseQuery.ALL.inState(CaseStatus.RUNNING).withSubCases();
        each(cursor -> world.mill.cases(running, cursor, PAGE), info -> {
            Paper paper = world.papers.get(info.process());
            instances.add(info.id(), Clockwork.micros(info.started()), paper, info.key());
        });
        List<ListedWork> open = new ArrayList<>();
        each(cursor -> world.mill.work(WorkQuery.ALL, cursor, PAGE), open::add);
        for (ListedWork each : open) {
            WorkItem item = each.item();
            Instance of = instances.get(item.id().caseId());
            if (of == null || item.incident() != null || item.child() != 0) {
                continue;
            }
            world.tally.offered(item.task());
            boolean attempted = item.delayed() != null && isAttempted(item);
            if (item.state() == WorkState.STARTED) {
                world.tally.taken(item.task(), 0);
                if (attempted) {
                    workplace.handedIn(item, of);
                } else {
                    workplace.started(item, of, item.holder() == null ? "" : item.holder());
                }
            } else if (item.state() == WorkState.OFFERED && !attempted) {
                workplace.offered(each.process(), item);
            }
        }
    }

    /** Whether somebody has begun or ended this work, and rules delay that: it happens by itself, and nobody else can do it meanwhile. */
    private boolean isAttempted(WorkItem item) {
        CompletableFuture<CaseDetails> looked = world.mill.find(item.id().caseId()).look();
        world.clock.rest();
        return looked.join().attempts().stream()
                .anyMatch(each -> TAKING.contains(each.event()) && each.detail().at("work").equals(Data.of(item.id().number())));
    }

    private static <T> void each(Function<@Nullable String, Page<T>> pages, Consumer<T> use) {
        String cursor = null;
        do {
            Page<T> page = pages.apply(cursor);
            page.items().forEach(use);
            cursor = page.cursor();
        } while (cursor != null);
    }

    private void live() {
        long now = world.clock.micros();
        workplace.instant();
        for (long count = 0; step(now); count++) {
            world.checkRefusal();
            if (count > MOST_AT_ONCE) {
                throw new RefusedException(Code.SIMULATION_ENDLESS.with(world.simulation.name(), "time does not advance"));
            }
        }
    }

    /** Does the first of what can happen now, in the order of the rules; false when the instant is over. */
    private boolean step(long now) {
        if (world.agenda.next() <= now) {
            world.chain = 0;
            world.agenda.take().run();
            world.clock.rest();
            return true;
        }
        if (workplace.hasReleased()) {
            workplace.release();
            return true;
        }
        if (world.clock.nextWish() <= now) {
            world.clock.wake();
            world.clock.rest();
            return true;
        }
        Crew.Assignment assignment = world.crew.next(now);
        if (assignment != null) {
            begin(assignment.work().item, assignment.member().name);
            return true;
        }
        if (world.crew.nextShift() != Clockwork.NEVER && (shiftAt <= now || world.crew.nextShift() < shiftAt)) {
            shiftAt = world.crew.nextShift();
            world.agenda.add(shiftAt, Agenda.Rank.SHIFT, () -> {});
        }
        return false;
    }

    private void begin(WorkItem item, String worker) {
        world.ask(world.by(worker), new Command.StartWork(item.id()));
        world.clock.rest();
    }

    private Outcome outcome() {
        long now = world.simulation.until() == null ? world.clock.micros() : Math.max(world.clock.micros(), world.until);
        Map<String, Double> prices = new HashMap<>();
        for (Crew.Member member : world.crew.members()) {
            Model.Worker worker = world.model.workers.getOrDefault(member.name, new Model.Worker(member.name, Set.of(), 0));
            prices.put(member.name, world.model.price(worker));
            world.tally.there(member.name, member.hours == null ? now - world.begin : member.hours.within(world.begin, now));
        }
        return world.tally.outcome(
                world.simulation.name(),
                world.simulation.seed(),
                (now - world.begin) / World.MICROS,
                prices,
                world.chronicle.entries(),
                world.crew.waitingByTask());
    }
}
