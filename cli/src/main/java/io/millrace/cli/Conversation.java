package io.millrace.cli;

import io.millrace.cli.Screen.Style;
import io.millrace.data.Data;
import io.millrace.data.DataException;
import io.millrace.id.CaseId;
import io.millrace.journal.StoreException;
import io.millrace.problem.RefusedException;
import io.millrace.prolog.WorkflowProlog;
import io.millrace.query.CaseDetails;
import io.millrace.query.CaseStatus;
import io.millrace.query.HistoryEvent;
import io.millrace.testkit.Durations;
import io.millrace.testkit.Performance;
import io.millrace.testkit.Played;
import io.millrace.testkit.Scenario;
import io.millrace.testkit.ScenarioException;
import io.millrace.testkit.TestEngine;
import io.millrace.work.WorkItem;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One case in the terminal: shows what it offers, takes answers until it ends. Beside answers it takes a few words of
 * its own and every command of scenarios; what it cannot use it says, and goes on.
 */
final class Conversation {
    private final Screen screen;
    private final Lines lines;
    private final TestEngine engine;
    private final CaseId caseId;
    private final Performance performance;
    private final boolean terms;
    private List<WorkItem> offered = List.of();
    private String shown = "";
    private boolean left;

    /** @param terms whether answers may be terms, as in a language of logic */
    Conversation(Screen screen, Lines lines, TestEngine engine, CaseId caseId, Path folder, boolean terms) {
        this.screen = screen;
        this.lines = lines;
        this.engine = engine;
        this.caseId = caseId;
        this.performance = new Performance("input", folder, engine).about(caseId);
        this.terms = terms;
    }

    /** Goes on until the case ends, or whoever gives the answers does. */
    int hold() {
        engine.quiet();
        CaseDetails details = details();
        while (details.info().status().isOpen() && !left) {
            show(details);
            String line = lines.next(prompt());
            if (line == null) {
                screen.complain("The input ended before the case did.");
                return Mill.NO;
            }
            take(whole(line.strip()));
            details = details();
        }
        return left ? Mill.FINE : end(details);
    }

    private CaseDetails details() {
        return engine.mill().find(caseId).details();
    }

    /** JSON may run over lines while brackets are open. */
    private String whole(String line) {
        StringBuilder text = new StringBuilder(line);
        while (AnswerText.looksLikeOne(answerIn(text.toString())) && AnswerText.goesOn(text.toString())) {
            String more = lines.next("… ");
            if (more == null) {
                break;
            }
            text.append('\n').append(more);
        }
        return text.toString();
    }

    private String prompt() {
        return offered.isEmpty() ? "> " : offered.getFirst().task() + "> ";
    }

    // Showing.

