package io.millrace.server.security;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import io.millrace.data.Data;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** An issuer of tokens on a loopback address: discovery document, public keys, and tokens that it signs. */
final class Issuer implements AutoCloseable {
    private final HttpServer http;
    private final List<JWK> keys = new ArrayList<>();
    /** How often its keys were fetched. */
    final AtomicInteger fetched = new AtomicInteger();

    /** What it sends instead of its keys, for an issuer that is broken. */
    volatile String instead = "";

    volatile String namesItself;
    volatile String keysAt;
    volatile int status = 200;

    Issuer(JWK... first) throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        keys.addAll(List.of(first));
        namesItself = address();
        keysAt = address() + "/keys";
        http.createContext("/.well-known/openid-configuration", exchange -> {
            byte[] document = Data.fields("issuer", namesItself, "jwks_uri", keysAt).json().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, document.length);
            exchange.getResponseBody().write(document);
            exchange.close();
        });
        http.createContext("/keys", exchange -> {
            fetched.incrementAndGet();
            byte[] document = (instead.isEmpty() ? new JWKSet(List.copyOf(keys)).toString(true) : instead).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, document.length);
            exchange.getResponseBody().write(document);
            exchange.close();
        });
        http.start();
    }

    String address() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    /** From now on there are other keys. */
    void rotate(JWK... next) {
        keys.clear();
        keys.addAll(List.of(next));
    }

    /** Signs with a key, whoever's it is. */
    static String sign(JWK key, JWTClaimsSet claims) throws JOSEException {
        JWSAlgorithm algorithm = key instanceof RSAKey ? JWSAlgorithm.RS256 : JWSAlgorithm.ES256;
        return sign(key, new JWSHeader.Builder(algorithm).keyID(key.getKeyID()).build(), claims);
    }

    static String sign(JWK key, JWSHeader header, JWTClaimsSet claims) throws JOSEException {
        JWSSigner signer = key instanceof RSAKey rsa ? new RSASSASigner(rsa) : new ECDSASigner((ECKey) key);
        SignedJWT token = new SignedJWT(header, claims);
        token.sign(signer);
        return token.serialize();
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
