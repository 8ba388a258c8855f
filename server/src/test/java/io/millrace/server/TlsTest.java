package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.server.http.Role;
import io.millrace.server.security.SecuritySettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS with a certificate of the user, which the JDK's keytool makes here. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TlsTest {
    @TempDir
    Path directory;

    /** A certificate that signs itself. */
    private final class Made {
        final Path chain;
        final Path key;
        final Certificate certificate;

        Made(String name, String algorithm) throws Exception {
            Path store = directory.resolve(name + ".p12");
            Process keytool = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                            "-genkeypair", "-alias", "it", "-keyalg", algorithm, "-dname", "CN=localhost", "-ext", "SAN=DNS:localhost,IP:127.0.0.1",
                            "-validity", "2", "-storetype", "PKCS12", "-keystore", store.toString(), "-storepass", "changeit")
                    .redirectErrorStream(true)
                    .start();
            String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(keytool.waitFor()).as(said).isZero();
            KeyStore keys = KeyStore.getInstance(store.toFile(), "changeit".toCharArray());
            certificate = keys.getCertificate("it");
            chain = write(name + "-chain.pem", "CERTIFICATE", certificate.getEncoded());
            key = write(name + "-key.pem", "PRIVATE KEY", keys.getKey("it", "changeit".toCharArray()).getEncoded());
        }
    }

    private Path write(String file, String what, byte[] content) throws Exception {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return Files.writeString(directory.resolve(file), "-----BEGIN " + what + "-----\n" + lines + "\n-----END " + what + "-----\n");
    }

    private static SSLContext trusting(Certificate certificate) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("it", certificate);
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC", "Ed25519"})
    void a_server_proves_who_it_is(String algorithm) throws Exception {
        Made made = new Made("server", algorithm);
        try (Secured secured = new Secured(directory, settings -> settings.certificate(made.chain, made.key))) {
            assertThat(secured.server.address()).startsWith("https://");
            HttpClient trusting = HttpClient.newBuilder().sslContext(trusting(made.certificate)).build();
            Caller anna = secured.caller("anna", Role.OPERATOR).over(trusting);
            Caller.Answered answered = anna.get("/me");
            assertThat(answered.good().at("name").text()).isEqualTo("anna");
            assertThat(answered.header("Strict-Transport-Security")).startsWith("max-age=");
            assertThatThrownBy(() -> secured.caller("ben", Role.OPERATOR).over(HttpClient.newHttpClient()).get("/me"))
                    .as("who does not trust the certificate sends nothing")
                    .isInstanceOf(SSLException.class);
            try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), secured.server.port())) {
                plain.setSoTimeout(10_000);
                plain.getOutputStream().write("GET /api/v1/live HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                assertThat(new String(plain.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1)).doesNotContain("200");
            }
        }
    }

    @Test
    void old_versions_of_tls_are_refused() throws Exception {
        Made made = new Made("server", "RSA");
        try (Secured secured = new Secured(directory, settings -> settings.certificate(made.chain, made.key))) {
            for (String version : List.of("TLSv1.2", "TLSv1.3")) {
                try (SSLSocket socket = socket(made, secured.server.port(), version)) {
                    socket.startHandshake();
                    assertThat(socket.getSession().getProtocol()).isEqualTo(version);
                }
            }
            for (String version : List.of("TLSv1", "TLSv1.1")) {
                try (SSLSocket socket = socket(made, secured.server.port(), version)) {
                    assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLException.class);
                }
            }
        }
    }

    @Test
    void callers_that_speak_no_tls_keep_no_place_among_the_connections() throws Exception {
        Made made = new Made("server", "EC");
        SecuritySettings few = SecuritySettings.USUAL.connections(8).connectionsPerAddress(8);
        try (Secured secured = new Secured(directory, settings -> settings.certificate(made.chain, made.key).security(few))) {
            for (int i = 0; i < 50; i++) {
                try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), secured.server.port())) {
                    plain.setSoTimeout(10_000);
                    plain.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    plain.getInputStream().readAllBytes();
                } catch (SocketException e) {
                    // It is closed before all is said.
                }
            }
            HttpClient trusting = HttpClient.newBuilder().sslContext(trusting(made.certificate)).build();
            assertThat(secured.caller("anna", Role.OPERATOR).over(trusting).get("/me").status()).isEqualTo(200);
        }
    }

    @Test
    void a_handshake_that_comes_byte_by_byte_keeps_no_place() throws Exception {
        Made made = new Made("server", "EC");
        SecuritySettings few = SecuritySettings.USUAL.connections(6).connectionsPerAddress(3).slowest(Duration.ofSeconds(3));
        List<Socket> slow = new ArrayList<>();
        try (Secured secured = new Secured(directory, settings -> settings.certificate(made.chain, made.key).security(few))) {
            for (int i = 0; i < 3; i++) {
                slow.add(new Socket(InetAddress.getLoopbackAddress(), secured.server.port()));
            }
            // The beginning of a ClientHello that announces 512 bytes.
            byte[] begin = {22, 3, 1, 2, 0, 1, 0, 1, (byte) 0xfc, 3, 3};
            long began = System.nanoTime();
            for (int at = 0; !slow.isEmpty(); at++) {
                int next = at < begin.length ? begin[at] : 0;
                slow.removeIf(socket -> isClosedBy(socket, next));
                assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(30));
                Thread.sleep(500);
            }
            HttpClient trusting = HttpClient.newBuilder().sslContext(trusting(made.certificate)).build();
            assertThat(secured.caller("anna", Role.OPERATOR).over(trusting).get("/me").status()).isEqualTo(200);
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    /** Sends one more byte, and looks whether the server has ended the connection. */
    private static boolean isClosedBy(Socket socket, int next) {
        try {
            socket.getOutputStream().write(next);
            socket.setSoTimeout(50);
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    private static SSLSocket socket(Made made, int port, String version) throws Exception {
        SSLSocket socket = (SSLSocket) trusting(made.certificate).getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
        socket.setEnabledProtocols(new String[] {version});
        return socket;
    }

    @Test
    void files_that_are_no_certificate_and_key_are_refused_at_the_start() throws Exception {
        Made made = new Made("server", "RSA");
        Made other = new Made("other", "RSA");
        Made curve = new Made("curve", "EC");
        Path empty = Files.createFile(directory.resolve("empty.pem"));
        Path encrypted = write("encrypted.pem", "ENCRYPTED PRIVATE KEY", Files.readAllBytes(made.key));
        Path damaged = write("damaged.pem", "PRIVATE KEY", new byte[] {1, 2, 3});
        Path secret = Files.writeString(directory.resolve("secret.pem"), Files.readString(made.key).replace("BEGIN PRIVATE", "BEGIN RSA PRIVATE"));
        assertRefused(made.chain, other.key, "another certificate");
        assertRefused(made.chain, curve.key, "not of the kind");
        assertRefused(made.chain, encrypted, "BEGIN PRIVATE KEY");
        assertRefused(made.chain, secret, "BEGIN PRIVATE KEY");
        assertRefused(made.chain, damaged, "not of the kind");
        assertRefused(made.chain, empty, "no private key");
        assertRefused(empty, made.key, "no certificate");
        assertRefused(made.key, made.key, "certificate");
        assertRefused(directory.resolve("missing.pem"), made.key, "cannot be read");
        assertRefused(made.chain, directory.resolve("missing.pem"), "cannot be read");
    }

    private void assertRefused(Path chain, Path key, String why) throws Exception {
        String content = Files.exists(key) ? Files.readString(key) : "";
        assertThatThrownBy(() -> Server.open(ServerSettings.of(directory.resolve("journal")).port(0).certificate(chain, key)).close())
                .hasMessageContaining("MR-8036")
                .hasMessageContaining(why)
                .message()
                .as("the message shows nothing of the key")
                .doesNotContain(content.isEmpty() ? "nothing" : content.substring(30, Math.min(60, content.length())));
    }
}
