package io.millrace.server.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Compressed answers.
 *
 * <p>The length of a compressed answer tells something of its content (BREACH): whoever can make a victim's browser ask here again and
 * again with guesses, and sees how long the answers are, can find out a secret that stands in the same answer as the guess. Nobody can: a
 * browser adds no secret to a request by itself (there are no cookies), so a page of another site gets no answer that holds anything, and
 * answers that hold secrets (a new key, a link) are answers to POST, which are not compressed; nor are the forms behind links.
 */
public final class Gzip {
    /** As headers call it. */
    public static final String NAME = "gzip";

    /** Less than this fits into a few packets as it is. */
    private static final int LEAST = 4_096;

    private Gzip() {}

    /** Whether the one who asks can read it. */
    public static boolean isAccepted(Map<String, String> headers) {
        return Arrays.stream(headers.getOrDefault("accept-encoding", "").toLowerCase(Locale.ROOT).split(","))
                .map(String::strip)
                .anyMatch(each -> each.matches("(gzip|x-gzip)\\s*(;\\s*q\\s*=\\s*(1(\\.0*)?|0?\\.\\d*[1-9]\\d*))?"));
    }

    /** Whether an answer is worth it. */
    static boolean isWorth(String type, byte[] content) {
        return content.length >= LEAST && (type.equals(Endpoint.JSON) || type.startsWith("image/svg+xml"));
    }

    /** As small as can be, for what is compressed once. */
    public static byte[] small(byte[] content) {
        return compressed(content, Deflater.BEST_COMPRESSION);
    }

    /** As fast as can be, for what is compressed for one answer. */
    static byte[] fast(byte[] content) {
        return compressed(content, Deflater.BEST_SPEED);
    }

    private static byte[] compressed(byte[] content, int level) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(content.length / 4 + 64);
        try (OutputStream zip = new Levelled(out, level)) {
            zip.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static final class Levelled extends GZIPOutputStream {
        Levelled(OutputStream out, int level) throws IOException {
            super(out);
            def.setLevel(level);
        }
    }
}
