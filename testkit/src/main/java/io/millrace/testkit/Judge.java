package io.millrace.testkit;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseDetails;
import io.millrace.query.CaseStatus;
import io.millrace.testkit.Statement.Counted;
import io.millrace.work.WorkItem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Compares what a scenario expects with what is there. */
final class Judge {
    private final Stage stage;
    private final Commander commander;

    Judge(Stage stage, Commander commander) {
        this.stage = stage;
        this.commander = commander;
    }

    void judge(Statement.Expect expectation) throws Miss, ScenarioException {
        switch (expectation) {
            case Statement.Offered offered -> offered(offered);
            case Statement.Withdrawn withdrawn -> withdrawn(withdrawn);
            case Statement.InState state -> state(state);
            case Statement.DataIs data -> data(data);
            case Statement.Refused refused -> refused(refused);
            case Statement.Delayed delayed -> delayed(delayed);
            case Statement.Incident incident -> incident(incident);
            case Statement.Next next -> next(next);
            case Statement.Happened event -> event(event);
            case Statement.Tokens tokens -> tokens(tokens);
            case Statement.Sent sent -> sent(sent);
            case Statement.Goal goal -> goal(goal);
        }
    }

    private void offered(Statement.Offered expected) throws Miss {
        List<String> open = stage.work(stage.caseOr(expected.in())).stream()
                .filter(Stage::isUnfinished)
                .map(WorkItem::task)
                .toList();
        compare("offered ", counts(expected.tasks()), counts(open));
    }

    private static void compare(String what, Map<String, Integer> expected, Map<String, Integer> seen) throws Miss {
        if (!expected.equals(seen)) {
            throw new Miss(what + shown(expected), what + shown(seen));
        }
    }

    private void withdrawn(Statement.Withdrawn expected) throws Miss {
        Map<String, Integer> seen = counts(stage.chronicle.withdrawn());
        Map<String, Integer> wanted = counts(expected.tasks());
        boolean holds = wanted.isEmpty()
                ? seen.isEmpty()
                : wanted.entrySet().stream().allMatch(task -> seen.getOrDefault(task.getKey(), 0) >= task.getValue());
        if (!holds) {
            throw new Miss("withdrawn " + shown(wanted), "withdrawn " + shown(seen));
        }
    }

    private static Map<String, Integer> counts(List<Counted> names) {
        Map<String, Integer> counts = new TreeMap<>();
        names.forEach(name -> counts.merge(name.name(), name.count(), Integer::sum));
        return counts;
    }

    private static Map<String, Integer> counts(Collection<String> names) {
        Map<String, Integer> counts = new TreeMap<>();
        names.forEach(name -> counts.merge(name, 1, Integer::sum));
        return counts;
    }

    private static String shown(Map<String, Integer> counts) {
        return counts.isEmpty()
                ? "nothing"
                : counts.entrySet().stream()
                        .map(entry -> entry.getKey() + (entry.getValue() == 1 ? "" : "*" + entry.getValue()))
                        .collect(Collectors.joining(", "));
    }

    private void state(Statement.InState expected) throws Miss {
        CaseId caseId = stage.caseOr(expected.in());
        CaseStatus seen = stage.details(caseId).info().status();
        if (seen != expected.status()) {
            throw new Miss("case " + caseId + " " + expected.status().word(), "case " + caseId + " " + seen.word());
        }
    }

    private void data(Statement.DataIs expected) throws Miss {
        Data data = stage.details(stage.caseOr(expected.in())).data();
        Data seen = value(data, expected.name());
        if (!seen.equals(expected.value())) {
            throw new Miss(
                    expected.name() + " = " + expected.value().json(),
                    expected.name() + " = " + seen.json() + " in " + data.json());
        }
    }

    /** A value by its name, or by a path of names with points between. */
    private static Data value(Data data, String name) {
        if (data.has(name)) {
            return data.at(name);
        }
        int point = name.indexOf('.');
        return point < 0 ? Data.nothing() : value(data.at(name.substring(0, point)), name.substring(point + 1));
    }

    private void delayed(Statement.Delayed expected) throws Miss, ScenarioException {
        Problem problem = null;
        try {
            commander.perform(expected.what());
        } catch (RefusedException e) {
            problem = e.problem();
        }
        stage.engine.quiet();
        stage.chronicle.catchUp(stage.mill().history());
        if (problem == null || problem.code() != Code.GATE_DELAY) {
            throw new Miss("a command that waits", problem == null ? "it was done" : problem.message());
        }
    }

