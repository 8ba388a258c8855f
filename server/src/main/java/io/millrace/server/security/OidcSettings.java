package io.millrace.server.security;

import io.millrace.Millrace;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/**
 * An issuer of tokens (OpenID Connect) that the server trusts.
 *
 * @param issuer its address, exactly as it stands in its tokens
 * @param audience which a token must be for
 * @param nameClaim where a token says the name that the history shows
 * @param rolesClaim where it lists roles; dots lead into objects, as in {@code realm_access.roles}. Words that are no roles of the server
 *     are passed over
 * @param tenantClaim where it says the tenant, or null if all its tokens are for one tenant
 * @param tenant that tenant
 */
public record OidcSettings(
        String issuer, String audience, String nameClaim, String rolesClaim, @Nullable String tenantClaim, String tenant) {
    public OidcSettings {
        if (!isSafe(issuer)) {
            throw new IllegalArgumentException("The issuer '" + issuer + "' must have an address that begins with https://.");
        }
        if (audience.isBlank()) {
            throw new IllegalArgumentException("The audience of tokens must be named.");
        }
    }

    /** Names from {@code sub}, roles from {@code roles}, everybody in the usual tenant. */
    public static OidcSettings of(String issuer, String audience) {
        return new OidcSettings(issuer, audience, "sub", "roles", null, Millrace.TENANT);
    }

    /** The same with names from another claim. */
    public OidcSettings nameFrom(String claim) {
        return new OidcSettings(issuer, audience, claim, rolesClaim, tenantClaim, tenant);
    }

    /** The same with roles from another claim. */
    public OidcSettings rolesFrom(String claim) {
        return new OidcSettings(issuer, audience, nameClaim, claim, tenantClaim, tenant);
    }

    /** The same with the tenant from a claim, which every token must then have. */
    public OidcSettings tenantFrom(String claim) {
        return new OidcSettings(issuer, audience, nameClaim, rolesClaim, claim, tenant);
    }

    /** Whether nobody on the way can change what comes from an address: it is encrypted, or does not leave the machine. */
    static boolean isSafe(String address) {
        try {
            URI uri = URI.create(address);
            String host = uri.getHost();
            if (host == null || uri.getUserInfo() != null) {
                return false;
            }
            return "https".equals(uri.getScheme()) || "http".equals(uri.getScheme()) && InetAddress.getByName(host).isLoopbackAddress();
        } catch (IllegalArgumentException | UnknownHostException e) {
            return false;
        }
    }
}
