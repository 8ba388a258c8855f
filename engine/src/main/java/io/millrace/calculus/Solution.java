package io.millrace.calculus;

import io.millrace.data.Data;
import io.millrace.fact.Facts;
import io.millrace.fact.NoDataException;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.Str;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Writer;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One answer to a question: a value for each named variable. Immutable. */
public final class Solution {
    private static final Writer WRITER = Writer.quoted();
    private static final int DEEPEST = 100;

    private final Map<String, Term> bindings;

    Solution(Map<String, Term> bindings) {
        this.bindings = bindings;
    }

    /** The names of the variables in the order in which the goal names them. */
    public List<String> names() {
        return List.copyOf(bindings.keySet());
    }

    /** The value of a variable: data, or the text of another term, or {@code _} for an unbound variable. */
    public Data get(String name) {
        return data(term(name));
    }

    /** The value of a variable as the text of a term. */
    public String text(String name) {
        return WRITER.write(term(name));
    }

    private Term term(String name) {
        Term term = bindings.get(name);
        if (term == null) {
            throw new RefusedException(Code.NO_SUCH_VARIABLE.with(name, bindings.keySet()));
        }
        return term;
    }

    /** All variables with their values. */
    public Data toData() {
        Map<String, Data> all = new LinkedHashMap<>();
        bindings.forEach((name, term) -> all.put(name, data(term)));
        return Data.of(all);
    }

    private static Data data(Term given) {
        return data(given, 0);
    }

    /** Lists within lists become data as far as data goes; what is nested deeper is text. */
    private static Data data(Term given, int depth) {
        Term term = given.deref();
        if (term instanceof Str text) {
            return Data.of(text.value());
        }
        List<Term> elements = Lists.elements(term);
        if (elements != null && !(term instanceof Atom) && depth < DEEPEST) {
            List<Data> all = new ArrayList<>();
            elements.forEach(element -> all.add(data(element, depth + 1)));
            return Data.of(all);
        }
        if (term instanceof Struct struct && (!struct.is("{}", 1) || depth == DEEPEST)) {
            return Data.of(WRITER.write(term));
        }
        try {
            return Facts.data(term);
        } catch (NoDataException e) {
            return Data.of(WRITER.write(term));
        }
    }

    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        bindings.forEach((name, term) -> parts.add(name + " = " + WRITER.write(term)));
        return parts.isEmpty() ? "true" : String.join(", ", parts);
    }
}
