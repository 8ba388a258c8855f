package io.millrace.algebra.run;

import io.millrace.algebra.RuleSet;
import io.millrace.algebra.RuleState;
import io.millrace.data.Data;
import io.millrace.data.Form;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.language.Fact;
import io.millrace.problem.RefusedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where a case with rules stands: what has occurred, and what is on its way because of that. */
final class RulesCase {
    private static final Form<Reader> FORM = Form.first("a case with rules", RulesCase::readFirst);

    private interface Reader {
        RulesCase read(RuleSet rules, In in);
    }

    RuleState standing;
    /** The open work item of each task that has one. */
    final Map<String, Integer> works = new LinkedHashMap<>();
    /** Tasks that are over. */
    final Set<String> over = new LinkedHashSet<>();
    /** Signals for which the case waits, by ticket. */
    final Map<Integer, String> tickets = new LinkedHashMap<>();
    /** What was broken, and by what, for people. */
    final List<String> violations = new ArrayList<>();
    Data data = Data.fields();
    boolean closing;
    /** Why the case is being cancelled, or null. */
    @Nullable String cancelling;
    /** The obligations for which an incident was raised, since nobody can meet them; or null. */
    @Nullable String stuck;

    RulesCase(RuleState standing) {
        this.standing = standing;
    }

    void apply(RulesEvent event) {
        switch (event) {
            case RulesEvent.Decided e -> {
                standing = standing.after(standing.rules().literal(e.literal()));
                stuck = null;
            }
            case RulesEvent.Violated e -> violations.add(e.literal() + " breaks " + String.join(", ", e.rules()));
            case RulesEvent.Offered e -> works.put(e.task(), e.work());
            case RulesEvent.Over e -> {
                works.remove(e.task());
                over.add(e.task());
                data = e.output().isNothing() ? data : data.with(e.task(), e.output());
            }
            case RulesEvent.Listening e -> tickets.put(e.ticket(), e.signal());
            case RulesEvent.Closing e -> closing = true;
            case RulesEvent.Cancelling e -> {
                closing = true;
                cancelling = e.reason();
            }
            case RulesEvent.Changed e -> data = data.with(e.name(), e.value());
            case RulesEvent.Stuck e -> stuck = e.obligation();
        }
    }

    /** The task of a work item, or null. */
    @Nullable String taskOf(int work) {
        for (Map.Entry<String, Integer> each : works.entrySet()) {
            if (each.getValue() == work) {
                return each.getKey();
            }
        }
        return null;
    }

    // What people see.

    Data shown() {
        return Data.fields("obligation", standing.obligation(), "required", standing.required(), "violations", List.copyOf(violations));
    }

    List<String> next() {
        List<String> lines = new ArrayList<>();
        standing.required().forEach(literal -> lines.add("rules demand " + literal));
        violations.forEach(violation -> lines.add("broken: " + violation));
        if (cancelling != null) {
            lines.add("is being cancelled: " + cancelling);
        } else if (closing) {
            lines.add("is closed, and ends when the rules let it");
        }
        return lines;
    }

    /** What holds of the rules: what has occurred, what never will, what must, and what may now. */
    List<Fact> facts() {
        List<Fact> facts = new ArrayList<>();
        for (int literal : standing.history()) {
            facts.add(Fact.of(literal % 2 == 0 ? "occurred" : "excluded", standing.rules().text(literal & ~1)));
        }
        standing.required().forEach(literal -> facts.add(Fact.of("required", literal)));
        for (int literal = 0; literal < 2 * standing.rules().events(); literal += 2) {
            if (!standing.isDecided(literal) && standing.admits(literal)) {
                facts.add(Fact.of("accepted", standing.rules().text(literal)));
            }
        }
        return facts;
    }

    // Other versions.

    /** Why the case cannot go on under other rules, or null if it can. */
    @Nullable String againstMoving(RuleSet others) {
        try {
            RulesCase moved = under(others);
            List<String> broken = new ArrayList<>(moved.standing.broken());
            broken.removeAll(standing.broken());
            if (!broken.isEmpty()) {
                return "what has happened breaks " + String.join(", ", broken);
            }
            return moved.standing.isPossible() ? null : "after what has happened, the rules cannot be kept";
        } catch (RefusedException e) {
            return e.problem().message();
        }
    }

    /** The same under other rules: what has occurred is the same. */
    RulesCase under(RuleSet others) {
        Out out = new Out();
        write(out);
        return read(others, new In(out.toBytes()));
    }

    // What is stored.

    void write(Out out) {
        FORM.begin(out);
        standing.write(out);
        out.varint(works.size());
        works.forEach((task, work) -> out.text(task).varint(work));
        out.each(over, Out::text);
        out.varint(tickets.size());
        tickets.forEach((ticket, signal) -> out.varint(ticket).text(signal));
        out.each(violations, Out::text);
        out.data(data).bool(closing).textOrNull(cancelling).textOrNull(stuck);
    }

    static RulesCase read(RuleSet rules, In in) {
        return FORM.reader(in).read(rules, in);
    }

    private static RulesCase readFirst(RuleSet rules, In in) {
        RulesCase state = new RulesCase(RuleState.read(rules, in));
        for (int count = in.count(); count > 0; count--) {
            state.works.put(in.text(), in.varint32());
        }
        state.over.addAll(in.each(In::text));
        for (int count = in.count(); count > 0; count--) {
            state.tickets.put(in.varint32(), in.text());
        }
        state.violations.addAll(in.each(In::text));
        state.data = in.data();
        state.closing = in.bool();
        state.cancelling = in.textOrNull();
        state.stuck = in.textOrNull();
        return state;
    }
}
