package io.millrace.simulate;

import io.millrace.id.CaseId;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The cases that run, by their numbers and by the names that events give them. */
final class Instances {
    private final Map<CaseId, Instance> instances = new HashMap<>();
    /** Running cases by the name of their instance, in the order of their start. */
    private final Map<Term, Instance> byName = new LinkedHashMap<>();

    private final Set<Term> started = new HashSet<>();

    /** A case that begins, or that a journal has. Only one of a process in the paper's facts is called by its key. */
    Instance add(CaseId id, long since, @Nullable Paper paper, @Nullable String key) {
        Term name = paper != null && key != null ? HistoryText.read(key) : Chronicle.caseName(id);
        Instance instance = new Instance(since, paper, name);
        instances.put(id, instance);
        if (paper != null) {
            byName.put(name, instance);
            started.add(name);
        }
        return instance;
    }

    @Nullable
    Instance get(CaseId id) {
        return instances.get(id);
    }

    @Nullable
    Instance remove(CaseId id) {
        Instance of = instances.remove(id);
        if (of != null) {
            byName.remove(of.name);
        }
        return of;
    }

    /** Those that have a name, in the order of their start. */
    Collection<Instance> named() {
        return byName.values();
    }

    /** Finds the running cases that a term speaks of. Says whether it speaks of any that was ever started. */
    boolean meant(Term term, List<Instance> found) {
        boolean known = started.contains(term);
        Instance instance = byName.get(term);
        if (instance != null && !found.contains(instance)) {
            found.add(instance);
        }
        if (term instanceof Struct struct) {
            for (int i = 0; i < struct.arity(); i++) {
                known |= meant(struct.arg(i).deref(), found);
            }
        }
        return known;
    }
}
