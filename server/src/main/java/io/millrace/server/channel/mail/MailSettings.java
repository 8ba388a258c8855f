package io.millrace.server.channel.mail;

import io.millrace.server.config.Section;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the server sends and gets mail. Immutable.
 *
 * @param from the address of the server itself, to which replies come
 * @param smtp where mail is sent
 * @param imap where replies are read, or null if none are
 * @param folder of the mailbox in which replies arrive
 * @param poll how often replies are looked for
 * @param retry how long to wait before a mail to people is tried again; each wait is twice the one before, up to an hour
 * @param people the addresses of participants, by their names
 * @param linkLife how long a form can be opened by the link in a mail
 * @param mostBytes how large a reply may be
 */
public record MailSettings(
        String from,
        Account smtp,
        @Nullable Account imap,
        String folder,
        Duration poll,
        Duration retry,
        Map<String, String> people,
        Duration linkLife,
        int mostBytes) {
    private static final Duration LONGEST_LINK = Duration.ofDays(90);

    public MailSettings {
        people = Map.copyOf(people);
    }

    /** How a connection is kept from others' eyes. */
    public enum Protection {
        /** From the first byte. */
        TLS,
        /** From the moment that the server agrees to it, which it must. */
        STARTTLS,
        /** Not at all: for a server on the same machine. */
        NONE
    }

    /**
     * A server and who one is there.
     *
     * @param user or null if the server wants none
     */
    public record Account(String host, int port, Protection protection, @Nullable String user, @Nullable String password, Duration timeout) {
        static Account of(Section section, int usualPort) {
            Protection protection =
                    switch (section.optional("protection").orElse("tls")) {
                        case "tls" -> Protection.TLS;
                        case "starttls" -> Protection.STARTTLS;
                        case "none" -> Protection.NONE;
                        default -> throw section.complaint("protection", "must be tls, starttls or none");
                    };
            return new Account(
                    section.text("host"),
                    section.whole("port", usualPort, 1, 65_535),
                    protection,
                    section.optional("user").orElse(null),
                    section.secret("password").orElse(null),
                    section.duration("timeout", Duration.ofSeconds(30)));
        }

        /** Does not show the password. */
        @Override
        public String toString() {
            return host + ":" + port;
        }
    }

    /** Reads the section {@code mail}. */
    public static MailSettings of(Section section) {
        Map<String, String> people = new LinkedHashMap<>();
        section.texts("people").forEach((name, address) ->
                people.put(name, address(address).orElseThrow(() -> section.complaint("people/" + name, "is no mail address"))));
        Duration life = section.duration("linkLasts", Duration.ofDays(14));
        if (life.compareTo(LONGEST_LINK) > 0) {
            throw section.complaint("linkLasts", "must be at most " + LONGEST_LINK.toDays() + " days");
        }
        return new MailSettings(
                address(section.text("from")).orElseThrow(() -> section.complaint("from", "is no mail address")),
                Account.of(section.section("smtp").orElseThrow(() -> section.complaint("smtp", "is missing")), 465),
                section.section("imap").map(imap -> Account.of(imap, 993)).orElse(null),
                section.optional("folder").orElse("INBOX"),
                section.duration("poll", Duration.ofSeconds(30)),
                section.duration("retryAfter", Duration.ofSeconds(30)),
                people,
                life,
                section.whole("largestReply", 25 << 20, 1_024, 1 << 30));
    }

    /** One address, written plainly and in small letters; empty if a text is anything else, such as two addresses. */
    static Optional<String> address(String text) {
        String plain = text.strip();
        try {
            InternetAddress[] all = InternetAddress.parse(plain, true);
            if (all.length == 1 && !all[0].isGroup() && all[0].getAddress().equals(plain)) {
                all[0].validate();
                boolean fits = plain.matches("[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,190}");
                return fits ? Optional.of(plain.toLowerCase(Locale.ROOT)) : Optional.empty();
            }
        } catch (AddressException e) {
            // It is none.
        }
        return Optional.empty();
    }

    /** The address of a participant: as the settings say, or their name if it is an address. */
    Optional<String> addressOf(String participant) {
        String known = people.get(participant);
        return known == null ? address(participant) : Optional.of(known);
    }

    /** The participant who has an address; the address itself for nobody known. */
    String personAt(String address) {
        return people.entrySet().stream()
                .filter(each -> each.getValue().equals(address))
                .map(Map.Entry::getKey)
                .sorted()
                .findFirst()
                .orElse(address);
    }
}
