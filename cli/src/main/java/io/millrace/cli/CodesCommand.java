package io.millrace.cli;

import io.millrace.data.Data;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "codes", description = "Lists every error code with its sentence and its remedy.")
final class CodesCommand implements Runnable {
    /** All codes, for completion. */
    static final class Ids implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(Code.values()).map(Code::id).sorted().iterator();
        }
    }

    @Parameters(arity = "0..1", paramLabel = "CODE", completionCandidates = Ids.class, description = "One code, or the beginning of some: MR-1004, MR-7.")
    private @Nullable String wanted;

    @Option(names = "--json", description = "One JSON object a line.")
    private boolean json;

    private final Screen screen;

    CodesCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public void run() {
        Columns table = new Columns("code", "name", "what is said", "what to do");
        for (Code code : chosen()) {
            if (json) {
                screen.println(Data.fields(
                                "code", code.id(), "name", code.name(), "sentence", code.sentence(), "remedy", code.remedy())
                        .json());
            } else {
                table.row(code.id(), code.name(), code.sentence(), code.remedy());
            }
        }
        if (!json) {
            table.print(screen);
        }
    }

    private List<Code> chosen() {
        String beginning = wanted == null ? "" : wanted.toUpperCase(Locale.ROOT);
        List<Code> found = Arrays.stream(Code.values())
                .filter(code -> code.id().startsWith(beginning) || code.id().startsWith("MR-" + beginning))
                .sorted(Comparator.comparing(Code::id))
                .toList();
        if (found.isEmpty()) {
            throw new RefusedException(Nearest.problem("There is no code '" + wanted + "'", beginning, Arrays.stream(Code.values()).map(Code::id).toList()));
        }
        return found;
    }
}
