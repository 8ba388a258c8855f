package io.millrace.server.security;

import io.helidon.common.tls.Tls;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** The certificate by which a server proves who it is, from PEM files. */
public final class Certificate {
    private static final Pattern KEY = Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final char[] NONE = new char[0];

    private Certificate() {}

    /** TLS 1.2 and 1.3 with a certificate chain and its private key. */
    public static Tls tls(Path chainFile, @Nullable Path keyFile) {
        if (keyFile == null) {
            throw unusable("its private key is not given", null);
        }
        List<X509Certificate> chain = chain(chainFile);
        PrivateKey key = key(keyFile, chain.getFirst().getPublicKey().getAlgorithm());
        refuseForeign(key, chain.getFirst());
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, NONE);
            store.setKeyEntry("server", key, NONE, chain.toArray(X509Certificate[]::new));
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(store, NONE);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
            SSLParameters parameters = context.getDefaultSSLParameters();
            parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
            parameters.setUseCipherSuitesOrder(true);
            return Tls.builder()
                    .sslContext(context)
                    .sslParameters(parameters)
                    .enabledProtocols(List.of("TLSv1.3", "TLSv1.2"))
                    .build();
        } catch (GeneralSecurityException | IOException e) {
            throw unusable("key and certificate do not fit together", e);
        }
    }

    private static List<X509Certificate> chain(Path file) {
        try {
            List<X509Certificate> chain = new ArrayList<>();
            for (var each : CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file)))) {
                chain.add((X509Certificate) each);
            }
            if (chain.isEmpty()) {
                throw unusable("there is no certificate in '" + file + "'", null);
            }
            chain.getFirst().checkValidity();
            return chain;
        } catch (CertificateException e) {
            throw unusable("'" + file + "' holds no certificate that is valid now", e);
        } catch (IOException e) {
            throw unusable("'" + file + "' cannot be read", e);
        }
    }

    private static PrivateKey key(Path file, String algorithm) {
        try {
            Matcher found = KEY.matcher(Files.readString(file, StandardCharsets.US_ASCII));
            if (!found.find()) {
                throw unusable("there is no private key in '" + file + "' that begins with -----BEGIN PRIVATE KEY-----", null);
            }
            byte[] encoded = Base64.getMimeDecoder().decode(found.group(1));
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw unusable("the private key in '" + file + "' is not of the kind that its certificate has (" + algorithm + ")", null);
        } catch (IOException e) {
            throw unusable("'" + file + "' cannot be read", e);
        }
    }

    /** A key that is not the certificate's would only show when the first caller comes. */
    private static void refuseForeign(PrivateKey key, X509Certificate certificate) {
        String algorithm =
                switch (key.getAlgorithm()) {
                    case "RSA" -> "SHA256withRSA";
                    case "EC" -> "SHA256withECDSA";
                    default -> "EdDSA";
                };
        try {
            byte[] text = "millrace".getBytes(StandardCharsets.US_ASCII);
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update(text);
            byte[] signed = signature.sign();
            signature.initVerify(certificate.getPublicKey());
            signature.update(text);
            if (!signature.verify(signed)) {
                throw unusable("the private key is that of another certificate", null);
            }
        } catch (GeneralSecurityException e) {
            throw unusable("the private key cannot sign for the certificate", e);
        }
    }

    private static RefusedException unusable(String why, @Nullable Exception reason) {
        return Optional.ofNullable(reason)
                .map(cause -> new RefusedException(Code.CERTIFICATE_UNUSABLE.with(why), cause))
                .orElseGet(() -> new RefusedException(Code.CERTIFICATE_UNUSABLE.with(why)));
    }
}
