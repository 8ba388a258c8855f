package io.millrace.server.channel.form;

import static io.millrace.server.http.Schema.duration;
import static io.millrace.server.http.Schema.instant;
import static io.millrace.server.http.Schema.may;
import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.text;
import static io.millrace.server.http.Schema.word;

import io.millrace.Tenant;
import io.millrace.data.Data;
import io.millrace.id.WorkId;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.WorkQuery;
import io.millrace.server.api.Backend;
import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Identity;
import io.millrace.server.http.Listing;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Schema;
import io.millrace.work.WorkItem;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Makes, lists and revokes links to the forms of work items. */
public final class LinkApi {
    private static final Duration USUAL = Duration.ofDays(7);
    private static final Duration LONGEST = Duration.ofDays(90);

    private static final Schema.Fields LINK = object(
            "Link",
            "a link to the form of a work item, without its secret",
            must("id", text("by which it is revoked")),
            must("work", text("the work item")),
            must("for", text("as whom the form completes the work")),
            may("by", text("who made it; absent for the server itself")),
            must("created", instant("when it was made")),
            must("expires", instant("when it ends by itself")),
            must("state", word("whether it can be used", List.of("open", "used", "revoked", "expired"))));

    private final Backend backend;
    private final Links links;
    private final UnaryOperator<String> address;

    /** @param address the whole address of a form by the secret of its link */
    public LinkApi(Backend backend, Links links, UnaryOperator<String> address) {
        this.backend = backend;
        this.links = links;
        this.address = address;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.post("/work/{work}/link", "linkWork")
                        .summary("Makes a link to a form by which a person can do an item without an account. The link is shown once.")
                        .access(Access.DO_WORK)
                        .once()
                        .path("work", "the id of the work item; its # is written %23")
                        .body(object(
                                null,
                                "",
                                may("for", text("who is to do it; oneself if absent. Only operators make links for others")),
                                may("lasts", duration("how long the link can be used; a week if absent, at most 90 days"))))
                        .answers(
                                201,
                                object(
                                        null,
                                        "",
                                        must("id", text("by which it is revoked")),
                                        must("link", text("the address of the form; everybody who has it can do the work as that person")),
                                        must("for", text("as whom the form completes the work")),
                                        must("expires", instant("when it ends by itself"))))
                        .does(this::make),
                Endpoint.get("/work/{work}/links", "listLinks")
                        .summary("Lists the links to an item, without their secrets. Participants see those that are for them.")
                        .access(Access.DO_WORK)
                        .path("work", "the id of the work item; its # is written %23")
                        .lists("LinkPage", LINK)
                        .does(exchange -> Listing.of(
                                exchange, mine(exchange).stream().map(link -> link.shown(links.clock().instant())).toList())),
                Endpoint.delete("/work/{work}/links/{id}", "revokeLink")
                        .summary("Revokes a link.")
                        .access(Access.DO_WORK)
                        .path("work", "the id of the work item; its # is written %23")
                        .path("id", "the id of the link")
                        .answers(204, null)
                        .does(this::revoke));
    }

    private List<Link> mine(Exchange exchange) {
        Identity who = exchange.identity();
        return links.of(who.tenant(), exchange.workId()).stream()
                .filter(link -> who.operates() || link.person().equals(who.name()))
                .toList();
    }

    private Reply make(Exchange exchange) {
        WorkId work = exchange.workId();
        Identity who = exchange.identity();
        Data given = exchange.body().at("for");
        String person = given.isNothing() ? who.name() : given.text();
        if (person == null || person.isBlank()) {
            throw new RefusedException(Code.BAD_LINK.with(work, "nobody is named who could do the work"));
        }
        if (!who.operates() && !person.equals(who.name())) {
            // A link acts as its person.
            throw new RefusedException(Code.NOT_PERMITTED.with(String.valueOf(who.name()), "operator, administrator"));
        }
        Duration lasts = exchange.duration("lasts").orElse(USUAL);
        if (!lasts.isPositive() || lasts.compareTo(LONGEST) > 0) {
            throw new RefusedException(Code.BAD_LINK.with(work, "it would last " + lasts + ", and a link lasts at most " + LONGEST.toDays() + " days"));
        }
        Tenant tenant = backend.tenant(exchange);
        if (offered(tenant, person, work).isEmpty()) {
            boolean there = who.operates() && tenant.work(WorkQuery.ALL.ofCase(work.caseId())).anyMatch(listed -> listed.item().id().equals(work));
            throw there
                    ? new RefusedException(Code.BAD_LINK.with(work, "it is not work that '" + person + "' may do"))
                    : new RefusedException(Code.NOT_YOURS.with(work, person));
        }
        Links.Made made = links.make(tenant.name(), work, person, who.name(), lasts);
        return Reply.created(Data.fields(
                "id", made.link().id(),
                "link", address.apply(made.secret()),
                "for", person,
                "expires", made.link().expires().toString()));
    }

    /** The item, if it is on somebody's worklist. */
    static Optional<WorkItem> offered(Tenant tenant, String person, WorkId work) {
        return tenant.work(new WorkQuery(person, null, null, null, null, work.caseId(), null, false))
                .map(listed -> listed.item())
                .filter(item -> item.id().equals(work))
                .findFirst();
    }

    private Reply revoke(Exchange exchange) {
        String id = exchange.path("id");
        Link link = mine(exchange).stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new RefusedException(Code.UNKNOWN_LINK.with(id, exchange.workId())));
        links.revoke(link);
        return Reply.done();
    }
}
