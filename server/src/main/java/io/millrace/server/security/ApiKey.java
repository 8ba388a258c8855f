package io.millrace.server.security;

import io.millrace.data.Data;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.server.http.Identity;
import io.millrace.server.http.Role;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An API key, without its secret.
 *
 * @param id by which it is found; it stands in the secret, too, and is no secret itself
 * @param hash SHA-256 of the secret, in hexadecimal digits. The secret has 256 random bits, so it cannot be guessed from a fast hash
 * @param name as whom it acts; several keys may have the same name, so that one can replace another
 * @param forOthers whether it may name a person on whose behalf it acts
 * @param scope the tasks and processes of a worker
 * @param expires when it ends by itself, or null
 * @param revoked when it was revoked, or null
 */
public record ApiKey(
        String id,
        String hash,
        String name,
        String tenant,
        Set<Role> roles,
        boolean forOthers,
        Identity.Scope scope,
        Instant created,
        @Nullable Instant expires,
        @Nullable Instant revoked) {
    private static final int LONGEST = 100;

    public ApiKey {
        roles = Set.copyOf(roles);
    }

    /**
     * What a new key is to be.
     *
     * @param expires when it ends by itself, or null
     */
    public record Wanted(String name, String tenant, Set<Role> roles, boolean forOthers, Identity.Scope scope, @Nullable Instant expires) {
        public Wanted {
            roles = Set.copyOf(roles);
        }

        /** A key without limits within its tenant and roles. */
        public static Wanted of(String name, String tenant, Role... roles) {
            return new Wanted(name, tenant, Set.of(roles), false, Identity.Scope.ALL, null);
        }

        /** The same until an instant. */
        public Wanted until(Instant instant) {
            return new Wanted(name, tenant, roles, forOthers, scope, instant);
        }

        /** The same with the right to act on behalf of people. */
        public Wanted actingForOthers() {
            return new Wanted(name, tenant, roles, true, scope, expires);
        }

        /** The same for some tasks and processes only. */
        public Wanted within(Identity.Scope other) {
            return new Wanted(name, tenant, roles, forOthers, other, expires);
        }

        void check(Instant now) {
            checkWord("name", name);
            checkWord("tenant", tenant);
            if (roles.isEmpty()) {
                throw bad("it has no role");
            }
            if (!scope.isAll() && !roles.equals(Set.of(Role.WORKER))) {
                throw bad("tasks and processes are for keys whose only role is worker");
            }
            if (expires != null && !expires.isAfter(now)) {
                throw bad("it would have expired at " + expires);
            }
        }

        private static void checkWord(String what, String word) {
            if (word.isBlank() || word.length() > LONGEST || word.codePoints().anyMatch(Character::isISOControl)) {
                throw bad("its " + what + " must have from 1 to " + LONGEST + " characters that can be seen");
            }
        }

        private static RefusedException bad(String why) {
            return new RefusedException(Code.BAD_KEY.with(why));
        }
    }

    /** Whether it opens anything at an instant. */
    public boolean isUsable(Instant now) {
        return revoked == null && !hasExpired(now);
    }

    boolean hasExpired(Instant now) {
        return expires != null && !expires.isAfter(now);
    }

    ApiKey revokedAt(Instant now) {
        return new ApiKey(id, hash, name, tenant, roles, forOthers, scope, created, expires, revoked == null ? now : revoked);
    }

    /** As lists show it. */
    public Data toData() {
        Data data = Data.fields(
                "id", id,
                "name", name,
                "tenant", tenant,
                "roles", roles.stream().sorted(Comparator.naturalOrder()).map(Role::word).toList(),
                "forOthers", forOthers,
                "created", created.toString());
        data = scope.tasks().isEmpty() ? data : data.with("tasks", scope.tasks().stream().sorted().toList());
        data = scope.processes().isEmpty() ? data : data.with("processes", scope.processes().stream().sorted().toList());
        data = expires == null ? data : data.with("expires", expires.toString());
        return revoked == null ? data : data.with("revoked", revoked.toString());
    }

    Data stored() {
        return toData().with("hash", hash);
    }

    /** Reads what {@link #stored} wrote; anything else is an {@link IllegalArgumentException} or a {@code DataException}. */
    static ApiKey read(Data data) {
        Set<Role> roles = EnumSet.noneOf(Role.class);
        for (String word : data.at("roles").asList(String.class)) {
            roles.add(Role.of(word).orElseThrow(() -> new IllegalArgumentException("there is no role '" + word + "'")));
        }
        String hash = data.at("hash").text();
        if (!hash.matches("[0-9a-f]{64}")) {
            throw new IllegalArgumentException("a hash is not SHA-256");
        }
        return new ApiKey(
                data.at("id").text(),
                hash,
                data.at("name").text(),
                data.at("tenant").text(),
                roles,
                data.at("forOthers").truth(),
                new Identity.Scope(texts(data.at("tasks")), texts(data.at("processes"))),
                instant(data.at("created")),
                data.at("expires").isNothing() ? null : instant(data.at("expires")),
                data.at("revoked").isNothing() ? null : instant(data.at("revoked")));
    }

    private static Set<String> texts(Data list) {
        return new HashSet<>(list.isNothing() ? List.of() : list.asList(String.class));
    }

    private static Instant instant(Data data) {
        try {
            return Instant.parse(data.text());
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("'" + data.text() + "' is no instant");
        }
    }
}
