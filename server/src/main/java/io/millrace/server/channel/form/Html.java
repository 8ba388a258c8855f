package io.millrace.server.channel.form;

import io.millrace.server.http.Reply;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;

/** A page of HTML: plain, without a script, readable on a telephone, light or dark as the reader's system is. */
final class Html {
    private static final String STYLE = """
            :root{color-scheme:light dark;--line:#8a8f98;--bad:#b3261e;--act:#0b57d0;--on:#fff}
            @media(prefers-color-scheme:dark){:root{--line:#8a8f98;--bad:#ffb4ab;--act:#a8c7fa;--on:#062e6f}}
            *{box-sizing:border-box}
            body{font:1rem/1.5 system-ui,sans-serif;max-width:42rem;margin:0 auto;padding:1rem}
            h1{font-size:1.5rem;line-height:1.25;overflow-wrap:anywhere}
            dt{font-weight:600}dd{margin:0 0 .75rem;overflow-wrap:anywhere}
            dd dl{margin:.25rem 0 0;padding-left:1rem;border-left:3px solid var(--line)}dd ul{margin:0;padding-left:1.25rem}
            .wide{overflow-x:auto}table{border-collapse:collapse}
            th,td{text-align:left;vertical-align:top;padding:.25rem 1rem .25rem 0;border-bottom:1px solid var(--line)}
            .text{white-space:pre-wrap;overflow-wrap:anywhere}
            .field{margin:0 0 1.25rem}
            label,legend{display:block;font-weight:600;margin:0 0 .25rem}
            label.choice{display:flex;gap:.5rem;align-items:center;font-weight:400;min-height:2.75rem}
            input,textarea,select{font:inherit;width:100%;padding:.6rem;border:1px solid var(--line);border-radius:.3rem}
            input[type=radio]{width:1.25rem;height:1.25rem}
            fieldset{border:1px solid var(--line);border-radius:.3rem;margin:0 0 1.25rem;padding:1rem}
            .hint{display:block;font-size:.9rem}
            .wrong{display:block;color:var(--bad);font-weight:600}
            .wrong::before{content:"\\26a0\\00a0"}
            [aria-invalid=true]{border:2px solid var(--bad)}
            .summary{border:2px solid var(--bad);border-radius:.3rem;padding:0 1rem;margin:0 0 1.25rem}
            button{font:inherit;font-weight:600;min-height:2.75rem;padding:.6rem 1.25rem;border:0;border-radius:.3rem;background:var(--act);color:var(--on)}
            button.more{background:none;color:inherit;border:1px solid var(--line)}
            :focus-visible{outline:3px solid var(--act);outline-offset:2px}
            """;

    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
                    "default-src 'none'; style-src 'sha256-" + hash(STYLE) + "'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
            // Other sites get nothing; without any referrer, browsers would also hide from us that the form is our own.
            "Referrer-Policy", "same-origin",
            "X-Robots-Tag", "noindex, nofollow");

    private final StringBuilder all = new StringBuilder();

    private static String hash(String text) {
        try {
            return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A text in which nothing means anything to a browser. */
    static String safe(String text) {
        StringBuilder safe = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                default -> {
                    if (c >= ' ' || c == '\n' || c == '\t') {
                        safe.appendCodePoint(c);
                    }
                }
            }
        });
        return safe.toString();
    }

    /** Adds what is HTML already. */
    Html raw(String html) {
        all.append(html);
        return this;
    }

    /** Adds an element with a text. */
    Html element(String name, String text) {
        all.append('<').append(name).append('>').append(safe(text)).append("</").append(name.split(" ", 2)[0]).append(">\n");
        return this;
    }

    /** The page. */
    Reply page(int status, String title) {
        String page = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                + "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                + "<title>" + safe(title) + "</title>\n<style>" + STYLE + "</style>\n</head>\n<body>\n<main>\n"
                + all + "</main>\n</body>\n</html>\n";
        return new Reply.Bytes(status, "text/html; charset=utf-8", page.getBytes(StandardCharsets.UTF_8), HEADERS);
    }
}
