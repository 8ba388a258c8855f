package io.millrace.server.api;

import static io.millrace.server.http.Schema.instant;
import static io.millrace.server.http.Schema.list;
import static io.millrace.server.http.Schema.may;
import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.text;
import static io.millrace.server.http.Schema.truth;
import static io.millrace.server.http.Schema.whole;

import io.millrace.DeployOption;
import io.millrace.Tenant;
import io.millrace.algebra.run.RuledLanguage;
import io.millrace.data.Data;
import io.millrace.event.Ruled;
import io.millrace.language.Compiled;
import io.millrace.language.Finding;
import io.millrace.language.Language;
import io.millrace.language.Proof;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.query.ProcessVersion;
import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Listing;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Schema;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** Processes: deployed from their text, with verdict and findings; listed; proved without being deployed. */
final class ProcessApi {
    static final Schema.Fields FINDING = object(
            "Finding",
            "something worth knowing about a process",
            must("code", text("its code")),
            must("detail", text("what it is, and what can be done")),
            may("line", whole("the line of the text")),
            may("clause", text("the clause of a program")));

    private static final Schema.Fields VERSION = object(
            "ProcessVersion",
            "a version of a process",
            must("process", text("its process")),
            must("version", whole("its number")),
            must("language", text("the language it is written in")),
            must("fingerprint", text("changes with every change of the definition")),
            must("runnable", truth("whether its code is there")),
            may("deployed", instant("when it was deployed, as the history has it")),
            may("deployedBy", text("who deployed it; absent if the request named nobody")));

    static final Schema.Fields SOURCE = object(
            "Source",
            "the text of a process",
            must("file", text("the name of its file, which says the language: claim.yawl, claim.pl, claim.deps")),
            must("source", text("the text")),
            may("name", text("the name to run it under; the file says it if absent")),
            may("rules", text("the text of rules that it runs under")),
            may("allowUnsound", truth("whether to deploy it although it was proved that its cases can get stuck")));

    private final Backend backend;

    ProcessApi(Backend backend) {
        this.backend = backend;
    }

    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/processes", "listProcesses")
                        .summary("Lists the newest version of each process.")
                        .access(Access.READ_PROCESSES)
                        .lists("ProcessPage", VERSION)
                        .does(exchange -> {
                            Tenant tenant = backend.tenant(exchange);
                            return Listing.of(
                                    exchange, tenant.processes().stream().map(process -> form(tenant.versions(process).getLast())).toList());
                        }),
                Endpoint.get("/processes/{process}", "listVersions")
                        .summary("Lists the versions of a process, oldest first.")
                        .access(Access.READ_PROCESSES)
                        .path("process", "the process")
                        .lists("VersionPage", VERSION)
                        .does(this::versions),
                Endpoint.post("/processes", "deployProcess")
                        .summary("Deploys a process from its text. The same text again is the same version.")
                        .access(Access.DEPLOY)
                        .body(SOURCE)
                        .answers(
                                201,
                                object(
                                        "Deployed",
                                        "",
                                        must("process", text("the process")),
                                        must("version", whole("its version")),
                                        must("findings", list("what is worth knowing", FINDING))))
                        .computes()
                        .does(this::deploy),
                Endpoint.post("/proofs", "proveProcess")
                        .summary("Says what deploying a text would say, and deploys nothing.")
                        .access(Access.READ_PROCESSES)
                        .body(SOURCE)
                        .answers(
                                200,
                                object(
                                        "Proved",
                                        "",
                                        must("process", text("the process")),
                                        must("deployable", truth("whether it would be deployed")),
                                        may("objection", FINDING),
                                        must("findings", list("what is worth knowing", FINDING))))
                        .computes()
                        .does(this::prove));
    }

    private static Data form(ProcessVersion version) {
        Data form = Data.fields(
                "process", version.process(),
                "version", version.number(),
                "language", version.language(),
                "fingerprint", version.fingerprint(),
                "runnable", version.hasCode());
        if (version.deployed() != null) {
            form = form.with("deployed", version.deployed().toString());
        }
        return version.deployedBy() == null ? form : form.with("deployedBy", version.deployedBy());
    }

    private Reply versions(Exchange exchange) {
        List<ProcessVersion> versions = backend.tenant(exchange).versions(exchange.path("process"));
        if (versions.isEmpty()) {
            throw new RefusedException(Code.UNKNOWN_PROCESS.with(exchange.path("process")));
        }
        return Listing.of(exchange, versions.stream().map(ProcessApi::form).toList());
    }

    /** What a text describes; a text that is wrong is refused with its place. */
    static Compiled<?> compile(Data body) {
        String file = body.at("file").text();
        String source = body.at("source").text();
        for (Language language : ServiceLoader.load(Language.class)) {
            if (language.reads(file, source)) {
                String name = body.at("name").isNothing() ? language.processIn(file, source) : body.at("name").text();
                Compiled<?> compiled = language.compile(name, file, source);
                if (compiled instanceof Ruled && !body.at("rules").isNothing()) {
                    throw Exchange.bad("process '" + name + "' cannot have rules: what it does before it is cancelled is its own matter");
                }
                return body.at("rules").isNothing() ? compiled : RuledLanguage.with(compiled, "rules", body.at("rules").text());
            }
        }
        throw new RefusedException(Code.UNKNOWN_LANGUAGE.with(file));
    }

    private Reply deploy(Exchange exchange) {
        Compiled<?> process = compile(exchange.body());
        boolean insists = !exchange.body().at("allowUnsound").isNothing() && exchange.body().at("allowUnsound").truth();
        int version = backend.commands(exchange).deploy(process, insists ? new DeployOption[] {DeployOption.ALLOW_UNSOUND} : new DeployOption[0]);
        return Reply.created(Data.fields(
                "process", process.contract().name(),
                "version", version,
                "findings", process.findings().stream().map(ProcessApi::form).toList()));
    }

    private Reply prove(Exchange exchange) {
        Compiled<?> process = compile(exchange.body());
        Proof proof = process.proof();
        Problem objection = proof.objection();
        Data data = Data.fields(
                "process", process.contract().name(),
                "deployable", objection == null,
                "findings",
                        java.util.stream.Stream.concat(process.findings().stream(), proof.findings().stream()).map(ProcessApi::form).toList());
        return new Reply.Json(
                200, objection == null ? data : data.with("objection", Data.fields("code", objection.code().id(), "detail", objection.message())), Map.of());
    }

    static Data form(Finding finding) {
        Data data = Data.fields("code", finding.problem().code().id(), "detail", finding.problem().message());
        data = finding.line() <= 0 ? data : data.with("line", finding.line());
        return finding.clause().isEmpty() ? data : data.with("clause", finding.clause());
    }
}
