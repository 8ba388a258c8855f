package io.millrace.simulate;

import io.millrace.logic.term.Term;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A case that runs. */
final class Instance {
    final long since;
    final @Nullable Paper paper;
    final Term name;
    final Map<String, Integer> iterations = new HashMap<>(2);
    /** The task that was left last. */
    String left = "";

    Instance(long since, @Nullable Paper paper, Term name) {
        this.since = since;
        this.paper = paper;
        this.name = name;
    }
}
