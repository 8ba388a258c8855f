package io.millrace.server.security;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import io.millrace.data.Data;
import io.millrace.data.DataException;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The public keys of an issuer, fetched from where its discovery document says. They are fetched again after some minutes, and when a
 * token names a key that is not among them; but not more often than twice a minute, so that invented names cost nothing. If the issuer
 * cannot be reached, the keys that are there stay good for a day.
 */
final class IssuerKeys {
    private static final Duration FRESH = Duration.ofMinutes(10);
    private static final Duration GOOD = Duration.ofDays(1);
    private static final Duration PAUSE = Duration.ofSeconds(30);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int MOST_BYTES = 512 * 1024;

    private final String issuer;
    private final InstantSource clock;
    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(Duration.ofSeconds(5))
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    private final ReentrantLock fetching = new ReentrantLock();
    private volatile @Nullable Fetched fetched;
    private volatile Instant tried = Instant.MIN;

    /** @param number counts how often they were fetched */
    private record Fetched(JWKSet keys, Instant when, int number) {}

    IssuerKeys(String issuer, InstantSource clock) {
        this.issuer = issuer;
        this.clock = clock;
    }

    /** The keys that fit a token's header. */
    List<JWK> matching(JWKMatcher matcher) {
        Fetched before = fetched;
        Fetched now = before == null || before.when().plus(FRESH).isBefore(clock.instant()) ? fetchAgain(before) : before;
        List<JWK> found = new JWKSelector(matcher).select(now.keys());
        return found.isEmpty() ? new JWKSelector(matcher).select(fetchAgain(now).keys()) : found;
    }

    private Fetched fetchAgain(@Nullable Fetched known) {
        fetching.lock();
        try {
            Fetched now = fetched;
            if (now != null && (known == null || now.number() > known.number())) {
                // Another request has just fetched them.
                return now;
            }
            Instant instant = clock.instant();
            boolean usable = now != null && now.when().plus(GOOD).isAfter(instant);
            if (tried.isAfter(instant.minus(PAUSE))) {
                if (now != null && usable) {
                    return now;
                }
                throw unusable("it could not be asked a moment ago");
            }
            tried = instant;
            try {
                Fetched fresh = new Fetched(fetch(), instant, now == null ? 1 : now.number() + 1);
                fetched = fresh;
                return fresh;
            } catch (RefusedException e) {
                if (now != null && usable) {
                    return now;
                }
                throw e;
            }
        } finally {
            fetching.unlock();
        }
    }

    private JWKSet fetch() {
        try {
            Data discovery = Data.parse(get(issuer.replaceFirst("/$", "") + "/.well-known/openid-configuration"));
            if (!(discovery.at("issuer") instanceof Data.Text named) || !named.value().equals(issuer)) {
                throw unusable("its discovery document names another issuer");
            }
            if (!(discovery.at("jwks_uri") instanceof Data.Text keys) || !OidcSettings.isSafe(keys.value())) {
                throw unusable("its discovery document does not name a safe address for its keys");
            }
            return JWKSet.parse(get(keys.value()));
        } catch (DataException | ParseException e) {
            throw unusable("what it sends is not what OpenID Connect says");
        }
    }

    private String get(String address) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address)).timeout(PATIENCE).header("Accept", "application/json").build();
        CompletableFuture<HttpResponse<byte[]>> sent = http.sendAsync(request, info -> new Limited());
        try {
            HttpResponse<byte[]> response = sent.orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS).join();
            if (response.statusCode() != 200) {
                throw unusable("it answers with status " + response.statusCode());
            }
            return new String(response.body(), StandardCharsets.UTF_8);
        } catch (CompletionException e) {
            throw new RefusedException(Code.ISSUER_UNUSABLE.with(issuer, "it does not answer as it should"), e);
        } finally {
            sent.cancel(true);
        }
    }

    private RefusedException unusable(String why) {
        return new RefusedException(Code.ISSUER_UNUSABLE.with(issuer, why));
    }

    /** Takes a body up to a size. */
    private static final class Limited implements HttpResponse.BodySubscriber<byte[]> {
        private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
        private final List<byte[]> parts = new ArrayList<>();
        private int size;
        private Flow.@Nullable Subscription subscription;

        @Override
        public CompletionStage<byte[]> getBody() {
            return whole;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            given.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            for (ByteBuffer buffer : buffers) {
                byte[] part = new byte[buffer.remaining()];
                buffer.get(part);
                size += part.length;
                parts.add(part);
            }
            if (size > MOST_BYTES && subscription != null) {
                subscription.cancel();
                parts.clear();
                whole.completeExceptionally(new IOException("more than " + MOST_BYTES + " bytes"));
            }
        }

        @Override
        public void onError(Throwable failure) {
            whole.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            ByteBuffer all = ByteBuffer.allocate(size);
            parts.forEach(all::put);
            whole.complete(all.array());
        }
    }
}
