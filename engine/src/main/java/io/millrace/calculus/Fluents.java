package io.millrace.calculus;

import io.millrace.language.Fact;
import java.util.Map;
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
    static final String DATA = Fact.DATA;
    static final String PARTICIPANT = "participant";
    static final String ROLE = "role";

    /** What still holds of a case that has ended. */
    static final Set<String> LASTING = Set.of(DATA, "process", "key", "parent", "attribute");

    /** Fluents whose first argument is the case. */
    static final Set<String> CASE_FIRST =
            Set.of(RUNNING, SUSPENDED, DONE, FAILED, CANCELLED, DATA, "process", "key", "parent", "attribute", "due");

    /** Fluents of languages whose last argument is the case. */
    static final Set<String> OF_LANGUAGE = Set.of("token", "at", "goal");

    /**
     * Fluents that hold for ever once their event has happened, with that event; both have the same arguments. They are read off the
     * events, so that a case with a long past does not carry it along.
     */
    static final Map<String, Outcome> OUTCOMES = Map.of(
            COMPLETED + "/3", new Outcome("end", 3),
            FAILED + "/3", new Outcome("fail", 3),
            WITHDRAWN + "/3", new Outcome("withdraw", 3),
            DONE + "/1", new Outcome("complete", 1),
            FAILED + "/1", new Outcome("fail", 2),
            CANCELLED + "/1", new Outcome("cancel", 2));

    /** The event of a fluent that holds for ever; it may say more than the fluent. */
    record Outcome(String event, int arity) {}

    private static final Set<String> BUILT_IN = Set.of(
            "waiting/3", "waiting/4", "waiting/5", "active/3", "active/4", "suspended/1", "suspended/3", "suspended/4", "completed/3",
            "completed/4", "failed/1", "failed/3", "failed/4", "withdrawn/3", "withdrawn/4", "running/1", "done/1", "cancelled/1", "idle/1",
            "assigned/3", "token/2", "at/3", "goal/3", "data/3", "process/3", "key/2", "parent/2", "attribute/3", "due/3", "participant/1",
            "role/2");

    private Fluents() {}

    /** Whether a name with its arity is a fluent that the history has by itself. */
    static boolean isBuiltIn(String indicator) {
        return BUILT_IN.contains(indicator);
    }
}
