package io.millrace.simulate;

import io.millrace.data.Data;
import io.millrace.data.DataException;
import io.millrace.logic.read.SyntaxError;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Terms;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.util.ArrayList;
import java.util.List;

/**
 * An external event at an instant. Immutable.
 *
 * @param seconds when, counted from the beginning of the simulation
 * @param description properties of an event that is described by several predicates, or nothing
 */
public record ExternalEvent(Term event, double seconds, Data description) {
    private static final int PAIR = 2;

    /** Reads a list of events with their times, {@code [["submit(o1)", 1], ...]}; a third element describes an event. */
    public static List<ExternalEvent> read(String file, String json) {
        List<ExternalEvent> events = new ArrayList<>();
        try {
            for (Data each : Data.parse(json).asList()) {
                List<Data> parts = each.asList();
                if (parts.size() < PAIR || !(parts.get(0) instanceof Data.Text text) || !(parts.get(1) instanceof Data.Num time)) {
                    throw new RefusedException(Code.SIMULATION_EVENTS.with(file, each.json() + " is not an event with its time"));
                }
                Term event = HistoryText.read(text.value());
                if (!Terms.ground(event)) {
                    throw new RefusedException(Code.SIMULATION_EVENTS.with(file, "'" + text.value() + "' has a variable"));
                }
                double seconds = time.decimal().doubleValue();
                if (seconds < 0) {
                    throw new RefusedException(Code.SIMULATION_EVENTS.with(file, each.json() + " is before the beginning"));
                }
                Data description = parts.size() > PAIR ? parts.get(PAIR) : Data.nothing();
                events.add(new ExternalEvent(event, seconds, description));
            }
        } catch (DataException e) {
            throw new RefusedException(Code.SIMULATION_EVENTS.with(file, String.valueOf(e.getMessage())), e);
        } catch (SyntaxError e) {
            throw new RefusedException(Code.SIMULATION_EVENTS.with(file, e.sentence()), e);
        }
        return events;
    }
}
