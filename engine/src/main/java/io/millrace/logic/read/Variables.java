package io.millrace.logic.read;

import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The variables of one clause while it is read. */
final class Variables {
    private final Map<String, Var> names = new LinkedHashMap<>();
    private final Map<String, Boolean> once = new LinkedHashMap<>();
    private final List<Var> all = new ArrayList<>();
    private long next;

    /** @param first the number of the first variable, so that the variables of one text have different numbers */
    Variables(long first) {
        this.next = first;
    }

    Var named(String name) {
        if (name.equals("_")) {
            return fresh();
        }
        Var known = names.get(name);
        if (known != null) {
            once.put(name, false);
            return known;
        }
        once.put(name, true);
        Var made = fresh();
        names.put(name, made);
        return made;
    }

    long next() {
        return next;
    }

    Read read(Term term, int start, int end) {
        List<String> singletons = new ArrayList<>();
        once.forEach((name, single) -> {
            if (single && !name.startsWith("_")) {
                singletons.add(name);
            }
        });
        return new Read(term, Collections.unmodifiableMap(names), all, singletons, start, end);
    }

    private Var fresh() {
        Var made = Var.numbered(next++);
        all.add(made);
        return made;
    }
}
