package io.millrace.server.http;

import io.millrace.data.Data;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Tags of answers (ETag). A caller that names the tag of an answer gets no other as long as it would be the same. An answer whose
 * endpoint says no tag has its content as one.
 */
final class Tags {
    private static final String TAG = "ETag";
    private static final int BYTES = 12;

    private Tags() {}

    /** The answer with its tag; none but the tag if the one who asks has it. */
    static Reply checked(Endpoint endpoint, Exchange exchange, Reply reply) {
        if (endpoint.changes()) {
            return reply;
        }
        return switch (reply) {
            case Reply.Json json when json.status() == 200 -> {
                String tag = json.headers().getOrDefault(TAG, "");
                tag = tag.isEmpty() ? hash(json.body().json().getBytes(StandardCharsets.UTF_8)) : tag;
                yield has(exchange, tag) ? unchanged(tag) : json.with(TAG, tag);
            }
            case Reply.Bytes bytes when bytes.status() == 200 -> {
                String tag = hash(bytes.content());
                Map<String, String> headers = new LinkedHashMap<>(bytes.headers());
                headers.put(TAG, tag);
                yield has(exchange, tag) ? unchanged(tag) : new Reply.Bytes(200, bytes.type(), bytes.content(), headers);
            }
            default -> reply;
        };
    }

    private static boolean has(Exchange exchange, String tag) {
        return exchange.header("if-none-match")
                .map(all -> Arrays.stream(all.split(",")).map(String::strip).anyMatch(each -> each.equals("*") || each.replaceFirst("^W/", "").equals(tag)))
                .orElse(false);
    }

    private static Reply unchanged(String tag) {
        return new Reply.Json(304, Data.nothing(), Map.of(TAG, tag));
    }

    static String hash(byte[] content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
            return "\"" + HexFormat.of().formatHex(digest, 0, BYTES) + "\"";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
