package io.millrace.cli;

import io.millrace.Journal;
import io.millrace.calculus.ImportedHistory;
import io.millrace.calculus.Questions;
import io.millrace.calculus.Rules;
import io.millrace.calculus.Solution;
import io.millrace.calculus.Solutions;
import io.millrace.calculus.Times;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "query",
        sortOptions = false,
        description = {
            "Answers a question about the history of a journal, given as a goal: what happened, what held when, who did what.",
            "  mill query journal 'holds_at(active(Task, Who, Case), now - 2h)'",
            "  mill query journal 'open_at(last(friday) + 12h, Task, Who, Case)'",
            "Exit 0 if there is an answer, 1 if there is none."
        })
final class QueryCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "DIR|FILE", description = "The journal's directory, also while an engine runs on it; or an event log in XES, with or without gzip.")
    private Path journal = Path.of("journal");

    @Parameters(index = "1", paramLabel = "GOAL", description = "The question.")
    private String goal = "";

    @Option(names = "--at", paramLabel = "TIME", description = "Ask as of this moment: an ISO instant, now - 2h, last(friday) + 12h, seconds since 1970.")
    private @Nullable String at;

    @Option(names = "--rules", paramLabel = "FILE", description = "Clauses to use in addition to the deployed rules; may be repeated.")
    private List<Path> rules = List.of();

    @Option(names = "--limit", paramLabel = "N", description = "How many answers to show at most (default: all).")
    private long limit = Long.MAX_VALUE;

    @Option(names = "--tenant", paramLabel = "NAME", description = "The tenant (default: main).")
    private String tenant = "main";

    @Option(names = "--json", description = "One JSON object for each answer.")
    private boolean json;

    private final Screen screen;

    QueryCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        if (limit < 1) {
            throw new RefusedException(Code.BAD_USE.with("--limit is at least 1, not " + limit));
        }
        if (Files.isRegularFile(journal)) {
            return answer(equipped(imported()));
        }
        try (Journal records = JournalOptions.records(JournalOptions.look(journal), JournalOptions.languages())) {
            return answer(equipped(recorded(records)));
        }
    }

    private Questions recorded(Journal records) {
        try (Progress progress = new Progress(screen, "Reading the history", "cases")) {
            return records.questions(tenant, Instant::now, progress::at);
        }
    }

    private Questions imported() {
        try (InputStream in = Files.newInputStream(journal);
                Progress progress = new Progress(screen, "Reading " + journal.getFileName(), "events")) {
            return ImportedHistory.readXes(journal.toString(), in, progress::at).questions(Instant::now);
        } catch (IOException e) {
            throw new RefusedException(Code.UNREADABLE.with(journal, String.valueOf(e.getMessage())), e);
        }
    }

    private Questions equipped(Questions questions) {
        Questions equipped = questions;
        for (Path file : rules) {
            equipped = equipped.with(Rules.read(file.toString(), text(file)));
        }
        return at == null ? equipped : equipped.at(Times.moment(at, Instant.now()));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw new RefusedException(Code.NO_SUCH_FILE.with(file), e);
        } catch (IOException e) {
            throw new RefusedException(Code.UNREADABLE.with(file, String.valueOf(e.getMessage())), e);
        }
    }

    private int answer(Questions questions) {
        return print(screen, questions, goal, limit, json) > 0 ? Mill.FINE : Mill.NO;
    }

    /** Prints answers while they are found, and says how many there were. */
    static long print(Screen screen, Questions questions, String goal, long limit, boolean json) {
        long found = 0;
        try (Solutions solutions = questions.ask(goal)) {
            while (found < limit && solutions.hasNext()) {
                Solution solution = solutions.next();
                found++;
                screen.println(json ? solution.toData().json() : solution.toString());
            }
        }
        if (found == 0 && !json) {
            screen.println("no");
        }
        return found;
    }
}
