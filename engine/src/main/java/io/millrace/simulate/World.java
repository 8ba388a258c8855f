package io.millrace.simulate;

import io.millrace.Builder;
import io.millrace.Commands;
import io.millrace.Millrace;
import io.millrace.calculus.HistoryIndex;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.event.Gate;
import io.millrace.journal.MemoryStore;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What all parts of a run share: the engine, its clock, those who work, chance, and what is written down. */
final class World {
    static final double MICROS = 1e6;
    private static final int QUEUE = 10_000_000;
    /** Work that was withdrawn while somebody was about to begin or to end it, or for which somebody else has done so. */
    private static final Set<Code> TOO_LATE =
            Set.of(Code.UNKNOWN_WORK, Code.UNKNOWN_CASE, Code.CASE_ENDED, Code.ALREADY_ATTEMPTED);

    final Simulation simulation;
    final Model model;
    final long begin;
    final long until;
    final Clockwork clock;
    final Millrace mill;
    final Commands operator;
    private final Map<String, Commands> speaking = new HashMap<>();
    final Map<String, Paper> papers = new LinkedHashMap<>();
    final Crew crew = new Crew(this::cost);
    final Agenda agenda = new Agenda();
    final Tally tally = new Tally();
    final Chronicle chronicle;
    final Streams chance;
    final Consequences consequences;
    /** When anything but a change of shifts happened last. */
    long busyAt;

    /** How many external events of this instant have led to the present one. */
    int chain;

    private @Nullable RefusedException refusal;

    /**
     * @param indexed whether its history is kept in a store, with the index from which questions are answered
     * @param gate hears what happens
     */
    World(Simulation simulation, boolean indexed, Gate gate) {
        this.simulation = simulation;
        this.model = simulation.model();
        Simulation.Origin origin = simulation.origin();
        Instant first = origin == null ? model.begin : origin.at();
        this.begin = Clockwork.micros(first);
        this.busyAt = begin;
        Duration limit = simulation.until();
        this.until = limit == null ? Clockwork.NEVER - 1 : Clockwork.later(begin, limit.toSeconds() + limit.toNanosPart() / 1e9);
        this.clock = new Clockwork(first);
        this.chronicle = new Chronicle(simulation.keepsHistory(), begin);
        this.chance = new Streams(simulation.seed());
        this.consequences = new Consequences(model.consequences, chance);
        Builder builder = Millrace.builder()
                .time(clock)
                .threads(clock)
                .nanos(() -> (clock.micros() - begin) * 1_000)
                .onWarning(warning -> {})
                .gate(gate)
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

    /** Somebody who asks something of the engine. */
    Commands by(String worker) {
        return speaking.computeIfAbsent(worker, operator::as);
    }

    void demand(Command command) {
        CompletableFuture<Answer> answer = operator.ask(command);
        clock.rest();
        if (answer.getNow(Answer.DONE) instanceof Answer.Refused refused) {
            throw new RefusedException(refused.problem());
        }
    }

    /** What the world does to the engine makes sense, unless the model does not fit the process. */
    void ask(Commands by, Command command) {
        by.ask(command).thenAccept(answer -> {
            if (answer instanceof Answer.Refused refused && refusal == null && !TOO_LATE.contains(refused.problem().code())) {
                String at = Outcome.number((clock.micros() - begin) / MICROS).json();
                refusal = new RefusedException(
                        Code.SIMULATION_REFUSED.with(simulation.name(), at, refused.problem().message()));
            }
        });
    }

    /** Ends the run after the present step. */
    void end(Problem why) {
        refusal = refusal == null ? new RefusedException(why) : refusal;
    }

    /** Ends the run if the engine has refused what the world did. */
    void checkRefusal() {
        if (refusal != null) {
            throw refusal;
        }
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
}
