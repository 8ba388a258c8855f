package io.millrace.server.api;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What many messages have in common: the sentence without what differs from one occurrence to the next.
 *
 * @param id the same for the same sentence, on every server
 * @param sentence with … in place of numbers, ids and quoted values
 * @param code the code in it, or null
 */
record Cause(String id, String sentence, @Nullable String code) {
    private static final int LONGEST = 400;

    /** Codes stay; then quoted values, and words with a digit in them: numbers, ids, instants, addresses. */
    private static final Pattern DIFFERENT = Pattern.compile("(MR-\\d{4}(?!\\d))"
            + "|(?<![\\p{L}\\p{N}])'[^'\\n]{0,200}'(?![\\p{L}\\p{N}])"
            + "|\"[^\"\\n]{0,200}\"|`[^`\\n]{0,200}`|“[^”\\n]{0,200}”|«[^»\\n]{0,200}»"
            + "|[\\p{L}_-]{0,40}\\p{N}[\\p{L}\\p{N}_.:,#/@+-]*(?<![.:,])");

    private static final Pattern CODE = Pattern.compile("MR-\\d{4}(?!\\d)");

    static Cause of(String message) {
        String line = message.strip().lines().findFirst().orElse("");
        String shorter = line.length() > LONGEST ? line.substring(0, LONGEST) : line;
        String sentence = DIFFERENT.matcher(shorter).replaceAll(found -> found.group(1) == null ? "…" : found.group(1));
        sentence = sentence.replaceAll("\\s+", " ").replaceAll("…(?:[\\s,;]*…)+", "…");
        Matcher code = CODE.matcher(message);
        return new Cause(hash(sentence), sentence.isEmpty() ? "…" : sentence, code.find() ? code.group() : null);
    }

    private static String hash(String sentence) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(sentence.getBytes(StandardCharsets.UTF_8)), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
