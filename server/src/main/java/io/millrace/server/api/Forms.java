package io.millrace.server.api;

import static io.millrace.server.http.Schema.any;
import static io.millrace.server.http.Schema.duration;
import static io.millrace.server.http.Schema.instant;
import static io.millrace.server.http.Schema.list;
import static io.millrace.server.http.Schema.may;
import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.names;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.page;
import static io.millrace.server.http.Schema.text;
import static io.millrace.server.http.Schema.truth;
import static io.millrace.server.http.Schema.whole;
import static io.millrace.server.http.Schema.word;

import io.millrace.query.CaseStatus;
import io.millrace.server.http.OpenApi;
import io.millrace.server.http.Schema;
import io.millrace.work.WorkState;
import java.util.Arrays;
import java.util.List;

/** The forms of what the endpoints take and give, each described once. */
public final class Forms {
    public static final List<String> CASE_STATES = Arrays.stream(CaseStatus.values()).map(CaseStatus::word).toList();
    public static final List<String> WORK_STATES = Arrays.stream(WorkState.values()).map(WorkState::word).toList();

    public static final Schema.Fields CASE = object(
            "Case",
            "a case, as lists show it",
            must("case", text("its id, such as 62 or 62.1")),
            must("process", text("its process")),
            must("version", whole("the version of its process")),
            must("state", word("its state", CASE_STATES)),
            must("started", instant("when it started")),
            may("ended", instant("when it ended")),
            may("key", text("its business key")),
            may("incident", text("why it waits for a person")),
            may("attributes", names("what it can be searched by", any("a value"))),
            may("outcome", any("what it gave, or why it ended")));

    public static final Schema.Fields CASES = page("CasePage", CASE);

    public static final Schema.Fields WORK = object(
            "WorkItem",
            "something to be done in a case",
            must("work", text("its id, such as 62.1#3")),
            must("case", text("its case")),
            must("process", text("the process of its case")),
            must("task", text("its task")),
            must("state", word("its state", WORK_STATES)),
            must("offered", instant("since when it is there")),
            must("priority", whole("the greater the more urgent")),
            must("by", word("who does it", List.of("people", "handler", "program", "process"))),
            may("doer", text("the name of the handler, program or process that does it")),
            may("subCase", text("the sub-case that carries it out")),
            may("roles", list("the roles that it is offered to", text("a role"))),
            may("participants", list("the participants that it is offered to", text("a participant"))),
            may("pool", text("the pool whose agents do it")),
            may("holder", text("who has it")),
            may("attempt", whole("how often it was tried")),
            may("due", instant("when it should be done, or when its next deadline passes if that is earlier")),
            may("incident", text("why it waits for a person")),
            may("delayed", text("what it waits for although it was done")),
            must("input", any("what is given to the one who does it")));

    public static final Schema.Fields WORK_PAGE = page("WorkPage", WORK)
            .with("WorkPage", "one page of a list", may("complete", truth("whether all work was ordered, where it is ordered by when it is due")));

    public static final Schema.Fields DETAILS = object(
            "CaseDetails",
            "a case with everything in it",
            details(
                    CASE,
                    may("at", instant("the instant at which it was looked at")),
                    must("data", any("its data")),
                    must("standing", any("where it stands, as its language says it: tokens, goals, rules")),
                    must("next", list("what comes next, in words", text("a step"))),
                    must("work", list("its open work", WORK)),
                    must("timers", list("when its timers are due", instant("an instant"))),
                    must(
                            "alarms",
                            list(
                                    "its timers, and what each is for",
                                    object(
                                            null,
                                            "",
                                            must("timer", whole("its number in the case")),
                                            must("due", instant("when it fires")),
                                            must("purpose", text("what happens then"))))),
                    must("waits", list("the signals that it waits for", object(null, "", must("signal", text("its name")), must("key", text("its key"))))),
                    must(
                            "attempts",
                            list(
                                    "what was tried and waits, because a rule does not permit it yet",
                                    object(
                                            null,
                                            "",
                                            must("attempt", whole("its number in the case")),
                                            must("event", text("what would have happened")),
                                            must("detail", any("what it would have said")),
                                            may("by", text("who tried it")),
                                            must("since", instant("when it was tried")),
                                            must("reason", text("what it waits for"))))),
                    must("subCases", list("its open sub-cases", text("an id"))),
                    must(
                            "children",
                            list(
                                    "its open sub-cases with what a link to them shows, at most 200; /cases?parent= lists all, and those that have ended",
                                    object(
                                            null,
                                            "",
                                            must("case", text("its id")),
                                            must("process", text("its process")),
                                            must("state", word("its state", CASE_STATES)),
                                            must("task", text("the task that it carries out")),
                                            must("work", text("the work item that it carries out"))))),
                    may("parent", text("the case of which it is a sub-case")),
                    may("marks", FigureForm.MARKS),
                    may("marksPartial", truth("true if it has so many sub-cases that the tokens of some are missing in the marks"))));

