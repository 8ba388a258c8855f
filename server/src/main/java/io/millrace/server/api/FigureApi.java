package io.millrace.server.api;

import static io.millrace.server.http.Schema.whole;

import io.millrace.Tenant;
import io.millrace.data.Data;
import io.millrace.draw.Figure;
import io.millrace.language.Compiled;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.ProcessVersion;
import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Reply;
import io.millrace.verify.file.PlainNetFile;
import io.millrace.verify.file.PlainPicture;
import io.millrace.verify.file.PlainReading;
import java.util.List;

/** The structures of pictures, for pages that draw them themselves. */
final class FigureApi {
    private final Backend backend;

    FigureApi(Backend backend) {
        this.backend = backend;
    }

    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/processes/{process}/figure", "getFigure")
                        .summary("Gives the structure of the picture of a process: nodes, edges and regions.")
                        .access(Access.READ_PROCESSES)
                        .path("process", "the process")
                        .query("version", DefinitionApi.VERSION)
                        .answers(200, FigureForm.FIGURE)
                        .computes()
                        .does(exchange -> Reply.ok(
                                FigureForm.of(figure(DefinitionApi.definition(backend.tenant(exchange), exchange))))),
                Endpoint.get("/processes/{process}/difference", "compareVersions")
                        .summary("Says what differs between two versions of a process: nodes, edges and regions, a sentence each.")
                        .access(Access.READ_PROCESSES)
                        .path("process", "the process")
                        .query("from", whole("the one version; the one before the other if absent", 1, Integer.MAX_VALUE))
                        .query("to", whole("the other version; the newest if absent", 1, Integer.MAX_VALUE))
                        .answers(200, FigureDifference.DIFFERENCE)
                        .computes()
                        .does(this::compare),
                Endpoint.post("/figures", "makeFigure")
                        .summary("Gives the structure of the picture of a text, and deploys nothing.")
                        .access(Access.READ_PROCESSES)
                        .body(ProcessApi.SOURCE)
                        .answers(200, FigureForm.FIGURE)
                        .computes()
                        .does(FigureApi::make));
    }

    private Reply compare(Exchange exchange) {
        Tenant tenant = backend.tenant(exchange);
        String process = exchange.path("process");
        List<Integer> versions = tenant.versions(process).stream().map(ProcessVersion::number).toList();
        if (versions.isEmpty()) {
            throw new RefusedException(Code.UNKNOWN_PROCESS.with(process));
        }
        int to = exchange.whole("to").orElse(versions.getLast());
        int from = exchange.whole("from").orElseGet(() -> versions.stream().filter(each -> each < to).reduce((one, other) -> other).orElse(to));
        Figure before = figure(DefinitionApi.definition(tenant, process, from));
        Figure after = figure(DefinitionApi.definition(tenant, process, to));
        return Reply.ok(Data.fields("process", process, "from", from, "to", to, "sheets", FigureDifference.of(before, after)));
    }

    /** The figure of a process; one without a figure is refused. */
    static Figure figure(Compiled<?> process) {
        Figure figure = process.figure();
        if (figure == null) {
            throw new RefusedException(Code.NO_PICTURE.with(process.contract().name()));
        }
        return figure;
    }

    private static Reply make(Exchange exchange) {
        Data body = exchange.body();
        String file = body.at("file").text();
        String source = body.at("source").text();
        if (PlainNetFile.isPlain(file, source)) {
            PlainReading read = PlainNetFile.read(file, source);
            return Reply.ok(FigureForm.of(PlainPicture.views(read.orRefuse(), read.layout()).getFirst().figure()));
        }
        return Reply.ok(FigureForm.of(figure(ProcessApi.compile(body))));
    }
}
