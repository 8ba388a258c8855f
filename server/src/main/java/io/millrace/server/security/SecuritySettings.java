package io.millrace.server.security;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Whom a server lets in, and how much it bears.
 *
 * @param required false if everybody may do everything although there are keys; possible on loopback addresses only
 * @param oidc an issuer of tokens, or null
 * @param perIdentity how many requests one identity may make, where security is on
 * @param perAddress how many requests may come from one address, where security is on
 * @param mostConnections how many connections there may be at once
 * @param mostPerAddress how many of them one remote address (IPv6: one /64 network) may have
 * @param slowest how long a request may take to arrive, and a caller may read nothing of an answer; one hour at most
 */
public record SecuritySettings(
        boolean required,
        @Nullable OidcSettings oidc,
        Rate perIdentity,
        Rate perAddress,
        int mostConnections,
        int mostPerAddress,
        Duration slowest) {
    /** The longest patience that a server can have with callers who are slow. */
    public static final Duration MOST_PATIENCE = Duration.ofHours(1);

    public SecuritySettings {
        if (!slowest.isPositive() || slowest.compareTo(MOST_PATIENCE) > 0) {
            throw new IllegalArgumentException("The time for a request to arrive must be positive, and one hour at most");
        }
    }

    /** Security is on as soon as there is an API key. */
    public static final SecuritySettings USUAL =
            new SecuritySettings(true, null, new Rate(1_000, 2_000), new Rate(5_000, 10_000), 10_000, 5_000, Duration.ofSeconds(30));

    /** The same with tokens of an issuer. */
    public SecuritySettings tokensOf(OidcSettings issuer) {
        return new SecuritySettings(required, issuer, perIdentity, perAddress, mostConnections, mostPerAddress, slowest);
    }

    /** The same without security, on a loopback address. */
    public SecuritySettings off() {
        return new SecuritySettings(false, oidc, perIdentity, perAddress, mostConnections, mostPerAddress, slowest);
    }

    /** The same with other rates. */
    public SecuritySettings rates(Rate identity, Rate address) {
        return new SecuritySettings(required, oidc, identity, address, mostConnections, mostPerAddress, slowest);
    }

    /** The same with another number of connections from one address. */
    public SecuritySettings connectionsPerAddress(int most) {
        return new SecuritySettings(required, oidc, perIdentity, perAddress, mostConnections, most, slowest);
    }

    /** The same with another number of connections, of which one address may have half. */
    public SecuritySettings connections(int most) {
        return new SecuritySettings(required, oidc, perIdentity, perAddress, most, Math.max(1, most / 2), slowest);
    }

    /** The same with another patience for requests. */
    public SecuritySettings slowest(Duration longest) {
        return new SecuritySettings(required, oidc, perIdentity, perAddress, mostConnections, mostPerAddress, longest);
    }
}
