package io.millrace.prolog;

import io.millrace.data.Data;
import io.millrace.fact.Facts;
import io.millrace.logic.codec.TermCodec;
import io.millrace.logic.read.Flags;
import io.millrace.logic.read.Read;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.SyntaxError;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The query that a case starts with: the program's own where nothing is given; with fields, the program's own with the
 * variables of those names bound; else the goal that is given, as a text or as data that stands for one.
 */
final class Queries {
    private final String process;
    private final List<String> names;

    /** The query with the list of its named variables, in binary form: each case has variables of its own. */
    private final byte @Nullable [] own;

    Queries(String process, ProgramText text) {
        this.process = process;
        Read query = text.query();
        this.names = query == null ? List.of() : List.copyOf(query.names().keySet());
        this.own = query == null
                ? null
                : TermCodec.encode(Struct.of(
                        "-", ((Struct) query.term()).arg(0), Lists.of(List.copyOf(query.names().values()))));
    }

    Term query(Data input) {
        return switch (input) {
            case Data.Nothing nothing -> own(Map.of());
            case Data.Text text -> read(text.value());
            case Data.Fields fields when Facts.term(fields) instanceof Struct struct && !struct.is("{}", 1) -> struct;
            case Data.Fields fields -> own(fields.asMap());
            case Data other -> throw refused("'" + other.json() + "' is no goal");
        };
    }

    private Term read(String text) {
        try {
            Term goal = Reader.term(text, Operators.iso(), Flags.iso()).term();
            if (goal instanceof Struct || goal instanceof Atom) {
                return goal;
            }
            throw refused("'" + text + "' is no goal");
        } catch (SyntaxError e) {
            throw new RefusedException(Code.UNREADABLE_TERM.with(String.valueOf(e.getMessage())));
        }
    }

    private Term own(Map<String, Data> values) {
        if (own == null) {
            throw refused("it has no query of its own");
        }
        Struct pair = (Struct) TermCodec.decode(own);
        List<Term> variables = new ArrayList<>();
        for (Term at = pair.arg(1); at instanceof Struct cell; at = cell.arg(1)) {
            variables.add(cell.arg(0));
        }
        for (String name : values.keySet()) {
            if (!names.contains(name)) {
                throw refused("its query has no variable '" + name + "'");
            }
        }
        return Rebuilt.of(pair.arg(0), part -> {
            int index = part instanceof Var ? variables.indexOf(part) : -1;
            Data value = index < 0 ? null : values.get(names.get(index));
            return value == null ? part : Facts.term(value);
        });
    }

    private RefusedException refused(String why) {
        Problem problem = Code.NO_QUERY.with(process, why);
        return new RefusedException(problem);
    }
}
