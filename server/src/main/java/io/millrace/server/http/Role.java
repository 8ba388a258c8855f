package io.millrace.server.http;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What somebody is to the server. Roles of the worklist are another thing: those belong to participants, and say what work is offered to them. */
public enum Role {
    /** Keys, retention, and everything that others may do. */
    ADMINISTRATOR,
    /** Deploys processes, and looks at everything that explains how they run. */
    DESIGNER,
    /** Watches cases and helps them on. */
    OPERATOR,
    /** Does the work that is offered to them, and sees no other. */
    PARTICIPANT,
    /** A program that does automatic work. */
    WORKER,
    /** Sees everything and changes nothing. */
    AUDITOR;

    /** As it is written in keys and tokens. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The role that is written so. */
    public static Optional<Role> of(String word) {
        return Arrays.stream(values()).filter(role -> role.word().equals(word)).findFirst();
    }
}
