package io.millrace.cli;

import io.millrace.cli.Screen.Style;
import io.millrace.data.Data;
import io.millrace.net.End;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.testkit.Played;
import io.millrace.testkit.Player;
import io.millrace.testkit.Staging;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "play",
        description = "Plays scenarios, each on an engine of its own, and reports whether every expectation holds.")
final class PlayCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Scenario files, or folders of them.")
    private List<Path> files = List.of();

    @Option(names = "--json", description = "One JSON object a line: file, ok, line, expected, seen, millis.")
    private boolean json;

    @Option(names = "--allow-unsound", description = "Treat every deploy as one with allowUnsound.")
    private boolean allowUnsound;

    @Option(names = "--end", paramLabel = "quiet|first", description = "When nets end, regardless of their files: when nothing is left to do, or at the first token in the output condition.")
    private @Nullable End end;

    private final Screen screen;

    PlayCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() throws IOException {
        List<Path> scenarios = scenarios();
        int held = 0;
        int status = Mill.FINE;
        for (Path file : scenarios) {
            progress(file, held, scenarios.size());
            long began = System.nanoTime();
            List<String> warnings = new ArrayList<>();
            Played played = Player.play(file, new Staging(allowUnsound, end), warnings::add);
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
            wipe();
            warnings.forEach(screen::complain);
            show(played, millis);
            held += played.held() ? 1 : 0;
            status = Math.max(status, status(played));
        }
        if (!json && scenarios.size() > 1) {
            screen.println(held + " of " + scenarios.size() + " scenarios hold");
        }
        return status;
    }

    /** A folder stands for the scenarios in it and below. */
    private List<Path> scenarios() throws IOException {
        List<Path> scenarios = new ArrayList<>();
        for (Path file : files) {
            if (!Files.isDirectory(file)) {
                scenarios.add(file);
                continue;
            }
            int before = scenarios.size();
            try (Stream<Path> all = Files.walk(file)) {
                all.filter(each -> each.toString().endsWith(".scenario")).sorted().forEach(scenarios::add);
            }
            if (scenarios.size() == before) {
                throw new RefusedException(Code.UNREADABLE.with(file, "there is no .scenario file in it"));
            }
        }
        return scenarios;
    }

    private static int status(Played played) {
        return switch (played.outcome()) {
            case HELD -> Mill.FINE;
            case MISSED -> Mill.NO;
            case UNUSABLE -> Mill.CANNOT_ASK;
        };
    }

    private void progress(Path file, int held, int all) {
        if (screen.live() && !json) {
            String line = Columns.cut(held + " of " + all + " hold, playing " + file, screen.width() - 1);
            screen.out().print(screen.style(Style.FAINT, line));
            screen.flush();
        }
    }

    private void wipe() {
        if (screen.live() && !json) {
            screen.out().print("\r\u001b[K");
        }
    }

    private void show(Played played, long millis) {
        if (json) {
            screen.println(data(played, millis).json());
            screen.flush();
        } else if (played.held()) {
            screen.println(screen.style(Style.GOOD, "holds") + "  " + played.file() + "  " + millis + " ms");
        } else if (played.outcome() == Played.Outcome.MISSED) {
            screen.println(screen.style(Style.BAD, "missed") + " " + played.message());
        } else {
            screen.complain(played.message());
        }
    }

    private static Data data(Played played, long millis) {
        Data data = Data.fields("file", played.file(), "ok", played.held());
        data = played.line() == 0 ? data : data.with("line", played.line());
        data = played.expected() == null ? data : data.with("expected", played.expected());
        data = played.seen() == null ? data : data.with("seen", played.seen());
        data = played.outcome() == Played.Outcome.UNUSABLE ? data.with("problem", played.message()) : data;
        return data.with("millis", millis);
    }
}
