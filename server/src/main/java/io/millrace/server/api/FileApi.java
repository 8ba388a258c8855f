package io.millrace.server.api;

import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.text;
import static io.millrace.server.http.Schema.whole;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Listing;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Schema;
import io.millrace.work.CaseFiles;
import io.millrace.work.WorkItem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;

/**
 * Files of cases. A content is sent first; the answer is a reference, which stands in the output of work as any other value. A content
 * that nobody refers to is removed after a while. Everybody who sees a work item can read the files of its case that the item refers to.
 */
final class FileApi {
    static final Schema.Fields FILE = object(
            "File",
            "a reference to a content",
            must("file", text("the hash of the content")),
            must("name", text("its name")),
            must("bytes", whole("its size")));

    private final Backend backend;
    private final WorkApi work;

    FileApi(Backend backend, WorkApi work) {
        this.backend = backend;
        this.work = work;
    }

    List<Endpoint> cases() {
        return List.of(
                Endpoint.get("/cases/{case}/files", "listFiles")
                        .summary("Lists the files that a case refers to.")
                        .access(Access.READ_CASES)
                        .path("case", "the id of the case")
                        .lists("FilePage", FILE)
                        .does(exchange -> {
                            CaseId id = backend.tenant(exchange).find(exchange.caseId()).id();
                            return Listing.of(exchange, files().of(exchange.identity().tenant(), id));
                        }),
                Endpoint.get("/cases/{case}/files/{file}", "readFile")
                        .summary("Gives the content of a file that a case refers to.")
                        .access(Access.READ_CASES)
                        .path("case", "the id of the case")
                        .path("file", "the hash of the content")
                        .answers("application/octet-stream")
                        .does(exchange -> content(exchange, backend.tenant(exchange).find(exchange.caseId()).id())));
    }

    List<Endpoint> work() {
        return List.of(
                Endpoint.put("/work/{work}/files/{name}", "attachFile")
                        .summary("Sends a content for the output of a work item; the answer is what the output says to refer to it.")
                        .access(Access.DO_WORK)
                        .path("work", "the id of the work item; its # is written %23")
                        .path("name", "the name of the file")
                        .answers(201, FILE)
                        .does(exchange -> attach(exchange, work.visible(exchange).item().id().caseId())),
                Endpoint.get("/work/{work}/files/{file}", "readWorkFile")
                        .summary("Gives the content of a file that the input of a work item refers to.")
                        .access(Access.READ_WORK)
                        .path("work", "the id of the work item; its # is written %23")
                        .path("file", "the hash of the content")
                        .answers("application/octet-stream")
                        .does(exchange -> {
                            WorkItem item = work.visible(exchange).item();
                            return read(exchange, item.id().caseId(), item.input());
                        }));
    }

    private CaseFiles files() {
        return backend.mill().files();
    }

    /** Stores what a request holds for a case. */
    Reply attach(Exchange exchange, CaseId caseId) throws IOException {
        String name = exchange.path("name");
        if (name.length() > 255 || name.codePoints().anyMatch(Character::isISOControl) || name.contains("/") || name.contains("\\")) {
            throw Exchange.bad("a file is not called '" + name.replaceAll("\\p{Cntrl}", "?") + "'");
        }
        return Reply.created(files().attach(exchange.identity().tenant(), caseId, name, new ByteArrayInputStream(exchange.content())));
    }

    /** The content of a file of a case, for somebody who sees a value that refers to it. */
    Reply read(Exchange exchange, CaseId caseId, Data seen) {
        if (!mentions(seen, exchange.path("file"))) {
            throw missing(exchange);
        }
        return content(exchange, caseId);
    }

    /** Whether a value refers to a content somewhere. */
    private static boolean mentions(Data value, String hash) {
        return switch (value) {
            case Data.Fields fields when fields.has("file") && fields.has("bytes") && fields.at("file").equals(Data.of(hash)) -> true;
            case Data.Fields fields -> fields.asMap().values().stream().anyMatch(each -> mentions(each, hash));
            case Data.Items items -> items.asList().stream().anyMatch(each -> mentions(each, hash));
            default -> false;
        };
    }

    private static RefusedException missing(Exchange exchange) {
        return new RefusedException(Code.NO_SUCH_ADDRESS.with("files/" + exchange.path("file")));
    }

    private Reply content(Exchange exchange, CaseId caseId) {
        Data reference = files().of(exchange.identity().tenant(), caseId).stream()
                .filter(each -> each.at("file").equals(Data.of(exchange.path("file"))))
                .findFirst()
                .orElseThrow(() -> missing(exchange));
        // A browser saves it and never shows it as a page of this server.
        return new Reply.Stream("application/octet-stream", reference.at("name").text(), out ->
                files().read(exchange.identity().tenant(), caseId, reference, out));
    }
}
