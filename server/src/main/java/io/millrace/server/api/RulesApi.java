package io.millrace.server.api;

import static io.millrace.server.http.Schema.list;
import static io.millrace.server.http.Schema.may;
import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.names;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.text;
import static io.millrace.server.http.Schema.truth;
import static io.millrace.server.http.Schema.whole;

import io.millrace.algebra.Guards;
import io.millrace.algebra.RuleModule;
import io.millrace.algebra.RuleSet;
import io.millrace.algebra.RuleTable;
import io.millrace.algebra.run.RuledLanguage;
import io.millrace.data.Data;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Schema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rules between events: what is proved of them, and their states. How they stand in a case is part of the case. */
final class RulesApi {
    private static final Schema.Fields STATE = object(
            "RuleState",
            "a state of rules",
            must("state", whole("its number; 0 is the first")),
            must("obligation", text("what remains to be satisfied")),
            must("undecided", list("events that have neither happened nor been ruled out", text("an event"))),
            must("permitted", list("events that may happen", text("an event"))),
            must("accepted", list("events that are let happen at once", text("an event"))),
            must("delayed", list("events that wait", text("an event"))),
            must("never", list("events that can never happen any more", text("an event"))),
            must("required", list("events that must happen", text("an event"))),
            must("trigger", list("events that are caused", text("an event"))),
            must("controllable", truth("whether the rules can be kept from here, whatever the agents do")),
            must("next", names("the state that each permitted event leads to", whole("a state"))));

    private static final Schema.Fields REPORT = object(
            "RuleReport",
            "what is proved of rules",
            may("consistent", truth("whether all can be satisfied together; absent if undecided")),
            may("enforceable", truth("whether they can be kept, whatever the agents do; absent if undecided")),
            must("conflict", list("a smallest set of rules that contradict each other", text("a rule"))),
            must("dead", list("events that can never happen", text("an event"))),
            must("mandatory", list("events that happen in every case", text("an event"))),
            must("redundant", list("rules that follow from the others", text("a rule"))),
            must("neverAccepted", list("events that no safe scheduler ever accepts", text("an event"))),
            must("losingPlay", list("with these events the agents break the rules", text("an event"))),
            must("changes", list("changes that make the rules enforceable", text("a change"))),
            must("states", whole("how many states there are")),
            must("warnings", list("probable mistakes", text("a sentence"))),
            may("table", list("every state, if that was asked for", STATE)),
            may("guards", names("when each event may happen, if that was asked for", text("a condition"))));

    private final Backend backend;

    RulesApi(Backend backend) {
        this.backend = backend;
    }

    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.post("/rules/proofs", "proveRules")
                        .summary("Proves rules between events: whether they agree, and whether they can be enforced. Deploys nothing.")
                        .access(Access.READ_PROCESSES)
                        .body(object(
                                "RuleTexts",
                                "",
                                must("texts", names("texts of rules by the names of their files, read as one", text("a text"))),
                                may("table", truth("whether to show every state")),
                                may("guards", truth("whether to show when each event may happen"))))
                        .answers(200, REPORT)
                        .computes()
                        .does(exchange -> Reply.ok(report(
                                RuleSet.of(module(exchange.body().at("texts"))),
                                exchange.body().at("table").equals(Data.of(true)),
                                exchange.body().at("guards").equals(Data.of(true))))),
                Endpoint.get("/processes/{process}/rules", "getRules")
                        .summary("Shows what is proved of the rules that a deployed process has, and their states.")
                        .access(Access.READ_PROCESSES)
                        .path("process", "the process")
                        .query("version", DefinitionApi.VERSION)
                        .query("table", truth("whether to show every state"))
                        .query("guards", truth("whether to show when each event may happen"))
                        .answers(200, REPORT)
                        .computes()
                        .does(this::deployed));
    }

    private static RuleModule module(Data texts) {
        Map<String, String> all = new LinkedHashMap<>();
        ((Data.Fields) texts).asMap().forEach((name, text) -> all.put(name, text.text()));
        if (all.isEmpty()) {
            throw Exchange.bad("'/texts' has no text");
        }
        return RuleModule.read(all).orRefuse();
    }

    private Reply deployed(Exchange exchange) {
        RuleSet rules = RuledLanguage.rules(DefinitionApi.definition(backend.tenant(exchange), exchange));
        if (rules == null) {
            throw new RefusedException(Code.NO_RULES.with(exchange.path("process")));
        }
        return Reply.ok(report(rules, exchange.truth("table"), exchange.truth("guards")));
    }

    private static Data report(RuleSet rules, boolean table, boolean guards) {
        Data data = Data.fields();
        for (Map.Entry<String, Data> field : ((Data.Fields) rules.check().toData()).asMap().entrySet()) {
            // What is not decided is absent.
            data = field.getValue().isNothing() ? data : data.with(field.getKey(), field.getValue());
        }
        data = table ? data.with("table", RuleTable.of(rules).stream().map(RuleTable.Row::toData).toList()) : data;
        return guards ? data.with("guards", Data.of(Guards.of(rules))) : data;
    }
}
