package io.millrace.simulate;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The external events that follow from others after a time, {@code after(Cause, Event, Delay)}. */
final class Consequences {
    /** Takes an event that will happen. */
    interface Plan {
        void happens(Term event, long at);
    }

    private final Map<String, List<Model.Consequence>> byCause = new HashMap<>();
    private final Streams chance;

    Consequences(List<Model.Consequence> all, Streams chance) {
        this.chance = chance;
        all.forEach(each -> byCause.computeIfAbsent(name(each.cause()), key -> new ArrayList<>()).add(each));
    }

    private static String name(Term term) {
        return term.deref() instanceof Struct struct
                ? struct.name().name() + "/" + struct.arity()
                : term.deref() instanceof Atom atom ? atom.name() : "";
    }

    void of(Term cause, long now, Plan plan) {
        if (byCause.isEmpty()) {
            return;
        }
        for (Model.Consequence each : byCause.getOrDefault(name(cause), List.of())) {
            Chance drawn = chance.of(Streams.Purpose.CONSEQUENCE, name(each.cause()));
            Model.Happens chosen = pick(each.events(), drawn);
            Map<Var, Term> values = Pattern.match(each.cause(), cause);
            if (values != null) {
                plan.happens(Pattern.with(chosen.event(), values), Clockwork.later(now, Math.max(0, each.delay().draw(drawn))));
            }
        }
    }

    private static Model.Happens pick(List<Model.Happens> events, Chance chance) {
        double total = 0;
        for (Model.Happens each : events) {
            total += each.weight();
        }
        double left = total * chance.uniform();
        for (Model.Happens each : events) {
            left -= each.weight();
            if (left < 0) {
                return each;
            }
        }
        return events.getLast();
    }
}