    public static final Schema.Fields EVENT = object(
            "Event",
            "something that happened",
            must("id", text("its id")),
            must("tenant", text("its tenant")),
            may("entity", text("what changed if it is not the case: a mailbox, a key, the registry")),
            may("case", text("the case it belongs to")),
            must("kind", text("what kind of event it is, in the past tense")),
            must("recorded", instant("when it was recorded")),
            may("occurred", instant("when it happened, if that was earlier")),
            may("actor", text("who did it")),
            may("onBehalfOf", text("for whom")),
            may("reason", text("why")),
            may("requestId", text("the id of the request")),
            must("cause", text("the command or message behind it")),
            may("trace", text("the trace context")),
            must("detail", any("what it says")));

    public static final Schema.Fields EVENTS = page("EventPage", EVENT);

    static final Schema.Fields TIMER = object(
            "Timer",
            "an instant that a case waits for",
            must("due", instant("when it fires")),
            must("tenant", text("its tenant")),
            must("case", text("its case")),
            must("timer", whole("its number in the case")),
            must("purpose", text("what it is for")));

    public static final Schema.Fields PERFORMED = object(
            "Performed",
            "what came of a command: it was done, a rule delays it, or it was only planned",
            may("done", truth("whether it was done")),
            may("value", any("what it gave")),
            may("delayed", whole("the number of the attempt, if a rule delays it: it happens by itself when the rule permits it")),
            may("code", text("the code of the delay, or of the refusal of a planned command")),
            may("detail", text("what it waits for")),
            may("reason", text("what was asked and what was found")),
            may("remedy", text("what can be done")),
            OpenApi.RULES,
            OpenApi.LIFTED_BY,
            may("possible", truth("whether a planned command would be done now")),
            may("steps", list("what a planned command would do", text("a sentence"))),
            may("refusal", text("why a planned command would be refused")));

    public static final Schema.Fields REASON = object(
            "Reason",
            "why something is so: a proof whose lines name their events",
            must("claim", text("what is claimed")),
            must("holds", truth("whether it holds")),
            must("words", text("the claim in words")),
            may("event", text("the event that made it so")),
            must("because", list("what it follows from, in the same form", any("a reason"))));

    /** Who one is. */
    public static final Schema.Fields IDENTITY = object(
            "Identity",
            "",
            may("name", text("the name that the history shows")),
            must("tenant", text("the tenant whose data it sees")),
            must("roles", list("its roles on the server", text("a role"))),
            may("onBehalfOf", text("for whom it acts")),
            must("security", truth("whether the server asks callers who they are; otherwise everybody on its machine may do everything")),
            must("version", text("the version of the server")),
            must("demo", truth("whether the server runs living examples")));

    /** A work item, and what its completion must say. */
    public static final Schema.Fields WORK_FORM = object(
            "WorkForm",
            "",
            must("item", WORK),
            must("output", any("the JSON Schema of the output; empty if it may be anything")));

    /** What came of a question to the history. */
    public static final Schema.Fields ANSWERS = object(
            "Answers",
            "",
            must("holds", truth("whether there is an answer")),
            must("answers", list("a value for each variable", names("an answer", any("a value")))),
            must("texts", list("each answer as Prolog writes it", text("an answer"))),
            must("more", truth("whether there are more answers")));

    /** A case that was started. */
    public static final Schema.Fields STARTED = object("StartedCase", "", must("case", text("the id of the case")));

    static final Schema.Field INPUT = may("input", any("what the case starts with"));
    static final Schema LOCK = duration("how long the worker has the job, such as PT30S");

    private Forms() {}

    private static Schema.Field[] details(Schema.Fields base, Schema.Field... more) {
        Schema.Field[] all = Arrays.copyOf(base.fields().toArray(Schema.Field[]::new), base.fields().size() + more.length);
        System.arraycopy(more, 0, all, base.fields().size(), more.length);
        return all;
    }
}
