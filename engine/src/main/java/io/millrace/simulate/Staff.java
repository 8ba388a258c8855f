package io.millrace.simulate;

import io.millrace.command.Command;
import io.millrace.logic.term.Atom;
import io.millrace.work.Participant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Those who work in a run: who they are, and when agents of a pool are there. */
final class Staff {
    /** After so long without anything nobody waits for somebody to come to work. */
    private static final long IDLE_FOR = 15L * 86_400 * 1_000_000;

    private final World world;

    Staff(World world) {
        this.world = world;
    }

    /** Everybody who works begins idle (AxH7). */
    void employ() {
        for (Paper paper : world.papers.values()) {
            for (String agent : paper.declared()) {
                world.chronicle.add(world.begin, "h7", () -> HistoryText.event("free_agent", Atom.of(agent)));
                if (world.crew.named(agent) == null) {
                    Crew.Member member = world.crew.add(agent, Set.of(), hours(agent));
                    world.tally.worker(agent);
                    shift(paper.process(), member);
                }
            }
        }
        for (Model.Worker worker : world.model.workers.values()) {
            if (world.crew.named(worker.name()) == null) {
                world.crew.add(worker.name(), worker.roles(), world.model.hoursOf(worker));
                world.demand(new Command.AddParticipant(new Participant(worker.name(), worker.roles(), Set.of())));
                world.tally.worker(worker.name());
            }
        }
    }

    /** An agent of a pool who has hours is there or away; this goes on until nothing else has happened for a while. */
    private void shift(String pool, Crew.Member member) {
        WorkingHours hours = member.hours;
        if (hours == null) {
            return;
        }
        long now = world.clock.micros();
        long next = hours.next(now);
        world.ask(world.operator, new Command.SetPresence(pool, member.name, next == now));
        if (now - world.busyAt < IDLE_FOR) {
            world.agenda.add(next == now ? hours.end(now) : next, Agenda.Rank.SHIFT, () -> shift(pool, member));
        }
    }

    private @Nullable WorkingHours hours(String agent) {
        return world.model.hoursOf(world.model.workers.getOrDefault(agent, new Model.Worker(agent, Set.of(), 0)));
    }
}
