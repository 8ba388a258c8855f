package io.millrace.server.mcp;

import static io.millrace.server.http.Schema.any;
import static io.millrace.server.http.Schema.instant;
import static io.millrace.server.http.Schema.list;
import static io.millrace.server.http.Schema.may;
import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.text;
import static io.millrace.server.http.Schema.truth;
import static io.millrace.server.http.Schema.whole;
import static io.millrace.server.http.Schema.word;

import io.millrace.data.Data;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.server.api.Forms;
import io.millrace.server.http.Access;
import io.millrace.server.http.Schema;
import io.millrace.server.mcp.Desk.Call;
import io.millrace.server.mcp.Tool.Effect;
import io.millrace.server.mcp.Tool.Result;
import java.util.ArrayList;
import java.util.List;

/** Tools that start cases, look at them, and ask what happened and why. */
final class CaseTools {
    private static final Schema.Field CASE = must("case", text("the id of the case, such as 62"));
    private static final Schema.Field AT = may("at", instant("the instant to look at; now if absent"));

    private static final Schema.Fields PROCESSES = Schema.page(
            "ProcessPage",
            object(
                    null,
                    "",
                    must("process", text("its name")),
                    must("version", whole("its newest version")),
                    must("language", text("the language it is written in")),
                    must("input", any("the JSON Schema of what a case starts with; empty if it may be anything"))));

    private CaseTools() {}

    static List<Tool> all() {
        return List.of(
                new Tool(
                        "list_processes",
                        "Processes to start",
                        "Lists the processes that you may start, each with the JSON Schema of its input.",
                        Access.START,
                        List.of("startCase", "listProcesses", "getStartForm"),
                        Effect.READS,
                        object(null, "", may("limit", whole("how many processes at most; 20 if absent", 1, 100)), Tools.CURSOR),
                        PROCESSES,
                        CaseTools::processes),
                new Tool(
                        "start_case",
                        "Start a case",
                        "Starts a case of a process with an input that fits the schema that list_processes shows.",
                        Access.START,
                        List.of("startCase"),
                        Effect.CHANGES,
                        object(
                                null,
                                "",
                                must("process", text("the process to start")),
                                may("version", whole("its version; the newest if absent", 1, Integer.MAX_VALUE)),
                                may("input", any("what the case starts with")),
                                may("key", text("a business key")),
                                Tools.KEY,
                                Tools.BECAUSE),
                        Forms.STARTED,
                        (desk, arguments, course) -> {
                            Data started = desk.read(Tools.act("start_case", "startCase", arguments)
                                    .field("process", arguments.at("process"))
                                    .field("version", arguments.at("version"))
                                    .field("input", arguments.at("input"))
                                    .field("key", arguments.at("key")));
                            return new Result(started, "Case " + Words.shown(started.at("case")) + " was started.");
                        }),
                new Tool(
                        "send_signal",
                        "Send a signal",
                        "Sends a signal to one case, or to the case that waits for it with a correlation key.",
                        Access.SIGNAL,
                        List.of("signalCase", "sendSignal"),
                        Effect.ENDS,
                        object(
                                null,
                                "",
                                must("signal", text("its name")),
                                may("case", text("the case that gets it")),
                                may("key", text("its correlation key, if no case is named")),
                                may("content", any("what it says")),
                                Tools.KEY,
                                Tools.BECAUSE),
                        Forms.PERFORMED,
                        CaseTools::signal),
                new Tool(
                        "list_cases",
                        "List cases",
                        "Lists cases, youngest first.",
                        Access.READ_CASES,
                        List.of("listCases"),
                        Effect.READS,
                        object(
                                null,
                                "",
                                may("process", text("only cases of this process")),
                                may("state", word("only cases in this state", Forms.CASE_STATES)),
                                may("key", text("only cases with this business key")),
                                may("limit", whole("how many cases at most; 20 if absent", 1, 100)),
                                Tools.CURSOR),
                        Forms.CASES,
                        (desk, arguments, course) -> {
                            Data page = desk.read(Tools.filled(Call.of("listCases"), arguments, "process", "state", "key", "cursor")
                                    .with("descending", "true")
                                    .with("limit", Tools.limit(arguments)));
                            return new Result(page, Words.count(page, "case") + Words.more(page) + Words.lines(page, each -> each.at("case").text() + " "
                                    + Words.shown(each.at("process")) + " " + each.at("state").text()));
                        }),
                new Tool(
                        "look_at_case",
                        "Look at a case",
                        "Shows a case: its data, where it stands, its open work, and what waits because a rule does not permit it yet.",
                        Access.READ_CASES,
                        List.of("getCase"),
                        Effect.READS,
                        object(null, "", CASE, AT),
                        Forms.DETAILS,
                        (desk, arguments, course) -> {
                            Data found = desk.read(Tools.filled(Call.of("getCase"), arguments, "case", "at"));
                            return new Result(found, "Case " + Words.shown(found.at("case")) + " of " + Words.shown(found.at("process")) + " is "
                                    + found.at("state").text() + "." + Words.next(found));
                        }),
                new Tool(
                        "read_history",
                        "History of a case",
                        "Lists what happened in a case and its sub-cases, with who did it, for whom and why. A participant sees what happened to their own work.",
                        Access.FOLLOW_CASES,
                        List.of("getCaseHistory"),
                        Effect.READS,
                        object(
                                null,
                                "",
                                CASE,
                                may("newestFirst", truth("whether to begin with the latest event")),
                                may("limit", whole("how many events at most; 20 if absent", 1, 100)),
                                Tools.CURSOR),
                        Forms.EVENTS,
                        (desk, arguments, course) -> {
                            Data page = desk.read(
                                    Tools.filled(Call.of("getCaseHistory"), arguments, "case", "newestFirst", "cursor").with("limit", Tools.limit(arguments)));
                            return new Result(page, Words.count(page, "event") + Words.more(page) + Words.lines(page, each -> each.at("recorded").text() + " "
                                    + each.at("kind").text() + (each.at("actor").isNothing() ? "" : " by " + Words.shown(each.at("actor")))));
                        }),
                new Tool(
                        "why",
                        "Why",
                        "Explains why a task of a case is offered, started, done or not possible, as a proof: which rule, which token, which event, and what would change it. A participant asks about their own work.",
                        Access.FOLLOW_CASES,
                        List.of("explainTask"),
                        Effect.READS,
                        object(null, "", CASE, must("task", text("the task to explain")), AT),
                        Forms.REASON,
                        (desk, arguments, course) -> {
                            Data reason = desk.read(Tools.filled(Call.of("explainTask"), arguments, "case", "task", "at"));
                            return new Result(reason, Words.proof(reason));
                        }),
                new Tool(
                        "query_history",
                        "Ask the history",
                        "Asks the history a question in Prolog, about now or any instant, such as holds_now(active(Task, Who, Case)). To a participant only their own work is known.",
                        Access.QUESTIONS,
                        List.of("askHistory"),
                        Effect.READS,
                        object(
                                null,
                                "",
                                must("goal", text("the goal")),
                                AT,
                                may("rules", list("texts of clauses to use in addition to those that are deployed", text("clauses"))),
                                may("most", whole("how many answers at most; 20 if absent", 1, 1_000))),
                        Forms.ANSWERS,
                        (desk, arguments, course) -> {
                            Data most = arguments.at("most").isNothing() ? Data.of(Tools.PAGE) : arguments.at("most");
                            Data answers = desk.read(Call.of("askHistory")
                                    .field("goal", arguments.at("goal"))
                                    .field("at", arguments.at("at"))
                                    .field("rules", arguments.at("rules"))
                                    .field("most", most));
                            String found = Words.flat(answers.at("texts").asList(String.class));
                            return new Result(answers, answers.at("holds").truth() ? found : "No.");
                        }));
    }

