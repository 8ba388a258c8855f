package io.millrace.server.channel.mail;

import io.millrace.problem.RefusedException;
import jakarta.mail.Flags;
import jakarta.mail.Folder;
import jakarta.mail.FolderClosedException;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Store;
import jakarta.mail.StoreClosedException;
import jakarta.mail.UIDFolder;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.search.FlagTerm;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Reads the mailbox to which replies come. A message is marked after it was dealt with for good, so one that a crash interrupts is read
 * again; the receiver must recognise it. The mark is a flag of our own, so a person may look into the mailbox, too.
 */
final class Inbox {
    private static final Logger LOG = Logger.getLogger("io.millrace.server");
    private static final Flags DONE = new Flags("MillraceDone");
    private static final Flags SEEN = new Flags(Flags.Flag.SEEN);
    private static final int AT_ONCE = 200;
    /** How often a message is read that cannot be read. A connection that ends with it each time counts less: the line may be bad. */
    private static final int TRIES = 30;

    private static final int WEIGHT = 10;

    /** Deals with a message; throws if it is to be read again later. */
    @FunctionalInterface
    interface Taker {
        void take(Received received) throws IOException, InterruptedException;
    }

    private final MailSettings settings;
    private final MailSettings.Account account;
    private final long mostFileBytes;
    private final Predicate<String> isKnown;
    private final Taker taker;
    private final Map<Long, Integer> failures = new HashMap<>();
    /** How often a message was read that cannot be dealt with yet. */
    private final Map<Long, Integer> waiting = new HashMap<>();

    Inbox(MailSettings settings, MailSettings.Account account, long mostFileBytes, Predicate<String> isKnown, Taker taker) {
        this.settings = settings;
        this.account = account;
        this.mostFileBytes = mostFileBytes;
        this.isKnown = isKnown;
        this.taker = taker;
    }

    /** Deals with what came since the last time; returns how many messages that were. */
    int look() throws IOException, InterruptedException {
        String protocol = account.protection() == MailSettings.Protection.TLS ? "imaps" : "imap";
        Properties properties = Sender.properties(protocol, account);
        properties.setProperty("mail." + protocol + ".peek", "true");
        Session session = Session.getInstance(properties);
        try (Store store = session.getStore(protocol)) {
            store.connect(account.host(), account.port(), account.user(), account.password());
            try (Folder folder = store.getFolder(settings.folder())) {
                folder.open(Folder.READ_WRITE);
                Flags mark = folder.getPermanentFlags().contains(Flags.Flag.USER) ? DONE : SEEN;
                Message[] fresh = folder.search(new FlagTerm(mark, false));
                for (Message message : ordered(folder, fresh)) {
                    if (take((MimeMessage) message, uid(folder, message))) {
                        message.setFlags(mark, true);
                    }
                }
                return fresh.length;
            }
        } catch (MessagingException e) {
            throw new IOException(Sender.reason(e), e);
        }
    }

    /** Those first that were not tried in vain: one that ends the connection must not keep the others from being read. */
    private List<Message> ordered(Folder folder, Message[] fresh) throws MessagingException {
        List<Message> all = new ArrayList<>(Arrays.asList(fresh));
        Map<Message, Integer> order = new HashMap<>();
        Set<Long> there = new HashSet<>();
        for (Message message : all) {
            long uid = uid(folder, message);
            there.add(uid);
            order.put(message, failures.getOrDefault(uid, 0) + waiting.getOrDefault(uid, 0));
        }
        failures.keySet().retainAll(there);
        waiting.keySet().retainAll(there);
        all.sort(Comparator.comparing(order::get));
        return all.subList(0, Math.min(all.size(), AT_ONCE));
    }

    private static long uid(Folder folder, Message message) throws MessagingException {
        return folder instanceof UIDFolder numbers ? numbers.getUID(message) : message.getMessageNumber();
    }

    /**
     * The whole message, to be read here: what a server makes of the parts of a hostile message is not known. Of one that is too large, it
     * is only the head, marked as such.
     */
    private MimeMessage copy(MimeMessage message) throws MessagingException, IOException {
        Session session = Session.getInstance(new Properties());
        if (message.getSize() > settings.mostBytes()) {
            MimeMessage head = new MimeMessage(session);
            for (Enumeration<String> lines = message.getAllHeaderLines(); lines.hasMoreElements(); ) {
                String line = lines.nextElement();
                if (!line.regionMatches(true, 0, "Content-", 0, 8)) {
                    head.addHeaderLine(line);
                }
            }
            head.setHeader(Received.TOO_LARGE, "yes");
            return head;
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        message.writeTo(all);
        MimeMessage whole = new MimeMessage(session, new ByteArrayInputStream(all.toByteArray()));
        whole.removeHeader(Received.TOO_LARGE);
        return whole;
    }

    /** Whether a message was dealt with for good. One that cannot be read does not stop the others. */
    private boolean take(MimeMessage message, long uid) throws MessagingException, IOException, InterruptedException {
        if (failures.getOrDefault(uid, 0) >= TRIES) {
            LOG.log(Level.WARNING, "The mail {0} of {1} cannot be read and is passed over", new Object[] {uid, settings.folder()});
            failures.remove(uid);
            return true;
        }
        Received received;
        try {
            received = Received.of(copy(message), isKnown, settings.mostBytes(), mostFileBytes);
        } catch (FolderClosedException | StoreClosedException e) {
            failures.merge(uid, 1, Integer::sum);
            throw e;
        } catch (MessagingException | IOException | RuntimeException | StackOverflowError e) {
            LOG.log(Level.FINE, "A mail cannot be read", e);
            failures.merge(uid, message.getFolder().isOpen() ? WEIGHT : 1, Integer::sum);
            return false;
        }
        failures.remove(uid);
        try {
            taker.take(received);
            waiting.remove(uid);
            return true;
        } catch (IOException | RefusedException e) {
            // What cannot be dealt with now is read again, after all others; it does not keep them waiting.
            LOG.log(Level.INFO, "A reply waits: {0}", e.getMessage());
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            LOG.log(waiting.containsKey(uid) ? Level.FINE : Level.WARNING, "A reply waits", e);
        }
        waiting.merge(uid, 1, Integer::sum);
        return false;
    }
}
