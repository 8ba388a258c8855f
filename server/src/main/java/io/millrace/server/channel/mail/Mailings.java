package io.millrace.server.channel.mail;

import io.millrace.Millrace;
import io.millrace.Tenant;
import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.id.WorkId;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.ListedWork;
import io.millrace.query.WorkQuery;
import io.millrace.server.channel.Channel;
import io.millrace.server.channel.Secrets;
import io.millrace.server.channel.Template;
import io.millrace.server.channel.Values;
import io.millrace.server.channel.Written;
import io.millrace.work.Doer;
import io.millrace.work.Handler;
import io.millrace.work.Participant;
import io.millrace.work.Work;
import io.millrace.work.WorkFailure;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Sends one mail for each work item and person. A mail is stored before it is sent and marked afterwards; after a crash in between it is
 * sent again, word by word and with the same id, so that mail programs show it once.
 *
 * <p>For automatic work, sending is an attempt of the task: what fails is tried again by its retry policy, and becomes an incident. Work for
 * people stays on their worklists whether a mail reaches them or not, so a mail that cannot be sent is tried again for ever.
 */
final class Mailings {
    private static final Logger LOG = Logger.getLogger("io.millrace.server");
    private static final Duration LONGEST = Duration.ofHours(1);

    private final Millrace mill;
    private final MailSettings settings;
    private final List<Channel<MailChannel>> channels;
    private final Letters letters;
    private final Sender sender;
    private final MailRoom.FormLinks forms;
    private final MailRoom.Types types;
    private final InstantSource clock;
    private final Map<String, Waiting> waiting = new ConcurrentHashMap<>();

    private record Waiting(long until, int tries) {}

    /** What somebody is asked. A case need not be looked at for it, which is not possible before its process is deployed. */
    private record Request(String tenant, String process, WorkId work, String task, Data input, Values values) {}

    Mailings(
            Millrace mill,
            MailSettings settings,
            List<Channel<MailChannel>> channels,
            Letters letters,
            Sender sender,
            MailRoom.FormLinks forms,
            MailRoom.Types types,
            InstantSource clock) {
        this.mill = mill;
        this.settings = settings;
        this.channels = List.copyOf(channels);
        this.letters = letters;
        this.sender = sender;
        this.forms = forms;
        this.types = types;
        this.clock = clock;
    }

    /** Does automatic work by asking somebody: the attempt goes on until the reply comes. */
    Handler handler(MailChannel channel) {
        return new Handler() {
            @Override
            public @Nullable Object handle(Work work) throws Exception {
                Request request = new Request(work.tenant(), work.process(), work.id(), work.task(), work.input(), Values.of(work));
                Letter letter;
                try {
                    String to = addressee(channel, request.values())
                            .orElseThrow(() -> new RefusedException(Code.MAIL_FAILED.with(work.id(), "the channel does not say to whom")));
                    letter = letter(channel, request, to, settings.personAt(to));
                } catch (RefusedException e) {
                    if (e.problem().code() == Code.RECORDS_DAMAGED) {
                        throw e;
                    }
                    throw new WorkFailure(e.getMessage());
                }
                try {
                    send(letter);
                } catch (IOException e) {
                    throw new IOException(Code.MAIL_FAILED.with(work.id(), String.valueOf(e.getMessage())).message());
                }
                return Work.LATER;
            }
        };
    }

    private void send(Letter letter) throws IOException, InterruptedException {
        String subject = letter.subject();
        String text = letter.text();
        if (!letter.isWaiting() || subject == null || text == null) {
            return;
        }
        try {
            sender.send(new Sender.Mail(letter.to(), subject, text, letter.messageId(), null));
        } catch (IOException e) {
            letters.change(letter, now -> now.troubled(e.getMessage()));
            throw e;
        }
        // A reply may have come before this.
        letters.change(letter, now -> now.ended() == null ? now.sent(clock.instant()) : now);
    }

    /** Where a channel sends the mails of an item; empty if the channel does not say it. */
    private Optional<String> addressee(MailChannel channel, Values values) {
        Template to = channel.to();
        if (to == null) {
            return Optional.empty();
        }
        String given = to.line(values, "the address of a mail").strip();
        return Optional.of(settings.addressOf(given)
                .orElseThrow(() -> new RefusedException(Code.BAD_VALUE.with(to, "the address of a mail", "it is neither one mail address nor a participant with one"))));
    }

    /**
     * The mail for an item and an address: the one that is stored, or a new one. All attempts of automatic work have the same: one that failed
     * may have sent it, and nobody is to be asked twice.
     */
    private Letter letter(MailChannel channel, Request request, String to, String person) {
        String id = Secrets.sha256(request.tenant() + "\n" + request.work() + "\n" + to + "\n" + person).substring(0, 32);
        Optional<Letter> known = letters.get(id);
        if (known.isPresent()) {
            return known.get();
        }
        String identifier = Secrets.digits(16);
        Shape type = types.of(mill.tenant(request.tenant()), request.process(), request.work(), request.task());
        Values values = request.values().with("@person", person);
        if (channel.hasForm()) {
            // A mail that cannot be written is tried again for ever, and must not leave a link each time.
            text(channel, formed(values, "form"), request, type);
            channel.subject().line(formed(values, "form"), "the subject of a mail");
            values = formed(values, forms.make(request.tenant(), request.work(), person));
        }
        String subject = channel.subject().line(values, "the subject of a mail");
        String domain = settings.from().substring(settings.from().indexOf('@'));
        return letters.add(new Letter(
                id,
                Secrets.sha256(identifier),
                request.tenant(),
                request.work(),
                to,
                person,
                "<millrace." + Secrets.sha256("letter " + identifier).substring(0, 32) + domain + ">",
                (subject.length() > 200 ? subject.substring(0, 200) + "…" : subject) + " [millrace " + identifier + "]",
                text(channel, values, request, type),
                clock.instant(),
                null,
                null,
                null,
                0,
                null));
    }

