package io.millrace.server.channel;

import static io.millrace.server.http.Schema.instant;
import static io.millrace.server.http.Schema.list;
import static io.millrace.server.http.Schema.may;
import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.text;
import static io.millrace.server.http.Schema.whole;
import static io.millrace.server.http.Schema.word;

import io.millrace.Tenant;
import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.id.WorkId;
import io.millrace.server.Part;
import io.millrace.server.channel.form.FormPages;
import io.millrace.server.channel.form.FormSettings;
import io.millrace.server.channel.form.LinkApi;
import io.millrace.server.channel.form.Links;
import io.millrace.server.channel.hook.HookApi;
import io.millrace.server.channel.hook.Hooks;
import io.millrace.server.channel.mail.MailRoom;
import io.millrace.server.channel.mail.MailSettings;
import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Route;
import io.millrace.server.http.Schema;
import io.millrace.work.Handler;
import io.millrace.work.Work;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Forms, mail, HTTP calls and webhooks. */
public final class ChannelPart implements Part {
    private static final int MOST_LETTERS = 1_000;

    private static final Schema.Fields LETTER = object(
            "Letter",
            "a mail about a work item",
            must("work", text("the work item")),
            must("to", text("the address")),
            must("state", word("what became of it", List.of("waiting", "sent", "answered"))),
            must("created", instant("when it was written")),
            may("trouble", text("what went wrong last")));

    private final ChannelSettings settings;
    private final Place place;
    private final Links links;
    private final Hooks hooks;
    private final @Nullable MailRoom mail;
    private final CaseLocks locks = new CaseLocks();
    private final CompletableFuture<String> address = new CompletableFuture<>();

    private ChannelPart(ChannelSettings settings, Place place) {
        this.settings = settings;
        this.place = place;
        InstantSource clock = InstantSource.system();
        this.links = Links.in(place.directory(), clock);
        this.hooks = new Hooks(place.mill(), settings.outgoing(), settings.webhooks(), place.directory(), clock);
        MailSettings mailing = settings.mail();
        this.mail = mailing == null
                ? null
                : new MailRoom(
                        place.mill(),
                        mailing,
                        settings.mails(),
                        place.directory(),
                        (tenant, work, person) -> form(links.make(tenant, work, person, mailing.linkLife())),
                        this::type,
                        locks,
                        clock);
        Set<String> handlers = new TreeSet<>();
        settings.calls().forEach(channel -> handlers.add(channel.task()));
        settings.mails().forEach(channel -> handlers.add(channel.task()));
        handlers.forEach(name -> place.backend().handle(name, work -> handler(name, work)));
    }

    /** Makes the part. */
    public static Maker of(ChannelSettings settings) {
        return place -> new ChannelPart(settings, place);
    }

    private @Nullable Handler handler(String name, Work work) {
        for (var channel : settings.calls()) {
            if (channel.isFor(work.tenant(), work.process(), name)) {
                return channel.what().handler(place.backend()::trace);
            }
        }
        MailRoom room = mail;
        for (var channel : settings.mails()) {
            if (room != null && channel.isFor(work.tenant(), work.process(), name)) {
                return room.handler(channel.what());
            }
        }
        return null;
    }

    /** The address of a form. */
    private String form(String secret) {
        String own = settings.address();
        return (own == null ? address.join() : own) + "/forms/" + secret;
    }

    private FormSettings form(String tenant, String process, String task) {
        return settings.forms().stream()
                .filter(channel -> channel.isFor(tenant, process, task))
                .map(Channel::what)
                .findFirst()
                .orElse(FormSettings.USUAL);
    }

    private Shape type(Tenant tenant, String process, WorkId work, String task) {
        return form(tenant.name(), process, task).answer(TaskTypes.output(tenant, tenant.find(work.caseId()).info(), task));
    }

    @Override
    public String name() {
        return "Channels";
    }

    @Override
    public List<Endpoint> endpoints() {
        List<Endpoint> all = new ArrayList<>();
        all.addAll(new LinkApi(place.backend(), links, this::form).endpoints());
        all.addAll(new HookApi(hooks).endpoints());
        all.add(Endpoint.get("/channels", "showChannels")
                .summary("Shows the mails that the server sent for this tenant, newest first, and what troubles it.")
                .access(Access.CHANNELS)
                .query("limit", whole("how many mails at most", 1, MOST_LETTERS))
                .answers(
                        200,
                        object(
                                "Channels",
                                "",
                                may("trouble", text("why replies cannot be read now")),
                                must("letters", list("the mails", LETTER))))
                .does(this::show));
        return all;
    }

    private Reply show(Exchange exchange) {
        MailRoom room = mail;
        List<Data> letters = room == null ? List.of() : room.letters(exchange.identity().tenant());
        Data data = Data.fields("letters", letters.reversed().stream().limit(exchange.limit()).toList());
        String trouble = room == null ? null : room.trouble();
        return Reply.ok(trouble == null ? data : data.with("trouble", trouble));
    }

    @Override
    public List<Route> routes() {
        return new FormPages(place.mill(), links, this::form, locks, place.acts()).routes();
    }

    @Override
    public void start(String listening) {
        address.complete(listening);
        hooks.start();
        if (mail != null) {
            mail.start();
        }
    }

    @Override
    public void close() {
        hooks.close();
        if (mail != null) {
            mail.close();
        }
        links.close();
    }
}