    /** Shows what there is to do, if that is not what was shown last. */
    private void show(CaseDetails details) {
        offered = performance.unfinished(caseId);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < offered.size(); i++) {
            text.append(line(i + 1, offered.get(i))).append('\n');
        }
        if (offered.isEmpty()) {
            text.append(waiting(details)).append('\n');
        }
        if (!text.toString().equals(shown)) {
            shown = text.toString();
            screen.out().print(shown);
            screen.flush();
        }
    }

    private String line(int number, WorkItem item) {
        String line = "  " + number + "  " + screen.style(Style.NAME, item.task());
        if (!item.performers().roles().isEmpty()) {
            line += " for " + String.join(", ", item.performers().roles());
        }
        if (item.isAutomatic()) {
            line += item.incident() == null ? " (automatic, attempt " + item.attempt() + ")" : "";
        }
        if (item.holder() != null) {
            line += " (" + item.state().word() + ", " + item.holder() + ")";
        }
        if (item.incident() != null) {
            line += " " + screen.style(Style.BAD, "incident: " + item.incident()) + " ('retry " + item.task() + "', or answer for it)";
        }
        boolean empty = item.input().isNothing() || item.input().equals(Data.fields());
        return empty ? line : line + "  " + screen.style(Style.FAINT, item.input().json());
    }

    private static String waiting(CaseDetails details) {
        if (details.info().status() == CaseStatus.SUSPENDED) {
            return "  The case is suspended: 'resume case' continues it.";
        }
        if (details.info().incident() != null) {
            return "  incident: " + details.info().incident() + " ('retry case' tries again)";
        }
        StringBuilder text = new StringBuilder("  Nothing to do now.");
        if (!details.timers().isEmpty()) {
            text.append(" It wakes at ").append(details.timers().getFirst()).append("; 'clock' goes there.");
        }
        details.waits().forEach(wait -> text.append(" It waits for the signal '").append(wait.signal()).append("'")
                .append(wait.key().isEmpty() ? "" : " with key '" + wait.key() + "'")
                .append("; 'signal ").append(wait.signal())
                .append(wait.key().isEmpty() ? "" : " key \"" + wait.key() + "\"").append("' gives it."));
        details.attempts().forEach(attempt ->
                text.append(" Attempt ").append(attempt.number()).append(" waits: ").append(attempt.reason()).append('.'));
        return text.toString();
    }

    private int end(CaseDetails details) {
        CaseStatus status = details.info().status();
        Style style = status == CaseStatus.COMPLETED ? Style.GOOD : Style.BAD;
        Data outcome = details.info().outcome();
        String why = outcome instanceof Data.Text reason && status != CaseStatus.COMPLETED ? ": " + reason.value() : "";
        screen.println("case " + caseId + " " + screen.style(style, status.word()) + why);
        if (status == CaseStatus.COMPLETED) {
            screen.println(outcome.pretty());
        }
        return status == CaseStatus.COMPLETED ? Mill.FINE : Mill.NO;
    }

    // Taking.

    private void take(String line) {
        String first = line.split("\\s", 2)[0];
        String rest = line.substring(first.length()).strip();
        try {
            switch (first) {
                case "" -> {}
                case "?", "help" -> help();
                case "quit", "exit" -> left = true;
                case "work" -> shown = "";
                case "history" -> history();
                case "next" -> details().next().forEach(next -> screen.println("  " + next));
                case "data" -> screen.println(details().data().pretty());
                case "clock" -> clock(rest);
                default -> answerOrCommand(line);
            }
        } catch (RefusedException e) {
            screen.complain(e.problem().message());
        } catch (DataException e) {
            screen.complain(e.problem().message());
        } catch (StoreException e) {
            screen.complain(e.problem().message());
        }
    }

    private void answerOrCommand(String line) {
        String answer = answerIn(line);
        if (terms && !answer.isEmpty() && !AnswerText.looksLikeOne(answer) && !isCommand(line)) {
            answer(line, WorkflowProlog.data(answer));
            return;
        }
        if (AnswerText.looksLikeOne(answer) || line.equals("done") || answer.isEmpty()) {
            answer(line, AnswerText.looksLikeOne(answer) ? AnswerText.read(answer) : Data.fields());
        } else {
            command(line);
        }
    }

    private void answer(String line, Data data) {
        WorkItem item = chosen(line);
        if (item == null) {
            screen.complain(offered.isEmpty() ? "There is nothing to answer now; '?' helps." : "There is no work item "
                    + line.split("\\s", 2)[0] + "; 'work' lists them.");
        } else {
            engine.mill().operator().complete(item.id(), data);
            engine.quiet();
        }
    }

    private static boolean isCommand(String line) {
        try {
            return !Scenario.parse("input", Path.of(""), line).lines().isEmpty();
        } catch (ScenarioException e) {
            return false;
        }
    }

    /** An answer may begin with the number of the work item that it is for. */
    private static String answerIn(String line) {
        String[] parts = line.split("\\s+", 2);
        return !isNumber(parts[0]) ? line : parts.length == 1 ? "" : parts[1];
    }

    private static boolean isNumber(String word) {
        return !word.isEmpty() && word.length() < 7 && word.chars().allMatch(Character::isDigit);
    }

    private @Nullable WorkItem chosen(String line) {
        String first = line.split("\\s", 2)[0];
        int number = isNumber(first) ? Integer.parseInt(first) : 1;
        return number >= 1 && number <= offered.size() ? offered.get(number - 1) : null;
    }

    private void command(String line) {
        try {
            for (Scenario.Line command : Scenario.parse("input", Path.of(""), line).lines()) {
                Played played = performance.play(command);
                if (!played.held()) {
                    String seen = played.seen();
                    screen.complain(seen == null ? played.message() : seen);
                    return;
                }
            }
        } catch (ScenarioException e) {
            screen.complain("This is neither an answer nor a command; '?' helps.\n" + e.problem().message());
        }
    }

    private void clock(String span) {
        Duration by = Durations.parse(span);
        List<Instant> timers = details().timers();
        if (by != null) {
            engine.advance(by);
        } else if (span.isEmpty() && !timers.isEmpty()) {
            engine.time().advanceTo(timers.getFirst());
        } else if (!span.isEmpty()) {
            screen.complain("'" + span + "' is not a span of time such as 2d, 90m, 1h30m or 10s.");
            return;
        }
        engine.quiet();
        screen.println("  It is " + engine.time().now() + ".");
    }

    private void history() {
        String cursor = null;
        do {
            var page = engine.mill().find(caseId).history(cursor, 500);
            page.items().forEach(event -> screen.println("  " + line(event)));
            cursor = page.cursor();
        } while (cursor != null);
    }

    private String line(HistoryEvent event) {
        String actor = event.actor() == null ? "" : " by " + event.actor();
        return event.recorded() + "  " + event.caseId() + "  " + screen.style(Style.NAME, event.kind()) + actor + "  "
                + screen.style(Style.FAINT, event.detail().json());
    }

    private void help() {
        screen.println("  {\"ok\": true}       answers the first work item with JSON; 2 {…} answers the second");
        screen.println("  ok=true who=anna   the same with names and values");
        screen.println("  done               answers without data; 2 alone answers the second");
        if (terms) {
            screen.println("  c(short), done     answers with a term; 2 c(short) answers the second");
        }
        screen.println("  work, data, next   what is on offer, what the case knows, what will happen");
        screen.println("  history            what happened so far");
        screen.println("  clock 2d           moves the clock; alone to the next timer");
        screen.println("  quit               leaves the case");
        screen.println("  All commands of scenarios: fail review \"no\", signal paid {…}, skip, retry, cancel case …");
    }
}
