package io.millrace.calculus;

import io.millrace.event.Projection;
import io.millrace.id.WorkId;
import io.millrace.logic.Prolog;
import io.millrace.logic.machine.Limits;
import io.millrace.logic.machine.Machine;
import io.millrace.logic.machine.Program;
import io.millrace.logic.read.Read;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.Source;
import io.millrace.logic.read.SyntaxError;
import io.millrace.problem.Argument;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Questions to a history, as goals: {@code holds_at(active(Task, Who, Case), now - 2h)}. Immutable and safe for use by several threads;
 * each method that changes something returns a copy.
 *
 * <p>A goal sees the index at the time when it reads it; while an engine runs, a long search may see events that were recorded after it
 * began.
 */
public final class Questions {
    private static final Limits LIMITS = Limits.GENEROUS.withMemory(1L << 30);

    private final Projection.Stored source;
    private final String tenant;
    private final Supplier<Instant> now;
    private final Instant origin;
    private final List<Rules> rules;
    private final Limits limits;
    /** The only work items of which facts are seen; null for everything. */
    private final @Nullable Predicate<WorkId> seen;

    private final Program program;

    private Questions(
            Projection.Stored source,
            String tenant,
            Supplier<Instant> now,
            Instant origin,
            List<Rules> rules,
            Limits limits,
            @Nullable Predicate<WorkId> seen) {
        this.limits = limits;
        this.seen = seen;
        this.source = source;
        this.tenant = tenant;
        this.now = now;
        this.origin = origin;
        this.rules = List.copyOf(rules);
        this.program = rules.isEmpty() ? Prelude.PROGRAM : program(rules);
    }

    /**
     * Questions to the history of a tenant.
     *
     * @param now the value of {@code now}, read for each goal
     */
    public static Questions to(Projection.Stored source, String tenant, Supplier<Instant> now) {
        return new Questions(
                Argument.given(source, "source"), Argument.named(tenant, "tenant"), Argument.given(now, "now"), Instant.EPOCH, List.of(), LIMITS, null);
    }

    /** The same as of a moment: later events are ignored, and {@code now} is that moment. */
    public Questions at(Instant moment) {
        Argument.given(moment, "moment");
        return new Questions(source, tenant, () -> moment, origin, rules, limits, seen);
    }

    /** The same with times as seconds since another moment than the beginning of 1970. */
    public Questions since(Instant moment) {
        return new Questions(source, tenant, now, Argument.given(moment, "moment"), rules, limits, seen);
    }

    /** The same with more rules. */
    public Questions with(Rules more) {
        return with(List.of(Argument.given(more, "rules")));
    }

    /** The same with more rules. */
    public Questions with(List<Rules> more) {
        if (Argument.given(more, "rules").isEmpty()) {
            return this;
        }
        List<Rules> all = new ArrayList<>(rules);
        all.addAll(more);
        return new Questions(source, tenant, now, origin, all, limits, seen);
    }

    /** The same with a limit of steps for each goal; without a limit a goal can run for ever. */
    public Questions atMost(long steps) {
        return new Questions(source, tenant, now, origin, rules, limits.withInferences(Argument.atLeast(1, steps, "steps")), seen);
    }

    /** The same with a limit of the memory that a goal may hold, in bytes as the machine estimates them. */
    public Questions within(long bytes) {
        return new Questions(source, tenant, now, origin, rules, limits.withMemory(Argument.atLeast(1, bytes, "bytes")), seen);
    }

    /**
     * The same about some work items only, for somebody who may not see others. Events and fluents of other work, of cases as a whole, of their
     * data and of participants look as if they had not been recorded, also to rules.
     *
     * @param visible whether a work item may be seen; called for each fact, while a goal runs
     */
    public Questions onlyOf(Predicate<WorkId> visible) {
        return new Questions(source, tenant, now, origin, rules, limits, Argument.given(visible, "visible"));
    }

    /**
     * Asks a goal.
     *
     * @throws RefusedException if it cannot be read
     */
    public Solutions ask(String goal) {
        Machine machine = machine();
        return new Solutions(goal, read(goal, machine), machine);
    }

    /** The first answer, if there is one. */
    public Optional<Solution> first(String goal) {
        try (Solutions solutions = ask(goal)) {
            return solutions.hasNext() ? Optional.of(solutions.next()) : Optional.empty();
        }
    }

    /** All answers. */
    public List<Solution> all(String goal) {
        List<Solution> all = new ArrayList<>();
        try (Solutions solutions = ask(goal)) {
            solutions.forEachRemaining(all::add);
        }
        return all;
    }

    /** Whether there is an answer. */
    public boolean holds(String goal) {
        return first(goal).isPresent();
    }

    /** Who had which work between two instants, both included. It reads a bounded part of the history and says whether that was enough. */
    public Stint.Window stints(Instant from, Instant until) {
        Argument.given(from, "from");
        Argument.given(until, "until");
        return new Timesheet(new Annals(source, tenant, seen), from, until).read();
    }

    private Machine machine() {
        Calendar calendar = new Calendar(Moment.micros(now.get()), Moment.micros(origin));
        Machine machine = new Machine(program, Predicates.LIBRARY, limits);
        machine.host(new Predicates(new Annals(source, tenant, seen), calendar));
        return machine;
    }

    private static Read read(String goal, Machine machine) {
        try {
            return Reader.term(GoalText.read(goal), machine.operators(), machine.flags());
        } catch (SyntaxError e) {
            throw new RefusedException(Trouble.of(goal, e), e);
        }
    }

    private static Program program(List<Rules> rules) {
        var builder = Prelude.builder();
        rules.forEach(each -> each.addTo(builder));
        return builder.build();
    }

    /** The clauses that every question knows; read when the first one is asked. */
    static final class Prelude {
        static final Program PROGRAM = builder().build();

        private Prelude() {}

        static io.millrace.logic.machine.ProgramBuilder builder() {
            return Prolog.builder()
                    .library(Predicates.LIBRARY)
                    .consult(Source.of("questions.pl", text()))
                    .dynamic("$initiates", 2)
                    .dynamic("$terminates", 2)
                    .dynamic("$ruled", 1);
        }

        private static String text() {
            try (InputStream in = Questions.class.getResourceAsStream("questions.pl")) {
                if (in == null) {
                    throw new IllegalStateException("questions.pl is not on the class path");
                }
                return GoalText.read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
