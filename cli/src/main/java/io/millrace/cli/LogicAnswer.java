package io.millrace.cli;

import io.millrace.logic.machine.Machine;
import io.millrace.logic.read.Read;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.TermWalks;
import io.millrace.logic.term.Var;
import io.millrace.logic.term.Writer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How a solution is shown: the bindings, {@code X = 1}, {@code Y = Z}, with nothing for what is unbound, and then the goals that still wait for a
 * variable, {@code dif(X, a)}.
 */
final class LogicAnswer {
    /** What stands beside {@code =} binds tighter than it. */
    private static final int OPERAND = 699;

    /** What stands between commas binds tighter than they do. */
    private static final int ARGUMENT = 999;

    /** Longer values are cut: a term may be endless. */
    private static final int SHOWN = 100_000;

    /** How much of a term that contains itself is shown: the rest says nothing new. */
    private static final int SHOWN_CYCLIC = 60;

    private LogicAnswer() {}

    /** One text for each variable of a query that is bound and for each goal that waits; none at all means {@code true}. */
    static List<String> of(Read query, Machine machine) {
        Operators operators = machine.operators();
        Map<Var, String> names = new HashMap<>();
        Map<String, String> same = new HashMap<>();
        query.names().forEach((name, variable) -> {
            if (!name.startsWith("_") && variable.deref() instanceof Var free) {
                String first = names.putIfAbsent(free, name);
                if (first != null) {
                    same.put(name, first);
                }
            }
        });
        Writer writer = Writer.quoted().withOperators(operators).withSpaces(true).withNames(names).withMaxLength(SHOWN);
        List<String> bindings = new ArrayList<>();
        query.names().forEach((name, variable) -> {
            Term value = variable.deref();
            if (same.containsKey(name)) {
                bindings.add(same.get(name) + " = " + name);
            } else if (!name.startsWith("_") && !(value instanceof Var)) {
                bindings.add(name + " = " + shown(writer, value, OPERAND));
            }
        });
        for (Term goal : machine.delayed(query.term())) {
            bindings.add(shown(writer, goal, ARGUMENT));
        }
        return bindings;
    }

    private static String shown(Writer writer, Term term, int priority) {
        return TermWalks.acyclic(term, null)
                ? writer.write(term, priority)
                : cut(writer.withMaxLength(SHOWN_CYCLIC).write(term, priority)) + " (contains itself)";
    }

    private static String cut(String text) {
        return text.length() <= SHOWN_CYCLIC ? text : text.substring(0, SHOWN_CYCLIC) + "…";
    }
}
