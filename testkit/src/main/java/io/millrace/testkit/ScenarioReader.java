package io.millrace.testkit;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.testkit.Clauses.Kind;
import io.millrace.testkit.Statement.CaseVerb;
import io.millrace.testkit.Statement.WorkRef;
import io.millrace.testkit.Statement.WorkVerb;
import io.millrace.work.Participant;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the statements of a scenario; {@code docs/scenarios.md} has the grammar. */
final class ScenarioReader {
    private static final List<String> COMMANDS = List.of(
            "deploy", "start", "complete", "claim", "release", "suspend", "resume", "fail", "withdraw", "delegate", "add",
            "signal", "set", "cancel", "advance", "restart", "migrate", "participant", "handler", "skip", "redo", "move",
            "retry", "expect");

    private final Cursor cursor;
    private final ExpectationReader expectations;

    ScenarioReader(Cursor cursor) {
        this.cursor = cursor;
        this.expectations = new ExpectationReader(cursor, this::command);
    }

    List<Scenario.Line> lines() throws ScenarioException {
        List<Scenario.Line> lines = new ArrayList<>();
        while (cursor.nextStatement()) {
            int start = cursor.at();
            Statement statement = cursor.take("expect") ? expectations.read() : command();
            String text = cursor.textFrom(start);
            cursor.end();
            lines.add(new Scenario.Line(cursor.lineOf(start), text, statement));
        }
        return lines;
    }

    private Statement.Do command() throws ScenarioException {
        int start = cursor.at();
        String verb = cursor.takeWord("a command");
        return switch (verb) {
            case "deploy" -> deploy();
            case "start" -> start();
            case "complete" -> onWork(WorkVerb.COMPLETE, Kind.VALUE);
            case "claim" -> onWork(WorkVerb.CLAIM);
            case "release" -> onWork(WorkVerb.RELEASE);
            case "fail" -> fail();
            case "withdraw" -> onWork(WorkVerb.WITHDRAW);
            case "delegate" -> delegate();
            case "skip" -> onWork(WorkVerb.SKIP, Kind.VALUE);
            case "suspend" -> onWorkOrCase(WorkVerb.SUSPEND, CaseVerb.SUSPEND);
            case "resume" -> onWorkOrCase(WorkVerb.RESUME, CaseVerb.RESUME);
            case "retry" -> onWorkOrCase(WorkVerb.RETRY, CaseVerb.RETRY);
            case "cancel" -> cancel();
            case "add" -> add();
            case "signal" -> signal();
            case "set" -> set();
            case "advance" -> advance();
            case "restart" -> new Statement.Restart();
            case "migrate" -> migrate();
            case "participant" -> participant();
            case "handler" -> handler();
            case "redo" -> redo();
            case "move" -> move();
            default -> throw unknown(start, verb);
        };
    }

    private ScenarioException unknown(int start, String verb) {
        String meant = Cursor.meant(verb, COMMANDS);
        return cursor.wrong(
                start,
                "'" + verb + "' is not a command"
                        + (meant == null ? "; the commands are " + String.join(", ", COMMANDS) : "; perhaps '" + meant + "' is meant"));
    }

    private static Statement.Ask ask(Statement.Wish wish, Clauses clauses) {
        return new Statement.Ask(wish, clauses.by, clauses.because);
    }

    private Statement.Do deploy() throws ScenarioException {
        String file = cursor.name("a file or the name of a process");
        String rules = cursor.take("with") ? cursor.name("a file of rules") : null;
        boolean allowUnsound = cursor.take("allowUnsound");
        String as = cursor.take("as") ? cursor.name("a name") : null;
        return new Statement.Deploy(file, rules, allowUnsound || cursor.take("allowUnsound"), as);
    }

    private Statement.Do start() throws ScenarioException {
        boolean bareWork = cursor.take("work");
        if (bareWork && !cursor.atEnd() && !cursor.looksAt('{')) {
            return onWork(WorkVerb.START);
        }
        String process = bareWork ? "work" : cursor.name("the name of a process");
        Clauses clauses = Clauses.read(cursor, Kind.VALUE, Kind.KEY);
        return ask(new Statement.Start(process, clauses.value, clauses.key), clauses);
    }

    private Statement.Do onWork(WorkVerb verb, Kind... more) throws ScenarioException {
        String task = cursor.name("a task");
        List<Kind> kinds = new ArrayList<>(List.of(more));
        kinds.add(Kind.IN);
        kinds.add(Kind.NUMBER);
        Clauses clauses = Clauses.read(cursor, kinds.toArray(new Kind[0]));
        return ask(new Statement.OnWork(verb, new WorkRef(task, clauses.in, clauses.number), clauses.value, ""), clauses);
    }

    private Statement.Do fail() throws ScenarioException {
        String task = cursor.name("a task");
        Clauses clauses = Clauses.read(cursor, Kind.VALUE, Kind.IN, Kind.NUMBER);
        if (!(clauses.value instanceof Statement.Value.Json json && json.data() instanceof Data.Text reason)) {
            throw cursor.expected("the reason in double quotes");
        }
        WorkRef work = new WorkRef(task, clauses.in, clauses.number);
        return ask(new Statement.OnWork(WorkVerb.FAIL, work, Statement.Value.NONE, reason.value()), clauses);
    }

    private Statement.Do delegate() throws ScenarioException {
        String task = cursor.name("a task");
        Clauses clauses = Clauses.read(cursor, Kind.TO, Kind.IN, Kind.NUMBER);
        if (clauses.to == null) {
            throw cursor.expected("'to' and a participant");
        }
        WorkRef work = new WorkRef(task, clauses.in, clauses.number);
        return ask(new Statement.OnWork(WorkVerb.DELEGATE, work, Statement.Value.NONE, clauses.to), clauses);
    }

