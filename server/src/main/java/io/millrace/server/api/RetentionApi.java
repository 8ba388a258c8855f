package io.millrace.server.api;

import static io.millrace.server.http.Schema.instant;
import static io.millrace.server.http.Schema.text;
import static io.millrace.server.http.Schema.word;

import io.millrace.Journal;
import io.millrace.exchange.LogEvent.Category;
import io.millrace.exchange.LogSelection;
import io.millrace.exchange.LogWriter;
import io.millrace.exchange.OcelWriter;
import io.millrace.exchange.XesWriter;
import io.millrace.query.CaseInfo;
import io.millrace.query.Page;
import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Reply;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What leaves the journal: event logs for process mining, and cases that are to be forgotten. */
final class RetentionApi {
    private static final List<String> FORMS = List.of("xes", "ocel");

    private final Backend backend;
    private final Supplier<Journal> journal;

    /** @param journal opens the journal for a reader while the engine runs */
    RetentionApi(Backend backend, Supplier<Journal> journal) {
        this.backend = backend;
        this.journal = journal;
    }

    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/export", "exportLog")
                        .summary("Writes an event log: XES, or OCEL in JSON.")
                        .access(Access.EXPORT)
                        .query("form", word("the form of the log", FORMS))
                        .query("process", text("only cases of this process"))
                        .query("from", instant("only events from this instant on"))
                        .query("until", instant("only events before this instant"))
                        .answers("application/octet-stream")
                        .does(this::export),
                Endpoint.get("/retention", "listEndedCases")
                        .summary("Lists the cases that ended before an instant, oldest first.")
                        .access(Access.RETAIN)
                        .query("before", instant("the instant"))
                        .paged()
                        .answers(200, Forms.CASES)
                        .does(exchange -> {
                            Instant before = before(exchange);
                            String tenant = exchange.identity().tenant();
                            return Backend.page(
                                    exchange,
                                    backend.mill().retention().endedBefore(tenant, before, exchange.cursor(), exchange.limit()),
                                    CaseInfo::toData,
                                    () -> Page.stream(cursor ->
                                                    backend.mill().retention().endedBefore(tenant, before, cursor, Exchange.MOST))
                                            .count());
                        }),
                Endpoint.delete("/cases/{case}", "eraseCase")
                        .summary("Erases an ended case with its sub-cases, their history and their files.")
                        .access(Access.RETAIN)
                        .path("case", "the case")
                        .answers(204, null)
                        .does(exchange -> {
                            backend.mill().retention().erase(exchange.identity().tenant(), exchange.caseId());
                            return Reply.done();
                        }),
                Endpoint.post("/retention/scrub", "scrubStore")
                        .summary("Removes what was erased also from the files of the store. This rewrites all of them, and takes as long as copying the journal.")
                        .access(Access.RETAIN)
                        .answers(204, null)
                        .does(exchange -> {
                            exchange.identity().demandAllTenants("files");
                            backend.mill().retention().scrub();
                            return Reply.done();
                        }));
    }

    private static Instant before(Exchange exchange) {
        return exchange.instant("before").orElseThrow(() -> Exchange.bad("parameter 'before' is missing: the instant before which cases ended"));
    }

    private Reply export(Exchange exchange) {
        String form = exchange.text("form").orElse("xes");
        String process = exchange.text("process").orElse(null);
        LogSelection selection = process == null ? LogSelection.ALL : LogSelection.ALL.ofProcess(process);
        selection = exchange.instant("from").map(selection::from).orElse(selection);
        LogSelection until = selection;
        LogSelection chosen = exchange.instant("until").map(until::until).orElse(until);
        String tenant = exchange.identity().tenant();
        return new Reply.Stream("application/octet-stream", form.equals("xes") ? "log.xes" : "log.json", out -> {
            try (Journal records = journal.get();
                    LogWriter writer = writer(form, process, out)) {
                records.export(tenant, chosen, writer, events -> {});
            }
        });
    }

    private static LogWriter writer(String form, @Nullable String process, OutputStream out) throws IOException {
        Set<Category> work = EnumSet.of(Category.WORK);
        return form.equals("xes")
                ? XesWriter.begin(out, process == null ? "millrace" : process, work)
                : OcelWriter.begin(out, Path.of(System.getProperty("java.io.tmpdir")), EnumSet.of(Category.WORK, Category.CASE));
    }
}
