package io.millrace.server.channel.mail;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.store.FolderException;
import com.icegreen.greenmail.store.MailFolder;
import com.icegreen.greenmail.store.StoredMessage;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import jakarta.mail.Flags;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** A real mail server, and the people who have mailboxes there. */
final class Post implements AutoCloseable {
    static final String MILL = "mill@example.org";

    final int smtp = free();
    final int imap = free();
    private GreenMail server;

    Post() {
        server = opened();
    }

    private static int free() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private GreenMail opened() {
        GreenMail mail = new GreenMail(new ServerSetup[] {
            new ServerSetup(smtp, "127.0.0.1", ServerSetup.PROTOCOL_SMTP), new ServerSetup(imap, "127.0.0.1", ServerSetup.PROTOCOL_IMAP)
        });
        mail.setUser(MILL, "mill", "secret-pw");
        for (String name : List.of("ann", "bob", "eve")) {
            mail.setUser(name + "@example.org", name, "pw");
        }
        mail.start();
        return mail;
    }

    /** The server is away; what it has stays. */
    void away() {
        server.stop();
    }

    void back() {
        server = opened();
    }

    /** The section of the configuration for this server. */
    String section() {
        return """
                "mail": {"from": "mill@example.org", "smtp": {"host": "127.0.0.1", "port": %d, "protection": "none"},
                "imap": {"host": "127.0.0.1", "port": %d, "protection": "none", "user": "mill", "password": {"file": "%s"}},
                "poll": "PT0.1S", "retryAfter": "PT0.2S", "people": {"ann": "ann@example.org", "bob": "bob@example.org"}}"""
                .formatted(smtp, imap, "PASSWORD");
    }

    private List<StoredMessage> box(String name) {
        try {
            MailFolder folder = server.getManagers().getImapHostManager().getInbox(server.getUserManager().getUser(name));
            return folder.getMessages();
        } catch (FolderException e) {
            throw new AssertionError(e);
        }
    }

    /** The mails that somebody has got. */
    List<MimeMessage> got(String name) {
        return box(name).stream().map(StoredMessage::getMimeMessage).toList();
    }

    /** The mails of somebody, when there are as many. */
    List<MimeMessage> await(String name, int count) throws InterruptedException {
        for (int i = 0; box(name).size() < count; i++) {
            assertThat(i).as(count + " mails for " + name + ", " + box(name).size() + " are there").isLessThan(8_000);
            Thread.sleep(10);
        }
        return got(name);
    }

    /** Waits until the server has dealt with everything that came to it. */
    void awaitHandled() throws InterruptedException {
        for (int i = 0; box("mill").stream().anyMatch(message -> !isHandled(message)); i++) {
            assertThat(i).as("the server reads its mail").isLessThan(8_000);
            Thread.sleep(10);
        }
    }

    private static boolean isHandled(StoredMessage message) {
        return message.getFlags().contains("MillraceDone");
    }

    /** What a crash before the mark leaves. */
    void forgetMarks() {
        box("mill").forEach(message -> message.setFlags(new Flags("MillraceDone"), false));
    }

    static String text(MimeMessage message) throws MessagingException, IOException {
        return ((String) message.getContent()).replace("\r\n", "\n");
    }

    /** A reply as a mail program makes it. */
    void reply(MimeMessage to, String from, String text, Map<String, byte[]> files, String... headers) throws MessagingException, IOException {
        MimeMessage reply = new MimeMessage(Session.getInstance(new Properties()));
        reply.setFrom(new InternetAddress(from));
        reply.setRecipient(Message.RecipientType.TO, new InternetAddress(MILL));
        String subject = to.getSubject();
        reply.setSubject(subject.startsWith("Re:") ? subject : "Re: " + subject, "UTF-8");
        StringBuilder quoted = new StringBuilder(text + "\n\nOn Mon, 1 Jan 2029 at 10:00, Mill <mill@example.org> wrote:\n");
        text(to).lines().forEach(line -> quoted.append("> ").append(line).append('\n'));
        List<MimeBodyPart> parts = new ArrayList<>();
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            MimeBodyPart part = new MimeBodyPart();
            part.setDataHandler(new jakarta.activation.DataHandler(new jakarta.mail.util.ByteArrayDataSource(file.getValue(), "application/octet-stream")));
            part.setFileName(file.getKey());
            part.setDisposition("attachment");
            parts.add(part);
        }
        if (parts.isEmpty()) {
            reply.setText(quoted.toString(), "UTF-8");
        } else {
            MimeMultipart all = new MimeMultipart();
            MimeBodyPart body = new MimeBodyPart();
            body.setText(quoted.toString(), "UTF-8");
            all.addBodyPart(body);
            for (MimeBodyPart part : parts) {
                all.addBodyPart(part);
            }
            reply.setContent(all);
        }
        for (int i = 0; i < headers.length; i += 2) {
            reply.setHeader(headers[i], headers[i + 1]);
        }
        reply.saveChanges();
        deliver(reply);
    }

    void reply(MimeMessage to, String from, String text) throws MessagingException, IOException {
        reply(to, from, text, Map.of());
    }

    /** Puts a mail into the box of the server as a mail server does. */
    void deliver(MimeMessage message) {
        server.getUserManager().getUser("mill").deliver(message);
    }

    void deliver(String raw) throws MessagingException {
        deliver(new MimeMessage(
                Session.getInstance(new Properties()),
                new java.io.ByteArrayInputStream(raw.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8))));
    }

    @Override
    public void close() {
        server.stop();
    }
}
