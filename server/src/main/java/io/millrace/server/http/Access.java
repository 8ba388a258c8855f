package io.millrace.server.http;

import static io.millrace.server.http.Role.ADMINISTRATOR;
import static io.millrace.server.http.Role.AUDITOR;
import static io.millrace.server.http.Role.DESIGNER;
import static io.millrace.server.http.Role.OPERATOR;
import static io.millrace.server.http.Role.PARTICIPANT;
import static io.millrace.server.http.Role.WORKER;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Who may do what: every endpoint names one of these. */
public enum Access {
    /** Needs no identity at all. */
    OPEN("the document of the interface, and whether the server is there"),
    /** Who it is does not matter, as long as it is somebody. */
    ANYBODY("one's own identity", Role.values()),
    READ_PROCESSES("processes, their versions, pictures and proofs", Role.values()),
    DEPLOY("deploy processes and rules", ADMINISTRATOR, DESIGNER),
    START("start cases", ADMINISTRATOR, DESIGNER, OPERATOR, PARTICIPANT, WORKER),
    SIGNAL("send signals", ADMINISTRATOR, OPERATOR, WORKER),
    READ_CASES("cases: data, files, timers and incidents", ADMINISTRATOR, DESIGNER, OPERATOR, AUDITOR),
    FOLLOW_CASES("history, picture and why of a case; participants only of their own work", ADMINISTRATOR, DESIGNER, OPERATOR, PARTICIPANT, AUDITOR),
    INTERVENE("cancel, suspend, retry, migrate and change cases", ADMINISTRATOR, OPERATOR),
    READ_WORK("work items; participants only their own", ADMINISTRATOR, DESIGNER, OPERATOR, PARTICIPANT, AUDITOR),
    DO_WORK("claim, do and hand on work; participants only their own", ADMINISTRATOR, OPERATOR, PARTICIPANT),
    JOBS("fetch and complete automatic work", ADMINISTRATOR, WORKER),
    QUESTIONS("questions to the history; participants only about their own work", ADMINISTRATOR, DESIGNER, OPERATOR, PARTICIPANT, AUDITOR),
    SIMULATE("simulations", ADMINISTRATOR, DESIGNER, OPERATOR),
    READ_STAFF("participants, pools and agents", ADMINISTRATOR, DESIGNER, OPERATOR, AUDITOR),
    STAFF("change participants, pools and agents", ADMINISTRATOR, OPERATOR),
    EXPORT("event logs", ADMINISTRATOR, DESIGNER, OPERATOR, AUDITOR),
    METRICS("numbers for monitoring", ADMINISTRATOR, OPERATOR, AUDITOR),
    CHANNELS("what channels do, and what troubles them", ADMINISTRATOR, OPERATOR, AUDITOR),
    WEBHOOKS("webhooks", ADMINISTRATOR),
    RETAIN("delete old cases", ADMINISTRATOR),
    KEYS("API keys", ADMINISTRATOR),
    AUDIT("the log of acts", ADMINISTRATOR, AUDITOR),
    /** For an endpoint whose access was forgotten. */
    NOBODY("nothing");

    private final String about;

    /** Cannot be changed, which its type does not say. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final Set<Role> roles;

    Access(String about, Role... roles) {
        this.about = about;
        Set<Role> all = EnumSet.noneOf(Role.class);
        Collections.addAll(all, roles);
        this.roles = Collections.unmodifiableSet(all);
    }

    /** What it is access to. */
    public String about() {
        return about;
    }

    /** The roles that have it. */
    public Set<Role> roles() {
        return roles;
    }

    /** Whether somebody has it. */
    public boolean isFor(Identity identity) {
        return this == OPEN || identity.roles().stream().anyMatch(roles::contains);
    }
}
