package io.millrace.server.channel.mail;

import io.millrace.Millrace;
import io.millrace.Tenant;
import io.millrace.command.Effect;
import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.id.WorkId;
import io.millrace.problem.RefusedException;
import io.millrace.server.channel.CaseLocks;
import io.millrace.server.channel.Channel;
import io.millrace.work.Handler;
import io.millrace.work.Work;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Mail in both directions: one thread sends what people are to get, one reads their replies. */
public final class MailRoom implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger("io.millrace.server");
    /** How often open work is looked through although nobody said that there is new work. */
    private static final Duration ROUND = Duration.ofMinutes(1);

    /** The type of the answer to a work item. */
    @FunctionalInterface
    public interface Types {
        Shape of(Tenant tenant, String process, WorkId work, String task);
    }

    /** The address of a form by which a person can do a work item. */
    @FunctionalInterface
    public interface FormLinks {
        String make(String tenant, WorkId work, String person);
    }

    private final Millrace mill;
    private final MailSettings settings;
    private final List<Channel<MailChannel>> channels;
    private final Letters letters;
    private final Mailings mailings;
    private final @Nullable Inbox inbox;
    private final Semaphore news = new Semaphore(0);
    private final List<Thread> threads = new ArrayList<>();
    private volatile @Nullable String trouble;
    private volatile @Nullable String sending;
    private volatile boolean closed;

    public MailRoom(
            Millrace mill,
            MailSettings settings,
            List<Channel<MailChannel>> channels,
            Path directory,
            FormLinks forms,
            Types types,
            CaseLocks locks,
            InstantSource clock) {
        this.mill = mill;
        this.settings = settings;
        this.channels = List.copyOf(channels);
        this.letters = new Letters(directory, clock);
        Sender sender = new Sender(settings);
        this.mailings = new Mailings(mill, settings, channels, letters, sender, forms, types, clock);
        Replies replies = new Replies(mill, letters, sender, types, locks, clock);
        this.inbox = settings.imap() == null ? null : new Inbox(settings, settings.imap(), mill.files().mostBytes(), replies::isKnown, replies::take);
    }

    /** Begins to send and to read. */
    public void start() {
        mill.listen(effect -> {
            if (effect instanceof Effect.OfferWork offer && channels.stream().anyMatch(channel -> channel.isFor(offer.tenant(), offer.process(), offer.work().task()))) {
                news.release();
            }
        });
        threads.add(Thread.ofVirtual().name("mail-out").start(this::send));
        if (inbox != null) {
            threads.add(Thread.ofVirtual().name("mail-in").start(this::read));
        }
    }

    /** Does automatic work by mail. */
    public Handler handler(MailChannel channel) {
        Handler handler = mailings.handler(channel);
        return new Handler() {
            @Override
            public @Nullable Object handle(Work work) throws Exception {
                try {
                    return closed ? interrupted() : handler.handle(work);
                } catch (RefusedException e) {
                    // What cannot be stored because the server closes is no failed attempt: the engine interrupts it and calls again.
                    return closed ? interrupted() : thrown(e);
                }
            }
        };
    }

    private static Object thrown(RefusedException e) {
        throw e;
    }

    private static Object interrupted() throws InterruptedException {
        Thread.sleep(Duration.ofDays(1));
        return Work.LATER;
    }

    private void send() {
        try {
            while (!closed) {
                news.drainPermits();
                try {
                    mailings.look();
                    sending = null;
                } catch (RuntimeException | Error e) {
                    // Whatever it is: a thread that ends would be missed by nobody.
                    if (!closed && sending == null) {
                        LOG.log(Level.WARNING, "Mails wait", e);
                    }
                    sending = "mails wait: " + e;
                }
                Duration wait = settings.retry().compareTo(ROUND) < 0 ? settings.retry() : ROUND;
                news.tryAcquire(wait.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            // The server closes.
        }
    }

    private void read() {
        try {
            while (!closed) {
                try {
                    if (inbox != null) {
                        inbox.look();
                    }
                    trouble = null;
                } catch (IOException | RuntimeException | Error e) {
                    if (!closed && trouble == null) {
                        LOG.log(Level.WARNING, "Replies cannot be read", e);
                    }
                    trouble = e instanceof IOException ? String.valueOf(e.getMessage()) : e.toString();
                }
                TimeUnit.MILLISECONDS.sleep(settings.poll().toMillis());
            }
        } catch (InterruptedException e) {
            // The server closes.
        }
    }

    /** Why replies cannot be read, or mails cannot be made, now; null if they can. */
    public @Nullable String trouble() {
        String reading = trouble;
        return reading == null ? sending : reading;
    }

    /** What is known of the mails of a tenant. */
    public List<Data> letters(String tenant) {
        return mailings.shown(tenant);
    }

    @Override
    public void close() {
        closed = true;
        threads.forEach(Thread::interrupt);
        for (Thread thread : threads) {
            try {
                thread.join(Duration.ofSeconds(5));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        letters.close();
    }
}
