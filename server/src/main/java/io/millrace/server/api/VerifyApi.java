package io.millrace.server.api;

import static io.millrace.server.http.Schema.list;
import static io.millrace.server.http.Schema.may;
import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.text;
import static io.millrace.server.http.Schema.truth;
import static io.millrace.server.http.Schema.whole;
import static io.millrace.server.http.Schema.word;

import io.millrace.data.Data;
import io.millrace.language.Compiled;
import io.millrace.net.Specification;
import io.millrace.net.file.NetFile;
import io.millrace.net.run.NetLanguage;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Schema;
import io.millrace.verify.Fix;
import io.millrace.verify.PlainNet;
import io.millrace.verify.Trouble;
import io.millrace.verify.Verification;
import io.millrace.verify.Verifier;
import io.millrace.verify.file.Mending;
import io.millrace.verify.file.PlainNetFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/** What is proved of nets, with every counterexample step by step. */
final class VerifyApi {
    private static final int MOST_STATES = 500_000;

    /** As many as for a deployment. */
    private static final long MOST_STEPS = 2_000_000_000;

    private static final Schema.Fields PROPERTIES = object(
            "Soundness",
            "the three properties of a sound net; one that is not decided is absent",
            may("optionToComplete", truth("every case can come to its end")),
            may("noDeadTasks", truth("every task can happen")),
            may("properCompletion", truth("nothing is left when a case ends")));

    private static final Schema VERDICT = word("what was found", List.of("sound", "unsound", "unknown", "invalid"));

    private static final Schema.Fields VERIFICATION = object(
            "Verification",
            "what is proved of a net",
            must("verdict", VERDICT),
            must("properties", PROPERTIES),
            must(
                    "problems",
                    list(
                            "what goes wrong",
                            object(
                                    "Counterexample",
                                    "how a case goes wrong",
                                    must("kind", text("what kind of problem it is")),
                                    must("net", text("the net")),
                                    must("nodes", list("the nodes it concerns", text("a node"))),
                                    must("trace", list("the steps that lead there", text("a step"))),
                                    must("choices", list("where each step leads, or nothing", Schema.any("nodes"))),
                                    must("tokens", list("the tokens at the end", text("tokens"))),
                                    must("message", text("in words")),
                                    may("fix", text("a change that mends it")),
                                    may(
                                            "fixed",
                                            text("the whole text with that change, in the same notation; it was verified and does not have these problems")),
                                    may("start", FigureForm.MARKS),
                                    may(
                                            "steps",
                                            list(
                                                    "the trace with what is marked after each step; absent if it is long",
                                                    object(
                                                            null,
                                                            "",
                                                            must("step", text("the step, as in the trace")),
                                                            must("sheet", text("the sheet of the figure on which its task is")),
                                                            must("task", text("the node of its task on the figure")),
                                                            must("marks", FigureForm.MARKS))))))),
            must(
                    "warnings",
                    list(
                            "what is seldom meant",
                            object(
                                    null,
                                    "",
                                    must("kind", text("its kind")),
                                    must("net", text("the net")),
                                    must("nodes", list("the nodes", text("a node"))),
                                    must("message", text("in words"))))),
            must(
                    "nets",
                    list(
                            "each net on its own",
                            object(
                                    null,
                                    "",
                                    must("net", text("the net")),
                                    must("verdict", VERDICT),
                                    must("properties", PROPERTIES),
                                    must("states", whole("how many states were looked at"))))),
            may("reasons", list("why something is not known, or invalid", text("a sentence"))),
            must("states", whole("how many states were looked at")));

    private final Backend backend;
    /** Each may take a processor and much memory for a while. */
    private final Semaphore verifying = new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), true);

    VerifyApi(Backend backend) {
        this.backend = backend;
    }

    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.post("/verifications", "verifyNet")
                        .summary("Proves that every case of a net can end properly, or shows step by step how one cannot, with a fix. Deploys nothing.")
                        .access(Access.READ_PROCESSES)
                        .body(object(
                                "NetSource",
                                "",
                                must("file", text("the name of its file: claim.yawl, claim.pl, claim.pnml")),
                                must("source", text("the text"))))
                        .answers(200, VERIFICATION)
                        .computes()
                        .does(exchange -> verified(exchange.body().at("file").text(), exchange.body().at("source").text())),
                Endpoint.get("/processes/{process}/verification", "verifyProcess")
                        .summary("Proves the same of a deployed net.")
                        .access(Access.READ_PROCESSES)
                        .path("process", "the process")
                        .query("version", DefinitionApi.VERSION)
                        .answers(200, VERIFICATION)
                        .computes()
                        .does(this::deployed));
    }

    private Reply deployed(Exchange exchange) {
        Compiled<?> process = DefinitionApi.definition(backend.tenant(exchange), exchange);
        String source = process.source();
        if (source == null || !process.language().equals(new NetLanguage().name())) {
            throw new RefusedException(Code.NO_NET.with(exchange.path("process"), process.language()));
        }
        return verified(exchange.path("process"), source);
    }

    private Reply verified(String file, String source) {
        verifying.acquireUninterruptibly();
        try {
            Verifier verifier = Verifier.standard().maxStates(MOST_STATES).maxSteps(MOST_STEPS);
            if (PlainNetFile.isPlain(file, source)) {
                PlainNet net = PlainNetFile.read(file, source).orRefuse();
                return shown(verifier.verify(net), new Played.OfPlain(net), trouble -> Optional.empty());
            }
            Specification net = NetLanguage.checked(NetFile.read(file, source), file, source);
            Map<Fix, Optional<String>> mended = new HashMap<>();
            return shown(
                    verifier.verify(net),
                    Played.NET,
                    trouble -> trouble.fix() == null
                            ? Optional.empty()
                            : mended.computeIfAbsent(trouble.fix(), fix -> Mending.text(file, source, net, fix)));
        } catch (OutOfMemoryError e) {
            throw new RefusedException(Code.SERVER_FAILED.with("the net has more states than fit into memory"), e);
        } finally {
            verifying.release();
        }
    }

    private static Reply shown(Verification answer, Played played, Function<Trouble, Optional<String>> mended) {
        List<Data> problems = new ArrayList<>();
        List<Data> plain = answer.toData().at("problems").asList(Data.class);
        for (int i = 0; i < plain.size(); i++) {
            Trouble trouble = answer.problems().get(i);
            Data problem = played.with(trouble, plain.get(i));
            Optional<String> text = mended.apply(trouble);
            problems.add(text.isEmpty() ? problem : problem.with("fixed", text.get()));
        }
        return Reply.ok(known(answer.toData().with("problems", problems)));
    }

    /** Without what is not known. */
    private static Data known(Data value) {
        return switch (value) {
            case Data.Fields fields -> {
                Data result = Data.fields();
                for (Map.Entry<String, Data> field : fields.asMap().entrySet()) {
                    result = field.getValue().isNothing() ? result : result.with(field.getKey(), known(field.getValue()));
                }
                yield result;
            }
            case Data.Items items -> Data.of(items.asList().stream().map(each -> each.isNothing() ? each : known(each)).toList());
            default -> value;
        };
    }
}
