package io.millrace.server.channel.mail;

import jakarta.mail.Flags;
import jakarta.mail.Folder;
import jakarta.mail.FolderClosedException;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Store;
import jakarta.mail.StoreClosedException;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.search.FlagTerm;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Reads the mailbox to which replies come. A message is marked after it was dealt with for good, so one that a crash interrupts is read
 * again; whoever takes it must recognise it. The mark is a flag of our own, so a person may look into the mailbox, too.
 */
final class Inbox {
    private static final Logger LOG = Logger.getLogger("io.millrace.server");
    private static final Flags DONE = new Flags("MillraceDone");
    private static final Flags SEEN = new Flags(Flags.Flag.SEEN);
    private static final int AT_ONCE = 200;
    private static final int TRIES = 3;

    /** Deals with a message; throws if it is to be read again later. */
    @FunctionalInterface
    interface Taker {
        void take(Received received) throws IOException, InterruptedException;
    }

    private final MailSettings settings;
    private final MailSettings.Account account;
    private final long mostFileBytes;
    private final Taker taker;
    private final Map<String, Integer> failures = new HashMap<>();

    Inbox(MailSettings settings, MailSettings.Account account, long mostFileBytes, Taker taker) {
        this.settings = settings;
        this.account = account;
        this.mostFileBytes = mostFileBytes;
        this.taker = taker;
    }

    /** Deals with what came since the last time; returns how many messages that were. */
    int look() throws IOException, InterruptedException {
        String protocol = account.protection() == MailSettings.Protection.TLS ? "imaps" : "imap";
        Session session = Session.getInstance(Sender.properties(protocol, account));
        try (Store store = session.getStore(protocol)) {
            store.connect(account.host(), account.port(), account.user(), account.password());
            try (Folder folder = store.getFolder(settings.folder())) {
                folder.open(Folder.READ_WRITE);
                Flags mark = folder.getPermanentFlags().contains(Flags.Flag.USER) ? DONE : SEEN;
                Message[] fresh = folder.search(new FlagTerm(mark, false));
                for (Message message : Arrays.copyOf(fresh, Math.min(fresh.length, AT_ONCE))) {
                    if (take((MimeMessage) message)) {
                        message.setFlags(mark, true);
                    }
                }
                return fresh.length;
            }
        } catch (MessagingException e) {
            throw new IOException(Sender.reason(e), e);
        }
    }

    /** Whether a message was dealt with for good. One that cannot be read does not stop the others. */
    private boolean take(MimeMessage message) throws MessagingException, IOException, InterruptedException {
        Received received;
        try {
            received = Received.of(message, settings.mostBytes(), mostFileBytes);
        } catch (FolderClosedException | StoreClosedException e) {
            throw e;
        } catch (MessagingException | IOException | IllegalArgumentException e) {
            String place = message.getFolder().getFullName() + " " + message.getMessageNumber() + " " + message.getSize();
            int tries = failures.merge(place, 1, Integer::sum);
            LOG.log(Level.WARNING, "A mail cannot be read", e);
            return tries >= TRIES;
        }
        taker.take(received);
        return true;
    }
}