    private static Result signal(Desk desk, Data arguments, Course course) {
        boolean toCase = !arguments.at("case").isNothing();
        if (toCase && !arguments.at("key").isNothing()) {
            throw new RefusedException(Code.BAD_ARGUMENTS.with("send_signal", "it has a case and a key; a key is for a signal whose case is not known"));
        }
        Call call = Tools.act("send_signal", toCase ? "signalCase" : "sendSignal", arguments)
                .field("signal", arguments.at("signal"))
                .field("content", arguments.at("content"));
        return Tools.performed(desk.read(toCase ? call.with("case", arguments.at("case")) : call.field("key", arguments.at("key"))));
    }

    private static Result processes(Desk desk, Data arguments, Course course) {
        List<Data> items = new ArrayList<>();
        Data listed = desk.read(Tools.filled(Call.of("listProcesses"), arguments, "cursor").with("limit", Tools.limit(arguments)));
        for (Data each : listed.at("items").asList(Data.class)) {
            String process = each.at("process").text();
            if (each.at("runnable").truth() && desk.identity().scope().hasProcess(process)) {
                Data form = desk.read(Call.of("getStartForm").with("process", process));
                items.add(Data.fields(
                        "process", process, "version", form.at("version"), "language", each.at("language"), "input", form.at("input")));
            }
        }
        Data page = Data.fields("items", items);
        page = listed.at("cursor").isNothing() ? page : page.with("cursor", listed.at("cursor"));
        return new Result(page, Words.count(page, "process") + Words.more(page) + Words.lines(page, each -> Words.shown(each.at("process"))));
    }
}
