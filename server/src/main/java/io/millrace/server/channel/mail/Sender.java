package io.millrace.server.channel.mail;

import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Properties;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Sends mail by SMTP, each over a connection of its own. Safe for use by several threads. */
final class Sender {
    private static final int AT_ONCE = 4;

    /**
     * A mail.
     *
     * @param messageId by which a repeat of the same mail is recognised
     * @param repliesTo the id of the mail that this one answers, or null
     */
    record Mail(String to, String subject, String text, String messageId, @Nullable String repliesTo) {}

    private final MailSettings settings;
    private final Semaphore slots = new Semaphore(AT_ONCE);

    Sender(MailSettings settings) {
        this.settings = settings;
    }

    /** A message that keeps the id it was given. */
    private static final class Named extends MimeMessage {
        private final String id;

        Named(Session session, String id) {
            super(session);
            this.id = id;
        }

        @Override
        protected void updateMessageID() throws MessagingException {
            setHeader("Message-ID", id);
        }
    }

    static Properties properties(String protocol, MailSettings.Account account) {
        String millis = Long.toString(account.timeout().toMillis());
        Properties all = new Properties();
        String name = "mail." + protocol + ".";
        all.setProperty(name + "host", account.host());
        all.setProperty(name + "port", Integer.toString(account.port()));
        all.setProperty(name + "connectiontimeout", millis);
        all.setProperty(name + "timeout", millis);
        all.setProperty(name + "writetimeout", millis);
        all.setProperty(name + "ssl.checkserveridentity", "true");
        all.setProperty(name + "auth", Boolean.toString(account.user() != null));
        switch (account.protection()) {
            case TLS -> all.setProperty(name + "ssl.enable", "true");
            case STARTTLS -> {
                all.setProperty(name + "starttls.enable", "true");
                all.setProperty(name + "starttls.required", "true");
            }
            case NONE -> {}
        }
        return all;
    }

    /** Sends a mail; when this returns, the server has taken it. */
    void send(Mail mail) throws IOException, InterruptedException {
        slots.acquire();
        try {
            Session session = Session.getInstance(properties("smtp", settings.smtp()));
            MimeMessage message = message(session, mail);
            try (Transport transport = session.getTransport("smtp")) {
                transport.connect(settings.smtp().user(), settings.smtp().password());
                transport.sendMessage(message, message.getAllRecipients());
            }
        } catch (MessagingException e) {
            throw new IOException(reason(e), e);
        } finally {
            slots.release();
        }
    }

    /** The kind of failure and what the server said, in one line; passwords are in neither. */
    static String reason(MessagingException e) {
        Throwable cause = e.getNextException() == null ? e : e.getNextException();
        String said = String.valueOf(cause.getMessage()).replaceAll("\\s+", " ").strip();
        String line = cause.getClass().getSimpleName() + ": " + said;
        return line.length() <= 300 ? line : line.substring(0, 300) + "…";
    }

    private MimeMessage message(Session session, Mail mail) throws MessagingException {
        Named message = new Named(session, mail.messageId());
        message.setFrom(new InternetAddress(settings.from()));
        message.setRecipient(Message.RecipientType.TO, new InternetAddress(mail.to()));
        message.setSubject(mail.subject(), StandardCharsets.UTF_8.name());
        message.setHeader("Date", DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC)));
        message.setHeader("Auto-Submitted", mail.repliesTo() == null ? "auto-generated" : "auto-replied");
        message.setHeader("X-Auto-Response-Suppress", "All");
        if (mail.repliesTo() != null) {
            message.setHeader("In-Reply-To", mail.repliesTo());
            message.setHeader("References", mail.repliesTo());
        }
        message.setText(mail.text(), StandardCharsets.UTF_8.name());
        message.saveChanges();
        return message;
    }
}