    private Statement.Do onWorkOrCase(WorkVerb work, CaseVerb onCase) throws ScenarioException {
        return cursor.take("case") ? onCase(onCase) : onWork(work);
    }

    private Statement.Do cancel() throws ScenarioException {
        if (!cursor.take("case")) {
            throw cursor.expected("'case'");
        }
        return onCase(CaseVerb.CANCEL);
    }

    private Statement.Do onCase(CaseVerb verb) throws ScenarioException {
        CaseId in = maybeCase();
        Clauses clauses = Clauses.read(cursor);
        return ask(new Statement.OnCase(verb, in), clauses);
    }

    /** The id of a case where one stands. */
    private @Nullable CaseId maybeCase() throws ScenarioException {
        String word = cursor.word();
        return !word.isEmpty() && Character.isDigit(word.charAt(0)) ? Clauses.caseId(cursor) : null;
    }

    private Statement.Do add() throws ScenarioException {
        String task = cursor.name("a task");
        Clauses clauses = Clauses.read(cursor, Kind.IN, Kind.VALUE);
        return ask(new Statement.Add(task, clauses.in, clauses.value), clauses);
    }

    private Statement.Do signal() throws ScenarioException {
        String name = cursor.name("the name of a signal");
        Clauses clauses = Clauses.read(cursor, Kind.VALUE, Kind.KEY);
        return ask(new Statement.Signal(name, clauses.value, clauses.key == null ? "" : clauses.key), clauses);
    }

    private Statement.Do set() throws ScenarioException {
        String name = cursor.name("the name of a value");
        Data value = json();
        Clauses clauses = Clauses.read(cursor, Kind.IN);
        return ask(new Statement.SetData(name, value, clauses.in), clauses);
    }

    private Data json() throws ScenarioException {
        if (!cursor.atJson()) {
            throw cursor.expected("JSON");
        }
        return cursor.json();
    }

    private Statement.Do advance() throws ScenarioException {
        boolean to = cursor.take("to");
        cursor.skipBlank();
        int start = cursor.at();
        String word = cursor.takeWord(to ? "an instant" : "a duration");
        Duration duration = Durations.parse(word);
        if (!to && duration != null) {
            return new Statement.Advance(duration);
        }
        Instant instant = duration == null ? instant(word) : ManualTime.START.plus(duration);
        if (!to || instant == null) {
            throw cursor.wrong(
                    start,
                    to
                            ? "an instant, such as 2000-01-03T12:00Z, was expected, found '" + word + "'"
                            : "a duration, such as 2d, 90m or 1h30m, was expected, found '" + word + "'");
        }
        return new Statement.AdvanceTo(instant);
    }

    private static @Nullable Instant instant(String text) {
        try {
            return text.contains("T")
                    ? OffsetDateTime.parse(text).toInstant()
                    : LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
        } catch (DateTimeException e) {
            return null;
        }
    }

    private Statement.Do migrate() throws ScenarioException {
        if (!cursor.take("case")) {
            throw cursor.expected("'case'");
        }
        CaseId in = maybeCase();
        if (!cursor.take("to")) {
            throw cursor.expected("'to' and a version");
        }
        int version = cursor.number("a version");
        Clauses clauses = Clauses.read(cursor, Kind.VALUE);
        return ask(new Statement.Migrate(in, version, clauses.value), clauses);
    }

    private Statement.Do participant() throws ScenarioException {
        String name = cursor.name("the name of a participant");
        Set<String> roles = new LinkedHashSet<>();
        Set<String> capabilities = new LinkedHashSet<>();
        while (!cursor.atEnd()) {
            if (cursor.take("roles")) {
                names(roles, "a role");
            } else if (cursor.take("capabilities")) {
                names(capabilities, "a capability");
            } else {
                throw cursor.expected("'roles' or 'capabilities'");
            }
        }
        return new Statement.Ask(new Statement.AddParticipant(new Participant(name, roles, capabilities)), null, null);
    }

    private void names(Set<String> names, String what) throws ScenarioException {
        do {
            names.add(cursor.name(what));
        } while (cursor.take(','));
    }

    private Statement.Do handler() throws ScenarioException {
        String task = cursor.name("a task");
        if (!cursor.take("fails")) {
            return new Statement.Handler(task, cursor.atEnd() ? Data.fields() : json());
        }
        String reason = cursor.quoted("the reason in quotes");
        int times = 0;
        if (!cursor.atEnd()) {
            times = cursor.number("a number of times");
            if (!cursor.take("times") && !cursor.take("time")) {
                throw cursor.expected("'times'");
            }
        }
        return new Statement.FailingHandler(task, reason, times);
    }

    private Statement.Do redo() throws ScenarioException {
        String step = cursor.name("a step");
        Clauses clauses = Clauses.read(cursor, Kind.IN);
        return ask(new Statement.Redo(step, clauses.in), clauses);
    }

    private Statement.Do move() throws ScenarioException {
        String from = cursor.take("to") ? null : cursor.name("a step, or 'to'");
        if (from != null && !cursor.take("to")) {
            throw cursor.expected("'to' and a step");
        }
        String to = cursor.name("a step");
        Clauses clauses = Clauses.read(cursor, Kind.IN);
        return ask(new Statement.Move(from, to, clauses.in), clauses);
    }
}
