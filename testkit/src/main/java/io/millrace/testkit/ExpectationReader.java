package io.millrace.testkit;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.query.CaseStatus;
import io.millrace.testkit.Statement.Counted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what stands after {@code expect}. */
final class ExpectationReader {
    /** Reads a command, for what must be refused. */
    interface CommandReader {
        Statement.Do read() throws ScenarioException;
    }

    private static final List<String> HEADS = List.of(
            "offered", "tokens", "withdrawn", "sent", "case", "data", "refused", "delayed", "incident", "next", "event", "no");
    private static final Pattern CODE = Pattern.compile("MR-\\d{4}");
    private static final Pattern ATOM = Pattern.compile("[a-z]\\w*");

    private final Cursor cursor;
    private final CommandReader commands;

    ExpectationReader(Cursor cursor, CommandReader commands) {
        this.cursor = cursor;
        this.commands = commands;
    }

    Statement.Expect read() throws ScenarioException {
        cursor.skipBlank();
        int start = cursor.at();
        String head = cursor.word();
        if (!HEADS.contains(head)) {
            return goal(start, true);
        }
        cursor.takeWord("an expectation");
        return switch (head) {
            case "offered" -> new Statement.Offered(maybeIn(), counted("a task"));
            case "tokens" -> new Statement.Tokens(maybeIn(), counted("a place"));
            case "withdrawn" -> new Statement.Withdrawn(counted("a task"));
            case "sent" -> new Statement.Sent(cursor.name("a destination"), cursor.until());
            case "case" -> state();
            case "data" -> data();
            case "refused" -> refused();
            case "delayed" -> new Statement.Delayed(commands.read());
            case "incident" -> incident(true);
            case "next" -> next();
            case "event" -> event();
            default -> cursor.take("incident") ? incident(false) : goal(cursor.at(), false);
        };
    }

    private @Nullable CaseId maybeIn() throws ScenarioException {
        return cursor.take("in") ? Clauses.caseId(cursor) : null;
    }

    private List<Counted> counted(String what) throws ScenarioException {
        List<Counted> names = new ArrayList<>();
        while (!cursor.atEnd()) {
            String name = cursor.name(what);
            int count = cursor.take('*') ? cursor.number("how many") : 1;
            names.add(new Counted(name, count));
            if (cursor.take(',') && cursor.atEnd()) {
                throw cursor.expected(what);
            }
        }
        return names;
    }

    private Statement.Expect state() throws ScenarioException {
        String word = cursor.word();
        CaseId in = !word.isEmpty() && Character.isDigit(word.charAt(0)) ? Clauses.caseId(cursor) : null;
        cursor.skipBlank();
        int start = cursor.at();
        String state = cursor.takeWord("the state of a case");
        return Arrays.stream(CaseStatus.values())
                .filter(status -> status.word().equals(state.toLowerCase(Locale.ROOT)))
                .findFirst()
                .map(status -> new Statement.InState(in, status))
                .orElseThrow(() -> cursor.wrong(
                        start, "running, suspended, completed, failed or cancelled was expected, found '" + state + "'"));
    }

    private Statement.Expect data() throws ScenarioException {
        CaseId in = maybeIn();
        String name = cursor.name("the name of a value");
        if (!cursor.atJson()) {
            throw cursor.expected("JSON");
        }
        return new Statement.DataIs(in, name, cursor.json());
    }

    private Statement.Expect refused() throws ScenarioException {
        String code = CODE.matcher(cursor.word()).matches() ? cursor.takeWord("a code") : null;
        cursor.skipBlank();
        return new Statement.Refused(code, commands.read());
    }

    private Statement.Expect incident(boolean wanted) throws ScenarioException {
        CaseId in = maybeIn();
        return new Statement.Incident(in, cursor.atEnd() ? null : cursor.name("a task"), wanted);
    }

    private Statement.Expect next() throws ScenarioException {
        CaseId in = maybeIn();
        if (cursor.atEnd()) {
            throw cursor.expected("a part of what comes next");
        }
        return new Statement.Next(in, cursor.isQuoted() ? cursor.quoted("a text") : cursor.until());
    }

    private Statement.Expect event() throws ScenarioException {
        CaseId in = maybeIn();
        String kind = cursor.name("the kind of an event");
        return new Statement.Happened(in, kind, cursor.atEnd() ? Data.fields() : fields());
    }

    private Data fields() throws ScenarioException {
        if (!cursor.looksAt('{')) {
            throw cursor.expected("JSON fields");
        }
        return cursor.json();
    }

    /** Anything else is a question in the language of logic, if it looks like one. */
    private Statement.Expect goal(int start, boolean wanted) throws ScenarioException {
        String head = cursor.word();
        String goal = cursor.until();
        boolean plausible = goal.contains("(") || ATOM.matcher(goal).matches() && Cursor.meant(goal, HEADS) == null;
        if (!plausible) {
            String meant = Cursor.meant(head, HEADS);
            throw cursor.wrong(
                    start,
                    "an expectation was expected ("
                            + String.join(", ", HEADS)
                            + ", or a goal), found "
                            + (head.isEmpty() ? "the end of the line" : "'" + head + "'")
                            + (meant == null ? "" : "; perhaps '" + meant + "' is meant"));
        }
        return new Statement.Goal(goal, wanted);
    }
}
