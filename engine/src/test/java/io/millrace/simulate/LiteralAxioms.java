package io.millrace.simulate;

import io.millrace.logic.Prolog;
import io.millrace.logic.machine.Library;
import io.millrace.logic.machine.Limits;
import io.millrace.logic.machine.Machine;
import io.millrace.logic.machine.Program;
import io.millrace.logic.machine.Solutions;
import io.millrace.logic.read.Source;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import io.millrace.logic.term.Writer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The paper's axioms as a logic program: an engine that knows nothing of ours. */
final class LiteralAxioms {
    private final Program program;
    private final Machine machine;

    /** @param facts the process, without directives */
    LiteralAxioms(String facts, List<ExternalEvent> events, List<String> tasks) {
        StringBuilder more = new StringBuilder(facts).append('\n');
        for (ExternalEvent event : events) {
            more.append("external(").append(HistoryText.of(event.event())).append(", ").append((long) event.seconds()).append(").\n");
        }
        for (int i = 0; i < tasks.size(); i++) {
            more.append("place(").append(tasks.get(i)).append(", ").append(i).append(").\n");
        }
        for (String needed : List.of(
                "xor_split(_, _)", "xor_join(_, _)", "and_split(_, _)", "and_join(_, _)", "serial(_, _)", "serial(_, _, _)",
                "initial(_, _)", "final(_, _)", "initiates(_, _)", "terminates(_, _)", "end_event(_, _)", "varying_activity(_)",
                "fixed_activity(_)", "sequential(_, _)")) {
            more.append(needed).append(" :- fail.\n");
        }
        this.program = Prolog.builder()
                .consult(Source.of("axioms", PaperHistoryTest.axioms()))
                .consult(Source.of("process", more.toString()))
                .build();
        this.machine = new Machine(program, Library.builder().build(), Limits.GENEROUS);
    }

    /** The same with a history that is given. */
    LiteralAxioms knowing(List<Outcome.Entry> history) {
        for (int i = 0; i < history.size(); i++) {
            Outcome.Entry entry = history.get(i);
            String fact = "assertz(happened(" + entry.event() + ", " + Math.round(entry.t()) + ", " + i + ", " + entry.rule() + "))";
            if (!machine.once(HistoryText.read(fact))) {
                throw new AssertionError(fact);
            }
        }
        return this;
    }

    /** What a goal says of a term, each answer once. */
    List<String> all(String goal, String term) {
        Struct both = (Struct) HistoryText.read("(" + goal + ") - (" + term + ")");
        Set<String> found = new LinkedHashSet<>();
        int count = 0;
        try (Solutions all = machine.solve(both.arg(0))) {
            while (all.next()) {
                count++;
                found.add(HistoryText.of(both.arg(1)));
            }
        }
        return term.equals("E") ? Collections.nCopies(count, "") : List.copyOf(found);
    }

    /** The history up to an instant: time, event and rule. */
    List<String> history(int horizon) {
        Term goal = HistoryText.read("run(" + horizon + ")");
        if (!machine.once(goal)) {
            throw new AssertionError("the axioms failed");
        }
        List<String> lines = new ArrayList<>();
        Var event = new Var();
        Var time = new Var();
        Var rule = new Var();
        try (Solutions all = machine.solve(Struct.of("happened", event, time, new Var(), rule))) {
            while (all.next()) {
                lines.add(Writer.quoted().write(time) + " " + HistoryText.of(event) + " " + Writer.quoted().write(rule));
            }
        }
        return lines;
    }
}
