package io.millrace.server.monitor;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The trace that a case belongs to, as W3C Trace Context writes it.
 *
 * @param trace 32 hexadecimal digits
 * @param parent 16 hexadecimal digits of the span that the case began in, or null if it began the trace
 * @param sampled whether anything is recorded
 */
record TraceContext(String trace, @Nullable String parent, boolean sampled) {
    private static final Pattern HEADER = Pattern.compile("[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");
    private static final HexFormat HEX = HexFormat.of();
    private static final int TRACE_BYTES = 16;
    private static final int SPAN_BYTES = 8;

    /** What a caller said, if it is a trace context. */
    static Optional<TraceContext> read(@Nullable String header) {
        String given = header == null ? "" : header;
        Matcher parts = HEADER.matcher(given);
        if (!parts.matches() || given.startsWith("ff") || isZero(parts.group(1)) || isZero(parts.group(2))) {
            return Optional.empty();
        }
        return Optional.of(new TraceContext(parts.group(1), parts.group(2), (HEX.parseHex(parts.group(3))[0] & 1) == 1));
    }

    private static boolean isZero(String digits) {
        return digits.chars().allMatch(digit -> digit == '0');
    }

    /** The trace of a case that nobody gave one: always the same for the same case, so that it need not be stored. */
    static TraceContext made(String engine, String tenant, long root, double share) {
        byte[] hash = hash(engine, tenant, "trace", Long.toString(root));
        // The first bytes are as good as chance, and every part of a system that sees the id comes to the same decision.
        double lot = ((hash[0] & 0xff) << 16 | (hash[1] & 0xff) << 8 | hash[2] & 0xff) / (double) (1 << 24);
        return new TraceContext(HEX.formatHex(hash, 0, TRACE_BYTES), null, lot < share);
    }

    /** The span of a case or of a work item, by its id. */
    static String span(String engine, String tenant, Object id) {
        return HEX.formatHex(hash(engine, tenant, "span", id.toString()), 0, SPAN_BYTES);
    }

    /** As a header for a program that goes on with the trace in a span. */
    String header(String span) {
        return "00-" + trace + "-" + span + (sampled ? "-01" : "-00");
    }

    private static byte[] hash(String... parts) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(String.join("\0", parts).getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