    private static Values formed(Values values, String form) {
        Values all = values.with("@form", form);
        return all.of("form").isNothing() ? all.with("form", form) : all;
    }

    private String text(MailChannel channel, Values values, Request request, Shape type) {
        StringBuilder all = new StringBuilder();
        boolean replies = settings.imap() != null;
        if (replies) {
            all.append(ReplyText.MARK).append("\n\n");
        }
        if (channel.text() == null) {
            all.append("You are asked to do: ").append(Written.label(request.task())).append("\n\n");
            all.append(Written.shown(request.input())).append("\n\nThe form: ").append(values.of("@form").text()).append('\n');
        } else {
            all.append(channel.text().expand(values, "the text of a mail", value -> value)).append('\n');
        }
        if (replies) {
            all.append("\nYou can reply to this mail. ").append(ReplyText.instructions(type)).append('\n');
        }
        return all.toString();
    }

    // Work for people.

    /** The open work of a channel, read a page at a time: there may be more than fits into memory. */
    private record Round(MailChannel channel, Tenant tenant, Iterator<ListedWork> work) {}

    /** Sends the mails that are due for work of people. The channels take turns, so that one with many mails does not delay the others. */
    void look() throws InterruptedException {
        Set<String> there = new HashSet<>();
        Deque<Round> rounds = new ArrayDeque<>();
        for (Channel<MailChannel> channel : channels) {
            WorkQuery query = WorkQuery.ALL.ofTask(channel.task());
            query = channel.process() == null ? query : query.ofProcess(channel.process());
            Tenant tenant = mill.tenant(channel.tenant());
            rounds.addLast(new Round(channel.what(), tenant, tenant.work(query).iterator()));
        }
        while (!rounds.isEmpty()) {
            Round round = rounds.removeFirst();
            if (round.work().hasNext()) {
                ListedWork listed = round.work().next();
                if (listed.item().doer() instanceof Doer.People && isOpen(listed.item())) {
                    look(round.channel(), round.tenant(), listed.process(), listed.item(), there);
                }
                rounds.addLast(round);
            }
        }
        waiting.keySet().retainAll(there);
    }

    private static boolean isOpen(WorkItem item) {
        boolean ready = item.state() == WorkState.OFFERED || item.state() == WorkState.ALLOCATED || item.state() == WorkState.STARTED;
        return ready && item.incident() == null && item.delayed() == null;
    }

    private void look(MailChannel channel, Tenant tenant, String process, WorkItem item, Set<String> there) throws InterruptedException {
        Request request = new Request(tenant.name(), process, item.id(), item.task(), item.input(), Values.of(process, item));
        Map<String, String> addresses;
        try {
            addresses = recipients(channel, tenant, request.values(), item);
        } catch (RefusedException e) {
            there.add(tenant.name() + " " + item.id());
            trouble(tenant.name() + " " + item.id(), e.problem().message());
            return;
        }
        for (Map.Entry<String, String> each : addresses.entrySet()) {
            String key = tenant.name() + " " + item.id() + " " + each.getKey();
            there.add(key);
            Waiting before = waiting.get(key);
            if (before != null && before.until() > clock.millis()) {
                continue;
            }
            try {
                send(letter(channel, request, each.getValue(), each.getKey()));
                waiting.remove(key);
            } catch (IOException | RefusedException e) {
                trouble(key, String.valueOf(e.getMessage()));
            } catch (RuntimeException | StackOverflowError | AssertionError e) {
                // One mail that cannot be made does not keep the others waiting.
                trouble(key, e.toString());
            }
        }
    }

    private void trouble(String key, String why) {
        int tries = waiting.getOrDefault(key, new Waiting(0, 0)).tries() + 1;
        double millis = Math.min((double) LONGEST.toMillis(), (double) settings.retry().toMillis() * Math.pow(2, tries - 1.0));
        waiting.put(key, new Waiting(clock.millis() + (long) millis, tries));
        LOG.log(tries == 1 ? Level.WARNING : Level.FINE, "A mail about work item {0} waits: {1}", new Object[] {key, why});
    }

    /** Addresses by the names of those as whom their replies act. */
    private Map<String, String> recipients(MailChannel channel, Tenant tenant, Values values, WorkItem item) {
        Optional<String> fixed = addressee(channel, values);
        if (fixed.isPresent()) {
            return Map.of(settings.personAt(fixed.get()), fixed.get());
        }
        Map<String, String> all = new LinkedHashMap<>();
        if (item.holder() != null) {
            String holder = item.holder();
            settings.addressOf(holder).ifPresent(address -> all.put(holder, address));
        } else if (!item.isPooled()) {
            for (Participant participant : tenant.participants()) {
                if (item.performers().admits(participant)) {
                    settings.addressOf(participant.name()).ifPresent(address -> all.put(participant.name(), address));
                }
            }
            for (String named : item.performers().participants()) {
                settings.addressOf(named).ifPresent(address -> all.put(named, address));
            }
            item.performers().excluded().forEach(all::remove);
        }
        return all;
    }

    /** What is known of the mails of a tenant. */
    List<Data> shown(String tenant) {
        return letters.all().stream().filter(letter -> letter.tenant().equals(tenant)).map(Letter::shown).toList();
    }
}