    private void refused(Statement.Refused expected) throws Miss, ScenarioException {
        int before = stage.chronicle.size();
        String wanted = expected.code() == null ? "a refusal" : "a refusal with " + expected.code();
        Problem problem = null;
        try {
            commander.perform(expected.what());
        } catch (RefusedException e) {
            problem = e.problem();
        }
        stage.engine.quiet();
        stage.chronicle.catchUp(stage.mill().history());
        if (problem == null) {
            throw new Miss(wanted, "it was done");
        }
        if (expected.code() != null && !problem.code().id().equals(expected.code())) {
            throw new Miss(wanted, problem.message());
        }
        if (stage.chronicle.size() > before) {
            throw new Miss(
                    wanted + " that changes nothing",
                    "a refusal, and recorded " + String.join(", ", stage.chronicle.kindsAfter(before)));
        }
    }

    private void incident(Statement.Incident expected) throws Miss {
        List<String> seen = new ArrayList<>();
        for (CaseDetails details : stage.withSubCases(stage.caseOr(expected.in()))) {
            String ofCase = details.info().incident();
            if (ofCase != null && expected.task() == null) {
                seen.add("case " + details.info().id() + ": " + ofCase);
            }
            for (WorkItem item : details.work()) {
                if (item.incident() != null && (expected.task() == null || expected.task().equals(item.task()))) {
                    seen.add(item.id() + " " + item.task() + ": " + item.incident());
                }
            }
        }
        String of = expected.task() == null ? "" : " of " + expected.task();
        if (expected.wanted() && seen.isEmpty()) {
            throw new Miss("an incident" + of, "no incident" + of);
        }
        if (!expected.wanted() && !seen.isEmpty()) {
            throw new Miss("no incident" + of, String.join("; ", seen));
        }
    }

    private void next(Statement.Next expected) throws Miss {
        List<String> seen = stage.withSubCases(stage.caseOr(expected.in())).stream()
                .flatMap(details -> details.next().stream())
                .toList();
        if (seen.stream().noneMatch(line -> line.contains(expected.part()))) {
            throw new Miss(
                    "next something with '" + expected.part() + "'",
                    seen.isEmpty() ? "nothing comes next" : "next " + String.join("; ", seen));
        }
    }

    private void event(Statement.Happened expected) throws Miss {
        if (!stage.chronicle.happened(expected.in(), expected.kind(), expected.detail())) {
            boolean plain = expected.detail().asMap().isEmpty();
            throw new Miss(
                    "event " + expected.kind() + (plain ? "" : " with " + expected.detail().json()),
                    "events " + String.join(", ", stage.chronicle.kinds()));
        }
    }

    // What needs a language or a part that may not be there.

    private void tokens(Statement.Tokens expected) throws Miss, ScenarioException {
        Data tokens = stage.details(stage.caseOr(expected.in())).standing().at("tokens");
        if (!(tokens instanceof Data.Fields places)) {
            throw Commander.missing("expect tokens", "the language of nets, or a case that is one");
        }
        Map<String, Integer> seen = new TreeMap<>();
        places.asMap().forEach((place, count) -> seen.put(place, count.asInt()));
        compare("tokens ", counts(expected.places()), seen);
    }

    private void sent(Statement.Sent expected) throws Miss, ScenarioException {
        for (Oracle oracle : stage.oracles()) {
            List<String> seen =
                    oracle.sent(stage.mill(), stage.chronicle.markedCursor(), expected.destination());
            if (seen != null) {
                if (!seen.contains(expected.term())) {
                    throw new Miss("sent " + expected.term(), seen.isEmpty() ? "nothing sent" : "sent " + String.join("; ", seen));
                }
                return;
            }
        }
        throw Commander.missing("expect sent", "the language of logic");
    }

    private void goal(Statement.Goal expected) throws Miss, ScenarioException {
        for (Oracle oracle : stage.oracles()) {
            Boolean holds = oracle.holds(stage.mill(), stage.current(), expected.goal());
            if (holds != null) {
                if (holds != expected.wanted()) {
                    throw new Miss(
                            (expected.wanted() ? "an answer to " : "no answer to ") + expected.goal(),
                            holds ? "there is one" : "there is none");
                }
                return;
            }
        }
        throw Commander.missing(expected.goal(), "the part that answers questions to the history");
    }
}
