package io.millrace.server.api;

import static io.millrace.server.http.Schema.any;
import static io.millrace.server.http.Schema.instant;
import static io.millrace.server.http.Schema.list;
import static io.millrace.server.http.Schema.may;
import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.text;
import static io.millrace.server.http.Schema.truth;
import static io.millrace.server.http.Schema.whole;

import io.millrace.Tenant;
import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.draw.Figure;
import io.millrace.draw.Look;
import io.millrace.draw.Marks;
import io.millrace.draw.Svg;
import io.millrace.draw.View;
import io.millrace.language.Compiled;
import io.millrace.language.Proof;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseDetails;
import io.millrace.query.CaseInfo;
import io.millrace.query.ListedWork;
import io.millrace.query.ProcessVersion;
import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Schema;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What deployed processes say of themselves: their texts, proofs and pictures, and the forms of what they are given. */
final class DefinitionApi {
    /** The media type of pictures. */
    static final String SVG = "image/svg+xml";

    static final Schema VERSION = whole("the version; the newest if absent", 1, Integer.MAX_VALUE);

    private final Backend backend;
    private final WorkApi work;

    DefinitionApi(Backend backend, WorkApi work) {
        this.backend = backend;
        this.work = work;
    }

    List<Endpoint> processes() {
        return List.of(
                Endpoint.get("/processes/{process}/form", "getStartForm")
                        .summary("Says what a case of a process starts with, as JSON Schema.")
                        .access(Access.READ_PROCESSES)
                        .path("process", "the process")
                        .query("version", VERSION)
                        .answers(
                                200,
                                object(
                                        "StartForm",
                                        "",
                                        must("process", text("the process")),
                                        must("version", whole("its version")),
                                        must("input", any("the JSON Schema of the input; empty if it may be anything"))))
                        .does(this::startForm),
                Endpoint.get("/processes/{process}/source", "getSource")
                        .summary("Gives the text that a process was deployed from.")
                        .access(Access.READ_PROCESSES)
                        .path("process", "the process")
                        .query("version", VERSION)
                        .answers("text/plain")
                        .does(exchange -> {
                            Compiled<?> process = definition(exchange);
                            String source = process.source();
                            if (source == null) {
                                throw new RefusedException(Code.NO_SOURCE.with(process.contract().name()));
                            }
                            return new Reply.Bytes("text/plain; charset=utf-8", source.getBytes(StandardCharsets.UTF_8));
                        }),
                Endpoint.get("/processes/{process}/verdict", "getVerdict")
                        .summary("Says what is proved of a deployed process, and what is worth knowing about it.")
                        .access(Access.READ_PROCESSES)
                        .path("process", "the process")
                        .query("version", VERSION)
                        .answers(
                                200,
                                object(
                                        "Verdict",
                                        "",
                                        must("process", text("the process")),
                                        must("version", whole("its version")),
                                        must("sound", truth("whether nothing was found that would keep it from being deployed")),
                                        may("objection", ProcessApi.FINDING),
                                        must("findings", list("what is worth knowing", ProcessApi.FINDING))))
                        .computes()
                        .does(this::verdict),
                Endpoint.get("/processes/{process}/picture", "drawProcess")
                        .summary("Draws a process as SVG.")
                        .access(Access.READ_PROCESSES)
                        .path("process", "the process")
                        .query("version", VERSION)
                        .answers(SVG)
                        .computes()
                        .does(exchange -> draw(FigureApi.figure(definition(exchange)), Marks.NONE)));
    }

    List<Endpoint> cases() {
        return List.of(Endpoint.get("/cases/{case}/picture", "drawCase")
                .summary("Draws the process of a case as SVG, with the case's tokens now or at an instant. Participants see a token for each open item of their own.")
                .access(Access.FOLLOW_CASES)
                .path("case", "the id of the case")
                .query("at", instant("the instant to look at; now if absent"))
                .answers(SVG)
                .computes()
                .does(this::drawCase));
    }

