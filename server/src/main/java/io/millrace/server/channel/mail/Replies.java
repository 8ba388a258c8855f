package io.millrace.server.channel.mail;

import io.millrace.Millrace;
import io.millrace.Tenant;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseDetails;
import io.millrace.server.channel.CaseLocks;
import io.millrace.server.channel.Secrets;
import io.millrace.work.WorkItem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Makes replies into results. The identifier in the subject says which work item is meant, the sender must be the one to whom the mail went,
 * and the text must fit the type of the task's output. A reply that does not fit is answered with what is wrong, and changes nothing.
 *
 * <p>A reply that is read twice, because the server was killed before the message was marked, counts once: the engine knows the request by
 * the id of the message, and the letter says which reply was being taken.
 */
final class Replies {
    private static final Logger LOG = Logger.getLogger("io.millrace.server");
    /** How often somebody is told what is wrong with their replies to one mail, so that two programs do not write to each other for ever. */
    private static final int MOST_ANSWERS = 10;

    private final Millrace mill;
    private final Letters letters;
    private final Sender sender;
    private final MailRoom.Types types;
    private final CaseLocks locks;
    private final InstantSource clock;

    Replies(Millrace mill, Letters letters, Sender sender, MailRoom.Types types, CaseLocks locks, InstantSource clock) {
        this.mill = mill;
        this.letters = letters;
        this.sender = sender;
        this.types = types;
        this.locks = locks;
        this.clock = clock;
    }

    /** Whether an identifier is one of ours. */
    boolean isKnown(String identifier) {
        return letters.byHash(Secrets.sha256(identifier)).isPresent();
    }

    /** Deals with a mail; throws if it must be read again later. */
    void take(Received received) throws IOException, InterruptedException {
        if (received.identifier() == null || received.automatic()) {
            return;
        }
        Optional<Letter> found = letters.byHash(Secrets.sha256(received.identifier()));
        if (found.isEmpty()) {
            LOG.log(Level.INFO, "A mail with an identifier that is not known was ignored");
            return;
        }
        Letter letter = found.get();
        if (!received.from().equals(letter.to())) {
            String trouble = "a reply from '" + received.from() + "' was not taken: the mail went to '" + letter.to() + "'";
            letters.change(letter, now -> now.troubled(trouble));
            LOG.log(Level.WARNING, "Work item {0}: {1}", new Object[] {letter.work(), trouble});
            return;
        }
        boolean again = reply(received).equals(letter.answering());
        Tenant tenant = mill.tenant(letter.tenant());
        CaseDetails details = look(tenant, letter);
        WorkItem item = details == null ? null : open(details, letter);
        if (details == null || item == null || letter.ended() != null) {
            if (!again) {
                answer(letter, received, "What you were asked for is done already or no longer needed. You need not do anything.");
            }
            end(letter);
            return;
        }
        String process = details.info().process();
        if (received.attachments().isEmpty()) {
            complete(tenant, process, item, letter, received);
            return;
        }
        ReentrantLock lock = locks.of(letter.tenant(), letter.work().caseId());
        lock.lockInterruptibly();
        try {
            complete(tenant, process, item, letter, received);
        } finally {
            lock.unlock();
        }
    }

    private static @Nullable CaseDetails look(Tenant tenant, Letter letter) {
        try {
            return tenant.find(letter.work().caseId()).details();
        } catch (RefusedException e) {
            if (e.problem().code() == Code.UNKNOWN_CASE) {
                return null;
            }
            throw e;
        }
    }

    private static @Nullable WorkItem open(CaseDetails details, Letter letter) {
        return details.work().stream().filter(each -> each.id().equals(letter.work())).findFirst().orElse(null);
    }

    private static String reply(Received received) {
        return Secrets.sha256(received.messageId()).substring(0, 32);
    }

    private void complete(Tenant tenant, String process, WorkItem item, Letter letter, Received received) throws IOException, InterruptedException {
        List<Data> stored = new ArrayList<>();
        Set<Data> before = new HashSet<>();
        Data output;
        try {
            if (received.objection() != null) {
                throw new ReplyText.Misfit(List.of("Your mail cannot be used: " + received.objection() + "."));
            }
            Shape type = types.of(tenant, process, item.id(), item.task());
            // What does not fit stores nothing.
            ReplyText.read(type, ReplyText.own(received.text()), received.attachments().stream().map(Replies::reference).toList());
            mill.files().of(letter.tenant(), letter.work().caseId()).forEach(file -> before.add(file.at("file")));
            for (Received.Attachment file : received.attachments()) {
                stored.add(mill.files().attach(letter.tenant(), letter.work().caseId(), file.name(), new ByteArrayInputStream(file.content())));
            }
            output = ReplyText.read(type, ReplyText.own(received.text()), stored);
        } catch (ReplyText.Misfit e) {
            letters.change(letter, now -> now.troubled(Code.ANSWER_MISFIT.with(item.task(), e.inOneLine()).message()));
            answer(letter, received, "Your answer cannot be used, and nothing was changed:\n\n" + e.getMessage() + "\n\nPlease reply to this mail with a corrected answer.");
            return;
        }
        letters.change(letter, now -> now.answering(reply(received)));
        Answer answer = tenant.as(letter.person())
                .because("answered by mail from " + letter.to())
                .request("mail " + reply(received))
                .ask(new Command.Complete(letter.work(), output, item.isAutomatic() ? item.attempt() : 0))
                .join();
        switch (answer) {
            case Answer.Done done -> end(letter);
            case Answer.Delayed delayed -> end(letter);
            case Answer.Refused refused -> {
                for (Data file : stored) {
                    if (!before.contains(file.at("file"))) {
                        mill.files().release(letter.tenant(), letter.work().caseId(), file);
                    }
                }
                refused(letter, received, refused.problem());
            }
        }
    }

    /** What storing an attachment will give, as far as types look at it. */
    private static Data reference(Received.Attachment file) {
        return Data.fields("file", "0".repeat(64), "name", file.name(), "bytes", file.content().length);
    }

    private void end(Letter letter) {
        letters.change(letter, now -> now.ended(clock.instant()));
    }

    private void refused(Letter letter, Received received, Problem problem) throws IOException, InterruptedException {
        switch (problem.code()) {
            case TOO_BUSY, STOPPED, STORE_FAILED, DISK_FULL -> throw new RefusedException(problem);
            default -> answer(letter, received, "Your answer was not taken, and nothing was changed:\n\n" + problem.message());
        }
    }

    private void answer(Letter letter, Received received, String text) throws IOException, InterruptedException {
        Letter now = letters.get(letter.id()).orElse(letter);
        if (now.answers() >= MOST_ANSWERS) {
            letters.change(letter, each -> each.troubled("more than " + MOST_ANSWERS + " replies did not fit; they are not answered any more"));
            return;
        }
        String subject = received.subject().toLowerCase(java.util.Locale.ROOT).startsWith("re:") ? received.subject() : "Re: " + received.subject();
        String domain = letter.messageId().replaceFirst(".*@", "@");
        String id = "<millrace." + Secrets.sha256("answer " + received.messageId() + letter.messageId()).substring(0, 32) + domain;
        sender.send(new Sender.Mail(letter.to(), subject, ReplyText.MARK + "\n\n" + text + "\n", id, received.messageId().startsWith("<") ? received.messageId() : null));
        letters.change(letter, Letter::answered);
    }
}
