package io.millrace.server.security;

import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.server.http.Guard;
import io.millrace.server.http.Identity;
import io.millrace.server.http.TooManyRequests;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Knows callers by the secret in their header {@code Authorization}: an API key, or a token of the issuer. Who fails often from one address
 * is told to wait; those who succeed from there are not kept out.
 */
public final class Gatekeeper implements Guard {
    private static final Pattern BEARER = Pattern.compile("[Bb][Ee][Aa][Rr][Ee][Rr] +([A-Za-z0-9._~+/=-]+)");
    private static final Rate FAILURES = new Rate(1, 30);
    private static final int LONGEST_NAME = 100;

    private final Keys keys;
    private final @Nullable Tokens tokens;
    private final InstantSource clock;
    private final Buckets perIdentity;
    private final Buckets perAddress;
    private final Buckets failures;

    /** The guard of a server whose security is on. */
    public Gatekeeper(Keys keys, SecuritySettings settings) {
        this(keys, settings, InstantSource.system(), System::nanoTime);
    }

    Gatekeeper(Keys keys, SecuritySettings settings, InstantSource clock, LongSupplier nanoTime) {
        this.keys = keys;
        this.tokens = settings.oidc() == null ? null : new Tokens(settings.oidc(), clock);
        this.clock = clock;
        this.perIdentity = new Buckets(settings.perIdentity(), nanoTime);
        this.perAddress = new Buckets(settings.perAddress(), nanoTime);
        this.failures = new Buckets(FAILURES, nanoTime);
    }

    @Override
    public void admit(String address) {
        take(perAddress, network(address), address);
    }

    @Override
    public Identity identify(Caller caller) {
        Identity identity;
        try {
            identity = known(caller);
        } catch (RefusedException e) {
            if (e.code() == Code.NOT_AUTHENTICATED) {
                take(failures, network(caller.address()), caller.address());
            }
            throw e;
        }
        take(perIdentity, identity.tenant() + "\n" + identity.name(), String.valueOf(identity.name()));
        return identity;
    }

    private static void take(Buckets buckets, String key, String who) {
        long seconds = buckets.take(key);
        if (seconds > 0) {
            throw new TooManyRequests(who, seconds);
        }
    }

    /** One customer of a provider has a network of IPv6 addresses, which therefore count as one. */
    static String network(String address) {
        String[] groups = address.toLowerCase(Locale.ROOT).split(":", -1);
        return groups.length == 8 ? String.join(":", List.of(groups).subList(0, 4)) : address;
    }

    private Identity known(Caller caller) {
        String header = caller.headers().get("authorization");
        if (header == null) {
            throw unknown("the header Authorization is missing");
        }
        var parts = BEARER.matcher(header.strip());
        if (!parts.matches()) {
            throw unknown("the header Authorization is not of the form 'Bearer SECRET'");
        }
        String secret = parts.group(1);
        String forWhom = caller.headers().get("millrace-on-behalf-of");
        if (secret.startsWith("mk_")) {
            return ofKey(secret, forWhom);
        }
        if (tokens == null) {
            throw unknown("this server takes API keys only, which begin with mk_");
        }
        Identity identity = tokens.identify(secret);
        if (forWhom != null && !forWhom.equals(identity.onBehalfOf())) {
            throw new RefusedException(Code.NOT_FOR_OTHERS.with(String.valueOf(identity.name()), brief(forWhom)));
        }
        return identity;
    }

    private Identity ofKey(String secret, @Nullable String forWhom) {
        ApiKey key = keys.find(secret).orElseThrow(() -> unknown("there is no such API key"));
        if (key.revoked() != null) {
            throw unknown("the API key was revoked");
        }
        if (key.hasExpired(clock.instant())) {
            throw unknown("the API key has expired");
        }
        if (forWhom != null && (!key.forOthers() || forWhom.isBlank() || forWhom.length() > LONGEST_NAME)) {
            throw new RefusedException(Code.NOT_FOR_OTHERS.with(key.name(), brief(forWhom)));
        }
        return new Identity(key.name(), key.tenant(), key.roles(), forWhom, key.scope());
    }

    private static String brief(String text) {
        return text.length() > LONGEST_NAME ? text.substring(0, LONGEST_NAME) + "…" : text;
    }

    private static RefusedException unknown(String why) {
        return new RefusedException(Code.NOT_AUTHENTICATED.with(why));
    }
}
