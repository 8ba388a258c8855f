package io.millrace.cli;

import io.millrace.calculus.ImportedHistory;
import io.millrace.calculus.Questions;
import io.millrace.calculus.Times;
import io.millrace.data.Data;
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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "query",
        sortOptions = false,
        description = {
            "Answers a question about the history of a journal, given as a goal: what happened, what held when, who did what.",
            "  mill query journal 'holds_at(active(Task, Who, Case), now - 2h)'",
            "  mill query journal 'open_at(last(friday) + 12h, Task, Who, Case)'",
            "  mill query --server http://127.0.0.1:8088 'open_work(Case, Task, Who)'",
            "Exit 0 if there is an answer, 1 if there is none."
        })
final class QueryCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "DIR|FILE",
            description = "The journal's directory, also while an engine runs on it; or an event log in XES, with or without gzip. Omitted with a server.")
    private String first = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "GOAL", description = "The question.")
    private @Nullable String second;

    @Option(names = "--at", paramLabel = "TIME", description = "Ask as of this moment: an ISO instant, now - 2h, last(friday) + 12h, seconds since 1970.")
    private @Nullable String at;

    @Option(names = "--rules", paramLabel = "FILE", description = "Clauses to use in addition to the deployed rules; may be repeated.")
    private List<Path> rules = List.of();

    @Option(names = "--limit", paramLabel = "N", description = "How many answers to show at most (default: all; a server gives 1000).")
    private long limit = Long.MAX_VALUE;

    @Option(names = "--json", description = "One JSON object for each answer.")
    private boolean json;

    @Mixin
    private TargetOptions target = new TargetOptions();

    private final Screen screen;

    QueryCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        if (limit < 1) {
            throw new RefusedException(Code.BAD_USE.with("--limit is at least 1, not " + limit));
        }
        Path journal = second == null ? null : Path.of(first);
        Records.Question question = new Records.Question(
                second == null ? first : second,
                at == null ? Instant.MAX : Times.moment(at, Instant.now()),
                rules.stream().map(file -> new Records.Clauses(file.toString(), text(file))).toList(),
                limit);
        long found;
        if (journal != null && Files.isRegularFile(journal)) {
            found = LocalRecords.answer(imported(journal), question, this::print);
        } else {
            try (Records records = target.records(screen, journal)) {
                found = records.ask(question, this::print);
            }
        }
        if (found == 0 && !json) {
            screen.println("no");
        }
        return found > 0 ? Mill.FINE : Mill.NO;
    }

    private Questions imported(Path log) {
        try (InputStream in = Files.newInputStream(log);
                Progress progress = new Progress(screen, "Reading " + log.getFileName(), "events")) {
            return ImportedHistory.readXes(log.toString(), in, progress::at).questions(Instant::now);
        } catch (IOException e) {
            throw new RefusedException(Code.UNREADABLE.with(log, String.valueOf(e.getMessage())), e);
        }
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

    private void print(String text, Data data) {
        screen.println(json ? data.json() : text);
    }
}
