package io.millrace.server.http;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who makes a request.
 *
 * @param name as the history shows it, or null where security is off and nobody was named
 * @param tenant the only tenant whose data they see
 * @param onBehalfOf the person that a program acts for, or null
 */
public record Identity(@Nullable String name, String tenant, Set<Role> roles, @Nullable String onBehalfOf) {
    public Identity {
        roles = Set.copyOf(roles);
    }

    /** Whether they see and do only what is theirs. */
    public boolean seesOwnWorkOnly() {
        return roles.stream().noneMatch(role -> role != Role.PARTICIPANT && Access.READ_WORK.roles().contains(role));
    }

    /** Whether they act for cases and work of others, too. */
    public boolean operates() {
        return roles.contains(Role.OPERATOR) || roles.contains(Role.ADMINISTRATOR);
    }
}
