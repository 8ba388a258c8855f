package io.millrace.prolog;

import io.millrace.data.Data;
import io.millrace.fact.Facts;
import io.millrace.fact.NoDataException;
import io.millrace.language.Fact;
import io.millrace.logic.codec.TermCodec;
import io.millrace.logic.term.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a query says to those who ask about the history: which goals wait, which variables have their reply, and its phases. */
final class PrologHistory {
    private PrologHistory() {}

    static Fact fact(PrologEvent event) {
        return switch (event) {
            case PhaseEnded phase -> fact(phase);
            case PhaseHeld held ->
                Fact.of("phase", held.held().cause().name().toLowerCase(Locale.ROOT), held.raised() == null ? "held" : "error", 0, 0);
            case AskedAgain again -> Fact.of("asked_again", again.dropped(), again.work());
        };
    }

    private static Fact fact(PhaseEnded phase) {
        return Fact.of(
                "phase",
                phase.cause().name().toLowerCase(Locale.ROOT),
                phase.status().name().toLowerCase(Locale.ROOT),
                phase.sent().size(),
                phase.suspended().size());
    }

    static Function<StoredState, List<Fact>> concern(StoredState before, @Nullable PrologEvent event) {
        return switch (event) {
            case null -> stored -> all(stored.peek());
            case PhaseEnded phase -> concern(before, phase);
            // The query stays as it was.
            case PhaseHeld held -> stored -> List.of();
            case AskedAgain again -> stored -> List.of();
        };
    }

    private static Function<StoredState, List<Fact>> concern(StoredState before, PhaseEnded phase) {
        Set<Integer> goals = new TreeSet<>(phase.woken());
        phase.suspended().forEach(goal -> goals.add(goal.number()));
        Set<Integer> variables = new TreeSet<>(phase.collected());
        variables.addAll(phase.cancelled());
        Variable answered = before.peek().ofWork(phase.work());
        if (answered != null) {
            variables.add(answered.number);
        }
        return stored -> {
            PrologState state = stored.peek();
            List<Fact> facts = new ArrayList<>();
            goals.forEach(number -> add(state.goal(number), facts));
            variables.forEach(number -> add(state.variable(number), facts));
            return facts;
        };
    }

    private static List<Fact> all(PrologState state) {
        List<Fact> facts = new ArrayList<>();
        state.goals().forEach(goal -> add(goal, facts));
        state.variables().forEach(variable -> add(variable, facts));
        return facts;
    }

    private static void add(@Nullable Suspended goal, List<Fact> facts) {
        if (goal != null) {
            facts.add(Fact.of("goal", data(goal.goal())).numbered(goal.number()));
        }
    }

    private static void add(@Nullable Variable variable, List<Fact> facts) {
        if (variable != null && variable.reply != null) {
            facts.add(Fact.data("wv" + variable.number, data(variable.reply)));
        }
    }

    /** A term as data where it can be, otherwise its text. */
    private static Data data(byte[] bytes) {
        Term term = ShownTerms.outside(TermCodec.decode(bytes));
        try {
            return Facts.data(term);
        } catch (NoDataException e) {
            return Data.of(ShownTerms.text(term));
        }
    }
}
