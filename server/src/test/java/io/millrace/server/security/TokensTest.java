package io.millrace.server.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.crypto.opts.AllowWeakRSAKey;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.OctetSequenceKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.millrace.data.Data;
import io.millrace.server.Caller;
import io.millrace.server.Server;
import io.millrace.server.ServerSettings;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tokens of a real issuer, over real HTTP; and tokens that somebody has made up. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TokensTest {
    private static RSAKey rsa;
    private static RSAKey otherRsa;
    private static ECKey ec;

    @TempDir
    Path directory;

    private Issuer issuer;
    private Server server;

    @BeforeAll
    static void generate() throws Exception {
        rsa = new RSAKeyGenerator(2048).keyID("rsa-1").generate();
        otherRsa = new RSAKeyGenerator(2048).keyID("rsa-1").generate();
        ec = new ECKeyGenerator(Curve.P_256).keyID("ec-1").generate();
    }

    @BeforeEach
    void open() throws Exception {
        issuer = new Issuer(rsa, ec);
        server = serve(OidcSettings.of(issuer.address(), "millrace"));
    }

    private Server serve(OidcSettings settings) {
        return Server.open(ServerSettings.of(directory.resolve("journal-" + settings.nameClaim()))
                .port(0)
                .security(SecuritySettings.USUAL.tokensOf(settings)));
    }

    @AfterEach
    void close() {
        server.close();
        issuer.close();
    }

    private JWTClaimsSet.Builder claims() {
        return new JWTClaimsSet.Builder()
                .issuer(issuer.address())
                .audience("millrace")
                .subject("anna")
                .issueTime(Date.from(Instant.now()))
                .expirationTime(Date.from(Instant.now().plusSeconds(600)))
                .claim("roles", List.of("operator", "something-else"));
    }

    private Caller.Answered me(String token) throws Exception {
        return Caller.of(server).as(token).get("/me");
    }

    private void assertRefused(String token, String why) throws Exception {
        Caller.Answered answered = me(token);
        assertThat(answered.status()).as(why).isEqualTo(401);
        assertThat(answered.code()).isEqualTo("MR-8004");
        assertThat(answered.body().at("detail").text()).contains(why);
        assertThat(answered.header("WWW-Authenticate")).isEqualTo("Bearer");
    }

    private static void assertIdentity(Data me, String tenant, List<String> roles, String name) {
        assertThat(me.at("tenant").text()).isEqualTo(tenant);
        assertThat(me.at("roles").asList(String.class)).isEqualTo(roles);
        assertThat(me.at("name").text()).isEqualTo(name);
        assertThat(me.has("onBehalfOf")).isFalse();
    }

    @Test
    void a_token_of_the_issuer_says_who_somebody_is() throws Exception {
        for (JWK key : List.of(rsa, ec)) {
            Data me = me(Issuer.sign(key, claims().build())).good();
            assertIdentity(me, "main", List.of("operator"), "anna");
        }
        assertThat(issuer.fetched.get()).as("keys are fetched once").isEqualTo(1);
    }

    @Test
    void names_roles_and_tenants_come_from_the_claims_that_the_settings_name() throws Exception {
        server.close();
        server = serve(OidcSettings.of(issuer.address(), "millrace")
                .nameFrom("preferred_username")
                .rolesFrom("realm_access.roles")
                .tenantFrom("org"));
        JWTClaimsSet.Builder good = claims()
                .claim("preferred_username", "anna.b")
                .claim("realm_access", Map.of("roles", List.of("designer", "auditor")));
        Data me = me(Issuer.sign(rsa, good.claim("org", "acme").build())).good();
        assertIdentity(me, "acme", List.of("auditor", "designer"), "anna.b");
        assertRefused(Issuer.sign(rsa, good.claim("org", null).build()), "lacks a claim");
        assertRefused(Issuer.sign(rsa, claims().claim("org", "acme").build()), "lacks a claim");
    }

    @Test
    void a_token_without_roles_opens_only_what_is_for_everybody_known() throws Exception {
        assertThat(me(Issuer.sign(rsa, claims().claim("roles", null).build())).status()).isEqualTo(403);
        assertThat(me(Issuer.sign(rsa, claims().claim("roles", List.of("root")).build())).status()).isEqualTo(403);
    }

    @Test
    void a_program_acts_for_the_subject_of_a_token_with_an_actor() throws Exception {
        String token = Issuer.sign(rsa, claims().claim("act", Map.of("sub", "agent-7")).build());
        Data me = me(token).good();
        assertThat(me.at("name").text()).isEqualTo("agent-7");
        assertThat(me.at("onBehalfOf").text()).isEqualTo("anna");
        assertThat(Caller.of(server).as(token).with("Millrace-On-Behalf-Of", "ben").get("/me").code()).isEqualTo("MR-8033");
        String own = Issuer.sign(rsa, claims().build());
        assertThat(Caller.of(server).as(own).with("Millrace-On-Behalf-Of", "ben").get("/me").code()).isEqualTo("MR-8033");
    }

    @Test
    void an_agent_finds_the_issuer_and_takes_part_with_its_token() throws Exception {
        for (String path : List.of("/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp")) {
            Data metadata = Data.parse(HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(URI.create(server.address() + path)).build(), HttpResponse.BodyHandlers.ofString())
                    .body());
            assertThat(metadata.at("resource").text()).isEqualTo(server.address() + "/mcp");
            assertThat(metadata.at("authorization_servers").asList(String.class)).containsExactly(issuer.address());
        }
        String token = Issuer.sign(rsa, claims().claim("act", Map.of("sub", "agent-7")).build());
        var transport = HttpClientStreamableHttpTransport.builder(server.address())
                .endpoint("/mcp")
                .httpRequestCustomizer((request, method, uri, body, context) -> request.setHeader("Authorization", "Bearer " + token))
                .build();
        try (McpSyncClient agent = McpClient.sync(transport).build()) {
            agent.initialize();
            String me = agent.callTool(new McpSchema.CallToolRequest("who_am_i", Map.of())).structuredContent().toString();
            assertThat(me).contains("name=agent-7").contains("onBehalfOf=anna");
        }
    }

    @Test
    void a_token_without_a_signature_is_refused() throws Exception {
        assertRefused(new PlainJWT(claims().build()).serialize(), "cannot be read");
        String[] parts = Issuer.sign(rsa, claims().build()).split("\\.");
        assertRefused(parts[0] + "." + parts[1] + ".", "cannot be read");
        for (String none : List.of("none", "None", "NONE")) {
            String header = encoded("{\"alg\":\"" + none + "\",\"kid\":\"rsa-1\"}");
            assertRefused(header + "." + parts[1] + "." + parts[2], "");
        }
    }

    @Test
    void the_public_key_is_no_shared_secret() throws Exception {
        byte[] known = rsa.toRSAPublicKey().getEncoded();
        for (byte[] secret : List.of(known, pem(known).getBytes(StandardCharsets.US_ASCII), rsa.toPublicJWK().toJSONString().getBytes(StandardCharsets.UTF_8))) {
            for (JWSAlgorithm algorithm : List.of(JWSAlgorithm.HS256, JWSAlgorithm.HS384, JWSAlgorithm.HS512)) {
                SignedJWT token = new SignedJWT(new JWSHeader.Builder(algorithm).keyID("rsa-1").build(), claims().build());
                token.sign(new MACSigner(secret));
                assertRefused(token.serialize(), "RS, PS or ES");
            }
        }
    }

    @Test
    void an_issuer_that_publishes_a_shared_secret_does_not_make_it_one() throws Exception {
        var shared = new OctetSequenceKeyGenerator(256).keyID("oct-1").generate();
        issuer.instead = Data.fields("keys", List.of(Data.parse(shared.toJSONString()))).json();
        SignedJWT token = new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("oct-1").build(), claims().build());
        token.sign(new MACSigner(shared));
        assertRefused(token.serialize(), "RS, PS or ES");
    }

    @Test
    void claims_that_are_not_for_this_server_are_refused() throws Exception {
        Instant now = Instant.now();
        assertRefused(Issuer.sign(rsa, claims().audience("other").build()), "audience");
        assertRefused(Issuer.sign(rsa, claims().audience(List.of()).build()), "audience");
        assertThat(me(Issuer.sign(rsa, claims().audience(List.of("other", "millrace")).build())).status()).isEqualTo(200);
        assertRefused(Issuer.sign(rsa, claims().issuer("https://elsewhere.example").build()), "issuer");
        assertRefused(Issuer.sign(rsa, claims().issuer(issuer.address() + "/").build()), "issuer");
        assertRefused(Issuer.sign(rsa, claims().issuer(null).build()), "issuer");
        assertRefused(Issuer.sign(rsa, claims().expirationTime(null).build()), "does not say when it expires");
        assertRefused(Issuer.sign(rsa, claims().expirationTime(Date.from(now.minusSeconds(70))).build()), "has expired");
        assertThat(me(Issuer.sign(rsa, claims().expirationTime(Date.from(now.minusSeconds(30))).build())).status()).isEqualTo(200);
        assertRefused(Issuer.sign(rsa, claims().notBeforeTime(Date.from(now.plusSeconds(90))).build()), "not valid yet");
        assertThat(me(Issuer.sign(rsa, claims().notBeforeTime(Date.from(now.plusSeconds(30))).build())).status()).isEqualTo(200);
        assertRefused(Issuer.sign(rsa, claims().issueTime(Date.from(now.plusSeconds(90))).build()), "not valid yet");
        assertRefused(Issuer.sign(rsa, claims().subject(" ").build()), "lacks a claim");
        assertRefused(Issuer.sign(rsa, claims().subject("a\nb").build()), "lacks a claim");
        assertRefused(Issuer.sign(rsa, claims().subject("a".repeat(200)).build()), "lacks a claim");
    }

    @Test
    void a_key_that_a_token_brings_along_is_not_the_issuers() throws Exception {
        JWTClaimsSet claims = claims().build();
        assertRefused(Issuer.sign(otherRsa, claims), "no key of the issuer");
        JWSHeader.Builder header = new JWSHeader.Builder(JWSAlgorithm.RS256);
        assertRefused(Issuer.sign(otherRsa, header.keyID("rsa-1").jwk(otherRsa.toPublicJWK()).build(), claims), "no key of the issuer");
        try (Issuer evil = new Issuer(otherRsa)) {
            JWSHeader elsewhere = new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("rsa-1").jwkURL(URI.create(evil.address() + "/keys")).build();
            assertRefused(Issuer.sign(otherRsa, elsewhere, claims), "no key of the issuer");
            assertThat(evil.fetched.get()).isZero();
        }
        for (String kid : List.of("../../etc/passwd", "' or 1=1 --", "http://evil.example/key", "a".repeat(4_000), "ec-1")) {
            JWSHeader named = new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(kid).build();
            assertRefused(Issuer.sign(rsa, named, claims), "no key of the issuer");
        }
        assertThat(me(Issuer.sign(rsa, new JWSHeader.Builder(JWSAlgorithm.RS256).build(), claims)).status()).as("a token need not name its key").isEqualTo(200);
    }

    @Test
    void extensions_and_other_types_of_tokens_are_refused() throws Exception {
        JWSHeader critical = new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("rsa-1").criticalParams(Set.of("exp")).customParam("exp", 1).build();
        assertRefused(Issuer.sign(rsa, critical, claims().build()), "extensions");
        JWSHeader typed = new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("rsa-1").type(new JOSEObjectType("logout+jwt")).build();
        assertRefused(Issuer.sign(rsa, typed, claims().build()), "type");
    }

    @Test
    void what_is_changed_or_no_token_at_all_is_refused() throws Exception {
        String[] parts = Issuer.sign(rsa, claims().build()).split("\\.");
        String other = encoded(claims().claim("roles", List.of("administrator")).build().toString());
        assertRefused(parts[0] + "." + other + "." + parts[2], "no key of the issuer");
        assertRefused("a", "cannot be read");
        assertRefused("a.b.c", "cannot be read");
        assertRefused("..", "cannot be read");
        assertRefused(parts[0] + "." + parts[1] + "." + parts[2] + "." + parts[2], "cannot be read");
        assertRefused(encoded("[]") + "." + parts[1] + "." + parts[2], "cannot be read");
        assertRefused(encoded("{".repeat(3_000)) + "." + parts[1] + "." + parts[2], "cannot be read");
    }

    @Test
    void a_huge_token_is_refused_before_it_is_read() throws Exception {
        assertThat(me("a".repeat(16_001)).status()).isIn(400, 401, 431);
        String long15k = Issuer.sign(rsa, claims().claim("padding", "x".repeat(11_000)).build());
        assertThat(me(long15k).status()).as("a token of %d characters", long15k.length()).isEqualTo(200);
        Tokens tokens = new Tokens(OidcSettings.of(issuer.address(), "millrace"), Instant::now);
        assertThat(catchThrowable(() -> tokens.identify("a".repeat(20_000)))).hasMessageContaining("16000");
    }

    @Test
    void the_issuer_changes_its_keys() throws Exception {
        RSAKey next = new RSAKeyGenerator(2048).keyID("rsa-2").generate();
        MovingClock clock = new MovingClock();
        Tokens tokens = new Tokens(OidcSettings.of(issuer.address(), "millrace"), clock);
        assertThat(tokens.identify(Issuer.sign(rsa, claims().build())).name()).isEqualTo("anna");
        int before = issuer.fetched.get();
        issuer.rotate(rsa, next);
        String early = Issuer.sign(next, claims().build());
        for (int i = 0; i < 20; i++) {
            assertThat(catchThrowable(() -> tokens.identify(early))).hasMessageContaining("no key of the issuer");
        }
        assertThat(issuer.fetched.get()).as("unknown names do not make the server fetch again and again").isEqualTo(before);
        clock.forward(31);
        assertThat(tokens.identify(early).name()).isEqualTo("anna");
        assertThat(issuer.fetched.get()).isEqualTo(before + 1);
        issuer.rotate(next);
        clock.forward(601);
        String late = Issuer.sign(rsa, claims().expirationTime(Date.from(clock.instant().plusSeconds(60))).build());
        assertThat(catchThrowable(() -> tokens.identify(late)))
                .as("a key that was taken back does not count any more")
                .hasMessageContaining("no key of the issuer");
    }

    @Test
    void keys_stay_good_while_the_issuer_cannot_be_reached_and_new_servers_wait_for_it() throws Exception {
        MovingClock clock = new MovingClock();
        Tokens tokens = new Tokens(OidcSettings.of(issuer.address(), "millrace"), clock);
        String token = Issuer.sign(rsa, claims().expirationTime(Date.from(Instant.now().plusSeconds(1_000_000))).build());
        tokens.identify(token);
        issuer.status = 500;
        clock.forward(3_600);
        assertThat(tokens.identify(token).name()).isEqualTo("anna");
        clock.forward(86_400);
        assertThat(catchThrowable(() -> tokens.identify(token))).hasMessageContaining("MR-8035");
        Caller.Answered unavailable = me(token);
        assertThat(unavailable.status()).isEqualTo(503);
        assertThat(unavailable.code()).isEqualTo("MR-8035");
    }

    @Test
    void an_issuer_that_is_not_what_it_should_be_is_not_used() throws Exception {
        String token = Issuer.sign(rsa, claims().build());
        issuer.namesItself = "https://elsewhere.example";
        assertUnusable(token, "another issuer");
        issuer.namesItself = issuer.address();
        issuer.keysAt = "http://keys.example/keys";
        assertUnusable(token, "safe address");
        issuer.keysAt = "file:///etc/passwd";
        assertUnusable(token, "safe address");
        issuer.keysAt = issuer.address() + "/keys";
        issuer.instead = "{\"keys\":[" + "{},".repeat(300_000) + "{}]}";
        assertUnusable(token, "does not answer as it should");
        issuer.instead = "no keys";
        assertUnusable(token, "not what OpenID Connect says");
        issuer.instead = new JWKSet(rsa).toString(true);
        issuer.status = 302;
        assertUnusable(token, "status 302");
        issuer.status = 200;
        assertThat(new Tokens(OidcSettings.of(issuer.address(), "millrace"), Instant::now).identify(token).name()).isEqualTo("anna");
    }

    private void assertUnusable(String token, String why) {
        Tokens tokens = new Tokens(OidcSettings.of(issuer.address(), "millrace"), Instant::now);
        assertThat(catchThrowable(() -> tokens.identify(token))).hasMessageContaining("MR-8035").hasMessageContaining(why);
    }

    @Test
    void a_weak_key_of_the_issuer_does_not_count() throws Exception {
        RSAKey weak = new RSAKeyGenerator(1024, true).keyID("weak").generate();
        issuer.rotate(weak);
        SignedJWT token = new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("weak").build(), claims().build());
        token.sign(new RSASSASigner(weak.toPrivateKey(), Set.of(AllowWeakRSAKey.getInstance())));
        assertRefused(token.serialize(), "no key of the issuer");
    }

    @Test
    void an_issuer_without_encryption_must_be_on_this_machine() {
        for (String address : List.of("http://issuer.example", "ftp://127.0.0.1", "issuer", "https://user:pw@issuer.example", "")) {
            assertThat(catchThrowable(() -> OidcSettings.of(address, "millrace")))
                    .as(address)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(OidcSettings.of("https://issuer.example", "millrace").issuer()).isEqualTo("https://issuer.example");
    }

    private static String encoded(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String pem(byte[] key) {
        return "-----BEGIN PUBLIC KEY-----\n" + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key) + "\n-----END PUBLIC KEY-----\n";
    }

    /** A clock that the test moves. */
    private static final class MovingClock implements java.time.InstantSource {
        private Instant now = Instant.now();

        @Override
        public Instant instant() {
            return now;
        }

        void forward(long seconds) {
            now = now.plusSeconds(seconds);
        }
    }
}
