package io.millrace.calculus;

import io.millrace.language.Fact;
import java.util.List;
import java.util.Set;

/** The fluents that every history has, whatever the languages of its cases. */
final class Fluents {
    static final String WAITING = "waiting";
    static final String ACTIVE = "active";
    static final String SUSPENDED = "suspended";
    static final String COMPLETED = "completed";
    static final String FAILED = "failed";
    static final String WITHDRAWN = "withdrawn";
    static final String RUNNING = "running";
    static final String DONE = "done";
    static final String CANCELLED = "cancelled";
    static final String IDLE = "idle";
    static final String ASSIGNED = "assigned";
    static final String DUE = "due";
    static final String DATA = Fact.DATA;
    static final String PARTICIPANT = "participant";
    static final String ROLE = "role";

    /** Fluents of work items: task, who, case; the number of the item may follow, after the time since when if it waits. */
    static final Set<String> OF_WORK = Set.of(WAITING, ACTIVE, SUSPENDED, COMPLETED, FAILED, WITHDRAWN, ASSIGNED);

    /** What still holds of a case that has ended. */
    static final Set<String> LASTING = Set.of(DATA, "process", "key", "parent", "attribute");

    /** Fluents whose first argument is the case. */
    static final Set<String> CASE_FIRST =
            Set.of(RUNNING, SUSPENDED, DONE, FAILED, CANCELLED, DATA, "process", "key", "parent", "attribute", DUE);

    /** Fluents of languages whose second argument is the case. */
    static final Set<String> SECOND = Set.of("token", "busy", "at", "goal", "occurred", "excluded", "required", "accepted");

    /**
     * Fluents that hold for ever once their event has happened, with that event. They are read off the
     * events, so that a case with a long past does not carry it along.
     */
    static final List<Outcome> OUTCOMES = List.of(
            new Outcome(COMPLETED, 3, "end", 3),
            new Outcome(FAILED, 3, "fail", 3),
            new Outcome(WITHDRAWN, 3, "withdraw", 3),
            new Outcome(DONE, 1, "complete", 1),
            new Outcome(FAILED, 1, "fail", 2),
            new Outcome(CANCELLED, 1, "cancel", 2));

    /**
     * A fluent that holds for ever, and its event, which may say more than the fluent.
     *
     * @param arity of the fluent; one of work may have the number of the work item beside
     */
    record Outcome(String fluent, int arity, String event, int eventArity) {
        boolean is(String name, int asked) {
            return fluent.equals(name) && (asked == arity || arity > 1 && asked == arity + 1);
        }

        boolean isOf(Said said) {
            return said.name().equals(event) && said.arity() == eventArity;
        }
    }

    private static final Set<String> BUILT_IN = Vocabulary.fluents();

    private Fluents() {}

    /** Whether a name with its arity is a fluent that the history has by itself. */
    static boolean isBuiltIn(String indicator) {
        return BUILT_IN.contains(indicator);
    }
}
