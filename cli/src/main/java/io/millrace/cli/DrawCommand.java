package io.millrace.cli;

import io.millrace.Journal;
import io.millrace.draw.Figure;
import io.millrace.draw.Marks;
import io.millrace.draw.View;
import io.millrace.id.CaseId;
import io.millrace.language.Compiled;
import io.millrace.net.Specification;
import io.millrace.net.draw.NetPicture;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseDetails;
import io.millrace.query.CaseInfo;
import io.millrace.server.api.CaseMarks;
import io.millrace.testkit.ProcessFinder;
import io.millrace.verify.file.PlainPicture;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "draw",
        sortOptions = false,
        description = {
            "Draws a process: a net or activities in YAWL's symbols, a logic program as a graph of its calls and waits.",
            "The extension of the output file selects the format: SVG (default), .png, or .dot for Graphviz (nets only)."
        })
final class DrawCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "FILE|NAME",
            description = "A YAWL specification, facts, a plain net in PNML or LoLA's form, a logic program, a Java file, or the name of a Java process.")
    private Path file = Path.of("");

    @Option(names = {"-o", "--output"}, paramLabel = "OUT", description = "The file to write (.svg, .png, .dot); the default is SVG to standard output.")
    private @Nullable Path output;

    @Option(names = "--case", paramLabel = "CASE", description = "Shows where a case in the journal stands: its tokens and those of its sub-cases, its activities, its goals.")
    private @Nullable String caseId;

    @Option(names = "--tokens", paramLabel = "TOKENS", description = "Shows these tokens, as in 'c1, c2*2, c(a,b), exec(t)'.")
    private @Nullable String tokens;

    @Mixin
    private Pictures pictures = new Pictures();

    @Mixin
    private AtOption at = new AtOption();

    @Mixin
    private JournalOptions journal = new JournalOptions();

    private final Screen screen;

    DrawCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() throws IOException {
        boolean marks = caseId != null || tokens != null || at.isGiven();
        boolean dot = output != null && output.toString().endsWith(".dot");
        if (!NetFiles.isNet(file)) {
            if (tokens != null || dot) {
                throw new RefusedException(
                        Code.BAD_USE.with(dot ? "Only nets are written for Graphviz" : "'--tokens' goes with YAWL nets; of another process '--case' shows where a case stands"));
            }
            Compiled<?> process = ProcessFinder.find(Path.of(""), file.toString(), null).process();
            Figure figure = process.figure();
            if (figure == null) {
                throw new RefusedException(Code.NO_PICTURE.with(file));
            }
            pictures.write(screen, List.of(new View(figure, marks ? CaseMarks.of(figure, family(process)) : Marks.NONE)), output);
            return Mill.FINE;
        }
        List<Path> each = NetFiles.each(file);
        if (!marks && !dot && each.size() > 1) {
            List<View> views = new ArrayList<>();
            for (Path part : each) {
                views.addAll(views(NetFiles.read(part), false));
            }
            pictures.write(screen, views, output);
            return Mill.FINE;
        }
        NetFiles.Content content = NetFiles.read(file);
        if (marks && (dot || !(content instanceof NetFiles.Content.Yawl))) {
            throw new RefusedException(Code.BAD_USE.with("Tokens are shown in pictures of YAWL nets, as SVG or PNG"));
        }
        if (dot) {
            NetFiles.write(screen, NetFiles.Form.DOT.write(content), output);
        } else {
            pictures.write(screen, views(content, marks), output);
        }
        return Mill.FINE;
    }

    private List<View> views(NetFiles.Content content, boolean marks) {
        return switch (content) {
            case NetFiles.Content.Yawl yawl ->
                List.of(new View(NetPicture.of(yawl.net()), marks ? Marks.tokens(marked(yawl.net())) : Marks.NONE));
            case NetFiles.Content.Plain plain -> PlainPicture.views(plain.net(), plain.layout());
        };
    }

    private Map<String, Map<String, Integer>> marked(Specification net) {
        if (tokens != null && caseId != null) {
            throw new RefusedException(Code.BAD_USE.with("'--tokens' says where tokens are, and so does '--case': use one of them"));
        }
        return tokens != null && !at.isGiven() ? Tokens.parse(net, tokens) : Tokens.of(net, family(null));
    }

    /**
     * The case that is named, and its sub-cases.
     *
     * @param process whose code the journal does not have, or null
     */
    private List<CaseDetails> family(@Nullable Compiled<?> process) {
        if (caseId == null) {
            throw new RefusedException(Code.BAD_USE.with("'--at' says when a case is looked at: name the case with '--case'"));
        }
        try (Journal records = JournalOptions.records(journal.look(), JournalOptions.languages())) {
            if (process != null) {
                records.know(journal.tenant(), process);
            }
            List<CaseDetails> family = records.at(journal.tenant(), at.moment(Instant.now())).family(CaseId.parse(caseId));
            CaseInfo root = family.getFirst().info();
            if (process != null && !root.process().equals(process.contract().name())) {
                throw new RefusedException(Code.BAD_USE.with(
                        "Case " + root.id() + " is one of process '" + root.process() + "', not of '" + process.contract().name() + "'"));
            }
            if (root.status().isOpen() && family.getFirst().standing().isNothing()) {
                throw new RefusedException(Code.NO_CODE.with(root.process(), root.version()));
            }
            return family;
        }
    }
}
