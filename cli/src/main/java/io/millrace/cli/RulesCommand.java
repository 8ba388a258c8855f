package io.millrace.cli;

import io.millrace.algebra.Guards;
import io.millrace.algebra.RuleModule;
import io.millrace.algebra.RuleReport;
import io.millrace.algebra.RuleSet;
import io.millrace.algebra.RuleTable;
import io.millrace.data.Data;
import io.millrace.net.file.NetFile;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "rules",
        sortOptions = false,
        description = {
            "Proves that rules between events agree and can be enforced, given who controls which event; or shows which rules",
            "contradict each other, how the agents can break a rule, and what to change. Several files are read as one.",
            "  mill rules examples/rules/travel.deps",
            "  mill rules examples/rules/travel.deps --walk \"s_buy s_book c_book\"",
            "Exit status 0 if there is no problem, 1 if there is one, or if the rules do not permit the walk."
        })
final class RulesCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Files of rules (*.deps), read as one.")
    private List<Path> files = List.of();

    @Option(names = "--json", description = "One JSON object.")
    private boolean json;

    @Option(
            names = "--walk",
            paramLabel = "LITERALS",
            description = "Shows the state after these literals, separated by blanks, such as \"s_buy ~c_buy\".")
    private @Nullable String walk;

    @Option(names = "--table", description = "Every live state: what it permits, delays, refuses and triggers.")
    private boolean table;

    @Option(names = "--guards", description = "The guard of each event and its complement: the condition under which it may happen.")
    private boolean guards;

    @Option(names = "--dot", description = "The states as a drawing for Graphviz, and nothing else.")
    private boolean dot;

    private final Screen screen;

    RulesCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() throws IOException {
        RuleModule module = RuleModule.read(texts());
        if (!module.problems().isEmpty()) {
            module.problems().stream().map(Problem::message).forEach(screen::complain);
            return Mill.CANNOT_ASK;
        }
        RuleSet set = RuleSet.of(module);
        if (walk != null) {
            return new RulesWalk(screen, json).walk(set, walk);
        }
        if (dot) {
            screen.out().print(RuleTable.dot(set));
            return Mill.FINE;
        }
        return check(set);
    }

    /** What can be proved of rules alone, for a command that is given files of several kinds. */
    int check(Path file, boolean asJson) throws IOException {
        files = List.of(file);
        json = asJson;
        return call();
    }

    private int check(RuleSet set) {
        RuleReport report = set.check();
        if (json) {
            screen.println(data(set, report).json());
        } else {
            new RulesReport(screen).print(files, set, report);
            if (table) {
                screen.println();
                new RulesReport(screen).table(RuleTable.of(set));
            }
            if (guards) {
                screen.println();
                Guards.of(set).forEach((literal, guard) -> screen.println(literal + " if " + guard));
            }
        }
        return report.isFine() ? Mill.FINE : Mill.NO;
    }

    private Map<String, String> texts() throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Path file : files) {
            texts.put(file.toString(), text(file));
        }
        return texts;
    }

    /** The text of a file of rules. */
    static String text(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new RefusedException(Code.NO_SUCH_FILE.with(file));
        }
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new RefusedException(Code.UNREADABLE.with(file, "it is not a file that can be read"));
        }
        return NetFile.text(Files.readAllBytes(file));
    }

    private Data data(RuleSet set, RuleReport report) {
        Data data = Data.fields("files", files.stream().map(Path::toString).toList());
        for (Map.Entry<String, Data> field : ((Data.Fields) report.toData()).asMap().entrySet()) {
            data = data.with(field.getKey(), field.getValue());
        }
        data = table ? data.with("table", RuleTable.of(set).stream().map(RuleTable.Row::toData).toList()) : data;
        return guards ? data.with("guards", Guards.of(set)) : data;
    }
}
