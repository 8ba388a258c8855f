package io.millrace.prolog;

import io.millrace.data.Data;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import io.millrace.logic.term.Writer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The texts of terms in runs, and when two phases are the same: terms as terms, goals as bags. */
final class RunTerms {
    private RunTerms() {}

    static String text(Term term) {
        return Writer.quoted().write(shown(term, new HashMap<>()));
    }

    /** Workflow variables print as wv1, variables as A, B … */
    private static Term shown(Term term, Map<Var, Term> names) {
        return switch (term) {
            case Var variable ->
                names.computeIfAbsent(variable, v -> Struct.of("$VAR", io.millrace.logic.term.Int.of(names.size())));
            case Struct struct -> {
                Integer number = LiteralTerms.workflowVariable(struct);
                yield number != null
                        ? Atom.of("wv" + number)
                        : LiteralTerms.rebuilt(struct, argument -> shown(argument, names));
            }
            case Term constant -> constant;
        };
    }

    /** The form in which phases are compared: texts of terms are read and written again, lists of goals are sorted. */
    static Data comparable(Data phase) {
        Map<String, Data> fields = new LinkedHashMap<>();
        phase.asMap().forEach((name, value) -> fields.put(name, switch (name) {
            case "content", "to", "goal" -> Data.of(again(value));
            case "woken" -> Data.of(value.asList().stream().map(RunTerms::again).sorted().toList());
            case "sent", "cancelled" -> Data.of(value.asList().stream().map(RunTerms::comparable).toList());
            case "suspended" -> Data.of(value.asList().stream()
                    .map(RunTerms::comparable)
                    .map(Data::json)
                    .sorted()
                    .toList());
            default -> value;
        }));
        return Data.Fields.of(new java.util.TreeMap<>(fields));
    }

    private static String again(Data text) {
        return text(LiteralProgram.term(text.text()));
    }

    static List<Data> comparable(List<Data> phases) {
        return phases.stream().map(RunTerms::comparable).toList();
    }
}
