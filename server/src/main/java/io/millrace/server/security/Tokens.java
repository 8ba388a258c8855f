package io.millrace.server.security;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.server.http.Identity;
import io.millrace.server.http.Role;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Date;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tokens of an issuer. A token counts if one of the issuer's keys has signed it with an asymmetric algorithm, and its issuer, audience and
 * times are right. Keys come from the issuer's discovery document only: what a token's header says about keys (an address, a key, a
 * certificate) is not looked at, except for the name of the key.
 */
final class Tokens {
    private static final int LONGEST = 16_000;
    private static final int LONGEST_NAME = 100;
    private static final int LEAST_RSA_BITS = 2_048;
    private static final Duration SKEW = Duration.ofSeconds(60);
    private static final Set<JWSAlgorithm> ALGORITHMS = Set.of(
            JWSAlgorithm.RS256,
            JWSAlgorithm.RS384,
            JWSAlgorithm.RS512,
            JWSAlgorithm.PS256,
            JWSAlgorithm.PS384,
            JWSAlgorithm.PS512,
            JWSAlgorithm.ES256,
            JWSAlgorithm.ES384,
            JWSAlgorithm.ES512);
    private static final Set<String> TYPES = Set.of("jwt", "at+jwt");

    private final OidcSettings settings;
    private final InstantSource clock;
    private final IssuerKeys keys;

    Tokens(OidcSettings settings, InstantSource clock) {
        this.settings = settings;
        this.clock = clock;
        this.keys = new IssuerKeys(settings.issuer(), clock);
    }

    /** Whom a token names. */
    Identity identify(String token) {
        if (token.length() > LONGEST) {
            throw refused("the token has more than " + LONGEST + " characters");
        }
        try {
            SignedJWT signed = SignedJWT.parse(token);
            checkHeader(signed.getHeader());
            if (!isSigned(signed)) {
                throw refused("no key of the issuer has signed the token");
            }
            JWTClaimsSet claims = signed.getJWTClaimsSet();
            checkClaims(claims);
            return identity(claims);
        } catch (ParseException | JOSEException | IllegalArgumentException e) {
            throw refused("the token cannot be read");
        }
    }

    private static void checkHeader(JWSHeader header) {
        if (!ALGORITHMS.contains(header.getAlgorithm())) {
            throw refused("tokens must be signed with RS, PS or ES algorithms");
        }
        if (header.getType() != null && !TYPES.contains(header.getType().getType().toLowerCase(Locale.ROOT))) {
            throw refused("the token is of another type");
        }
        if (header.getCriticalParams() != null) {
            throw refused("the token demands extensions that the server does not have");
        }
    }

    private boolean isSigned(SignedJWT token) throws JOSEException {
        for (JWK key : keys.matching(JWKMatcher.forJWSHeader(token.getHeader()))) {
            JWSVerifier verifier = verifier(key);
            if (verifier != null && verifier.supportedJWSAlgorithms().contains(token.getHeader().getAlgorithm()) && token.verify(verifier)) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable JWSVerifier verifier(JWK key) throws JOSEException {
        return switch (key) {
            case RSAKey rsa when rsa.size() >= LEAST_RSA_BITS -> new RSASSAVerifier(rsa.toRSAPublicKey());
            case ECKey ec -> new ECDSAVerifier(ec.toECPublicKey());
            default -> null;
        };
    }

    private void checkClaims(JWTClaimsSet claims) {
        Instant now = clock.instant();
        if (!settings.issuer().equals(claims.getIssuer())) {
            throw refused("the token is from another issuer");
        }
        if (!claims.getAudience().contains(settings.audience())) {
            throw refused("the token is for another audience");
        }
        Date expires = claims.getExpirationTime();
        if (expires == null || !expires.toInstant().plus(SKEW).isAfter(now)) {
            throw refused(expires == null ? "the token does not say when it expires" : "the token has expired");
        }
        if (isAhead(claims.getNotBeforeTime(), now) || isAhead(claims.getIssueTime(), now)) {
            throw refused("the token is not valid yet");
        }
    }

    private static boolean isAhead(@Nullable Date date, Instant now) {
        return date != null && date.toInstant().minus(SKEW).isAfter(now);
    }

    /** A token with the claim {@code act} (RFC 8693) is used by its actor on behalf of its subject. */
    private Identity identity(JWTClaimsSet claims) {
        Map<String, Object> all = claims.getClaims();
        String subject = name(all.get(settings.nameClaim()));
        String tenant = settings.tenantClaim() == null ? settings.tenant() : name(at(all, settings.tenantClaim()));
        Set<Role> roles = roles(at(all, settings.rolesClaim()));
        if (!all.containsKey("act")) {
            return new Identity(subject, tenant, roles, null);
        }
        if (!(all.get("act") instanceof Map<?, ?> actor)) {
            throw refused("the token's claim 'act' is not an object");
        }
        Object named = actor.get(settings.nameClaim());
        return new Identity(name(named == null ? actor.get("sub") : named), tenant, roles, subject);
    }

    private static @Nullable Object at(Map<?, ?> claims, String path) {
        if (claims.containsKey(path)) {
            return claims.get(path);
        }
        int dot = path.indexOf('.');
        return dot > 0 && claims.get(path.substring(0, dot)) instanceof Map<?, ?> inner ? at(inner, path.substring(dot + 1)) : null;
    }

    private static String name(@Nullable Object claim) {
        if (claim instanceof String name
                && !name.isBlank()
                && name.length() <= LONGEST_NAME
                && name.codePoints().noneMatch(Character::isISOControl)) {
            return name;
        }
        throw refused("the token lacks a claim that says a name or a tenant");
    }

    private static Set<Role> roles(@Nullable Object claim) {
        Collection<?> words = claim instanceof Collection<?> several ? several : claim instanceof String text ? List.of(text.split(" ")) : List.of();
        Set<Role> roles = EnumSet.noneOf(Role.class);
        words.forEach(word -> Role.of(String.valueOf(word)).ifPresent(roles::add));
        return roles;
    }

    private static RefusedException refused(String why) {
        return new RefusedException(Code.NOT_AUTHENTICATED.with(why));
    }
}