    List<Endpoint> work() {
        return List.of(Endpoint.get("/work/{work}/form", "getWorkForm")
                .summary("Shows an open work item with the JSON Schema of what its completion must say.")
                .access(Access.READ_WORK)
                .path("work", "the id of the work item; its # is written %23")
                .answers(200, Forms.WORK_FORM)
                .does(this::workForm));
    }

    private static int version(Tenant tenant, String process, @Nullable Integer wanted) {
        List<ProcessVersion> versions = tenant.versions(process);
        if (versions.isEmpty()) {
            throw new RefusedException(Code.UNKNOWN_PROCESS.with(process));
        }
        int version = wanted == null ? versions.getLast().number() : wanted;
        if (versions.stream().noneMatch(each -> each.number() == version)) {
            throw new RefusedException(Code.UNKNOWN_VERSION.with(process, version));
        }
        return version;
    }

    private int version(Exchange exchange) {
        return version(backend.tenant(exchange), exchange.path("process"), exchange.whole("version").orElse(null));
    }

    private Compiled<?> definition(Exchange exchange) {
        return definition(backend.tenant(exchange), exchange);
    }

    /** The process that the path names, in the version that the request asks for. */
    static Compiled<?> definition(Tenant tenant, Exchange exchange) {
        return definition(tenant, exchange.path("process"), exchange.whole("version").orElse(null));
    }

    /** A deployed process in a version, or in its newest. */
    static Compiled<?> definition(Tenant tenant, String process, @Nullable Integer wanted) {
        int version = version(tenant, process, wanted);
        return known(tenant, process, version);
    }

    private static Compiled<?> known(Tenant tenant, String process, int version) {
        return tenant.definition(process, version).orElseThrow(() -> new RefusedException(Code.NO_CODE.with(process, version)));
    }

    private Reply startForm(Exchange exchange) {
        Compiled<?> process = definition(exchange);
        return Reply.ok(Data.fields(
                "process", exchange.path("process"),
                "version", version(exchange),
                "input", ShapeSchema.of(process.contract().input())));
    }

    private Reply verdict(Exchange exchange) {
        Compiled<?> process = definition(exchange);
        Proof proof = process.proof();
        Problem objection = proof.objection();
        Data data = Data.fields(
                "process", exchange.path("process"),
                "version", version(exchange),
                "sound", objection == null,
                "findings", Stream.concat(process.findings().stream(), proof.findings().stream()).map(ProcessApi::form).toList());
        return Reply.ok(objection == null ? data : data.with("objection", Data.fields("code", objection.code().id(), "detail", objection.message())));
    }

    private Reply drawCase(Exchange exchange) {
        Tenant tenant = backend.tenant(exchange);
        Instant at = exchange.instant("at").orElse(Instant.MAX);
        OwnWork own = backend.ownWork(exchange);
        if (own != null) {
            own.demand(exchange.caseId());
        }
        List<CaseDetails> family = tenant.at(at).family(exchange.caseId());
        CaseInfo root = family.getFirst().info();
        Figure figure = FigureApi.figure(known(tenant, root.process(), root.version()));
        return draw(figure, own == null ? CaseMarks.of(figure, family) : CaseMarks.ofWork(figure, family, own::has));
    }

    private static Reply draw(Figure figure, Marks marks) {
        return new Reply.Bytes(SVG, Svg.of(List.of(new View(figure, marks)), Look.USUAL).getBytes(StandardCharsets.UTF_8));
    }

    private Reply workForm(Exchange exchange) {
        ListedWork listed = work.visible(exchange);
        Tenant tenant = backend.tenant(exchange);
        CaseInfo info = tenant.find(listed.item().id().caseId()).info();
        Shape output = tenant.definition(info.process(), info.version())
                .map(process -> process.task(listed.item().task()).output())
                .orElse(Shape.any());
        return Reply.ok(Data.fields("item", listed.toData(), "output", ShapeSchema.of(output)));
    }
}
