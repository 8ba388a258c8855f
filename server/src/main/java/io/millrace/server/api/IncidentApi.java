package io.millrace.server.api;

import static io.millrace.server.http.Schema.instant;
import static io.millrace.server.http.Schema.list;
import static io.millrace.server.http.Schema.may;
import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.page;
import static io.millrace.server.http.Schema.text;
import static io.millrace.server.http.Schema.truth;
import static io.millrace.server.http.Schema.whole;

import io.millrace.data.Data;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.server.http.Access;
import io.millrace.server.http.Brief;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Listing;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Schema;
import java.util.List;

/** What waits for a person because something went wrong, by its cause. */
final class IncidentApi {
    private static final Schema.Field COMPLETE =
            must("complete", truth("whether all open incidents were read; not if there are more than ten thousand, or while an older journal is indexed"));

    private static final Schema.Fields GROUP = object(
            "IncidentGroup",
            "incidents with the same cause",
            must("id", text("the same for the same cause, now and later")),
            must("cause", text("the sentence that they have in common, with … for numbers, ids and quoted values")),
            may("code", text("the code in the sentence")),
            must("count", whole("how many cases and work items wait because of it")),
            must("processes", list("the processes of their cases", text("a process"))),
            must("tasks", list("the tasks of their work items", text("a task"))),
            must("first", instant("since when the oldest of them waits")),
            must("last", instant("since when the newest of them waits")),
            must(
                    "example",
                    object(
                            null,
                            "the newest of them",
                            must("case", text("its case")),
                            may("work", text("its work item, unless the case itself waits")),
                            must("message", text("what it says, in full")))));

    private static final Schema.Fields INCIDENT = object(
            "Incident",
            "a case or a work item that waits for a person",
            must("case", text("the case")),
            may("work", text("the work item, unless the case itself waits")),
            must("process", text("the process of the case")),
            may("task", text("the task of the work item")),
            must("message", text("why it waits")),
            must("since", instant("since when it waits")));

    private final Backend backend;

    IncidentApi(Backend backend) {
        this.backend = backend;
    }

    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/incidents", "listIncidents")
                        .summary("Lists the causes of open incidents, the most frequent first.")
                        .access(Access.READ_CASES)
                        .query("process", text("only incidents of cases of this process"))
                        .query("task", text("only incidents of work of this task"))
                        .lists("IncidentGroupPage", GROUP)
                        .answers(200, page("IncidentGroupPage", GROUP).with("IncidentGroupPage", "one page of a list", COMPLETE))
                        .does(this::groups),
                Endpoint.get("/incidents/{incident}", "listIncidentCases")
                        .summary("Lists the cases and work items that wait because of one cause, oldest first.")
                        .access(Access.READ_CASES)
                        .path("incident", "the id of the cause")
                        .lists("IncidentPage", INCIDENT)
                        .answers(200, page("IncidentPage", INCIDENT).with("IncidentPage", "one page of a list", COMPLETE))
                        .does(this::cases));
    }

    private Reply groups(Exchange exchange) {
        Incidents.Found found = Incidents.of(backend.mill(), backend.tenant(exchange));
        String process = exchange.text("process").orElse(null);
        String task = exchange.text("task").orElse(null);
        Incidents.Found wanted = new Incidents.Found(
                found.all().stream()
                        .filter(open -> (process == null || process.equals(open.process())) && (task == null || task.equals(open.task())))
                        .toList(),
                found.complete());
        return with(Listing.of(exchange, wanted.groups().stream().map(Incidents.Group::form).toList()), found);
    }

    private Reply cases(Exchange exchange) {
        Incidents.Found found = Incidents.of(backend.mill(), backend.tenant(exchange));
        return with(Listing.of(exchange, group(found, exchange.path("incident")).all().stream().map(Incidents.Open::form).toList()), found);
    }

    /** The group with an id; refuses one that is not there, or not any more. */
    static Incidents.Group group(Incidents.Found found, String id) {
        return found.groups().stream()
                .filter(group -> group.cause().id().equals(id))
                .findFirst()
                .orElseThrow(() -> new RefusedException(Code.NO_SUCH_ADDRESS.with(Endpoints.PREFIX + "/incidents/" + Brief.of(id))));
    }

    private static Reply with(Reply page, Incidents.Found found) {
        return page instanceof Reply.Json json ? Reply.ok(json.body().with("complete", Data.of(found.complete()))) : page;
    }
}
