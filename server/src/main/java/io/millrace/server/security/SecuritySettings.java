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
 * @param slowest how long a request may take to arrive
 */
public record SecuritySettings(
        boolean required, @Nullable OidcSettings oidc, Rate perIdentity, Rate perAddress, int mostConnections, Duration slowest) {
    /** Security is on as soon as there is an API key. */
    public static final SecuritySettings USUAL =
            new SecuritySettings(true, null, new Rate(1_000, 2_000), new Rate(5_000, 10_000), 10_000, Duration.ofSeconds(30));

    /** The same with tokens of an issuer. */
    public SecuritySettings tokensOf(OidcSettings issuer) {
        return new SecuritySettings(required, issuer, perIdentity, perAddress, mostConnections, slowest);
    }

    /** The same without security, on a loopback address. */
    public SecuritySettings off() {
        return new SecuritySettings(false, oidc, perIdentity, perAddress, mostConnections, slowest);
    }

    /** The same with other rates. */
    public SecuritySettings rates(Rate identity, Rate address) {
        return new SecuritySettings(required, oidc, identity, address, mostConnections, slowest);
    }

    /** The same with another number of connections. */
    public SecuritySettings connections(int most) {
        return new SecuritySettings(required, oidc, perIdentity, perAddress, most, slowest);
    }

    /** The same with another patience for requests. */
    public SecuritySettings slowest(Duration longest) {
        return new SecuritySettings(required, oidc, perIdentity, perAddress, mostConnections, longest);
    }
}
