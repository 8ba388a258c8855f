package io.millrace.server.api;

import static io.millrace.server.http.Schema.list;
import static io.millrace.server.http.Schema.may;
import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.text;

import io.millrace.data.Data;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Listing;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Schema;
import io.millrace.work.Participant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Who works: participants with their roles and capabilities. */
final class StaffApi {
    private static final Schema.Fields PARTICIPANT = object(
            "Participant",
            "somebody who works",
            must("name", text("by which the history shows them")),
            must("roles", list("what work is offered to them", text("a role"))),
            must("capabilities", list("what they can do beyond their roles", text("a capability"))));

    private final Backend backend;

    StaffApi(Backend backend) {
        this.backend = backend;
    }

    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/participants", "listParticipants")
                        .summary("Lists those who work.")
                        .access(Access.READ_STAFF)
                        .lists("ParticipantPage", PARTICIPANT)
                        .does(exchange -> Listing.of(exchange, backend.tenant(exchange).participants().stream().map(StaffApi::form).toList())),
                Endpoint.get("/participants/{name}", "getParticipant")
                        .summary("Shows a participant.")
                        .access(Access.READ_STAFF)
                        .path("name", "the participant")
                        .answers(200, PARTICIPANT)
                        .does(exchange -> Reply.ok(form(found(exchange)))),
                Endpoint.put("/participants/{name}", "setParticipant")
                        .summary("Adds a participant, or replaces one of the same name.")
                        .access(Access.STAFF)
                        .path("name", "the participant")
                        .body(object(
                                null,
                                "",
                                may("roles", list("what work is offered to them", text("a role"))),
                                may("capabilities", list("what they can do beyond their roles", text("a capability")))))
                        .answers(200, PARTICIPANT)
                        .does(this::set),
                Endpoint.delete("/participants/{name}", "removeParticipant")
                        .summary("Removes a participant. Work that they have goes back to those it was offered to.")
                        .access(Access.STAFF)
                        .path("name", "the participant")
                        .answers(204, null)
                        .does(exchange -> {
                            backend.commands(exchange).removeParticipant(exchange.path("name"));
                            return Reply.done();
                        }));
    }

    private static Data form(Participant participant) {
        return Data.fields(
                "name", participant.name(),
                "roles", participant.roles().stream().sorted().toList(),
                "capabilities", participant.capabilities().stream().sorted().toList());
    }

    private Participant found(Exchange exchange) {
        String name = exchange.path("name");
        return backend.tenant(exchange).participants().stream()
                .filter(participant -> participant.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new RefusedException(Code.UNKNOWN_PARTICIPANT.with(name)));
    }

    private Reply set(Exchange exchange) {
        Participant participant =
                new Participant(exchange.path("name"), texts(exchange.body().at("roles")), texts(exchange.body().at("capabilities")));
        backend.commands(exchange).add(participant);
        return Reply.ok(form(participant));
    }

    private static Set<String> texts(Data list) {
        return new HashSet<>(list.asList(String.class));
    }
}
