package io.millrace.simulate;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.problem.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What happens outside of the engine: cases that arrive, and external events. */
final class Outside {
    /** So many events may follow from each other at one instant. */
    private static final int LONGEST_CHAIN = 10_000;

    private final World world;
    private final Instances instances;
    private final Workplace workplace;
    /** Events that no case was meant by; later cases hear of them, too. */
    private final List<ExternalEvent> general = new ArrayList<>();

    Outside(World world, Instances instances, Workplace workplace) {
        this.world = world;
        this.instances = instances;
        this.workplace = workplace;
    }

    void arrive(Model.Arrivals arrivals, long number, long from) {
        if (number > arrivals.most()) {
            return;
        }
        double gap = Math.max(0, arrivals.gap().draw(world.chance.of(Streams.Purpose.ARRIVALS, arrivals.process())));
        long at = Clockwork.later(from, gap);
        world.agenda.add(at, Agenda.Rank.OUTSIDE, () -> {
            start(arrivals.process(), number);
            arrive(arrivals, number + 1, at);
        });
    }

    private void start(String process, long number) {
        Data input = Model.draw(world.model.cases.getOrDefault(process, Map.of()), world.chance.of(Streams.Purpose.DATA, process));
        Paper paper = world.papers.get(process);
        if (paper == null) {
            world.ask(world.operator, new Command.Start(process, 0, input.isNothing() ? Data.fields() : input, null));
            return;
        }
        Term event = paper.startOf(number);
        happens(new ExternalEvent(event, (world.clock.micros() - world.begin) / World.MICROS, input));
    }

    void happens(ExternalEvent external) {
        Term event = external.event();
        world.busyAt = world.clock.micros();
        world.chronicle.add(world.clock.micros(), "ext", () -> event);
        if (event instanceof Struct signal && signal.name().name().equals("signal") && world.papers.isEmpty()) {
            Data content = signal.arity() > 2 ? Paper.data(signal.arg(2)) : external.description();
            String key = signal.arity() > 1 ? HistoryText.plain(signal.arg(1)) : "";
            world.ask(world.operator, new Command.Signal(HistoryText.plain(signal.arg(0)), key, content));
            return;
        }
        if (event instanceof Struct start && start.is("begin", 2)) {
            String key = HistoryText.plain(start.arg(0));
            world.ask(world.operator, new Command.Start(HistoryText.plain(start.arg(1)), 0, external.description(), key));
            return;
        }
        if (world.papers.isEmpty()) {
            // A net that hears of events by their names.
            String key = external.description().at("key") instanceof Data.Text text ? text.value() : "";
            world.ask(world.operator, new Command.Signal(Paper.signalOf(external), key, Paper.contentOf(external)));
        }
        for (Paper paper : world.papers.values()) {
            Term instance = paper.starts(event);
            if (instance != null) {
                Data input = Paper.input(event, instance);
                if (external.description() instanceof Data.Fields more) {
                    for (Map.Entry<String, Data> each : more.asMap().entrySet()) {
                        input = input.with(each.getKey(), each.getValue());
                    }
                }
                world.ask(world.operator, new Command.Start(paper.process(), 0, input, HistoryText.of(instance)));
                world.clock.rest();
                tellLate(paper, instance);
            }
        }
        tell(external);
        workplace.happened(event);
        world.consequences.of(event, world.clock.micros(), this::plan);
    }

    /** Tells the cases that an event speaks of; one that speaks of none, all that hear it, now and when they start. */
    private void tell(ExternalEvent external) {
        if (world.papers.values().stream().noneMatch(paper -> paper.hears(external))) {
            return;
        }
        List<Instance> meant = new ArrayList<>(1);
        boolean known = instances.meant(external.event(), meant);
        if (!known) {
            general.add(external);
            meant.addAll(instances.named());
        }
        for (Instance each : meant) {
            if (each.paper != null && each.paper.hears(external)) {
                signal(external, each.name);
            }
        }
    }

    private void tellLate(Paper paper, Term instance) {
        for (ExternalEvent each : general) {
            if (paper.hears(each)) {
                signal(each, instance);
            }
        }
    }

    private void signal(ExternalEvent external, Term instance) {
        world.ask(world.operator, new Command.Signal(Paper.signalOf(external), HistoryText.of(instance), Paper.contentOf(external)));
        // A case waits for the next signal of a name when it has the one before.
        world.clock.rest();
    }

    void plan(Term event, long at) {
        if (at <= world.until) {
            ExternalEvent external = new ExternalEvent(event, (at - world.begin) / World.MICROS, Data.nothing());
            int chain = at == world.clock.micros() ? world.chain + 1 : 0;
            if (chain > LONGEST_CHAIN) {
                world.end(Code.SIMULATION_ENDLESS.with(world.simulation.name(), "events follow from each other and no time passes"));
                return;
            }
            world.agenda.add(at, Agenda.Rank.OUTSIDE, () -> {
                world.chain = chain;
                happens(external);
            });
        }
    }
}
