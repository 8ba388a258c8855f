package io.millrace.server.channel.mail;

import io.millrace.server.channel.Written;
import jakarta.mail.Address;
import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.Part;
import jakarta.mail.internet.ContentType;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeUtility;
import jakarta.mail.internet.ParseException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A mail that came in, read within limits: everybody who knows the server's address can send it anything.
 *
 * @param messageId as its sender has given it, or one from its content if there is none
 * @param from its only sender, in small letters; empty if there is none or more than one
 * @param identifier the one in its subject, or null
 * @param automatic whether a program has written it: an absence note, a bounce, a list
 * @param objection why it was not read further, or null
 */
record Received(
        String messageId,
        String from,
        String subject,
        @Nullable String identifier,
        boolean automatic,
        String text,
        List<Attachment> attachments,
        @Nullable String objection) {
    private static final Pattern IDENTIFIER = Pattern.compile("\\[millrace\\s+([0-9a-f]{32})\\s*\\]", Pattern.CASE_INSENSITIVE);
    /** A header of our own on the head of a message whose body is too large to be fetched. */
    static final String TOO_LARGE = "X-Millrace-Too-Large";

    private static final Set<String> UNSEEN = Set.of("style", "script", "head", "title");
    private static final Set<String> LINES = Set.of("p", "div", "tr", "li", "h1", "h2", "h3", "h4", "h5", "h6");
    private static final int DEEPEST = 10;
    private static final int MOST_PARTS = 200;
    private static final int LONGEST_TEXT = 1 << 20;

    Received {
        attachments = List.copyOf(attachments);
    }

    /** A file; its name is checked. */
    record Attachment(String name, byte[] content) {}

    /**
     * Reads a message.
     *
     * @param isKnown whether an identifier is one that the server has given; the bodies of other messages are not looked at
     */
    static Received of(MimeMessage message, Predicate<String> isKnown, int mostBytes, long mostFileBytes) throws MessagingException, IOException {
        String subject = line(decoded(first(message, "Subject")));
        String id = line(first(message, "Message-ID"));
        String identifier = identifier(subject, isKnown);
        Reader reader = new Reader(mostBytes, mostFileBytes);
        boolean automatic = isAutomatic(message);
        if (!first(message, TOO_LARGE).isEmpty()) {
            reader.objection = "it has more than " + mostBytes + " bytes";
        } else if (identifier != null && !automatic && isKnown.test(identifier)) {
            reader.readWhole(message);
        }
        return new Received(
                id.isEmpty() ? "none " + first(message, "Date") + subject : id,
                from(message),
                subject,
                identifier,
                automatic,
                reader.text(),
                reader.files,
                reader.objection);
    }

    /**
     * The identifier in a subject, or null. Of several, it is the last one that the server has given: what stands before it in a subject may
     * come from the input of the work, and so from anybody.
     */
    private static @Nullable String identifier(String subject, Predicate<String> isKnown) {
        String last = null;
        boolean known = false;
        for (Matcher matcher = IDENTIFIER.matcher(subject); matcher.find(); ) {
            String each = matcher.group(1).toLowerCase(Locale.ROOT);
            boolean given = isKnown.test(each);
            if (given || !known) {
                last = each;
                known = given;
            }
        }
        return last;
    }

    private static String first(MimeMessage message, String header) throws MessagingException {
        String[] all = message.getHeader(header);
        return all == null || all.length == 0 || all[0] == null ? "" : all[0];
    }

    private static String decoded(String text) {
        try {
            return MimeUtility.decodeText(MimeUtility.unfold(text));
        } catch (java.io.UnsupportedEncodingException e) {
            return text;
        }
    }

    private static String line(String text) {
        String plain = text.replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ").strip();
        return plain.length() <= 900 ? plain : plain.substring(0, 900);
    }

    private static String from(MimeMessage message) throws MessagingException {
        try {
            Address[] all = message.getFrom();
            return all != null && all.length == 1 && all[0] instanceof InternetAddress one && one.getAddress() != null
                    ? one.getAddress().toLowerCase(Locale.ROOT)
                    : "";
        } catch (ParseException e) {
            return "";
        }
    }

    /** RFC 3834 and what programs do that do not follow it. */
    private static boolean isAutomatic(MimeMessage message) throws MessagingException {
        String submitted = first(message, "Auto-Submitted").toLowerCase(Locale.ROOT).strip();
        String precedence = first(message, "Precedence").toLowerCase(Locale.ROOT).strip();
        String type = first(message, "Content-Type").toLowerCase(Locale.ROOT);
        return !submitted.isEmpty() && !submitted.equals("no")
                || List.of("bulk", "junk", "list", "auto_reply").contains(precedence)
                || first(message, "Return-Path").strip().equals("<>")
                || !first(message, "X-Autoreply").isEmpty()
                || !first(message, "X-Autorespond").isEmpty()
                || !first(message, "List-Id").isEmpty()
                || type.startsWith("multipart/report")
                || from(message).matches("(mailer-daemon|postmaster|no-?reply)@.*");
    }

    /** Walks over the parts of a message. */
    private static final class Reader {
        private final long mostBytes;
        private final long mostFileBytes;
        private final List<Attachment> files = new ArrayList<>();
        private @Nullable String plain;
        private @Nullable String html;
        private @Nullable String objection;
        private long bytes;
        private int parts;

        Reader(long mostBytes, long mostFileBytes) {
            this.mostBytes = mostBytes;
            this.mostFileBytes = mostFileBytes;
        }

        String text() {
            return Optional.ofNullable(plain).orElseGet(() -> html == null ? "" : Received.text(html));
        }

        /** The whole message is here already: what cannot be read now can never be. */
        void readWhole(MimeMessage message) {
            try {
                read(message, 0);
            } catch (MessagingException | IOException e) {
                objection = "it is not written as mails are";
            }
        }

        private void read(Part part, int depth) throws MessagingException, IOException {
            if (depth > DEEPEST || ++parts > MOST_PARTS) {
                objection = "it has too many parts";
            }
            if (objection != null) {
                return;
            }
            String name = part.getFileName();
            boolean attached = Part.ATTACHMENT.equalsIgnoreCase(part.getDisposition());
            if (!attached && part.isMimeType("multipart/*") && part.getContent() instanceof Multipart several) {
                for (int at = 0; at < several.getCount(); at++) {
                    read(several.getBodyPart(at), depth + 1);
                }
            } else if (attached || name != null && !isDecoration(part)) {
                byte[] content = bytes(part, mostFileBytes, "the file '" + Written.fileName(decoded(name == null ? "file" : name)) + "'");
                if (objection == null) {
                    files.add(new Attachment(Written.fileName(decoded(name == null ? "file" : name)), content));
                }
            } else if (part.isMimeType("text/plain") && plain == null) {
                plain = decode(part, bytes(part, LONGEST_TEXT, "the text"));
            } else if (part.isMimeType("text/html") && html == null) {
                html = decode(part, bytes(part, LONGEST_TEXT, "the text"));
            }
        }

        /** Pictures that belong to the text, such as that of a signature. */
        private static boolean isDecoration(Part part) throws MessagingException {
            String[] id = part.getHeader("Content-ID");
            return part.isMimeType("image/*") && id != null && id.length > 0 && Part.INLINE.equalsIgnoreCase(part.getDisposition());
        }

        private byte[] bytes(Part part, long most, String what) throws MessagingException, IOException {
            try (InputStream in = part.getInputStream()) {
                byte[] all = in.readNBytes((int) Math.min(Integer.MAX_VALUE - 8, most + 1));
                bytes += all.length;
                if (all.length > most) {
                    objection = what + " has more than " + most + " bytes";
                } else if (bytes > mostBytes) {
                    objection = "it has more than " + mostBytes + " bytes";
                }
                return all;
            }
        }

        private static String decode(Part part, byte[] content) throws MessagingException {
            Charset charset = StandardCharsets.UTF_8;
            try {
                String named = new ContentType(part.getContentType()).getParameter("charset");
                charset = named == null ? charset : Charset.forName(MimeUtility.javaCharset(named));
            } catch (ParseException | IllegalArgumentException e) {
                // A name that nobody knows: most texts are UTF-8.
            }
            return new String(content, charset);
        }
    }

    /** The text of a page, without what it quotes. One pass: the page may be made so that a pattern would look at it for hours. */
    static String text(String html) {
        StringBuilder all = new StringBuilder();
        String small = html.toLowerCase(Locale.ROOT);
        int lastTag = html.lastIndexOf('>');
        int at = 0;
        while (at < html.length()) {
            char c = html.charAt(at);
            int end = c == '<' && at < lastTag ? html.indexOf('>', at) : -1;
            if (end < 0) {
                all.append(Character.isWhitespace(c) ? ' ' : c);
                at++;
                continue;
            }
            String tag = html.substring(at + 1, Math.min(end, at + 500)).toLowerCase(Locale.ROOT);
            String name = tag.split("[\\s/>]", 2)[0];
            if (name.equals("blockquote") || tag.contains("gmail_quote")) {
                break;
            }
            if (UNSEEN.contains(name)) {
                int close = small.indexOf("</" + name, end);
                if (close < 0) {
                    break;
                }
                end = Math.max(end, html.indexOf('>', close));
            } else if (LINES.contains(tag.startsWith("/") ? tag.substring(1).strip() : "") || name.equals("br")) {
                all.append('\n');
            }
            at = end + 1;
        }
        return all.toString()
                .replace("&nbsp;", " ")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&#39;", "'")
                .replace("&amp;", "&")
                .lines()
                .map(String::strip)
                .collect(java.util.stream.Collectors.joining("\n"))
                .strip();
    }
}
